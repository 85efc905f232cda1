"""Where the lettering of a hex goes: name, revenue, tile number, label, cost and coordinate, free of each other.

Every item has a few candidate spots; a spot costs for each thing it touches, and the cheapest one wins.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.schema import TileData
from renderers.canvas import Point
from renderers.geometry import HexShape, samples
from renderers.spots import (
    AIR,
    BUBBLE,
    FINE_ROWS,
    NAME_ROWS,
    NUMBER_SIZES,
    UNIT,
    Spot,
    bubble_spots,
    depth,
    name_spots,
    number_spots,
    spots,
    value_spots,
)
from renderers.tracks import TrackPlan, plan_of

TRACK_HALF: Final = 10
NEAR_NUMBER: Final = 3
TOUCH, CROSS, LATER, SMALLER = 60.0, 3.0, 5.0, 9.0
ABOVE: Final = 25
PORT_RADIUS, TOWN_RADIUS = 28, 15
ROW_OF_SLOTS: Final = 3
CITY_RADII: Final = {1: 36.0, 2: 32.5, 3: 26.5, 4: 25.0}
SMALL_CITY_RADII: Final = {1: 31.0, 2: 22.0, 3: 18.0}
PASS_RADII: Final = {1: 30.0, 2: 28.0, 3: 24.0}


class Lettering(NamedTuple):
    """The chosen spots; `revenues` pairs a value with its spot, `slots` holds the discs of cities and passes."""

    coordinate: Spot
    names: tuple[Spot, ...]
    revenues: tuple[tuple[int, Spot], ...]
    label: Spot | None
    values: Spot | None
    number: Spot | None
    cost: Spot | None
    badge: Spot | None
    slots: dict[str, tuple[Spot, ...]]


class Wants(NamedTuple):
    """What a hex has besides its revenues: lines of its name, tile number, values of a city by phase, and the rest."""

    names: tuple[str, ...] = ()
    number: str = ""
    label: bool = False
    values: int = 0
    cost: bool = False
    badge: bool = False


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
            found.append(_disc((x, y), PORT_RADIUS * scale))
        elif stop.kind == "town" and heading is None:
            found.append(_disc((x, y), 14 * scale))
        elif stop.kind == "town" and heading is not None:
            steps = (-16 * scale, 0, 16 * scale)
            found += [_disc((x - heading[1] * step, y + heading[0] * step), 11 * scale) for step in steps]
    return found


def _disc(at: Point, radius: float) -> Spot:
    return Spot(at, (radius, radius), radius)


def _crossings(spot: Spot, track: list[Point], near: float) -> int:
    """How many points of track lie under a spot or closer to it than `near` pixels."""
    (x, y), (wide, high) = spot.at, (spot.half[0] + near, spot.half[1] + near)
    return sum(abs(px - x) < wide and abs(py - y) < high for px, py in track)


class _Chooser:
    """Chooses spots one after the other; what is taken is an obstacle to the rest."""

    def __init__(self, shape: HexShape, taken: list[Spot], track: list[Point]) -> None:
        self._shape = shape
        self._taken = taken
        self._track = track

    def _touches(self, spot: Spot, most: float) -> float:
        """What touching other things costs; stops counting above `most`."""
        cost = 0.0
        for other in self._taken:
            if abs(spot.at[0] - other.at[0]) < spot.half[0] + other.half[0]:
                cost += TOUCH * depth(spot, other)
                if cost >= most:
                    break
        return cost

    def _take(self, options: Sequence[Spot], later: Sequence[float], near: float = TRACK_HALF) -> Spot:
        """The cheapest spot; `later` is what each costs for itself, `near` how far track should stay away."""
        best, least = options[0], math.inf
        for option, before in sorted(zip(options, later, strict=True), key=lambda pair: pair[1]):
            if before >= least:
                break
            cost = before + self._touches(option, least - before)
            if cost < least:
                cost += CROSS * _crossings(option, self._track, near)
            if cost < least:
                best, least = option, cost
        self._taken.append(best)
        return best

    def choose(self, item: str, later: float = LATER) -> Spot:
        """The cheapest spot of the tables for an item, each costing `later` more than the one before."""
        options = spots(self._shape, item)
        return self._take(options, [later * order - spot.half[0] for order, spot in enumerate(options)])

    def values(self, count: int) -> Spot:
        """The spot of a row of values of a city that pays by phase."""
        options = value_spots(self._shape, count)
        widest = max(spot.half[0] for spot in options)
        return self._take(options, [order + 4 * (widest - spot.half[0]) for order, spot in enumerate(options)])

    def number(self, text: str, *, alone: bool) -> Spot:
        """The spot of a tile number, larger on plain track."""
        options = number_spots(self._shape, text, NUMBER_SIZES[0 if alone else 2])
        highest, low = max(spot.half[1] for spot in options), options[0].at[1]
        later = [SMALLER * (highest - spot.half[1]) + 0.9 * (low - spot.at[1]) for spot in options]
        return self._take(options, later, NEAR_NUMBER)

    def give_up(self) -> None:
        """Do without the spot chosen last."""
        self._taken.pop()

    def name(self, text: str, between: tuple[float, float] = (-math.inf, math.inf)) -> Spot:
        """The spot of one line of a name, its middle between two heights: large, low and centred if possible."""
        spot = self._name(text, (NAME_ROWS, 2), between)
        if any(depth(spot, other) > 0 for other in self._taken[:-1]):
            self.give_up()
            spot = self._name(text, (FINE_ROWS, 6), between)
        return spot

    def _name(self, text: str, grid: tuple[tuple[int, ...], int], between: tuple[float, float]) -> Spot:
        options, scale = name_spots(self._shape, text, *grid), self._shape.side / UNIT
        options = tuple(spot for spot in options if between[0] < spot.at[1] < between[1]) or options
        tallest = options[0].half[1]
        later = [
            SMALLER * (tallest - spot.half[1])
            + 0.1 * abs(spot.at[0])
            + 1.5 * grid[0].index(round(spot.at[1] / scale))
            + (ABOVE if spot.at[1] < 0 else 0)
            for spot in options
        ]
        return self._take(options, later)

    def bubble(self, centre: Point, distance: float) -> Spot:
        """The spot of a revenue close to its stop."""
        options = bubble_spots(self._shape, centre, distance)
        if not options:
            return self.choose("disc")
        return self._take(options, [2.0 * order for order in range(len(options))])


def _revenues(chooser: _Chooser, shape: HexShape, design: TileData, plan: TrackPlan) -> tuple[tuple[int, Spot], ...]:
    """Values to show: one when all stops agree, else one beside each stop. Off-map values are shown elsewhere."""
    paying = [(stop.revenue, stop) for stop in design.stops if isinstance(stop.revenue, int) and stop.revenue > 0]
    ports = [stop for _, stop in paying if stop.kind == "port"]
    if len({value for value, _ in paying}) == 1 and not ports:
        return ((paying[0][0], chooser.choose("disc")),)
    scale = shape.side / UNIT
    radii = {"city": SMALL_CITY_RADII[1], "port": PORT_RADIUS}
    reaches = {stop.ref: radii.get(stop.kind, TOWN_RADIUS) + BUBBLE + AIR for _, stop in paying}
    return tuple((value, chooser.bubble(plan.places[stop.ref].at, reaches[stop.ref] * scale)) for value, stop in paying)


def _slots(shape: HexShape, design: TileData, plan: TrackPlan) -> dict[str, tuple[Spot, ...]]:
    found: dict[str, tuple[Spot, ...]] = {}
    for stop in design.stops:
        if stop.kind in ("city", "pass"):
            radii = PASS_RADII if stop.kind == "pass" else CITY_RADII if len(design.stops) == 1 else SMALL_CITY_RADII
            found[stop.ref] = slot_spots(shape, plan.places[stop.ref].at, max(1, stop.slots), radii)
    return found


def _names(chooser: _Chooser, names: tuple[str, ...], design: TileData) -> tuple[Spot, ...]:
    """Spots of the lines of a name, the upper one first, all of one height."""
    around_city = any(stop.kind == "city" for stop in design.stops)
    found = _lines(chooser, names) if around_city else _apart(chooser, names)
    lowest = min((spot.half[1] for spot in found), default=0.0)
    return tuple(Spot(spot.at, (spot.half[0], lowest)) for spot in found)


def _apart(chooser: _Chooser, names: tuple[str, ...]) -> list[Spot]:
    """Spots of the names of towns, each wide enough for the longest."""
    longest = max(names, key=len, default="")
    return sorted((chooser.name(longest) for _ in names), key=lambda spot: spot.at[1])


def _lines(chooser: _Chooser, names: tuple[str, ...]) -> list[Spot]:
    """Spots of the lines of one name, the longest chosen first, each line above the next."""
    found: dict[int, Spot] = {}
    for index in sorted(range(len(names)), key=lambda index: -len(names[index])):
        above = max((spot.at[1] for line, spot in found.items() if line < index), default=-math.inf)
        below = min((spot.at[1] for line, spot in found.items() if line > index), default=math.inf)
        found[index] = chooser.name(names[index], (above, below))
    return [found[index] for index in range(len(names))]


@lru_cache(maxsize=4096)
def lettering(shape: HexShape, design: TileData, wants: Wants) -> Lettering:
    """Choose the spots of a hex whose tile is already turned; where a badge and a name stand, the number gives way."""
    plan = plan_of(shape, design)
    slots = _slots(shape, design, plan)
    taken = [spot for group in slots.values() for spot in group] + _stop_obstacles(shape, design, plan)
    track = [point for piece in plan.pieces for point in samples(list(piece.line), 7)]
    chooser = _Chooser(shape, taken, track)
    coordinate = chooser.choose("coordinate", 25.0)
    revenues = _revenues(chooser, shape, design, plan)
    label = chooser.choose("label") if wants.label and wants.badge else None
    crowded = any(stop.slots > 1 for stop in design.stops)
    badge = chooser.choose("small badge" if crowded else "badge") if wants.badge else None
    number = None
    if wants.number and not (wants.badge and wants.names):
        number = chooser.number(wants.number, alone=not design.stops)
    label = label or (chooser.choose("label") if wants.label else None)
    values = chooser.values(wants.values) if wants.values else None
    return Lettering(
        coordinate=coordinate,
        revenues=revenues,
        number=number,
        names=_names(chooser, wants.names, design),
        label=label,
        values=values,
        cost=chooser.choose("cost") if wants.cost else None,
        badge=badge,
        slots=slots,
    )
