"""Two aims: trains that bring their owner money besides revenue (a subsidy to the treasury).

The search knows one number per stop. For "most revenue, and of those the most subsidy" that number is the revenue
with the subsidy as small change; for "most of both together" it is their sum.

>>> by_revenue, by_sum = best_with_subsidy(board, access, [Subsidised(train, port_bonus)], rules)
>>> by_revenue.total, by_revenue.subsidy, by_sum.total, by_sum.subsidy
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.board.access import Access
from engine.board.best import WORK, RouteSet, best_routes
from engine.board.checks import Pricing, RouteRules, revenue
from engine.board.ground import Stop
from engine.board.layout import Board
from engine.board.search import Train

CHANGE: Final = 1 << 16
"""Subsidies of one set stay below this; revenue counts so many times as much."""


@dataclass(frozen=True)
class Subsidised:
    """A train, and what a visit brings besides revenue, in money (at least 0)."""

    train: Train
    subsidy: Pricing


def best_with_subsidy(
    board: Board, access: Access, trains: Sequence[Subsidised], rules: RouteRules, budget: int = WORK
) -> tuple[RouteSet, RouteSet]:
    """The set with the most revenue (of several the one with the most subsidy), and the one with the largest sum.

    `total` and `revenues` of both are revenue alone. The `bound` of the first is one of revenue; of the second, of
    revenue and subsidy together. Each search has the whole budget.
    """
    first = _best(board, access, trains, (rules, budget, CHANGE))
    second = _best(board, access, trains, (rules, budget, 1))
    return replace(first, bound=first.bound // CHANGE), second


def _best(board: Board, access: Access, trains: Sequence[Subsidised], how: tuple[RouteRules, int, int]) -> RouteSet:
    rules, budget, weight = how
    priced = [replace(each.train, pricing=_mixed(each.train.pricing, each.subsidy, weight)) for each in trains]
    found = best_routes(board, access, priced, rules, budget)
    runs = [(each, walk) for each, walk in zip(trains, found.routes, strict=True)]
    revenues = tuple(revenue(walk, each.train.pricing) if walk else 0 for each, walk in runs)
    subsidy = sum(revenue(walk, each.subsidy) for each, walk in runs if walk)
    return replace(found, revenues=revenues, total=sum(revenues), subsidy=subsidy)


@lru_cache(maxsize=256)
def _mixed(pricing: Pricing, subsidy: Pricing, weight: int) -> Pricing:
    """One number for both; the same object for the same question, so that equal trains compare equal."""

    def value(stop: Stop) -> int:
        return weight * pricing(stop) + subsidy(stop)

    return value
