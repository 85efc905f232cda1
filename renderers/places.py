"""Where the lettering of a hex goes: name, revenue, tile number, label, cost and coordinate, free of each other.

Every item has a few candidate spots; a spot costs for each thing it touches, and the cheapest one wins. Spots are
given for a hex of side 88 and scaled.
"""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from engine.schema import TileData
from renderers.canvas import Box, Point
from renderers.geometry import HexShape, samples
from renderers.tracks import TrackPlan, plan_of

UNIT: Final = 88
TRACK_HALF: Final = 10
TOUCH, CROSS, LATER = 60.0, 1.7, 5.0
ROW_OF_SLOTS: Final = 3
CITY_RADII: Final = {1: 36.0, 2: 32.5, 3: 26.5, 4: 25.0}
SMALL_CITY_RADII: Final = {1: 31.0, 2: 22.0, 3: 18.0}
PASS_RADII: Final = {1: 30.0, 2: 28.0, 3: 24.0}


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


class Lettering(NamedTuple):
    """The chosen spots; `revenues` pairs a value with its spot, `slots` holds the discs of cities and passes."""

    coordinate: Spot
    names: tuple[Spot, ...]
    revenues: tuple[tuple[int, Spot], ...]
    label: Spot | None
    number: Spot | None
    cost: Spot | None
    badge: Spot | None
    slots: dict[str, tuple[Spot, ...]]


class Wants(NamedTuple):
    """Which items a hex has besides its revenues: lines of its name, label, tile number, cost and hint badge."""

    names: int = 0
    label: bool = False
    number: bool = False
    cost: bool = False
    badge: bool = False


FLAT: Final[dict[str, tuple[Spot, ...]]] = {
    "coordinate": tuple(Spot((x, y), (22, 9.5)) for x, y in ((-24, -64), (24, -64), (-24, 64), (24, 64))),
    "disc": tuple(
        Spot((x, y), (19, 19), 19)
        for x, y in ((35, -54), (64, 0), (-64, 0), (35, 54), (-35, 54), (-35, -54), (0, -55), (0, 55))
    ),
    "number": tuple(
        Spot((x, y), (19, 7.5))
        for x, y in (
            *((26, 67), (-26, 67), (26, -65), (43, 33), (-43, 33)),
            *((43, -33), (62, 0), (-62, 0), (0, 67), (0, -66), (-43, -33)),
            *((-49, -26), (49, -26), (-49, 26), (49, 26)),
        )
    ),
    "large number": (
        *(Spot((x, y), (25, 10)) for x, y in ((21, 63), (-21, 63), (21, -63))),
        *(Spot((x, y), (20, 9)) for x, y in ((40, 35), (-40, 35), (40, -35), (62, 0), (-62, 0))),
    ),
    "label": (
        *(Spot((x, y), (15, 15)) for x, y in ((-64, 0), (64, 0), (-44, -40), (-46, 40), (44, 40))),
        *(Spot((x, y), (11, 8)) for x, y in ((-30, 67), (30, 67), (30, -66), (0, 67), (0, -66))),
    ),
    "cost": tuple(
        Spot((x, y), (half, high))
        for x, y, half, high in (
            (0, 57, 34, 10),
            (-24, 66, 23, 8),
            (24, 66, 23, 8),
            (26, -64, 22, 9),
            (52, 26, 25, 9),
            (-52, 26, 25, 9),
            (46, -38, 25, 9),
            (56, 0, 25, 9),
        )
    ),
    "name": (
        *(Spot((0, y), (0, 9)) for y in (47.8, 42, 36, 52, -42, -36, 28, -28)),
        *(Spot((0, y), (0, 7)) for y in (45, -48, 50)),
        *(Spot((x, y), (0, 10)) for y in (30, 44, -28, 18, -44) for x in (26, -26)),
        *(Spot((x, y), (0, 8)) for y in (6, -8, 16, -18, 36, 54) for x in (34, -34, 20, -20)),
    ),
}
POINTY: Final[dict[str, tuple[Spot, ...]]] = {
    "coordinate": tuple(Spot((x, y), (20, 9)) for x, y in ((-52, -40), (52, -40), (-52, 40), (52, 40))),
    "disc": tuple(
        Spot((x, y), (19, 19), 19)
        for x, y in ((54, -34), (0, -62), (0, 62), (54, 34), (-54, 34), (-54, -34), (57, 0), (-57, 0))
    ),
    "number": tuple(Spot((x, y), (20, 9)) for x, y in ((48, 46), (-48, 46), (0, 74), (50, -42), (0, -70))),
    "large number": tuple(Spot((x, y), (25, 10)) for x, y in ((48, 44), (-48, 44), (0, 72), (50, -42), (0, -70))),
    "label": (
        *(Spot((x, y), (15, 15)) for x, y in ((0, -64), (0, 64), (-56, 30), (56, 30), (-58, 0), (58, 0))),
        *(Spot((x, y), (11, 9)) for x, y in ((0, 72), (0, -72), (-60, 44))),
    ),
    "cost": tuple(Spot((x, y), (27, 11)) for x, y in ((0, 62), (-46, 44), (46, 44), (0, -62), (46, -40))),
    "name": (
        *(Spot((0, y), (0, 11)) for y in (48, 42, 36, -48, -38, 28, -28)),
        *(Spot((x, y), (0, 10)) for y in (30, 44, -28, 18, -44) for x in (26, -26)),
        *(Spot((x, y), (0, 8)) for y in (6, -8, 16, -18, 36, 54) for x in (34, -34, 20, -20)),
    ),
}


def _scaled(spot: Spot, scale: float) -> Spot:
    return Spot(
        (spot.at[0] * scale, spot.at[1] * scale), (spot.half[0] * scale, spot.half[1] * scale), spot.radius * scale
    )


def _widened(spot: Spot, shape: HexShape) -> Spot:
    """A name may be as wide as the hex is there, on both sides of its middle."""
    (x, y), (_, high) = spot.at, spot.half
    room = min(shape.chord(y - high), shape.chord(y + high)) - abs(x) - 2
    wide = room if x == 0 else min(room, shape.side * 0.52)
    return Spot(spot.at, (wide, high))


@lru_cache(maxsize=64)
def spots(shape: HexShape, item: str) -> tuple[Spot, ...]:
    """The candidate spots of an item, best first."""
    table = FLAT if shape.layout == "flat" else POINTY
    scaled = [_scaled(spot, shape.side / UNIT) for spot in table[item]]
    return tuple(_widened(spot, shape) for spot in scaled) if item == "name" else tuple(scaled)


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


def slot_spots(shape: HexShape, centre: Point, slots: int, radii: dict[int, float]) -> tuple[Spot, ...]:
    """The token circles of a city, side by side up to three, else in two rows; `radii` by number of slots."""
    radius = radii.get(slots, min(radii.values())) * shape.side / UNIT
    columns = slots if slots <= ROW_OF_SLOTS else math.ceil(slots / 2)
    rows = math.ceil(slots / columns)
    found = []
    for slot in range(slots):
        row, column = divmod(slot, columns)
        x = centre[0] + (column - (columns - 1) / 2) * 2 * radius
        y = centre[1] + (row - (rows - 1) / 2) * 2 * radius
        found.append(Spot((x, y), (radius, radius), radius))
    return tuple(found)


def _stop_obstacles(shape: HexShape, design: TileData, plan: TrackPlan) -> list[Spot]:
    """Town bars, dots and anchors."""
    scale = shape.side / UNIT
    found = []
    for stop in design.stops:
        (x, y), heading = plan.places[stop.ref]
        if stop.kind == "port":
            found.append(_disc((x, y), 28 * scale))
        elif stop.kind == "town" and heading is None:
            found.append(_disc((x, y), 14 * scale))
        elif stop.kind == "town" and heading is not None:
            steps = (-16 * scale, 0, 16 * scale)
            found += [_disc((x - heading[1] * step, y + heading[0] * step), 11 * scale) for step in steps]
    return found


def _disc(at: Point, radius: float) -> Spot:
    return Spot(at, (radius, radius), radius)


def _crossings(spot: Spot, track: list[Point]) -> int:
    """How many points of track lie under a spot or closer than half a track's width."""
    (x, y), (wide, high) = spot.at, (spot.half[0] + TRACK_HALF, spot.half[1] + TRACK_HALF)
    return sum(abs(px - x) < wide and abs(py - y) < high for px, py in track)


class _Chooser:
    """Chooses spots one after the other; what is taken is an obstacle to the rest."""

    def __init__(self, shape: HexShape, taken: list[Spot], track: list[Point]) -> None:
        self._shape = shape
        self._taken = taken
        self._track = track

    def _cost(self, spot: Spot, order: int, near: Point | None) -> float:
        cost = LATER * order + sum(TOUCH * depth(spot, other) for other in self._taken)
        cost += CROSS * _crossings(spot, self._track)
        if near is not None:
            cost += math.dist(spot.at, near) * 0.6
        return cost

    def choose(self, item: str, near: Point | None = None) -> Spot:
        """The cheapest spot for an item; `near` pulls it towards its stop."""
        options = spots(self._shape, item)
        order_cost = 2 if item == "name" else 1
        best = min(
            range(len(options)),
            key=lambda index: self._cost(options[index], index, near) - order_cost * options[index].half[0],
        )
        self._taken.append(options[best])
        return options[best]


def _revenues(design: TileData, plan: TrackPlan) -> list[tuple[int, Point | None]]:
    """Values to show: one when all stops agree, else one beside each stop. Off-map values are shown elsewhere."""
    paying = [
        (stop.revenue, plan.places[stop.ref].at)
        for stop in design.stops
        if isinstance(stop.revenue, int) and stop.revenue > 0
    ]
    if len({value for value, _ in paying}) == 1:
        return [(paying[0][0], None)]
    return list(paying)


def _slots(shape: HexShape, design: TileData, plan: TrackPlan) -> dict[str, tuple[Spot, ...]]:
    found: dict[str, tuple[Spot, ...]] = {}
    for stop in design.stops:
        if stop.kind in ("city", "pass"):
            radii = PASS_RADII if stop.kind == "pass" else CITY_RADII if len(design.stops) == 1 else SMALL_CITY_RADII
            found[stop.ref] = slot_spots(shape, plan.places[stop.ref].at, max(1, stop.slots), radii)
    return found


def _names(chooser: _Chooser, count: int) -> tuple[Spot, ...]:
    """Spots of the lines of a name, the upper one first."""
    return tuple(sorted((chooser.choose("name") for _ in range(count)), key=lambda spot: spot.at[1]))


@lru_cache(maxsize=4096)
def lettering(shape: HexShape, design: TileData, wants: Wants) -> Lettering:
    """Choose the spots of a hex whose tile is already turned."""
    plan = plan_of(shape, design)
    slots = _slots(shape, design, plan)
    taken = [spot for group in slots.values() for spot in group] + _stop_obstacles(shape, design, plan)
    track = [point for piece in plan.pieces for point in samples(list(piece.line), 7)]
    chooser = _Chooser(shape, taken, track)
    return Lettering(
        coordinate=chooser.choose("coordinate"),
        revenues=tuple((value, chooser.choose("disc", near)) for value, near in _revenues(design, plan)),
        names=_names(chooser, wants.names),
        label=chooser.choose("label") if wants.label else None,
        number=chooser.choose("number" if design.stops else "large number") if wants.number else None,
        cost=chooser.choose("cost") if wants.cost else None,
        badge=chooser.choose("disc") if wants.badge else None,
        slots=slots,
    )
