"""Random play with invariants, perft, and the speed of a replay."""

import time

import pytest

from engine.cases import position
from engine.game import Game
from engine.session import Session
from engine.title import Setup
from tests.support.play import QUICK, THOROUGH, perft, random_game
from tests.support.t18mini import T18MINI

NAMES = ("Ann", "Bea", "Carl", "Dan")


def setup_for(seed: int) -> Setup:
    return Setup("t18mini", NAMES[: 2 + seed % 3], options=("lots",) if seed % 2 else ())


@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_every_invariant(seed: int) -> None:
    session = random_game(T18MINI, setup_for(seed), seed, checks=THOROUGH)
    assert session.game.state.outcome


@pytest.mark.parametrize("seed", range(2, 10))
def test_random_games_end(seed: int) -> None:
    session = random_game(T18MINI, setup_for(seed), seed, checks=QUICK)
    assert session.game.state.outcome in ("bank", "bankruptcy", "market")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_random_games(seed: int) -> None:
    random_game(T18MINI, setup_for(seed), seed, checks=THOROUGH)


def first(players: int, *options: str) -> Game:
    return Session(T18MINI, Setup("t18mini", NAMES[:players], options)).game


@pytest.mark.parametrize(
    ("depth", "count"),
    [(1, 14), (2, 171), (3, 1816)],
)
def test_perft_from_the_start(depth: int, count: int) -> None:
    assert perft(first(3), depth) == count


def test_perft_counts_drawn_seats() -> None:
    assert perft(first(4, "lots"), 1) == 24


OPERATING = """CASE AAA operates in phase 3
GIVEN title t18mini
  players Ann Bea
  phase 3
  company AAA 60
  company CCC 55
  shares AAA P1 60
  shares CCC P2 60
  token AAA A3:c0
  token CCC E3:c0
  tile A3 5 0
  tile C3 8 3
  trains AAA 2 3
  trains CCC 3
  cash AAA 250
  cash CCC 100
  operate AAA 2 1
"""


@pytest.mark.parametrize(("depth", "count"), [(1, 12), (2, 39), (3, 1674), (4, 3900)])
def test_perft_of_an_operating_turn(depth: int, count: int) -> None:
    assert perft(position(OPERATING, {"t18mini": T18MINI}), depth) == count


def test_replay_with_every_move_checked_is_fast() -> None:
    session = random_game(T18MINI, setup_for(1), 5, checks=QUICK)
    began = time.process_time()
    Session.fold(T18MINI, setup_for(1), session.entries)
    spent = time.process_time() - began
    assert spent / len(session.entries) < 0.0008 * 3, "three times the goal, for slow machines"
