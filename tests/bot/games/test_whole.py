"""Whole real games through the bot: every move, in bad weather, with restarts in the middle of mergers."""

from pathlib import Path

import pytest

from bot.ui import card, parts
from bot.ui.address import Address, parse
from bot.ui.steps import step, typed_value
from bot.ui.typed import build, complete_line, complete_option
from engine.actions import Action, verb_of
from engine.decisions import Decision
from engine.ids import CHANCE
from engine.session import Act, Session
from engine.title import Setup
from engine.titles import TITLES
from tests.bot.discord.test_every_decision import fits
from tests.bot.games.hands import Hands, Move, move_of, options_of
from tests.bot.games.scripts import Script, at_random, whole
from tests.bot.games.whole import play_whole

AT = Address("b", "123456", 2345)
GAMES = ("1841_full", "1841_lite")


async def test_bad_weather(tmp_path: Path) -> None:
    title = next(iter(TITLES.values()))
    script = at_random(title, Setup(title.id, ("Ann", "Bea", "Carl"), version=title.version), 11, 40)
    report = await play_whole(tmp_path / "railhead.db", script, 0.1)
    assert report.storm.failed


@pytest.mark.soak
async def test_a_whole_game_in_bad_weather(tmp_path: Path, shared: Path) -> None:
    script = whole(shared / "games" / "1841_full.18xxgames.json")
    report = await play_whole(tmp_path / "railhead.db", script, 0.05, pictures=True)
    assert report.scores == script.scores


class Face:
    """What a player sees of a card or panel, without a Discord around it."""

    def __init__(self, components: list[dict[str, object]]) -> None:
        self.id = 1
        self.components = components


def tapped(decision: Decision, move: Move) -> Action:
    """Tap from the card to the action, checking that everything shown fits."""
    found = step(decision)
    view = parts.layout(*card.items(card.Turn(AT, "line", ("x",) * 9, found)))
    for _ in range(40):
        fits(found)
        target = Hands().next(Face(view.to_components()), move)  # type: ignore[no-untyped-call]
        if target.kind == parts.TYPE:
            return typed_value(decision, target.path, target.value)
        address = parse(target.custom_id)
        assert address is not None
        found = step(decision, target.path)
        if target.kind != parts.PAGE and found.action is not None:
            return found.action
        view = card.panel(found, AT, "head", address.page if target.kind == parts.PAGE else 0)
    raise AssertionError(f"no end of taps: {move}")


def every_way(decision: Decision, action: Action) -> None:
    """Check that an action can be tapped, given as a command with its options, and typed, each with completion."""
    move, options, verb = move_of(decision, action, "card"), options_of(action), verb_of(action)
    assert tapped(decision, move) == action
    assert build(decision, verb, options) == action
    for name, value in options.items():
        if name != "routes":
            offered = [item.value for item in complete_option(decision, verb, name, {**options, name: str(value)})]
            assert str(value) in offered, (str(move), name)
    if len(move.line) <= 100:
        assert move.line in [item.value for item in complete_line(decision, move.line)], str(move)


def walk(script: Script) -> None:
    """Check every human move of a script."""
    session = Session(script.title, script.setup)
    for action in script.moves:
        assert session.decision is not None
        if session.decision.player != CHANCE:
            every_way(session.decision, action)
        session.play(Act(action))  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_real_game_in_every_way(shared: Path, name: str) -> None:
    walk(whole(shared / "games" / f"{name}.18xxgames.json"))


def test_every_move_of_an_evening_in_every_way() -> None:
    title = next(iter(TITLES.values()))
    walk(at_random(title, Setup(title.id, ("Ann", "Bea", "Carl", "Dan"), version=title.version), 3, 120))
