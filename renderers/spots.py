"""Candidate spots for the lettering of a hex: tables for a hex of side 88, scaled, and spots made to measure."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from renderers.canvas import Box, Point
from renderers.geometry import HexShape
from renderers.text import ink

UNIT: Final = 88
AIR: Final = 1.5
RIM_AIR: Final = 3.0
NAME_SIZES: Final = (32, 28, 25, 22, 19, 17)
NAME_ROWS: Final = (46, 43, 49, 52, 37, 30, -44, -48, -37, -30, 20, -20, 8, -8, 60)
NUMBER_SIZES: Final = (32, 29, 26, 24)
FINE_ROWS: Final = (*range(60, -65, -4),)
HUGGING: Final = (63, 56, 46, 34, 22, 8, -8, -22, -34, -46, -56, -63)
AROUND: Final = 16
VALUE_ROWS: Final = (49, -49, 46, -46, 58, -58, 40, -40)
VALUE_HIGH: Final = 10.0
VALUE_WIDE: Final = 17.0
BUBBLE: Final = 17.0
SHIFT: Final = 6


class Spot(NamedTuple):
    """A rectangle or (when `radius` is set) a disc, around `at`."""

    at: Point
    half: Point
    radius: float = 0

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        (x, y), (wide, high) = self.at, self.half
        return x - wide, y - high, x + wide, y + high


FLAT: Final[dict[str, tuple[Spot, ...]]] = {
    "coordinate": tuple(Spot((x, y), (22, 9.5)) for x, y in ((-24, -64), (24, -64), (-24, 64), (24, 64))),
    "disc": tuple(
        Spot((x, y), (19, 19), 19)
        for x, y in ((34, -52), (63, 0), (-63, 0), (34, 52), (-34, 52), (-34, -52), (0, -55), (0, 55))
    ),
    "badge": (
        *(Spot((x, y), (17, 17), 17) for x, y in ((65, 0), (-65, 0), (34, 54), (-34, 54), (34, -54))),
        *(Spot((x, y), (14, 14), 14) for x, y in ((32, 59), (-32, 59), (32, -59), (69, 0), (-69, 0))),
    ),
    "small badge": tuple(Spot((x, y), (14, 14), 14) for x, y in ((31, 60), (-31, 60), (31, -60), (-31, -60))),
    "label": (
        *(Spot((x, y), (15, 15)) for x, y in ((-64, 0), (64, 0), (-44, -40), (-46, 40), (44, 40))),
        *(Spot((x, y), (11, 8)) for x, y in ((-30, 67), (30, 67), (30, -66), (0, 67), (0, -66))),
        *(Spot((x, y), (12, 10)) for x, y in ((-60, 22), (60, 22), (-60, -22), (60, -22))),
    ),
    "cost": tuple(
        Spot((x, y), (half, high))
        for x, y, half, high in (
            (0, 57, 34, 10),
            (-24, 65, 22, 8),
            (24, 65, 22, 8),
            (22, -63, 21, 8),
            (43, 26, 22, 9),
            (-43, 26, 22, 9),
            (38, -38, 20, 8),
            (60, 0, 21, 8),
            (-60, 0, 21, 8),
        )
    ),
}
POINTY: Final[dict[str, tuple[Spot, ...]]] = {
    "coordinate": tuple(Spot((x, y), (20, 9)) for x, y in ((-52, -40), (52, -40), (-52, 40), (52, 40))),
    "disc": tuple(
        Spot((x, y), (19, 19), 19)
        for x, y in ((54, -34), (0, -62), (0, 62), (54, 34), (-54, 34), (-54, -34), (57, 0), (-57, 0))
    ),
    "badge": (
        *(Spot((x, y), (19, 19), 19) for x, y in ((54, 34), (-54, 34), (54, -34), (57, 0), (-57, 0))),
        *(Spot((x, y), (15, 15), 15) for x, y in ((57, 34), (-57, 34), (57, -34), (0, 64), (0, -64))),
    ),
    "small badge": tuple(Spot((x, y), (15, 15), 15) for x, y in ((57, 34), (-57, 34), (0, 66), (0, -66))),
    "label": (
        *(Spot((x, y), (15, 15)) for x, y in ((0, -64), (0, 64), (-56, 30), (56, 30), (-58, 0), (58, 0))),
        *(Spot((x, y), (11, 9)) for x, y in ((0, 72), (0, -72), (-60, 44))),
    ),
    "cost": tuple(Spot((x, y), (27, 11)) for x, y in ((0, 62), (-46, 44), (46, 44), (0, -62), (46, -40))),
}


def _scaled(spot: Spot, scale: float) -> Spot:
    return Spot(
        (spot.at[0] * scale, spot.at[1] * scale), (spot.half[0] * scale, spot.half[1] * scale), spot.radius * scale
    )


@lru_cache(maxsize=64)
def spots(shape: HexShape, item: str) -> tuple[Spot, ...]:
    """The candidate spots of an item, best first."""
    table = FLAT if shape.layout == "flat" else POINTY
    return tuple(_scaled(spot, shape.side / UNIT) for spot in table[item])


def _text_half(text: str, size: float) -> Point:
    """Half the width and half the height of capitals of a bold line of text."""
    mark, capital = ink(text, "Bold", round(size)), ink("H", "Bold", round(size))
    return mark.width / 2 + AIR, capital.height / 2 + AIR


def _tail(text: str, size: float) -> float:
    """How far the tails of a text hang below its line."""
    return max(0.0, ink(text, "Bold", round(size)).bottom)


def _room(shape: HexShape, y: float, high: float) -> float:
    """Half the width of the hex that a box of half height `high` around height `y` may use."""
    if abs(y) + high > shape.reach[1] - RIM_AIR:
        return 0.0
    return min(shape.chord(y - high), shape.chord(y + high)) - RIM_AIR


@lru_cache(maxsize=2048)
def number_spots(shape: HexShape, text: str, largest: int) -> tuple[Spot, ...]:
    """Spots of a tile number along the rim, lower right first, in falling sizes."""
    scale = shape.side / UNIT
    found = []
    for size in (one for one in NUMBER_SIZES if one <= largest):
        wide, high = _text_half(text, size * scale)
        for y in HUGGING:
            reach = _room(shape, y * scale, high) - wide
            found += [Spot((side * reach, y * scale), (wide, high)) for side in (1, -1) if reach > 0]
    return tuple(found)


@lru_cache(maxsize=64)
def value_spots(shape: HexShape, count: int) -> tuple[Spot, ...]:
    """Spots of a row of so many values: above and below the middle, as wide as the hex allows."""
    scale = shape.side / UNIT
    found = []
    for y in VALUE_ROWS:
        high = VALUE_HIGH * scale
        wide = min(VALUE_WIDE * count * scale, _room(shape, y * scale, high))
        found.append(Spot((0.0, y * scale), (wide, high)))
    return tuple(found)


@lru_cache(maxsize=4096)
def name_spots(shape: HexShape, text: str, rows: tuple[int, ...], shifts: int) -> tuple[Spot, ...]:
    """Spots of a line of a name in these rows, in the middle and `shifts` steps to each side, in falling sizes."""
    scale = shape.side / UNIT
    found = []
    for size in NAME_SIZES:
        wide, high = _text_half(text, size * scale)
        high += _tail(text, size * scale) / 2
        for y in rows:
            spare = _room(shape, y * scale, high) - wide
            if spare >= 0:
                steps = range(-shifts, shifts + 1) if spare > SHIFT else (0,)
                found += [Spot((spare * step / shifts, y * scale), (wide, high)) for step in steps]
    return tuple(found) or (Spot((0.0, rows[0] * scale), (shape.side * 0.55, 7 * scale)),)


@lru_cache(maxsize=1024)
def bubble_spots(shape: HexShape, centre: Point, distance: float) -> tuple[Spot, ...]:
    """Spots of a revenue close around its stop, as far as they lie inside the hex."""
    radius = BUBBLE * shape.side / UNIT
    found = []
    for step in range(AROUND):
        angle = math.tau * (step / AROUND - 0.125)
        x, y = centre[0] + math.cos(angle) * distance, centre[1] + math.sin(angle) * distance
        apart = max(x * shape.direction(edge)[0] + y * shape.direction(edge)[1] for edge in range(6))
        if apart + radius < shape.inradius - AIR:
            found.append(Spot((x, y), (radius, radius), radius))
    return tuple(found)


def depth(first: Spot, second: Spot) -> float:
    """How far two spots overlap, in pixels; 0 when they are apart."""
    gap_x = abs(first.at[0] - second.at[0])
    gap_y = abs(first.at[1] - second.at[1])
    if first.radius and second.radius:
        return max(0.0, first.radius + second.radius - math.hypot(gap_x, gap_y))
    if first.radius or second.radius:
        disc, box = (first, second) if first.radius else (second, first)
        outside = max(0.0, gap_x - box.half[0]), max(0.0, gap_y - box.half[1])
        return max(0.0, disc.radius - math.hypot(*outside))
    return max(0.0, min(first.half[0] + second.half[0] - gap_x, first.half[1] + second.half[1] - gap_y))
