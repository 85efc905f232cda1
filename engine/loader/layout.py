"""Which hex lies at which edge of which: enough geometry to read hexsides and to check printed exits."""

from collections.abc import Iterable
from typing import Literal

from engine.ids import HexId
from engine.schema import HexData

DELTAS: dict[str, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}


class Layout:
    """The hexes of a map by position.

    Raises:
        ValueError: two hexes in one place.
    """

    def __init__(self, kind: Literal["flat", "pointy"], hexes: Iterable[HexData]) -> None:
        self._deltas = DELTAS[kind]
        self._places: dict[HexId, tuple[int, int]] = {}
        self._hexes: dict[tuple[int, int], HexId] = {}
        for each in hexes:
            place = (each.x, each.y)
            if place in self._hexes:
                raise ValueError(f"{each.id} lies where {self._hexes[place]} lies")
            self._places[each.id] = place
            self._hexes[place] = each.id

    def neighbour(self, name: HexId, edge: int) -> HexId | None:
        """The hex at an edge (0-5), or None at the rim of the map."""
        x, y = self._places[name]
        dx, dy = self._deltas[edge]
        return self._hexes.get((x + dx, y + dy))

    def edge(self, name: HexId, other: HexId) -> int:
        """The edge at which `other` lies; ValueError when one is not on the map or they do not touch."""
        for each in (name, other):
            if each not in self._places:
                raise ValueError(f"{each} is not on the map")
        for edge in range(6):
            if self.neighbour(name, edge) == other:
                return edge
        raise ValueError(f"{name} and {other} do not touch")
