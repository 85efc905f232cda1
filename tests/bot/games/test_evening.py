"""The first evening of real games, through the bot: to the end of operating round 1.1, on every ladder in turn."""

import re
from pathlib import Path

import pytest

from engine.actions import VERBS
from engine.ids import CHANCE
from engine.title import Setup
from engine.titles import TITLES
from tests.bot.discord.conftest import texts
from tests.bot.games.scripts import Script, at_random, first_evening
from tests.bot.games.world import seated, staged

NOTATION = re.compile(rf"^\S+: ({'|'.join(VERBS)})( |$)", re.MULTILINE)


async def play(path: Path, script: Script) -> None:
    """Play a script and check all that a table may expect of the bot."""
    async with staged(path, script) as stage:
        play = await seated(stage, script)
        await play.through()
        assert play.called() == script.calls()
        assert play.alive_cards() == 1
        assert len(play.pictured()) == len(script.turns)
        assert all(names == ["map.png", "market.png"] for names in play.pictured())
        assert {"card", "turn", "verb", "do"} <= set(play.hands.taps)
        log = "\n".join(texts(message) for message in stage.log().history())
        assert not NOTATION.search(log), "the log speaks in words"
        drawn = [row.question for row in await stage.bot.tables.log(play.game) if row.player == CHANCE]
        assert len(set(drawn)) == len(drawn), "each draw is a question of its own"


@pytest.mark.parametrize("name", ["1841_full", "1841_lite"])
async def test_a_real_evening(tmp_path: Path, shared: Path, name: str) -> None:
    await play(tmp_path / "railhead.db", first_evening(shared / "games" / f"{name}.18xxgames.json"))


@pytest.mark.parametrize("players", [3, 5])
async def test_an_evening_by_the_book(tmp_path: Path, players: int) -> None:
    title = next(iter(TITLES.values()))
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    await play(tmp_path / "railhead.db", at_random(title, Setup(title.id, names, version=title.version), players, 60))
