"""Upper bounds for the route search: what a partial route can still collect.

Two bounds, the smaller one counts. Both flood from the open ends over stops not yet visited, through as many counted
stops as the train has left, and add the best counted stops found, at most one that ends a route per open end. The
first adds all free stops in reach; the second adds to every counted stop the longest run of free stops beside it, and
one such run per open end.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.board.graph import RouteGraph

Ranked = tuple[tuple[int, int, bool], ...]
"""(bit of the node, worth, whether it ends a route), best first."""

_BOTH_ENDS: Final = 2

_RUN_STEPS: Final = 2_000
"""Steps spent on the longest runs of one graph before a coarser value is taken."""


class Bounds:
    """Bounds for one graph, given what each node pays the train (`value`) and whether it uses up a stop (`counts`)."""

    __slots__ = ("_counted", "_free", "_free_ends", "_graph", "_longest", "_order", "_runs", "counts", "value")

    def __init__(self, graph: RouteGraph, value: tuple[int, ...], counts: tuple[int, ...]) -> None:
        self._graph, self.value, self.counts = graph, value, counts
        self._counted = sum(1 << node for node, uses in enumerate(counts) if uses)
        paying = sorted((node for node in range(len(value)) if value[node] > 0), key=lambda node: -value[node])
        free = self._ranked((node for node in paying if not counts[node]), value.__getitem__)
        self._free = tuple(each for each in free if not each[2])
        self._free_ends = tuple(each for each in free if each[2])
        self._order = self._ranked((node for node in paying if counts[node]), value.__getitem__)
        self._runs: Ranked | None = None
        self._longest = 0

    def rest(self, begins: int, visited: int, spare: int, *, ends: int, close: bool) -> int:
        """Most that further stops can bring.

        Args:
            begins: mask of the nodes next to the open ends.
            visited: mask of the nodes that are ruled out.
            spare: how many more stops the train may count.
            ends: number of open ends.
            close: also try the second bound, which costs more to prepare.
        """
        reachable = self.flood(begins & ~visited, visited, spare)
        port = self._top(self._free_ends, reachable, ends, ends)
        bound = port + self._top(self._free, reachable, len(self._free), 0)
        bound += self._top(self._order, reachable, spare, ends)
        if not close or not self._free:
            return bound
        if self._runs is None:
            self._prepare_runs()
        return min(bound, port + ends * self._longest + self._top(self._runs or (), reachable, spare, ends))

    def everything(self, spare: int) -> int:
        """Most a train could collect if all stops lay side by side."""
        return (
            self._top(self._free_ends, -1, _BOTH_ENDS, _BOTH_ENDS)
            + self._top(self._free, -1, len(self._free), 0)
            + self._top(self._order, -1, spare, _BOTH_ENDS)
        )

    def flood(self, begins: int, visited: int, spare: int) -> int:
        """Mask of the nodes that can be visited from `begins` with so many counted stops."""
        near, counted, through = self._graph.near, self._counted, self._graph.through
        closed = visited | (0 if spare > 0 else counted)
        seen = fresh = begins & ~closed
        while fresh:
            hold, todo = 0, fresh & through
            while todo:
                hold |= todo & counted
                todo &= ~counted
                fresh = _beside(near, todo) & ~seen & ~closed
                seen |= fresh
                todo = fresh & through
            spare -= 1
            if spare <= 0:
                closed |= counted
            fresh = _beside(near, hold) & ~seen & ~closed
            seen |= fresh
        return seen

    @staticmethod
    def _top(ranked: Ranked, reachable: int, most: int, ends: int) -> int:
        """Sum of the best `most` nodes of a mask, at most `ends` of them route ends."""
        total = 0
        for bit, worth, is_end in ranked:
            if not most:
                break
            if reachable & bit and (ends or not is_end):
                total += worth
                most -= 1
                ends -= is_end
        return total

    def _ranked(self, nodes: Iterable[int], worth: Callable[[int], int]) -> Ranked:
        through = self._graph.through
        return tuple((1 << node, worth(node), not through >> node & 1) for node in nodes)

    def _prepare_runs(self) -> None:
        """Give every counted stop its own value and the best run of free stops that leads to it."""
        free = sum(bit for bit, _, _ in self._free)
        runs = _longest_runs(self._graph.near, self.value, free)
        beside = [max((runs[next_] for next_ in _nodes(near & free)), default=0) for near in self._graph.near]
        worth = [value + run for value, run in zip(self.value, beside, strict=True)]
        nodes = [node for node in range(len(worth)) if self.counts[node] and worth[node] > 0]
        self._runs = self._ranked(sorted(nodes, key=lambda node: -worth[node]), worth.__getitem__)
        self._longest = max(runs.values(), default=0)


def _beside(near: Sequence[int], nodes: int) -> int:
    found = 0
    while nodes:
        low = nodes & -nodes
        found |= near[low.bit_length() - 1]
        nodes ^= low
    return found


def _nodes(mask: int) -> list[int]:
    return [node for node in range(mask.bit_length()) if mask >> node & 1]


def _longest_runs(near: Sequence[int], value: Sequence[int], free: int) -> dict[int, int]:
    """For every free node the most that a path over free nodes beginning there collects, or more."""
    runs: dict[int, int] = {}
    left = _RUN_STEPS
    for start in _nodes(free):
        best, todo = 0, [(start, 1 << start, value[start])]
        while todo and left:
            left -= 1
            node, seen, total = todo.pop()
            best = max(best, total)
            todo += [(other, seen | 1 << other, total + value[other]) for other in _nodes(near[node] & free & ~seen)]
        runs[start] = best if not todo else sum(value[node] for node in _component(near, start, free))
    return runs


def _component(near: Sequence[int], start: int, free: int) -> list[int]:
    seen = fresh = 1 << start
    while fresh:
        fresh = _beside(near, fresh) & free & ~seen
        seen |= fresh
    return _nodes(seen)
