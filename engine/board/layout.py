"""The board: the map with the tiles that lie on it now."""

from collections.abc import Mapping
from itertools import count
from typing import Final

from engine.board.ground import Cell, Ground, Stop, ground_of
from engine.board.hexes import opposite
from engine.ids import HexId, StopRef
from engine.schema import BoardData
from engine.state import PlacedTile

_VERSIONS: Final = count(1)


class Board:
    """Map plus laid tiles; a read-only view of ``state.tiles`` that is told what changed.

    >>> board = Board(data, state.tiles)         # about 0.1 ms
    >>> state.tiles[hex] = placed; board.changed(hex)
    >>> trial = board.with_tile(hex, placed)     # a copy for a question "what if"

    Attributes:
        version: a number that is never used twice in a process for different boards; copies share it until one
            changes. Answers may be cached by it.
        joined: by hex number, mask of the edges where track of this hex goes on in the neighbour.
        memo: results of expensive questions about this version, by name; emptied by `changed`.
    """

    __slots__ = ("_tiles", "cells", "ground", "joined", "memo", "version")

    def __init__(self, data: BoardData, tiles: Mapping[HexId, PlacedTile]) -> None:
        self.ground: Ground = ground_of(data)
        self._tiles = tiles
        self.cells: list[Cell] = list(self.ground.printed)
        for name, placed in tiles.items():
            number = self.ground.numbers[name]
            self.cells[number] = self.ground.cell(number, placed)
        self.joined: list[int] = [self._join(number) for number in range(len(self.cells))]
        self.version = next(_VERSIONS)
        self.memo: dict[str, object] = {}

    def copy(self, tiles: Mapping[HexId, PlacedTile]) -> "Board":
        """The same board on top of a copied ``tiles`` mapping; shares version and memo until one of them changes."""
        twin = Board.__new__(Board)
        twin.ground, twin._tiles, twin.version, twin.memo = self.ground, tiles, self.version, self.memo
        twin.cells, twin.joined = list(self.cells), list(self.joined)
        return twin

    def with_tile(self, name: HexId, placed: PlacedTile) -> "Board":
        """A board that differs by one tile, for trying a lay; the mapping below is not touched."""
        twin = self.copy({**self._tiles, name: placed})
        twin.changed(name)
        return twin

    def changed(self, name: HexId) -> None:
        """Read the tile of one hex again after it was laid, replaced or taken away."""
        number = self.ground.numbers[name]
        self.cells[number] = self.ground.cell(number, self._tiles.get(name))
        self.joined[number] = self._join(number)
        for other in self.ground.near[number]:
            if other >= 0:
                self.joined[other] = self._join(other)
        self.version = next(_VERSIONS)
        self.memo = {}

    def cell(self, name: HexId) -> Cell:
        """The hex with its present design; KeyError for a hex that is not on the map."""
        return self.cells[self.ground.numbers[name]]

    def stop(self, ref: str) -> Stop | None:
        """The stop with that ref (``H4:c1``) as it lies there now, or None."""
        name, _, local = ref.partition(":")
        number = self.ground.numbers.get(HexId(name))
        if number is None:
            return None
        return next((stop for stop in self.cells[number].stops if stop.data.ref == local), None)

    def stops(self) -> tuple[Stop, ...]:
        """Every stop on the map, in order of the hexes."""
        return tuple(stop for cell in self.cells for stop in cell.stops)

    def neighbour(self, name: HexId, edge: int) -> HexId | None:
        """The hex across an edge, or None off the map."""
        other = self.ground.near[self.ground.numbers[name]][edge]
        return None if other < 0 else self.ground.names[other]

    def continues(self, name: HexId, edge: int) -> bool:
        """Whether track of the hex goes on across this edge into track of the neighbour."""
        return bool(self.joined[self.ground.numbers[name]] >> edge & 1)

    def moved_stops(self, name: HexId, placed: PlacedTile) -> dict[StopRef, StopRef]:
        """Old stop -> new stop if `placed` replaces what lies on the hex; a vanished stop is absent."""
        return self.ground.moved_stops(self.cell(name), placed)

    def _join(self, number: int) -> int:
        near, cells = self.ground.near[number], self.cells
        mask = cells[number].design.exits & self.ground.open[number]
        for edge in range(len(near)):
            if mask >> edge & 1 and not cells[near[edge]].design.exits >> opposite(edge) & 1:
                mask &= ~(1 << edge)
        return mask
