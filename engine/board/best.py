"""Best set of routes for several trains of one owner, with a proof or an honest bound.

Each train alone gives an upper bound, the trains one after the other in every order a first set; then only routes that
could still improve on that set are listed, and the lists are combined by branch and bound.

>>> found = best_routes(board, access, [Train(Reaches(3, kinds), printed_value(step))], rules)
>>> found.total, found.proven, [format_route(board, walk) for walk in found.routes if walk]
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Final

from engine.board.access import Access
from engine.board.checks import RouteRules
from engine.board.graph import RouteGraph, route_graph
from engine.board.layout import Board
from engine.board.search import Budget, Found, RouteSearch, Train
from engine.board.trails import walk_of_trail
from engine.board.walks import Walk

WORK: Final = 200_000
"""Default budget in counted steps, roughly 20 microseconds each."""

_ORDERS: Final = 24

_LOOKS: Final = 16
"""Looks at a listed route that take as long as one step of the search."""


@dataclass(frozen=True)
class RouteSet:
    """What the search found.

    Attributes:
        routes: one Walk per train in the order asked, None for a train that stays at home.
        revenues: money of each; `total` their sum.
        bound: no set can bring more than this; equal to `total` when `proven`.
        work: steps spent; the same question always spends the same.
        subsidy: money the set brings besides revenue, see `best_with_subsidy`.
    """

    routes: tuple[Walk | None, ...]
    revenues: tuple[int, ...]
    total: int
    bound: int
    proven: bool
    work: int
    subsidy: int = 0


class _Combiner:
    """Branch and bound over the trains; `picked` is the best set so far and `total` its value."""

    def __init__(self, graph: RouteGraph, trains: Sequence[Train], minimum: int, budget: Budget) -> None:
        self.trains, self.budget = trains, budget
        self.searches: dict[Train, RouteSearch] = {}
        for train in trains:
            if train not in self.searches:
                self.searches[train] = RouteSearch(graph, train, minimum, budget)
        self.single = {train: search.best() for train, search in self.searches.items()}
        self.cut = budget.empty
        self.limits = [self._worth(train) for train in trains]
        self.picked: list[Found | None] = [None] * len(trains)
        self.total = 0
        self.lists: dict[Train, list[Found]] = {}
        self.order: list[int] = []
        self.rest: list[int] = []
        self.looked = 0

    def _worth(self, train: Train) -> int:
        found = self.single[train]
        return found.value if found else 0

    def run(self) -> None:
        """Find the best set."""
        self._greedy()
        if self.total < sum(self.limits):
            self._prove()

    def _greedy(self) -> None:
        """Trains one after the other, in every order that differs."""
        orders = permutations(range(len(self.trains)))
        tried: set[tuple[Train, ...]] = set()
        for order in islice(orders, _ORDERS):
            sequence = tuple(self.trains[index] for index in order)
            if sequence in tried or self.budget.empty:
                continue
            tried.add(sequence)
            self._take(self._one_by_one(order))
            if self.total == sum(self.limits):
                return

    def _one_by_one(self, order: tuple[int, ...]) -> list[Found | None]:
        choice: list[Found | None] = [None] * len(self.trains)
        used: dict[str, int] = {}
        for index in order:
            train = self.trains[index]
            taken = used.get(train.group, 0)
            alone = self.single[train]
            found = alone if alone is None or not alone.mask & taken else self.searches[train].best(taken)
            choice[index] = found
            used[train.group] = taken | (found.mask if found else 0)
        return choice

    def _take(self, choice: list[Found | None]) -> None:
        total = sum(found.value for found in choice if found)
        if total > self.total:
            self.total, self.picked = total, choice

    def _prove(self) -> None:
        """List the routes that could be part of a better set, and combine them."""
        slack = sum(self.limits) - self.total
        self.lists = {
            train: search.above(max(0, self._worth(train) - slack))
            for train, search in self.searches.items()
            if self._worth(train)
        }
        self.order = sorted(range(len(self.trains)), key=self._rank)
        self.rest = [sum(self.limits[index] for index in self.order[depth:]) for depth in range(len(self.order) + 1)]
        self._branch([], 0, 0)

    def _rank(self, index: int) -> tuple[int, int]:
        """Short lists first, equal trains side by side."""
        train = self.trains[index]
        return len(self.lists.get(train, ())), self.trains.index(train)

    def _branch(self, chosen: list[Found | None], value: int, start: int) -> None:
        """Choose a route for the next train; `start` keeps equal trains in the order of their list."""
        depth = len(chosen)
        train = self.trains[self.order[depth]]
        found = self.lists.get(train, [])
        taken = self._taken(chosen, train.group)
        if depth + 1 == len(self.order):
            self._last(chosen, value, start, taken)
            return
        again = self.trains[self.order[depth + 1]] == train
        for index in range(start, len(found)):
            route = found[index]
            if self.budget.empty or value + route.value + self.rest[depth + 1] <= self.total:
                break
            self._look(1)
            if not route.mask & taken:
                self._branch([*chosen, route], value + route.value, index if again else 0)
        if value + self.rest[depth + 1] > self.total and not self.budget.empty:
            self._branch([*chosen, None], value, len(found) if again else 0)

    def _last(self, chosen: list[Found | None], value: int, start: int, taken: int) -> None:
        """Choose for the last train the first route of its list that keeps off the others and makes the set better."""
        found = self.lists.get(self.trains[self.order[-1]], [])
        better = bisect_left(found, value - self.total, key=lambda route: -route.value)
        within = range(start, better)
        fitting = next((index for index in within if not found[index].mask & taken), None)
        self._look(len(within) if fitting is None else fitting - start + 1)
        if fitting is not None:
            self._finish([*chosen, found[fitting]])
        if value > self.total:
            self._finish([*chosen, None])

    def _look(self, times: int) -> None:
        self.looked += times
        self.budget.spent = min(self.budget.limit, self.budget.spent + self.looked // _LOOKS)
        self.looked %= _LOOKS

    def _taken(self, chosen: list[Found | None], group: str) -> int:
        taken = 0
        for index, found in zip(self.order, chosen, strict=False):
            if found is not None and self.trains[index].group == group:
                taken |= found.mask
        return taken

    def _finish(self, chosen: list[Found | None]) -> None:
        choice: list[Found | None] = [None] * len(self.order)
        for index, found in zip(self.order, chosen, strict=True):
            choice[index] = found
        self._take(choice)

    def bound(self) -> int:
        """No set brings more, even if the search was cut off."""
        if not self.budget.empty:
            return self.total
        return max(self.total, sum(self.limits) if not self.cut else sum(map(self._most, self.trains)))

    def _most(self, train: Train) -> int:
        """What a train could collect if all stops lay side by side."""
        return self.searches[train].bounds.everything(self.searches[train].reach)


def best_routes(
    board: Board, access: Access, trains: Sequence[Train], rules: RouteRules, budget: int = WORK
) -> RouteSet:
    """The set of routes with the highest sum.

    Args:
        board: the map.
        access: what the owner may use; its starts are the tokens.
        trains: what runs; trains that compare equal share work.
        rules: what makes a route.
        budget: steps after which the best set so far is returned, not proven.
    """
    graph = route_graph(board, access, rules)
    spent = Budget(budget)
    combiner = _Combiner(graph, trains, rules.minimum, spent)
    combiner.run()
    routes = tuple(None if found is None else walk_of_trail(graph, found) for found in combiner.picked)
    revenues = tuple(0 if found is None else found.value for found in combiner.picked)
    return RouteSet(routes, revenues, combiner.total, combiner.bound(), not spent.empty, spent.spent)
