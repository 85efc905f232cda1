"""A session folded into the points of its histories."""

from bot.histories import draw_history, label, prices, rounds, wealth
from bot.pictures import WHAT, draw
from bot.rows import Seat
from engine.session import Session
from engine.state import RoundMark
from engine.title import Setup
from engine.titles import find
from tests.support.play import random_game

MOVES = 40


def session() -> Session:
    title = find("1841")
    return random_game(title, Setup(title.id, ("Ann", "Bea", "Carl"), (), title.editions[0], title.version), 1, MOVES)


def test_rounds_have_short_names() -> None:
    assert label(RoundMark("operating", 2, 1)) == "OR 2.1"
    assert label(RoundMark("stock", 3)) == "SR 3"
    assert label(RoundMark("end", 7, 1)) == "End"


def test_the_last_point_is_the_present_position() -> None:
    played = session()
    *_, (_, game) = rounds(played, len(played.live))
    assert game.state == played.game.state


def test_every_round_gives_one_point() -> None:
    played = session()
    names = [name for name, _ in rounds(played, len(played.live))]
    assert len(names) == len(set(names))
    assert len(list(rounds(played, 0))) == 1


def test_wealth_is_told_by_name() -> None:
    game = session().game
    seats = tuple(Seat(0, number, 0, f"Seat {number}") for number in range(1, len(game.state.players) + 1))
    first = game.state.players[0]
    assert set(wealth(game, seats)) == {seat.name for seat in seats}
    assert wealth(game, ())[first] == game.blueprint.rules.ending.score(game.context, first)


def test_both_histories_can_be_drawn() -> None:
    played = session()
    assert {"prices", "wealth"} <= set(WHAT)
    drawn = draw(played, "wealth", len(played.live))
    assert drawn is not None
    assert drawn.data.startswith(b"\x89PNG")
    assert drawn.alt.startswith("1841: what everybody is worth")


def test_there_are_no_prices_before_a_company_starts() -> None:
    played = session()
    assert prices(played.at(0)) == {}
    assert draw_history(played, "prices", 0) is None
