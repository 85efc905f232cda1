"""What is told when a game is over."""

from datetime import UTC, datetime, timedelta

import pytest

from bot import finale
from bot.commands.sample import sample_game
from bot.rows import EntryRow, Seat
from engine.events import DividendDeclared
from engine.session import Undo
from engine.titles import TITLES

START = datetime(2026, 1, 1, tzinfo=UTC)


def row(seq: int, player: str, **after: float) -> EntryRow:
    return EntryRow(1, seq, Undo(), player, 0, START + timedelta(**after))


def test_the_time_from_the_move_before_is_the_mover_s() -> None:
    rows = [row(1, "P1"), row(2, "P2", hours=5), row(3, "chance", hours=5), row(4, "P1", hours=5, minutes=7)]
    seats = [Seat(1, 1, 11, "Ann"), Seat(1, 2, 12, "Bea")]
    assert finale.times(rows, seats) == "-# Time to act: Bea 5 h, Ann 7 min"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "under a minute"), (59, "under a minute"), (3_720, "1 h 2 min"), (90_000, "1 d 1 h"), (86_460, "1 d 1 min")],
)
def test_a_stretch_of_time_has_two_units(seconds: int, told: str) -> None:
    assert finale.span(seconds) == told


def test_revenue_is_summed_by_company_highest_first() -> None:
    session = sample_game(TITLES["1841"], 250)
    game, earned = session.at(0), dict[str, int]()
    for action in session.live:
        for event in game.apply(action):
            if isinstance(event, DividendDeclared):
                earned[event.company] = earned.get(event.company, 0) + event.revenue
    best = max(earned, key=lambda company: earned[company])
    assert finale.revenues(session).startswith(f"-# Revenue: {best} L.{earned[best]}")
