"""Along random games of a real title: every question fits a card, and can be answered by taps, command and line."""

import random
from collections.abc import Iterator

import pytest

from bot.ui import card, parts
from bot.ui.address import Address
from bot.ui.steps import Step, step
from bot.ui.typed import build, complete_line, write_value
from engine import notation
from engine.actions import Action, verb_of
from engine.decisions import Decision
from engine.errors import RuleError
from engine.game import Blueprint
from engine.ids import CHANCE
from engine.title import Setup
from engine.titles import TITLES

ACTIONS = 220
AT = Address("b", "123456", 2345)


def decisions(seed: int) -> Iterator[tuple[Decision, random.Random]]:
    """Yield the questions to players along one random game."""
    rng = random.Random(seed)
    title = next(iter(TITLES.values()))
    game = Blueprint(title, Setup(title.id, ("Ann", "Bea", "Carl", "Dan"))).first()
    for _ in range(ACTIONS):
        if game.decision is None:
            return
        if game.decision.player != CHANCE:
            yield game.decision, rng
        game.apply(_some(game.decision, rng))


def _some(decision: Decision, rng: random.Random) -> Action:
    """Choose the verb first, so that one with many values is not all that is ever done."""
    by_verb: dict[str, list[Action]] = {}
    for action in decision.enumerate():
        by_verb.setdefault(verb_of(action), []).append(action)
    verbs = sorted(by_verb)
    verb = rng.choices(verbs, [1 if each == "pass" else 3 for each in verbs])[0]
    return rng.choice(by_verb[verb])


def tap_through(decision: Decision, rng: random.Random) -> Action | None:
    """Answer a question by random taps; None when they end in a refusal."""
    found = step(decision)
    for _ in range(12):
        fits(found)
        if found.action is not None:
            return found.action
        assert found.choices, f"nothing to tap: {decision.actor} {decision.prompt}, {found.chosen}"
        try:
            found = step(decision, rng.choice(found.choices).path)
        except RuleError:
            return None
    raise AssertionError("no end of questions")


def fits(found: Step) -> None:
    """Check Discord's limits for card and panel of a step."""
    line = "<@123456789012345678> · 1841 · Torino Express · OR 2.1 · SFTG lays track"
    turn = card.Turn(AT, line, ("x",) * 9, found, "")
    for view in (parts.layout(*card.items(turn)), card.panel(found, AT, "head", page=1)):
        shown = view.to_components()  # type: ignore[no-untyped-call]
        assert view.content_length() <= 4000
        assert _count(shown) <= 40
        assert all(len(name) <= 100 for name in _custom_ids(shown))
        assert len(_custom_ids(shown)) == len(set(_custom_ids(shown)))


def _count(value: object) -> int:
    if isinstance(value, dict):
        own = 1 if "type" in value and "value" not in value else 0
        return own + sum(_count(child) for key, child in value.items() if key in ("components", "accessory"))
    return sum(_count(child) for child in value) if isinstance(value, list) else 0


def _custom_ids(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [str(value["custom_id"])] if "custom_id" in value else []
        return own + [name for child in value.values() for name in _custom_ids(child)]
    return [name for child in value for name in _custom_ids(child)] if isinstance(value, list) else []


@pytest.mark.parametrize("seed", range(3))
def test_taps_lead_to_legal_actions(seed: int) -> None:
    for decision, rng in decisions(seed):
        action = tap_through(decision, rng)
        if action is not None:
            assert decision.rejection(action) is None, notation.write(action)


@pytest.mark.parametrize("seed", range(3, 5))
def test_a_command_with_all_options_builds_the_action(seed: int) -> None:
    for decision, rng in decisions(seed):
        action = rng.choice(list(decision.enumerate()))
        names = [name for name in action.__struct_fields__ if name != "actor"]
        values = {name: getattr(action, name) for name in names}
        options = {name: value if isinstance(value, int) else write_value(value) for name, value in values.items()}
        assert build(decision, verb_of(action), options) == action


@pytest.mark.parametrize("seed", range(5, 7))
def test_a_line_is_completed_to_itself(seed: int) -> None:
    for decision, rng in decisions(seed):
        line = notation.write_move(rng.choice(list(decision.enumerate())))
        if len(line) <= 100:
            found = [item.value for item in complete_line(decision, line)]
            assert line in found, (line, found)
