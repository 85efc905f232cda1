"""Hexes in pixels: centres, corners, edges, and the curve of a piece of track.

A `HexShape` is one hex around the origin, y pointing down. Directions are counted in edges as the title data
does: 0-5 clockwise, halves are corners.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal

from renderers.canvas import Point

ROOT3: Final = math.sqrt(3)
CURVE_STEPS: Final = 14
STRAIGHT: Final = 3


@dataclass(frozen=True)
class HexShape:
    """One hex of side length `side` pixels, flat-topped or pointy-topped."""

    layout: Literal["flat", "pointy"]
    side: float

    @property
    def inradius(self) -> float:
        """From the centre to the middle of an edge."""
        return self.side * ROOT3 / 2

    def direction(self, edges: float) -> Point:
        """Unit vector towards an edge, or a corner for halves."""
        start = 90 if self.layout == "flat" else 120
        angle = math.radians(start + 60 * edges)
        return math.cos(angle), math.sin(angle)

    def towards(self, edges: float, distance: float) -> Point:
        """The point `distance` pixels from the centre in a direction."""
        x, y = self.direction(edges)
        return x * distance, y * distance

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The six corners; corner k lies between edges k-1 and k."""
        return tuple(self.towards(edge - 0.5, self.side) for edge in range(6))

    def edge_line(self, edge: int, inset: float = 0) -> tuple[Point, Point]:
        """The two ends of an edge, moved `inset` pixels inwards."""
        share = 1 - inset / self.inradius
        first, second = self.corners[edge], self.corners[(edge + 1) % 6]
        return (first[0] * share, first[1] * share), (second[0] * share, second[1] * share)

    @property
    def lattice(self) -> tuple[int, int]:
        """Whole pixels per doubled coordinate, across and down."""
        wide, high = round(1.5 * self.side), round(self.inradius)
        return (wide, high) if self.layout == "flat" else (high, wide)

    def centre(self, x: int, y: int) -> tuple[int, int]:
        """Where the hex with doubled coordinates stands, before any margin."""
        across, down = self.lattice
        return across * x, down * y

    def row(self, y: int) -> tuple[int, int]:
        """The first and last pixel of this hex at height `y`; every pixel between neighbours is exactly one hex's."""
        across, down = self.lattice
        left, right = -2 * across, 2 * across
        for edge in range(6):
            step_x, step_y = neighbour_step(self.layout, edge)
            step_x, step_y = step_x * across, step_y * down
            # A pixel is ours when 2 (x step_x + y step_y) is below the square of the step, or equal for edges 3-5.
            room = step_x * step_x + step_y * step_y - 2 * y * step_y - (edge < STRAIGHT)
            if step_x > 0:
                right = min(right, room // (2 * step_x))
            elif step_x < 0:
                left = max(left, -(room // (-2 * step_x)))
            elif room < 0:
                return 0, -1
        return left, right

    def owns(self, x: int, y: int) -> bool:
        """Whether a pixel is this hex's."""
        left, right = self.row(y)
        return left <= x <= right

    @property
    def reach(self) -> tuple[int, int]:
        """Half width and half height in whole pixels."""
        wide, high = math.ceil(self.side), math.ceil(self.inradius)
        return (wide, high) if self.layout == "flat" else (high, wide)

    def chord(self, y: float) -> float:
        """Half the width of the hex at height `y`."""
        height = abs(y)
        if self.layout == "flat":
            return max(0.0, self.side - height / ROOT3)
        slope = max(0.0, height - self.side / 2) * ROOT3
        return max(0.0, self.inradius - slope)


def neighbour_step(layout: str, edge: int) -> tuple[int, int]:
    """Difference of doubled coordinates to the neighbour across `edge`."""
    flat = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
    pointy = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
    return (flat if layout == "flat" else pointy)[edge]


def _bezier(points: tuple[Point, Point, Point, Point]) -> list[Point]:
    line: list[Point] = []
    for step in range(CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
        y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
        line.append((x, y))
    return line


def edge_to_edge(shape: HexShape, first: int, second: int) -> list[Point]:
    """Track from edge to edge: straight, gentle or sharp, leaving both edges at right angles."""
    gap = min((first - second) % 6, (second - first) % 6)
    start, end = shape.towards(first, shape.inradius), shape.towards(second, shape.inradius)
    if gap in (STRAIGHT, 0):
        return [start, (0, 0), end]
    # Handle lengths that make a cubic follow the circle of the sharp (120 degrees) and gentle (60 degrees) arc.
    radius, turn = (shape.side / 2, math.radians(120)) if gap == 1 else (1.5 * shape.side, math.radians(60))
    share = 1 - 4 / 3 * math.tan(turn / 4) * radius / shape.inradius
    inner = shape.towards(first, shape.inradius * share), shape.towards(second, shape.inradius * share)
    return _bezier((start, inner[0], inner[1], end))


def edge_to_point(shape: HexShape, edge: int, target: Point) -> list[Point]:
    """Track from an edge to a stop: straight to the centre, bent to anywhere else."""
    start = shape.towards(edge, shape.inradius)
    if math.hypot(*target) < 1:
        return [start, target]
    inner = shape.towards(edge, shape.inradius * 0.5)
    return _bezier((start, inner, ((inner[0] + target[0]) / 2, (inner[1] + target[1]) / 2), target))


def point_to_point(first: Point, second: Point) -> list[Point]:
    """Track between two stops of one hex."""
    return [first, second]


def along(points: list[Point], share: float) -> tuple[Point, Point]:
    """The point at `share` (0-1) of a polyline's length, and the unit direction of the line there."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    wanted = share * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=False):
        if wanted <= length and length > 0:
            t = wanted / length
            heading = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            return (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t), heading
        wanted -= length
    return points[-1], (1.0, 0.0)


def samples(points: list[Point], spacing: float) -> list[Point]:
    """Points every `spacing` pixels along a polyline."""
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    count = max(2, int(total / spacing))
    return [along(points, step / count)[0] for step in range(count + 1)]
