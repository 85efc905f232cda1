"""Whether a walk is a legal route, and what it brings; linear in its length. Validation never searches.

>>> rules = RouteRules(minimum=2, counted=frozenset({"city", "town", "offboard"}), token=frozenset({"city"}))
>>> check(board, access, walk, Reaches(3, frozenset({"city", "offboard", "pass"})), rules)   # None or a RouteProblem
>>> conflicts([walk, other], rules)
>>> revenue(walk, printed_value(step))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.board.access import Access
from engine.board.ground import Stop
from engine.board.hexes import opposite
from engine.board.layout import Board
from engine.board.walks import RouteCode, RouteProblem, Walk
from engine.schema import StopKind

Pricing = Callable[[Stop], int]
"""What a visit to a stop pays, in money."""


@dataclass(frozen=True)
class Reaches:
    """How far a train goes.

    Attributes:
        stops: number of counted stops, None = without end.
        counts: kinds of stop that use it up; all others are free.
    """

    stops: int | None
    counts: frozenset[StopKind]


@dataclass(frozen=True)
class RouteRules:
    """What a title asks of a route.

    Attributes:
        minimum: smallest number of stops whose kind is in `counted`.
        token: kinds of stop at which a start of the access must lie on the route.
        ends: kinds that can only begin or end a route.
        once_per_hex: whether a route may visit only one stop of a hex.
        stubs_shared: whether two routes may end at the same stop over track that ends there.
    """

    minimum: int = 2
    counted: frozenset[StopKind] = frozenset({"city", "town", "offboard"})
    token: frozenset[StopKind] = frozenset({"city"})
    ends: frozenset[StopKind] = frozenset({"offboard", "port"})
    once_per_hex: bool = False
    stubs_shared: bool = True


def check(board: Board, access: Access, walk: Walk, train: Reaches, rules: RouteRules) -> RouteProblem | None:
    """None if the train may run this walk, else the first breach of the rules."""
    return (
        _repeats(walk, rules)
        or _passes(access, walk, rules)
        or _closed(board, access, walk)
        or _amount(access, walk, train, rules)
    )


def conflicts(walks: Sequence[Walk], rules: RouteRules | None = None) -> RouteProblem | None:
    """None if the walks of one owner share neither track piece nor hexside, nor a stub the rules give to one only."""
    alone = rules is not None and not rules.stubs_shared
    for one, other in combinations(walks, 2):
        shared = set(one.pieces) & set(other.pieces) or set(one.sides) & set(other.sides)
        if shared:
            return RouteProblem(RouteCode.SHARED_TRACK, min(shared)[0])
        stubs = one.stubs & other.stubs
        if alone and stubs:
            return RouteProblem(RouteCode.SHARED_STUB, min(stubs))
    return None


@lru_cache
def printed_value(step: int) -> Pricing:
    """Pricing as printed; off-map boxes by revenue step (`PhaseData.revenue_step`). One object per step."""

    def value(stop: Stop) -> int:
        printed = stop.data.revenue
        return printed if isinstance(printed, int) else printed[min(step, len(printed) - 1)]

    return value


def revenue(walk: Walk, pricing: Pricing) -> int:
    """Sum over all stops visited, in money."""
    return sum(pricing(stop) for stop in walk.stops)


def _repeats(walk: Walk, rules: RouteRules) -> RouteProblem | None:
    for parts in (walk.pieces, walk.sides):
        if len(set(parts)) != len(parts):
            return RouteProblem(RouteCode.SAME_TRACK, next(hex_ for hex_, _ in parts if _often(hex_, parts)))
    if len(set(walk.junctions)) != len(walk.junctions):
        return RouteProblem(RouteCode.SAME_TRACK, walk.junctions[0])
    seen: set[str] = set()
    for stop in walk.stops:
        if stop.once in seen:
            return RouteProblem(RouteCode.SAME_STOP, stop.ref)
        if rules.once_per_hex and stop.hex in seen:
            return RouteProblem(RouteCode.SAME_HEX, stop.hex)
        seen.update((stop.once, stop.hex))
    return None


def _often(name: str, parts: Sequence[tuple[str, int]]) -> bool:
    mine = [part for part in parts if part[0] == name]
    return len(set(mine)) != len(mine)


def _passes(access: Access, walk: Walk, rules: RouteRules) -> RouteProblem | None:
    for stop in walk.stops[1:-1]:
        if stop.kind in rules.ends:
            return RouteProblem(RouteCode.ENDS_ONLY, stop.ref)
        if stop.ref in walk.stubs:
            return RouteProblem(RouteCode.STUB, stop.ref)
        if stop.ref not in access.starts and not access.may_pass(stop.ref):
            return RouteProblem(RouteCode.BLOCKED, stop.ref)
    return None


def _closed(board: Board, access: Access, walk: Walk) -> RouteProblem | None:
    for name in walk.hexes:
        if not access.may_enter(name):
            return RouteProblem(RouteCode.NO_ACCESS, name)
    for name, edge in walk.sides:
        other = board.neighbour(name, edge)
        if not access.may_cross(name, edge) or (other is not None and not access.may_cross(other, opposite(edge))):
            return RouteProblem(RouteCode.NO_ACCESS, name)
    return None


def _amount(access: Access, walk: Walk, train: Reaches, rules: RouteRules) -> RouteProblem | None:
    kinds = [stop.kind for stop in walk.stops]
    if sum(kind in rules.counted for kind in kinds) < rules.minimum:
        return RouteProblem(RouteCode.TOO_FEW)
    if not any(stop.kind in rules.token and stop.ref in access.starts for stop in walk.stops):
        return RouteProblem(RouteCode.NO_TOKEN)
    if train.stops is not None and sum(kind in train.counts for kind in kinds) > train.stops:
        return RouteProblem(RouteCode.TOO_LONG)
    return None
