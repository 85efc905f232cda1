"""Walks: one line over the map, resolved to stops, track pieces and hexsides."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from engine.board.ground import Cell, Stop
from engine.board.hexes import EDGES, opposite
from engine.board.tiles import Way
from engine.ids import HexId, StopRef


class RouteCode(StrEnum):
    """What is wrong with a route or a set of routes. The rules word it."""

    UNKNOWN_HEX = "unknown_hex"
    UNKNOWN_STOP = "unknown_stop"
    NOT_ADJACENT = "not_adjacent"
    NO_TRACK = "no_track"
    """No track leads through the hex from one neighbour, or stop, to the other."""
    CLOSED_SIDE = "closed_side"
    """The map lets no track cross the hexside, or track is missing on the other side."""
    AMBIGUOUS = "ambiguous"
    """Several ways fit the text; naming a stop (``HEX.ref``) decides."""
    STUB = "stub"
    """Goes on through a stop where the track ends."""
    SAME_TRACK = "same_track"
    SAME_STOP = "same_stop"
    SAME_HEX = "same_hex"
    BLOCKED = "blocked"
    """Passes through a stop that may only end a route."""
    ENDS_ONLY = "ends_only"
    """Passes through an off-map box or a port."""
    NO_ACCESS = "no_access"
    """Crosses a hexside or enters a hex that is closed to the owner."""
    TOO_FEW = "too_few"
    """Not enough stops that count towards the smallest route."""
    NO_TOKEN = "no_token"
    TOO_LONG = "too_long"
    SHARED_TRACK = "shared_track"
    SHARED_STUB = "shared_stub"


@dataclass(frozen=True)
class RouteProblem:
    """What is wrong, and where: a hex, a stop, or empty for the route as a whole."""

    code: RouteCode
    where: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """A resolved line.

    Attributes:
        hexes: in order; a hex appears once for each time the line comes in from outside.
        stops: every stop visited, in order, the ends included.
        pieces: track pieces as (hex, index in the tile's track).
        sides: hexsides crossed, each named by the face with the smaller edge number.
        stubs: stops touched by track that ends there (`TileData.terminal`).
        junctions: hexes whose junction is crossed.
    """

    hexes: tuple[HexId, ...]
    stops: tuple[Stop, ...]
    pieces: tuple[tuple[HexId, int], ...]
    sides: tuple[tuple[HexId, int], ...]
    stubs: frozenset[StopRef]
    junctions: tuple[HexId, ...]

    @property
    def refs(self) -> tuple[StopRef, ...]:
        """The stops as refs, in order."""
        return tuple(stop.ref for stop in self.stops)


@dataclass(slots=True)
class Visit:
    """One stay of a line in a hex: `start` and `goal` are ends of the tile, `way` leads from one to the other."""

    cell: Cell
    start: int
    goal: int
    way: Way


def side_of(cell: Cell, edge: int, neighbour: Cell) -> tuple[HexId, int]:
    """The one name of a hexside: its face with the smaller edge number."""
    return (cell.hex, edge) if edge < opposite(edge) else (neighbour.hex, opposite(edge))


def walk_of(visits: list[Visit]) -> Walk:
    """Join the visits of neighbouring hexes to a Walk."""
    stops: list[Stop] = []
    pieces: list[tuple[HexId, int]] = []
    stubs: set[StopRef] = set()
    junctions: list[HexId] = []
    for visit in visits:
        cell = visit.cell
        ends = [visit.start - EDGES, *visit.way.stops, visit.goal - EDGES]
        stops += [cell.stops[index] for index in ends if index >= 0]
        pieces += [(cell.hex, piece) for piece in visit.way.pieces]
        stubs.update(cell.stops[index].ref for index in visit.way.stubs)
        if any(cell.design.junction >> piece & 1 for piece in visit.way.pieces):
            junctions.append(cell.hex)
    sides = tuple(side_of(one.cell, one.goal, other.cell) for one, other in pairwise(visits))
    hexes = tuple(visit.cell.hex for visit in visits)
    return Walk(hexes, tuple(stops), tuple(pieces), sides, frozenset(stubs), tuple(junctions))
