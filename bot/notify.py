"""What is due to whom after a move: pure, from the decisions, the events and the seats."""

from collections.abc import Sequence

from bot.rows import GameRow, Seat
from engine.decisions import Decision
from engine.state import RoundMark


def round_words(mark: RoundMark) -> str:
    """Return a round as players write it: ``OR 2.1``, ``SR 3``, ``Auction``, ``End``."""
    raise NotImplementedError


def first_line(row: GameRow, mark: RoundMark, decision: Decision, user: int) -> str:
    """Return the stable first line of a turn card: ``<@1> · 1841 · Torino Express · OR 2.1 · SFTG lays track``."""
    raise NotImplementedError


def newly_called(calling: int | None, after: Decision | None, seats: Sequence[Seat]) -> Seat | None:
    """Return who has to act now and was not the one called before (`calling` = user with the open call)."""
    raise NotImplementedError
