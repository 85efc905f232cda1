"""The part of the map that one owner's trains can use, numbered for the route search."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, cast

from engine.board.access import Access
from engine.board.chains import Chain, ChainMap, chains_of
from engine.board.checks import RouteRules
from engine.board.ground import Stop
from engine.board.layout import Board
from engine.ids import StopRef


class Arc(NamedTuple):
    """A chain seen from one node: where it leads, its bits, and whether it ends the route here or there."""

    goal: int
    mask: int
    stub_here: bool
    stub_there: bool
    chain: Chain


@dataclass(frozen=True, slots=True, eq=False)
class RouteGraph:
    """Stops in reach as nodes 0..n-1.

    Attributes:
        arcs: by node, the ways out of it; `near` the mask of the nodes they lead to.
        tokens: nodes one of which every route must hold.
        through: mask of the nodes a route may pass through.
        shut: by node, mask of the nodes that a visit rules out (itself, its box, its hex).
        counted: by node, 1 if it counts towards the smallest route.
        exclusive: mask of the bits that two routes of the owner may not share.
    """

    stops: tuple[Stop, ...]
    arcs: tuple[tuple[Arc, ...], ...]
    near: tuple[int, ...]
    tokens: tuple[int, ...]
    through: int
    shut: tuple[int, ...]
    counted: tuple[int, ...]
    exclusive: int


def route_graph(board: Board, access: Access, rules: RouteRules) -> RouteGraph:
    """The graph of a board for an access and rules, cached for this board version."""
    graphs = cast("dict[object, RouteGraph]", board.memo.setdefault("graphs", {}))
    key = (access.key, rules)
    if key not in graphs:
        graphs[key] = _build(board, access, rules)
    return graphs[key]


def _build(board: Board, access: Access, rules: RouteRules) -> RouteGraph:
    chains = chains_of(board)
    starts = [stop for stop in (board.stop(ref) for ref in sorted(access.starts)) if stop is not None]
    numbers = {stop.ref: number for number, stop in enumerate(starts)}
    stops = list(starts)
    arcs: list[tuple[Arc, ...]] = []
    passable: list[bool] = []
    for stop in stops:  # grows while it runs
        own = stop.ref in access.starts
        passable.append(stop.kind not in rules.ends and (own or access.may_pass(stop.ref)))
        arcs.append(_arcs(chains, access, stop, (numbers, stops)) if own or passable[-1] else ())
        if not rules.stubs_shared:
            arcs[-1] = tuple(_with_stub_bits(chains, board, stop, arc) for arc in arcs[-1])
    return RouteGraph(
        tuple(stops),
        tuple(arcs),
        tuple(_mask(arc.goal for arc in out) for out in arcs),
        tuple(number for number, stop in enumerate(starts) if stop.kind in rules.token),
        _mask(number for number, free in enumerate(passable) if free),
        _excluded(stops, rules),
        tuple(int(stop.kind in rules.counted) for stop in stops),
        ~chains.junctions,
    )


def _arcs(
    chains: ChainMap, access: Access, stop: Stop, known: tuple[dict[StopRef, int], list[Stop]]
) -> tuple[Arc, ...]:
    numbers, stops = known
    found: list[Arc] = []
    for chain in chains.leaving(stop):
        if not _allowed(chain, access):
            continue
        ref = chain.goal.ref
        if ref not in numbers:
            numbers[ref] = len(stops)
            stops.append(chain.goal)
        found.append(Arc(numbers[ref], chain.mask, chain.stub_here, chain.stub_there, chain))
    return tuple(found)


def _allowed(chain: Chain, access: Access) -> bool:
    previous = None
    for hop in chain.hops:
        if previous is not None and not (
            access.may_enter(hop.cell.hex)
            and access.may_cross(previous.cell.hex, previous.goal)
            and access.may_cross(hop.cell.hex, hop.start)
        ):
            return False
        previous = hop
    return True


def _with_stub_bits(chains: ChainMap, board: Board, stop: Stop, arc: Arc) -> Arc:
    """Let a stub be used by one route only, by a bit of its own."""
    mask = arc.mask
    for touched, end in ((arc.stub_here, stop), (arc.stub_there, arc.chain.goal)):
        if touched:
            mask |= chains.bit("stub", board.ground.numbers[end.hex], end.index)
    return arc._replace(mask=mask)


def _excluded(stops: list[Stop], rules: RouteRules) -> tuple[int, ...]:
    """By stop, mask of all that share its box, or its hex where the rules say so."""
    once: dict[str, int] = {}
    hexes: dict[str, int] = {}
    for number, stop in enumerate(stops):
        once[stop.once] = once.get(stop.once, 0) | 1 << number
        hexes[stop.hex] = hexes.get(stop.hex, 0) | 1 << number
    return tuple(once[stop.once] | (hexes[stop.hex] if rules.once_per_hex else 0) for stop in stops)


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
