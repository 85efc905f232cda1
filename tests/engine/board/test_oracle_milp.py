"""The best routes against an integer programme that shares no code with the search: games and random maps."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.commands.sample import sample_game
from engine.board import Board, RouteRules, TokenAccess, Train, best_routes
from engine.ids import CompanyId
from engine.interchange import own
from engine.session import Session
from engine.titles import TITLES
from engine.titles.t1841.running import Running1841, running_trains
from tests.engine.board.oracle import random_map
from tests.engine.board.positions import GAMES, NAMES, company_of, snapshots
from tests.engine.board.programme import best_total
from tests.engine.board.test_best import question, train
from tests.engine.board.test_real_positions import ANY, ONLINE
from tests.support.soak1841.recorded import files, load

OWN = files()
SECONDS = 20
EVERY = 7
"""Of own games every so many runs; all of them with ``-m soak``."""

Question = tuple[str, Board, TokenAccess, list[Train], RouteRules]


def real_runs() -> Iterator[Question]:
    for name in NAMES:
        for snapshot in snapshots(name):
            run = snapshot.record.get("run")
            if isinstance(run, dict):
                board = snapshot.board()
                access = snapshot.access(board, company_of(run), ANY, borders=False)
                trains = [train for _, train in snapshot.trains(company_of(run))]
                yield f"{name} {snapshot.number}", board, access, trains, ONLINE


def own_runs(path: Path) -> Iterator[Question]:
    return runs_of(own.replay(own.read(load(path).log), TITLES), path.name)


def runs_of(whole: Session, name: str) -> Iterator[Question]:
    session = Session(whole.blueprint.title, whole.setup)
    for number, action in enumerate(whole.live):
        pos, decision = session.game.context, session.decision
        if decision is not None and "run" in decision.verbs():
            running = pos.rules.running
            assert isinstance(running, Running1841)
            company = CompanyId(decision.actor)
            yield (
                f"{name} {number}",
                pos.board,
                running.access(pos, company),
                running_trains(pos, company),
                running.route_rules,
            )
        pos.trusted = True
        session.game.apply(action)


def compare(questions: Iterator[Question]) -> tuple[int, int]:
    """How many answers agree, and how many the programme could not prove in time."""
    agreed = unproven = 0
    for name, board, access, trains, rules in questions:
        found = best_routes(board, access, trains, rules)
        expected = best_total(board, access, trains, rules, SECONDS)
        if expected is None:
            unproven += 1
            continue
        assert found.proven, name
        assert found.work >= 0, name
        assert found.total == found.bound == expected, name
        agreed += 1
    return agreed, unproven


@pytest.mark.skipif(not GAMES.exists(), reason="the real games of ../shared/games are not here")
def test_the_programme_agrees_on_every_run_of_the_real_games() -> None:
    agreed, unproven = compare(real_runs())
    print(f"real games: {agreed} runs agree, {unproven} not proven by the programme")
    assert agreed > 100
    assert not unproven


def test_the_programme_agrees_on_every_run_of_a_sample_game() -> None:
    agreed, unproven = compare(runs_of(sample_game(TITLES["1841"], 600), "sample"))
    print(f"sample game: {agreed} runs agree, {unproven} not proven by the programme")
    assert agreed > 15
    assert not unproven


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_the_programme_agrees_on_runs_of_own_games(path: Path) -> None:
    agreed, unproven = compare(each for number, each in enumerate(own_runs(path)) if not number % EVERY)
    print(f"{path.name}: {agreed} runs agree, {unproven} not proven by the programme")
    assert not unproven


@pytest.mark.soak
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_the_programme_agrees_on_all_runs_of_own_games(path: Path) -> None:
    agreed, unproven = compare(own_runs(path))
    print(f"{path.name}: {agreed} runs agree, {unproven} not proven by the programme")
    assert not unproven


@pytest.mark.parametrize("seed", range(200, 260))
def test_the_programme_agrees_on_random_maps(seed: int) -> None:
    """Junctions, stubs, boxes of two hexes, several stops on a tile, endless trains."""
    board, access, trains, rules = question(seed)
    trains = [Train(each.reaches, each.pricing) for each in trains]
    rules = replace(rules, minimum=2, once_per_hex=False)
    expected = best_total(board, access, trains, rules)
    assert best_routes(board, access, trains, rules).total == expected


@pytest.mark.parametrize("seed", range(300, 312))
def test_the_programme_agrees_on_three_long_trains(seed: int) -> None:
    board = random_map(Random(seed))
    access = TokenAccess(frozenset(stop.ref for stop in board.stops() if stop.kind == "city"))
    trains = [train(5), train(5), train(6)]
    expected = best_total(board, access, trains, RouteRules())
    assert best_routes(board, access, trains, RouteRules()).total == expected
