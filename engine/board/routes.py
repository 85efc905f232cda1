"""Route text: hexes in order, and its way to a Walk and back.

The first and the last element carry their stop as ``HEX.ref`` when the hex has several stops; an element in between
carries one only where the text would be ambiguous. Two elements of the same hex in a row lead from stop to stop on
one tile. The smaller end, as text, comes first.

>>> resolve(board, ("H4.c0", "I5", "J6"))   # a Walk, or a RouteProblem
>>> format_route(board, walk)               # ("H4.c0", "I5", "J6")
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.ground import Cell
from engine.board.hexes import EDGES, opposite
from engine.board.layout import Board
from engine.board.tiles import STOP_END, ways_through
from engine.board.walks import RouteCode, RouteProblem, Visit, Walk, walk_of
from engine.ids import HexId


class _Unresolved(Exception):
    """Carries a problem out of the nested steps; never leaves this module."""

    def __init__(self, code: RouteCode, where: str) -> None:
        super().__init__(code)
        self.problem = RouteProblem(code, where)


@dataclass(slots=True)
class _Stay:
    """A hex of the text with the stops it names; edges are -1 at the ends of the route."""

    cell: Cell
    named: list[int] = field(default_factory=list)
    enter: int = -1
    leave: int = -1


def parse_route(text: str) -> tuple[str, ...]:
    """Split ``H4.c0-I5-J6`` into its elements."""
    return tuple(part.strip() for part in text.split("-") if part.strip())


def resolve(board: Board, path: Sequence[str]) -> Walk | RouteProblem:
    """Follow a route text over the track that lies on the board; asks nothing about owners, trains or rules."""
    try:
        stays = _stays(board, path)
        return _lone_stop(stays[0]) if len(path) == 1 else walk_of(_visits(board, stays))
    except _Unresolved as unresolved:
        return unresolved.problem


def format_route(board: Board, walk: Walk) -> tuple[str, ...]:
    """The canonical text of a walk; `resolve` of it gives the same walk, possibly from the other end."""
    path = _elements(board, walk, [False] * len(walk.hexes))
    found = resolve(board, path)
    if not isinstance(found, Walk) or set(found.pieces) != set(walk.pieces):
        path = _elements(board, walk, [True] * len(walk.hexes))
    return path if path[0] <= path[-1] else path[::-1]


def _elements(board: Board, walk: Walk, named: list[bool]) -> tuple[str, ...]:
    stops = list(walk.stops)
    first, last = stops[0], stops[-1]
    path: list[str] = []
    inner = stops[1:-1]
    for index, name in enumerate(walk.hexes):
        here: list[str] = []
        many = len(board.cell(name).stops) > 1
        if index == 0:
            here.append(f"{name}.{first.data.ref}" if many else name)
        on_way = [stop for stop in inner if stop.hex == name]
        if named[index] and on_way:
            here += [f"{name}.{stop.data.ref}" for stop in on_way]
        if index == len(walk.hexes) - 1 and last is not first:
            here.append(f"{name}.{last.data.ref}" if many else name)
        path += here or [name]
    return tuple(path)


def _stays(board: Board, path: Sequence[str]) -> list[_Stay]:
    stays: list[_Stay] = []
    for element in path:
        name, _, ref = element.partition(".")
        if HexId(name) not in board.ground.numbers:
            raise _Unresolved(RouteCode.UNKNOWN_HEX, name)
        cell = board.cell(HexId(name))
        index = next((stop.index for stop in cell.stops if stop.data.ref == ref), -1)
        if ref and index < 0:
            raise _Unresolved(RouteCode.UNKNOWN_STOP, element)
        if not stays or stays[-1].cell is not cell:
            stays.append(_Stay(cell))
            if len(stays) > 1:
                _connect(board, stays[-2], stays[-1])
        stays[-1].named += [index] if ref else []
    if not stays:
        raise _Unresolved(RouteCode.TOO_FEW, "")
    return stays


def _lone_stop(stay: _Stay) -> Walk:
    """A run that stays at one stop."""
    ends = _ends(stay, stay.named, -1, end_of_route=True)
    if len(ends) != 1:
        raise _Unresolved(RouteCode.AMBIGUOUS if ends else RouteCode.NO_TRACK, stay.cell.hex)
    return Walk((stay.cell.hex,), (stay.cell.stops[ends[0] - STOP_END],), (), (), frozenset(), ())


def _connect(board: Board, one: _Stay, other: _Stay) -> None:
    near = board.ground.near[one.cell.number]
    if other.cell.number not in near:
        raise _Unresolved(RouteCode.NOT_ADJACENT, other.cell.hex)
    edge = near.index(other.cell.number)
    if not board.joined[one.cell.number] >> edge & 1:
        raise _Unresolved(RouteCode.CLOSED_SIDE, other.cell.hex)
    one.leave, other.enter = edge, opposite(edge)


def _visits(board: Board, stays: list[_Stay]) -> list[Visit]:
    return [_visit(stay, first=index == 0, last=index == len(stays) - 1) for index, stay in enumerate(stays)]


def _visit(stay: _Stay, *, first: bool, last: bool) -> Visit:
    """Choose the way through one hex: the named stops lie on it, and of what is left the fewest stops."""
    if stay.enter == stay.leave >= 0:
        raise _Unresolved(RouteCode.SAME_TRACK, stay.cell.hex)
    named = list(stay.named)
    starts = _ends(stay, named[:1], stay.enter, end_of_route=first)
    goals = _ends(stay, named[-1:] if not first or len(named) > 1 else [], stay.leave, end_of_route=last)
    found = [
        Visit(stay.cell, start, goal, way)
        for start in starts
        for goal in goals
        for way in ways_through(stay.cell.design, start, goal)
        if all(index in way.stops or STOP_END + index in (start, goal) for index in named)
    ]
    if not found:
        raise _Unresolved(RouteCode.NO_TRACK, stay.cell.hex)
    if len({(visit.start, visit.goal) for visit in found}) > 1:
        raise _Unresolved(RouteCode.AMBIGUOUS, stay.cell.hex)
    found.sort(key=lambda visit: len(visit.way.stops))
    if len(found) > 1 and len(found[0].way.stops) == len(found[1].way.stops):
        raise _Unresolved(RouteCode.AMBIGUOUS, stay.cell.hex)
    return found[0]


def _ends(stay: _Stay, named: list[int], edge: int, *, end_of_route: bool) -> list[int]:
    if not end_of_route:
        return [edge]
    if named:
        return [STOP_END + named[0]]
    return [EDGES + index for index in range(len(stay.cell.stops))]
