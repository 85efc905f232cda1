"""Whether Milano and Venezia are connected: then there is no secession [4.6.9]."""

from collections.abc import Iterator
from typing import Final

from engine.board import Stop, TokenAccess, reach
from engine.board.chains import ChainMap, chains_of
from engine.context import Position
from engine.ids import CompanyId, HexId, StopRef
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.network import bases, blocked, is_city, tokens_of

MILANO: Final = HexId("F8")
VENEZIA: Final = HexId("F16")
_ENDS_ONLY: Final = frozenset({"offboard", "port"})
_STEPS: Final = 200_000
"""Most steps of one search for one corporation: what is not found by then counts as not connected."""


def are_joined(pos: Position, ferdinandea: CompanyId) -> bool:
    """Whether the two cities are connected, as the edition in play judges it."""
    return reach_both(pos, ferdinandea) if is_online(pos) else has_legal_route(pos)


def reach_both(pos: Position, ferdinandea: CompanyId) -> bool:
    """Online: from some city token of some corporation both tokens of IRSFF are reached, borders ignored (D56)."""
    tokens = tokens_of(pos, ferdinandea)
    wanted = {stop for stop in tokens if stop.partition(":")[0] in (MILANO, VENEZIA)}
    if {stop.partition(":")[0] for stop in wanted} != {MILANO, VENEZIA}:
        return False
    for company in pos.state.companies:
        for base in bases(pos, company):
            access = TokenAccess(starts=frozenset({base}), blocked=blocked(pos, company))
            if wanted <= reach(pos.board, access).stops:
                return True
    return False


def has_legal_route(pos: Position) -> bool:
    """By the book: a route of some corporation, of any length and over any border, runs from one city to the other."""
    return any(_runs(pos, company) for company in pos.state.companies if bases(pos, company))


def _runs(pos: Position, company: CompanyId) -> bool:
    closed = blocked(pos, company)
    starts = [stop for stop in pos.board.cell(MILANO).stops if stop.data.kind == "city"]
    search = _Search(pos, chains_of(pos.board), closed)
    return any(_has_token(pos, company, route) for start in starts for route in search.routes(start))


def _has_token(pos: Position, company: CompanyId, route: tuple[StopRef, ...]) -> bool:
    return any(company in pos.state.tokens.get(stop, ()) and is_city(pos, stop) for stop in route)


class _Search:
    """Simple paths from Milano to Venezia for one corporation: no stop, box or piece of track twice."""

    def __init__(self, pos: Position, chains: ChainMap, closed: frozenset[StopRef]) -> None:
        self._pos, self._chains, self._closed, self._steps = pos, chains, closed, _STEPS

    def routes(self, start: Stop) -> Iterator[tuple[StopRef, ...]]:
        """Yield the stops of every path, ends included."""
        yield from self._walk(start, (start.ref,), 0)

    def _walk(self, stop: Stop, visited: tuple[StopRef, ...], used: int) -> Iterator[tuple[StopRef, ...]]:
        for chain in self._chains.leaving(stop):
            self._steps -= 1
            goal = chain.goal
            if self._steps < 0 or chain.mask & used or goal.ref in visited or (chain.stub_here and len(visited) > 1):
                continue
            path = (*visited, goal.ref)
            if goal.hex == VENEZIA and goal.data.kind == "city":
                yield path
            if not chain.stub_there and goal.data.kind not in _ENDS_ONLY and goal.ref not in self._closed:
                yield from self._walk(goal, path, used | chain.mask)
