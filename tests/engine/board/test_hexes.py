"""Neighbours, opposite edges and distance."""

import pytest

from engine.board import distance, neighbours, opposite
from engine.board.hexes import DELTAS, Layout
from engine.ids import HexId
from engine.schema import HexData
from tests.engine.board.small import blank


def place(name: str, x: int, y: int) -> HexData:
    return HexData(id=HexId(name), x=x, y=y, design=blank())


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_neighbours_touch_with_opposite_edges(layout: Layout) -> None:
    hexes = {HexId("M"): place("M", 10, 10)}
    for edge, (dx, dy) in enumerate(DELTAS[layout]):
        hexes[HexId(f"N{edge}")] = place(f"N{edge}", 10 + dx, 10 + dy)
    near = neighbours(layout, hexes)
    for edge in range(6):
        other = near[HexId("M")][edge]
        assert other == f"N{edge}"
        assert near[HexId(f"N{edge}")][opposite(edge)] == "M"


def test_beyond_the_map_there_is_nobody() -> None:
    assert neighbours("flat", {HexId("M"): place("M", 0, 0)})[HexId("M")] == (None,) * 6


@pytest.mark.parametrize(
    ("layout", "to", "steps"),
    [
        ("flat", (0, 0), 0),
        ("flat", (0, 6), 3),
        ("flat", (3, 3), 3),
        ("flat", (2, 8), 5),
        ("pointy", (6, 0), 3),
        ("pointy", (3, 3), 3),
        ("pointy", (8, 2), 5),
    ],
)
def test_distance_counts_steps(layout: Layout, to: tuple[int, int], steps: int) -> None:
    assert distance(layout, place("A", 0, 0), place("B", *to)) == steps
    assert distance(layout, place("B", *to), place("A", 0, 0)) == steps
