"""Sentences for people: the engine's narration with the names of the seats filled in."""

import re
from collections.abc import Sequence

from bot.rows import Seat
from engine import narrate, notation
from engine.actions import Action, Draw, Roll
from engine.decisions import Decision, Value
from engine.events import Event

_A_SEAT = re.compile(r"\bP([1-9]\d?)\b")


def with_names(text: str, seats: Sequence[Seat]) -> str:
    """Replace the engine's ``P1``, ``P2`` ... by the names of the people."""
    names = {str(seat.number): seat.name for seat in seats}
    return _A_SEAT.sub(lambda match: names.get(match[1], match[0]), text)


def sentences(events: Sequence[Event], seats: Sequence[Seat], currency: str = "{}") -> tuple[str, ...]:
    """Return what happened, one sentence for each event worth telling; money in the title's currency."""
    return tuple(with_names(line, seats) for line in narrate.summary(events, currency))


def moved(
    action: Action, before: Decision, events: Sequence[Event], seats: Sequence[Seat], currency: str
) -> tuple[str, ...]:
    """Return what a move did; where no event tells it, the question it answered and the answer."""
    told = sentences(events, seats, currency)
    if told or isinstance(action, Draw | Roll):
        return told
    return (with_names(_answered(before, action), seats),)


def _answered(decision: Decision, action: Action) -> str:
    meant = (spec for spec in decision.specs if spec.verb is type(action) and spec.rejection(action)[1] is None)
    spec = next(meant, None)
    if spec is None or not spec.fields:
        return notation.write(action)
    given: dict[str, Value] = {}
    labels = []
    for field in spec.fields:
        value: Value = getattr(action, field.name)
        labels.append(field.domain(given).label(value))
        given[field.name] = value
    return f"{narrate.ask(decision)}: {', '.join(labels)}."


def asks(decision: Decision, seats: Sequence[Seat]) -> str:
    """Return what the game waits for, as a clause with its subject: ``SFTG lays track``."""
    return with_names(narrate.ask(decision), seats)
