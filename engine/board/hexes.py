"""Hex grid: edges, neighbours and distance.

Coordinates are doubled: ``x`` is the column, ``y`` the row, and neighbouring hexes differ by the deltas of the
layout. Edges are 0-5 clockwise; edge ``e`` of a hex touches edge ``opposite(e)`` of its neighbour.
"""

from collections.abc import Mapping
from typing import Final, Literal

from engine.ids import HexId
from engine.schema import HexData

Layout = Literal["flat", "pointy"]

EDGES: Final = 6

DELTAS: Final[dict[Layout, tuple[tuple[int, int], ...]]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""(dx, dy) to the neighbour across each edge; flat: 0 = south, pointy: 0 = south-west."""


def opposite(edge: int) -> int:
    """The edge of the neighbour that touches `edge`."""
    return (edge + 3) % EDGES


def neighbours(layout: Layout, hexes: Mapping[HexId, HexData]) -> dict[HexId, tuple[HexId | None, ...]]:
    """For every hex its six neighbours by edge; None where the map ends."""
    places = {(data.x, data.y): name for name, data in hexes.items()}
    return {
        name: tuple(places.get((data.x + dx, data.y + dy)) for dx, dy in DELTAS[layout]) for name, data in hexes.items()
    }


def distance(layout: Layout, one: HexData, other: HexData) -> int:
    """Steps from one hex to another over the bare grid, whatever lies between; 0 for the same hex."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    if layout == "pointy":
        across, down = down, across
    return across + max(0, (down - across) // 2)
