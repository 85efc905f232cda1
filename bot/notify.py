"""What is due to whom after a move: pure, from the decisions, the events and the seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.chance import is_chance
from bot.narration import asks
from bot.rows import Call, GameRow, Seat
from engine.decisions import Decision
from engine.events import Event, GameEnded, TurnEnded
from engine.state import RoundMark

_ROUNDS = {"auction": "Auction", "stock": "SR", "operating": "OR", "end": "End"}


@dataclass(frozen=True, slots=True)
class Summons:
    """What a decision means for the seat that has to act.

    Attributes:
        kind: ``new`` = somebody newly has to act, ``same`` = the one who had to goes on, ``none`` = nobody has to
            (chance draws, or the game is over).
        seat: who has to act; None for ``none``.
    """

    kind: Literal["new", "same", "none"]
    seat: Seat | None = None


def round_words(mark: RoundMark) -> str:
    """Return a round as players write it: ``OR 2.1``, ``SR 3``, ``Auction``, ``End``."""
    word = _ROUNDS.get(mark.kind, mark.kind.capitalize())
    numbers = [str(number) for number in (mark.number, mark.part) if number]
    return f"{word} {'.'.join(numbers)}" if numbers else word


def first_line(row: GameRow, mark: RoundMark, clause: str, user: int) -> str:
    """Return the stable first line of a turn card: ``<@1> · 1841 · Torino Express · OR 2.1 · SFTG lays track``."""
    return " · ".join([f"<@{user}>", row.title, row.name, round_words(mark), clause])


def summons(call: Call | None, after: Decision | None, seats: Sequence[Seat]) -> Summons:
    """Return who has to act now and whether that is new; `call` is the one open until now."""
    if after is None or is_chance(after):
        return Summons("none")
    seat = next((seat for seat in seats if seat.player == after.player), None)
    if seat is None:
        return Summons("none")
    same = call is not None and (call.player, call.user) == (seat.player, seat.user)
    return Summons("same" if same else "new", seat)


def card_line(row: GameRow, mark: RoundMark, after: Decision, seats: Sequence[Seat]) -> str:
    """Return the first line of the card for whoever has to act."""
    user = next((seat.user for seat in seats if seat.player == after.player), 0)
    return first_line(row, mark, asks(after, seats), user)


def turn_ended(events: Iterable[Event]) -> TurnEnded | None:
    """Return the last whole turn that ended: map and market are due."""
    return next((event for event in reversed(tuple(events)) if isinstance(event, TurnEnded)), None)


def game_ended(events: Iterable[Event]) -> GameEnded | None:
    """Return the end of the game, if it is among the events."""
    return next((event for event in events if isinstance(event, GameEnded)), None)


def log_lines(told: Sequence[str], before: Decision, after: Decision | None, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the lines for the log; an answer that is still hidden is mentioned without its content."""
    if not (before.secret and after is not None and after.secret):
        return tuple(told)
    name = next((seat.name for seat in seats if seat.player == before.player), str(before.player))
    return (f"{name} has answered in secret.",)
