"""Best sets of routes, compared with a plain search on random maps."""

from random import Random

import pytest

from engine.board import (
    Board,
    Reaches,
    RouteRules,
    TokenAccess,
    Train,
    Walk,
    best_routes,
    check,
    conflicts,
    format_route,
    printed_value,
    resolve,
    revenue,
)
from engine.ids import StopRef
from engine.schema import StopKind
from tests.engine.board.oracle import best_total, random_map
from tests.engine.board.small import TILES, board, city, column, flower, plain, tokens, town

CITIES: frozenset[StopKind] = frozenset({"city", "offboard", "pass"})
RULES = RouteRules()


def train(stops: int | None, group: str = "") -> Train:
    return Train(Reaches(stops, CITIES), printed_value(0), group)


LINE = board(
    column(city("0-c0", 20), city("3-c0 0-c0", 30), town("3-t0 0-t0"), city("3-c0 0-c0", 40), city("3-c0", 90))
)


def test_a_train_runs_both_ways_from_its_token() -> None:
    found = best_routes(LINE, tokens("A1:c0"), [train(3)], RULES)
    assert found.revenues == (170,)
    assert (found.total, found.bound, found.proven) == (170, 170, True)
    (walk,) = found.routes
    assert walk is not None
    assert format_route(LINE, walk) == ("A1", "A2", "A3", "A4")


def test_a_blocked_city_ends_the_route() -> None:
    assert best_routes(LINE, tokens("A1:c0", blocked=("A3:c0",)), [train(3)], RULES).total == 20 + 30 + 10 + 40


def test_two_trains_share_no_track() -> None:
    found = best_routes(LINE, tokens("A1:c0"), [train(2), train(2)], RULES)
    assert found.total == (30 + 10 + 40) + (20 + 30)
    assert found.proven


def test_trains_of_different_groups_share_track() -> None:
    found = best_routes(LINE, tokens("A1:c0"), [train(2), train(2, "E")], RULES)
    assert found.revenues == (80, 80)


def test_a_train_without_a_route_stays_at_home() -> None:
    there = board(column(city("0-c0"), city("3-c0")))
    found = best_routes(there, tokens("A0:c0"), [train(2), train(2)], RULES)
    assert sorted(found.revenues) == [0, 40]
    assert None in found.routes
    assert best_routes(there, tokens(), [train(2)], RULES).total == 0
    assert best_routes(there, tokens("A0:c0"), [], RULES).total == 0


def test_one_city_alone_is_a_route_where_the_rules_allow_it() -> None:
    # 1866 par 1.10: in a national's run a single city alone is a legal run.
    there = board(column(city("0-c0"), plain("3-4")))
    assert best_routes(there, tokens("A0:c0"), [train(2)], RULES).total == 0
    alone = best_routes(there, tokens("A0:c0"), [train(2)], RouteRules(minimum=1))
    assert alone.total == 20
    (walk,) = alone.routes
    assert walk is not None
    assert resolve(there, format_route(there, walk)) == walk


def test_out_of_budget_it_says_so_and_keeps_an_honest_bound() -> None:
    there = random_map(Random(3))
    access = TokenAccess(frozenset(stop.ref for stop in there.stops() if stop.kind == "city"))
    whole = best_routes(there, access, [train(4), train(3)], RULES)
    assert whole.proven
    assert whole.work > 5
    for budget in range(1, whole.work, max(1, whole.work // 7)):
        part = best_routes(there, access, [train(4), train(3)], RULES, budget)
        assert not part.proven
        assert part.work <= budget
        assert part.total <= whole.total <= part.bound


def test_the_same_question_takes_the_same_work_and_gives_the_same_answer() -> None:
    def ask() -> tuple[int, list[tuple[str, ...]]]:
        there = random_map(Random(3))
        access = TokenAccess(frozenset(stop.ref for stop in there.stops() if stop.kind == "city"))
        found = best_routes(there, access, [train(4), train(3)], RULES)
        return found.work, [format_route(there, walk) for walk in found.routes if walk]

    assert ask() == ask()


def test_a_laid_tile_is_seen_at_once() -> None:
    there = board(flower(plain(""), city("3-c0", 20), plain(""), plain(""), city("0-c0", 50)))
    access = tokens("N0:c0")
    assert best_routes(there, access, [train(2)], RULES).total == 0
    laid = board(flower(plain(""), city("3-c0", 20), plain(""), plain(""), city("0-c0", 50)), M=("9", 0))
    assert best_routes(laid, access, [train(2)], RULES).total == 70
    assert "9" in TILES


def question(seed: int) -> tuple[Board, TokenAccess, list[Train], RouteRules]:
    random = Random(seed)
    there = random_map(random)
    cities = [stop.ref for stop in there.stops() if stop.kind in {"city", "pass"}]
    starts = frozenset(random.sample(cities, min(len(cities), random.randint(1, 3))))
    blocked = frozenset(StopRef(ref) for ref in cities if ref not in starts and random.random() < 0.2)
    trains = [train(random.choice([2, 3, 4, None]), random.choice(["", "", "E"])) for _ in range(random.randint(1, 3))]
    rules = RouteRules(
        minimum=random.choice([1, 2, 2]),
        token=random.choice([frozenset({"city"}), frozenset({"city", "pass"})]),
        once_per_hex=random.random() < 0.3,
        stubs_shared=random.random() < 0.5,
    )
    return there, TokenAccess(starts, blocked), trains, rules


@pytest.mark.parametrize("seed", range(60))
def test_found_routes_are_legal_on_random_maps(seed: int) -> None:
    there, access, trains, rules = question(seed)
    found = best_routes(there, access, trains, rules)
    assert found.proven
    for group in ("", "E"):
        walks = [walk for walk, each in zip(found.routes, trains, strict=True) if walk and each.group == group]
        assert conflicts(walks, rules) is None
    for walk, each, money in zip(found.routes, trains, found.revenues, strict=True):
        if walk is None:
            assert money == 0
            continue
        assert check(there, access, walk, each.reaches, rules) is None
        assert revenue(walk, each.pricing) == money
        again = resolve(there, format_route(there, walk))
        assert isinstance(again, Walk)
        assert set(again.pieces) == set(walk.pieces)
        assert sorted(again.refs) == sorted(walk.refs)
    assert sum(found.revenues) == found.total


@pytest.mark.parametrize("seed", range(60))
def test_no_combination_brings_more_on_random_maps(seed: int) -> None:
    there, access, trains, rules = question(seed)
    trains = [Train(each.reaches, each.pricing) for each in trains[:2]]
    assert best_routes(there, access, trains, rules).total == best_total(there, access, trains, rules)


@pytest.mark.parametrize("seed", range(60, 100))
def test_the_closer_bound_cuts_nothing_off(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.board.search._LONG", -1)  # use it from the first step, not only in long searches
    there, access, trains, rules = question(seed)
    trains = [Train(each.reaches, each.pricing) for each in trains[:2]]
    assert best_routes(there, access, trains, rules).total == best_total(there, access, trains, rules)
