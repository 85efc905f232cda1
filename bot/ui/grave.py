"""Moves that cannot be taken back: recognised however they are made, and asked about once more."""

from collections.abc import Sequence

from discord import ui

from bot.errors import Refused
from bot.ui import card
from bot.ui.address import Address
from bot.ui.steps import Step
from engine import notation
from engine.actions import Action
from engine.decisions import Decision, Value
from engine.errors import EngineError, RuleError
from engine.game import Game


def is_grave(decision: Decision, action: Action) -> bool:
    """Whether an action is one that must be confirmed."""
    specs = (spec for spec in decision.specs if spec.grave and spec.verb is type(action))
    return any(spec.rejection(action)[1] is None for spec in specs)


def question(decision: Decision, action: Action, at: Address) -> ui.LayoutView:
    """Return the question before a grave move; its path is found again among the choices offered.

    Raises:
        RuleError: it is none of them.
    """
    for first, spec in enumerate(decision.specs):
        if not spec.grave or spec.verb is not type(action):
            continue
        path, given = [first], dict[str, Value]()
        for field in spec.fields:
            value = getattr(action, field.name)
            options = list(field.domain(given).options())
            if value not in options:
                break
            path.append(options.index(value))
            given[field.name] = value
        else:
            step = Step(tuple(path), f"{spec.words} ({notation.write_move(action)})", "", (), None, action, grave=True)
            return card.confirm(step, at, notation.write_move(action))
    raise RuleError("confirm", decision.paragraph, "This needs to be confirmed: use `/turn` for it.")


def asked_first(game: Game, lines: Sequence[str]) -> Action | None:
    """Return the grave move that a single line is; None when no line is grave, or one is not allowed at all.

    May search routes and so be slow.

    Raises:
        Refused: one of several lines is grave.
    """
    twin = game.copy() if len(lines) > 1 else game
    for number, line in enumerate(lines, 1):
        try:
            action = notation.read(line, twin.decision.actor) if twin.decision else None
            if twin.decision is None or action is None:
                return None
            if is_grave(twin.decision, action):
                return _alone(action, lines)
            if number < len(lines):
                twin.apply(action)
        except EngineError:
            return None  # the table says what is wrong with it
    return None


def _alone(action: Action, lines: Sequence[str]) -> Action:
    if len(lines) > 1:
        line = notation.write_move(action)
        raise Refused("confirm", f"`{line}` cannot be taken back; write it alone, so that you are asked once more.")
    return action
