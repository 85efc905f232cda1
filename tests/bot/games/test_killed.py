"""The bot killed in mid-play, in a pretended Discord that survives it: nothing is lost, half done or told twice."""

import signal
from pathlib import Path

import pytest

from engine.title import Setup
from engine.titles import TITLES
from tests.bot.games.killed import kill
from tests.bot.games.scripts import at_random, whole

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process like that")


async def test_killed_between_moves(tmp_path: Path) -> None:
    title = next(iter(TITLES.values()))
    script = at_random(title, Setup(title.id, ("Ann", "Bea", "Carl"), version=title.version), 7, 60)
    tally = await kill(tmp_path / "table", script, 2)
    assert tally.spotless, tally.lines()


@pytest.mark.soak
async def test_killed_three_hundred_times(tmp_path: Path, shared: Path) -> None:
    tally = await kill(tmp_path / "table", whole(shared / "games" / "1841_full.18xxgames.json"), 300)
    assert tally.kills == 300
    assert tally.spotless, tally.lines()
