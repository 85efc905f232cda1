"""Rubbish, forgeries and hurry: nothing changes, nothing reaches the log, everything is answered in a sentence."""

import random
from pathlib import Path

import pytest

from bot.ui.address import Address
from bot.ui.parts import CHOOSE
from engine.title import Setup
from engine.titles import TITLES
from tests.bot.discord.conftest import said
from tests.bot.games.blows import COMPONENT, Blow, Json, acting
from tests.bot.games.hands import move_of
from tests.bot.games.hostile import Siege, besiege
from tests.bot.games.scripts import Script, at_random, whole
from tests.bot.games.world import seated, staged


def evening() -> Script:
    """Return a short evening of three."""
    title = next(iter(TITLES.values()))
    return at_random(title, Setup(title.id, ("Ann", "Bea", "Carl"), version=title.version), 7, 40)


async def test_hostile_inputs(tmp_path: Path) -> None:
    tally = await besiege(tmp_path / "railhead.db", evening(), 480)
    assert tally.spotless, tally.lines()


@pytest.mark.soak
async def test_a_hundred_thousand_hostile_inputs(tmp_path: Path, shared: Path) -> None:
    script = whole(shared / "games" / "1841_full.18xxgames.json")
    tally = await besiege(tmp_path / "railhead.db", script, 100_000)
    assert tally.inputs >= 100_000
    assert tally.spotless, tally.lines()


async def test_of_two_different_taps_at_once_one_counts(tmp_path: Path) -> None:
    script = evening()
    async with staged(tmp_path / "railhead.db", script) as stage:
        play = await seated(stage, script)
        siege = Siege(play, random.Random(1), card=(await play.card()).id)
        position = await play.position()
        assert position.decision is not None
        whole = sorted(
            path for action in position.decision.enumerate() for path in move_of(position.decision, action, "").whole
        )
        results = [
            siege.emit(tap(position.row.id, position.seq, path, acting(position))) for path in (whole[0], whole[-1])
        ]
        await stage.env.settle()
        after = await play.position()
        assert after.live == position.live + 1
        assert sum("moved on" in said(result) or "not your turn" in said(result) for result in results) == 1


def tap(game: int, seq: int, path: tuple[int, ...], user: int) -> Blow:
    """Return a tap on a button that leads along a path."""
    custom_id = str(Address(CHOOSE, str(game), seq, path))
    data: Json = {"custom_id": custom_id, "component_type": 2, "id": 1}
    button = {"type": 2, "custom_id": custom_id, "style": 2, "label": "x", "id": 1}
    return Blow("tap", user, COMPONENT, data, {"rows": [{"type": 1, "components": [button]}]})
