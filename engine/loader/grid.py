"""Which hex lies at which edge of which: enough to read hexsides and to check printed exits."""

from typing import Literal

from engine.board import neighbours
from engine.ids import HexId
from engine.schema import HexData


class Grid:
    """The hexes of a map by position.

    Raises:
        ValueError: two hexes in one place.
    """

    def __init__(self, layout: Literal["flat", "pointy"], hexes: dict[HexId, HexData]) -> None:
        places: dict[tuple[int, int], HexId] = {}
        for name, each in hexes.items():
            other = places.setdefault((each.x, each.y), name)
            if other != name:
                raise ValueError(f"{name} lies where {other} lies")
        self._neighbours = neighbours(layout, hexes)

    def neighbour(self, name: HexId, edge: int) -> HexId | None:
        """The hex at an edge (0-5), or None at the rim of the map."""
        return self._neighbours[name][edge]

    def edge(self, name: HexId, other: HexId) -> int:
        """The edge at which `other` lies; ValueError when one is not on the map or they do not touch."""
        for each in (name, other):
            if each not in self._neighbours:
                raise ValueError(f"{each} is not on the map")
        if other not in self._neighbours[name]:
            raise ValueError(f"{name} and {other} do not touch")
        return self._neighbours[name].index(other)
