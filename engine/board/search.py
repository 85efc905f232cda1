"""Best single route of one train: a two-arm depth-first search with a bound.

A route is met once: from its first token (in the order of the graph), one arm first, then the other arm over a later
way out of the token. A partial route is dropped when what it has collected and the bound of `engine.board.bounds` for
the rest cannot beat the best route known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.board.bounds import Bounds
from engine.board.checks import Pricing, Reaches
from engine.board.graph import Arc, RouteGraph

ENDLESS: Final = 10_000
"""Stops of a train without a limit."""

_ON, _FIRST, _SECOND = range(3)
"""What a step does: go on with the running arm, begin the first one, begin the second one."""


@dataclass(frozen=True)
class Train:
    """A train to find a route for.

    Attributes:
        pricing: what a visit pays this train.
        group: routes of trains of different groups may share track.
    """

    reaches: Reaches
    pricing: Pricing
    group: str = ""


_MOST: Final = 1 << 60
"""More than any route brings."""

_LONG: Final = 200
"""Steps after which a search is long enough to prepare the closer bound."""


class Trail(NamedTuple):
    """The arcs of a route, last one first; `token` for the first of each arm."""

    before: "Trail | None"
    origin: int
    arc: Arc


class Found(NamedTuple):
    """A route of the search: its value, its bits, the token it starts from and its trail (None = the token alone)."""

    value: int
    mask: int
    token: int
    trail: Trail | None


class _Node(NamedTuple):
    """A partial route.

    `at` is the end of the running arm; `first` the index of the first arm's way out while that arm runs, else -1;
    `dead` whether the running arm can go no further; `spare` how many more stops the train may count.
    """

    bound: int
    at: int
    dead: bool
    visited: int
    mask: int
    spare: int
    value: int
    counted: int
    first: int
    trail: Trail | None


class Budget:
    """Counted steps, shared by all searches of one question; `spent` of at most `limit`."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit, self.spent = limit, 0

    @property
    def empty(self) -> bool:
        """Whether the search was cut off."""
        return self.spent >= self.limit


class RouteSearch:
    """All routes of one train worth more than `floor` that keep off the bits `forbidden`.

    With `best_only` the floor rises with every route found and one remains; otherwise the best route of each set of
    bits is kept.
    """

    def __init__(self, graph: RouteGraph, train: Train, minimum: int, budget: Budget) -> None:
        self.graph, self.budget, self.minimum = graph, budget, minimum
        value = tuple(train.pricing(stop) for stop in graph.stops)
        self.bounds = Bounds(graph, value, tuple(int(stop.kind in train.reaches.counts) for stop in graph.stops))
        self.reach = ENDLESS if train.reaches.stops is None else train.reaches.stops
        self.floor, self.forbidden, self.best_only = 0, 0, True
        self.token = 0
        self.found: dict[int, Found] = {}

    def best(self, forbidden: int = 0) -> Found | None:
        """The best route that keeps off the forbidden bits, or None if none pays."""
        self._run(0, forbidden, best_only=True)
        return next(iter(self.found.values()), None)

    def above(self, floor: int) -> list[Found]:
        """Every route worth more than `floor`, best first."""
        self._run(floor, 0, best_only=False)
        return sorted(self.found.values(), key=lambda found: -found.value)

    def _run(self, floor: int, forbidden: int, *, best_only: bool) -> None:
        self.floor, self.forbidden, self.best_only = floor, forbidden, best_only
        self.found = {}
        earlier = 0
        for token in self.graph.tokens:
            self._from_token(token, earlier)
            earlier |= 1 << token

    def _from_token(self, token: int, earlier: int) -> None:
        graph, bounds, budget = self.graph, self.bounds, self.budget
        spare = self.reach - bounds.counts[token]
        if spare < 0 or earlier >> token & 1:
            return
        self.token = token
        value = bounds.value[token]
        shut, counted = earlier | graph.shut[token], graph.counted[token]
        seed = _Node(_MOST, token, False, shut, self.forbidden, spare, value, counted, -1, None)
        self._record(seed)
        stack = self._children(seed, graph.arcs[token], _MOST, arm=_FIRST)
        while stack and not budget.empty:
            node = stack.pop()
            if node.bound <= self.floor:
                continue
            budget.spent += 1
            self._record(node)
            bound = self._bound(node)
            if bound > self.floor:
                stack += self._onward(node, bound)

    def _onward(self, node: _Node, bound: int) -> list[_Node]:
        """Routes worth `bound` at most, one stop longer: on the running arm, or a second arm begun; best one last."""
        children: list[_Node] = []
        if not node.dead:
            children = self._children(node, self.graph.arcs[node.at], bound, arm=_ON)
        if node.first >= 0 and self._may_turn(node):
            children += self._children(node, self.graph.arcs[self.token], bound, arm=_SECOND)
        children.sort(key=lambda child: child.value)
        return children

    def _may_turn(self, node: _Node) -> bool:
        """Whether a second arm may leave the token: it is no end, and the first arm did not leave it over a stub."""
        arc = self.graph.arcs[self.token][node.first]
        return bool(self.graph.through >> self.token & 1) and not arc.stub_here

    def _children(self, node: _Node, arcs: Sequence[Arc], bound: int, *, arm: int) -> list[_Node]:
        """Steps over `arcs` to routes worth `bound` at most; `arm` says what they do."""
        counts, values, through = self.bounds.counts, self.bounds.value, self.graph.through
        children: list[_Node] = []
        for index, arc in enumerate(arcs):
            goal, mask, stub_here, stub_there, _ = arc
            if mask & node.mask or node.visited >> goal & 1 or counts[goal] > node.spare:
                continue
            if (stub_here and arm != _FIRST) or (arm == _SECOND and index <= node.first):
                continue
            children.append(
                _Node(
                    bound,
                    goal,
                    stub_there or not through >> goal & 1,
                    node.visited | self.graph.shut[goal],
                    node.mask | mask,
                    node.spare - counts[goal],
                    node.value + values[goal],
                    node.counted + self.graph.counted[goal],
                    (node.first, index, -1)[arm],
                    Trail(node.trail, self.token if arm else node.at, arc),
                )
            )
        return children

    def _bound(self, node: _Node) -> int:
        """Upper bound of the value of every longer route."""
        begins = 0 if node.dead else self.graph.near[node.at]
        ends = int(not node.dead)
        if node.first >= 0 and self._may_turn(node):
            begins |= self.graph.near[self.token]
            ends += 1
        close = self.budget.spent > _LONG
        return node.value + self.bounds.rest(begins, node.visited, node.spare, ends=ends, close=close)

    def _record(self, node: _Node) -> None:
        if node.counted < self.minimum or node.value <= self.floor:
            return
        mask = (node.mask & ~self.forbidden) & self.graph.exclusive
        if self.best_only:
            self.found = {0: Found(node.value, mask, self.token, node.trail)}
            self.floor = node.value
        elif mask not in self.found or self.found[mask].value < node.value:
            self.found[mask] = Found(node.value, mask, self.token, node.trail)
