"""What of the map never changes: neighbours, closed sides, printed designs; and every tile design by rotation.

A `Ground` is made once per `BoardData` and shared by all boards of all games with that map. Inside it hexes are
numbered 0..n-1 in the order of the data.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from engine.board.hexes import EDGES, distance, neighbours, opposite
from engine.board.tiles import Design, carry_stops, resolve_design
from engine.errors import DataError
from engine.ids import HexId, StopRef, TileId
from engine.schema import BoardData, HexData, StopData, StopKind
from engine.state import PlacedTile

FIXED_COLOURS: Final = frozenset({"gray", "red", "blue"})
"""Printed hexes of these colours are never replaced; their sides without track are closed."""


@dataclass(frozen=True, slots=True, eq=False)
class Stop:
    """A stop on the map as it lies there now.

    Attributes:
        ref: ``HEX:ref``; `index` its place among the stops of its tile.
        once: what a route may touch once: the off-map box it belongs to, else its own ref.
    """

    ref: StopRef
    hex: HexId
    index: int
    data: StopData
    once: str

    @property
    def kind(self) -> StopKind:
        """City, town, off-map box, pass or port."""
        return self.data.kind


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A hex with the design that lies on it; `placed` is None for the printed design."""

    hex: HexId
    number: int
    placed: PlacedTile | None
    design: Design
    stops: tuple[Stop, ...]


class Ground:
    """The unchanging map. Use `ground_of`, which makes one per `BoardData`.

    Attributes:
        names: hex ids by number; `numbers` the reverse.
        near: by hex number, the numbers of the six neighbours, -1 off the map.
        off_map, impassable, blank: by hex number, masks of edges no new track may point at: without neighbour; listed
            as impassable by this hex; facing the trackless side of a gray, red or blue hex.
        open: mask of edges where track can continue at all: not off the map, not impassable for either hex. A side
            that only the neighbour lists thus takes a dead end; data that forbids it lists the side twice.
        across: by hex number and edge, where track over an open side goes on: (hex number, edge there), else None.
        options, additions: caches of `engine.board.lays`: fitting tiles, and the new pieces of a lay.
    """

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.names: tuple[HexId, ...] = tuple(data.hexes)
        self.numbers: dict[HexId, int] = {name: number for number, name in enumerate(self.names)}
        self._designs: dict[tuple[TileId, int], Design] = {}
        self._cells: dict[tuple[int, PlacedTile], Cell] = {}
        self.options: dict[Cell, dict[PlacedTile, None]] = {}
        self.additions: dict[tuple[Cell, PlacedTile], int] = {}
        table = neighbours(data.layout, data.hexes)
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(-1 if other is None else self.numbers[other] for other in table[name]) for name in self.names
        )
        self.printed: tuple[Cell, ...] = tuple(
            self._make_cell(number, None, resolve_design(data.hexes[name].design, 0))
            for number, name in enumerate(self.names)
        )
        self.off_map = tuple(self._mask(near, [other < 0 for other in near]) for near in self.near)
        self.impassable = tuple(sum(1 << edge for edge in set(data.hexes[name].impassable)) for name in self.names)
        self.blank = tuple(self._blank(number) for number in range(len(self.names)))
        self.open: tuple[int, ...] = tuple(self._open(number) for number in range(len(self.names)))
        self.across: tuple[tuple[tuple[int, int] | None, ...], ...] = tuple(
            tuple((other, opposite(edge)) if self.open[number] >> edge & 1 else None for edge, other in enumerate(near))
            for number, near in enumerate(self.near)
        )

    def hex(self, name: HexId) -> HexData:
        """Data of a hex."""
        return self.data.hexes[name]

    def distance(self, one: HexId, other: HexId) -> int:
        """Steps between two hexes over the bare grid."""
        return distance(self.data.layout, self.hex(one), self.hex(other))

    def design(self, tile: TileId, rotation: int) -> Design:
        """The design of a tile at a rotation; raises DataError for an unknown tile."""
        key = (tile, rotation % EDGES)
        if key not in self._designs:
            if tile not in self.data.tiles:
                raise DataError(f"there is no tile {tile}")
            self._designs[key] = resolve_design(self.data.tiles[tile], key[1])
        return self._designs[key]

    def cell(self, number: int, placed: PlacedTile | None) -> Cell:
        """The hex with that number with a tile on it, or as printed."""
        if placed is None:
            return self.printed[number]
        found = self._cells.get((number, placed))
        if found is None:
            found = self._make_cell(number, placed, self.design(placed.tile, placed.rotation))
            self._cells[number, placed] = found
        return found

    def moved_stops(self, old: Cell, placed: PlacedTile) -> dict[StopRef, StopRef]:
        """Old stop -> new stop if `placed` replaces the design of `old`; a vanished stop is absent."""
        new = self.cell(old.number, placed)
        return {
            stop.ref: new.stops[place].ref
            for stop, place in zip(old.stops, carry_stops(old.design, new.design), strict=True)
            if place >= 0
        }

    def _make_cell(self, number: int, placed: PlacedTile | None, design: Design) -> Cell:
        name = self.names[number]
        box = self.data.hexes[name].box
        stops = tuple(
            Stop(ref := StopRef(f"{name}:{stop.ref}"), name, index, stop, f"box {box}" if box else ref)
            for index, stop in enumerate(design.stops)
        )
        return Cell(name, number, placed, design, stops)

    @staticmethod
    def _mask(near: tuple[int, ...], flags: list[bool]) -> int:
        return sum(1 << edge for edge in range(len(near)) if flags[edge])

    def _open(self, number: int) -> int:
        mask = 0
        for edge, other in enumerate(self.near[number]):
            shut = self.impassable[number] >> edge & 1 or (other >= 0 and self.impassable[other] >> opposite(edge) & 1)
            mask |= (other >= 0 and not shut) << edge
        return mask

    def _blank(self, number: int) -> int:
        mask = 0
        for edge, other in enumerate(self.near[number]):
            if other >= 0 and self.printed[other].design.tile.colour in FIXED_COLOURS:
                mask |= (not self.printed[other].design.exits >> opposite(edge) & 1) << edge
        return mask


_KNOWN: OrderedDict[int, Ground] = OrderedDict()
_KEPT: Final = 32


def ground_of(data: BoardData) -> Ground:
    """The Ground of a map, made on first use and kept for the latest few maps."""
    found = _KNOWN.get(id(data))
    if found is None or found.data is not data:
        found = _KNOWN[id(data)] = Ground(data)
        while len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)
    return found
