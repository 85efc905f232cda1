"""Two optima where trains bring money besides revenue: most revenue, and most of both together."""

from random import Random

import pytest

from engine.board import (
    Board,
    RouteRules,
    Stop,
    Subsidised,
    TokenAccess,
    Walk,
    best_routes,
    best_with_subsidy,
    printed_value,
    revenue,
)
from tests.engine.board.oracle import all_routes, random_map
from tests.engine.board.small import board, city, column, tokens
from tests.engine.board.test_best import train

RULES = RouteRules()
LINE = board(column(city("0-c0", 50), city("3-c0 0-c0", 20), city("3-c0", 40)))


def nothing(_stop: Stop) -> int:
    return 0


def harbour(stop: Stop) -> int:
    return 30 if stop.hex == "A2" else 0


def village(stop: Stop) -> int:
    return 10 if stop.data.revenue == 50 else 20 if stop.data.revenue == 10 else 0


def test_both_optima_are_given() -> None:
    by_revenue, by_sum = best_with_subsidy(LINE, tokens("A1:c0"), [Subsidised(train(2), harbour)], RULES)
    assert (by_revenue.total, by_revenue.subsidy, by_revenue.bound, by_revenue.proven) == (70, 0, 70, True)
    assert (by_sum.total, by_sum.subsidy, by_sum.bound, by_sum.proven) == (60, 30, 90, True)


def test_of_equal_revenues_the_one_with_more_subsidy_is_chosen() -> None:
    there = board(column(city("0-c0", 40), city("3-c0 0-c0", 20), city("3-c0", 40)))
    for paying in ("A0", "A2"):

        def bonus(stop: Stop, paying: str = paying) -> int:
            return 5 if stop.hex == paying else 0

        by_revenue, _ = best_with_subsidy(there, tokens("A1:c0"), [Subsidised(train(2), bonus)], RULES)
        assert (by_revenue.total, by_revenue.subsidy) == (60, 5)


def test_without_subsidy_both_are_the_plain_answer() -> None:
    for found in best_with_subsidy(LINE, tokens("A1:c0"), [Subsidised(train(2), nothing)] * 2, RULES):
        assert (found.total, found.subsidy, found.proven) == (70 + 60, 0, True)


def where(seed: int) -> tuple[Board, TokenAccess]:
    there = random_map(Random(seed))
    cities = [stop.ref for stop in there.stops() if stop.kind == "city"]
    return there, TokenAccess(frozenset(cities[:2]))


@pytest.mark.parametrize("seed", range(30))
def test_no_route_beats_either_optimum_on_random_maps(seed: int) -> None:
    there, access = where(seed)
    one = train(3)
    by_revenue, by_sum = best_with_subsidy(there, access, [Subsidised(one, village)], RULES)
    money = printed_value(0)

    def pair(walk: Walk) -> tuple[int, int]:
        return revenue(walk, money), revenue(walk, village)

    pairs = [pair(walk) for walk in all_routes(there, access, one, RULES)] or [(0, 0)]
    assert (by_revenue.total, by_revenue.subsidy) == max(pairs)
    assert by_sum.total + by_sum.subsidy == max(sum(each) for each in pairs)
    assert by_revenue.total == best_routes(there, access, [one], RULES).total


def test_out_of_budget_both_bounds_are_honest() -> None:
    there, access = where(3)
    trains = [Subsidised(train(4), village), Subsidised(train(3), village)]
    whole = best_with_subsidy(there, access, trains, RULES)
    assert all(found.proven for found in whole)
    cut = best_with_subsidy(there, access, trains, RULES, 3)
    assert not any(found.proven for found in cut)
    assert cut[0].bound >= whole[0].total >= cut[0].total
    assert cut[1].bound >= whole[1].total + whole[1].subsidy
