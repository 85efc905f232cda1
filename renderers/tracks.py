"""Where the stops of a tile lie and which curve each piece of its track takes."""

from collections import defaultdict
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from engine.schema import StopData, TileData
from renderers.canvas import Point
from renderers.geometry import HexShape, along, edge_to_edge, edge_to_point, point_to_point, samples

TWO_EXITS: Final = 2
OPPOSED: Final = 0.1
TOWN_SHARES: Final = (0.5, 0.32, 0.68, 0.22, 0.78)


class Piece(NamedTuple):
    """One piece of track: its two ends as in the data, and its curve."""

    ends: tuple[str, str]
    line: tuple[Point, ...]


class Place(NamedTuple):
    """Where a stop lies; `heading` is the direction of the track under a town bar, None for a dot or city."""

    at: Point
    heading: Point | None = None


class TrackPlan(NamedTuple):
    """Geometry of a turned tile: its stops by ref, and its track."""

    places: dict[str, Place]
    pieces: tuple[Piece, ...]


def _turn_end(end: str, rotation: int) -> str:
    return str((int(end) + rotation) % 6) if end.isdigit() else end


def _turn_stop(stop: StopData, rotation: int) -> StopData:
    return stop if stop.angle is None else msgspec.structs.replace(stop, angle=(stop.angle + rotation) % 6)


def turned(design: TileData, rotation: int) -> TileData:
    """The tile as it lies on the map after `rotation` steps of 60 degrees clockwise."""
    if rotation == 0:
        return design
    track = tuple((_turn_end(a, rotation), _turn_end(b, rotation)) for a, b in design.track)
    stops = tuple(_turn_stop(stop, rotation) for stop in design.stops)
    return msgspec.structs.replace(design, track=track, stops=stops)


def edges_of(design: TileData) -> dict[str, list[int]]:
    """Stop ref -> edges that its own track touches, in order of the data."""
    found: dict[str, list[int]] = defaultdict(list)
    for first, second in design.track:
        for end, other in ((first, second), (second, first)):
            if not end.isdigit() and other.isdigit():
                found[end].append(int(other))
    return found


def _links_stops(design: TileData) -> bool:
    return any(not a.isdigit() and not b.isdigit() for a, b in design.track)


def _is_on_track(stop: StopData, edges: list[int], design: TileData) -> bool:
    """A town with exactly two exits is drawn as a bar across its line."""
    return stop.kind in ("town", "port") and len(edges) == TWO_EXITS and not _links_stops(design)


def _mean_direction(shape: HexShape, edges: list[int]) -> Point:
    directions = [shape.direction(edge) for edge in edges]
    return sum(x for x, _ in directions), sum(y for _, y in directions)


def _spread(shape: HexShape, order: int, count: int) -> Point:
    """Stops without track or angle stand side by side."""
    step = shape.side * 0.66
    return (order - (count - 1) / 2) * step, 0.0


def _free_place(shape: HexShape, stop: StopData, order: int, design: TileData) -> Point:
    """Place of a city, of a dot, or of a stop at the end of its track."""
    if stop.angle is not None:
        return shape.towards(stop.angle, shape.side * (0.3 if stop.kind == "port" else 0.5))
    others = len(design.stops)
    edges = edges_of(design).get(stop.ref, [])
    if others == 1:
        return (0.0, 0.0)
    if not edges:
        return _spread(shape, order, others)
    x, y = _mean_direction(shape, edges)
    length = (x * x + y * y) ** 0.5
    if length < OPPOSED:
        return (0.0, 0.0)
    reach = shape.side * 0.42
    return x / length * reach, y / length * reach


def _distance(point: Point, others: list[Point]) -> float:
    return min(((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5 for x, y in others) if others else 1e9


def _bar_place(shape: HexShape, line: list[Point], taken: list[Point], foreign: list[Point]) -> Place:
    """The spot of a town bar on its line: the middle, or where it is clear of other track and stops."""
    best, best_score = Place(along(line, 0.5)[0]), -1e9
    for order, share in enumerate(TOWN_SHARES):
        point, heading = along(line, share)
        room = min(_distance(point, taken) / 2, _distance(point, foreign), shape.side * 0.3)
        score = room - order * shape.side * 0.04
        if score > best_score:
            best, best_score = Place(point, heading), score
    return best


def _place_stops(shape: HexShape, design: TileData) -> dict[str, Place]:
    edges = edges_of(design)
    on_track = {stop.ref for stop in design.stops if _is_on_track(stop, edges.get(stop.ref, []), design)}
    lines = {ref: edge_to_edge(shape, *edges[ref]) for ref in on_track}
    places: dict[str, Place] = {}
    for order, stop in enumerate(design.stops):
        if stop.ref not in on_track:
            places[stop.ref] = Place(_free_place(shape, stop, order, design))
    for ref in sorted(on_track):
        foreign = [point for other in sorted(on_track) if other != ref for point in samples(lines[other], 6)]
        taken = [place.at for place in places.values()]
        places[ref] = _bar_place(shape, lines[ref], taken, foreign)
    return places


def _single(shape: HexShape, ends: tuple[str, str], places: dict[str, Place]) -> list[Point]:
    first, second = ends
    if first.isdigit() and second.isdigit():
        return edge_to_edge(shape, int(first), int(second))
    if first.isdigit():
        return edge_to_point(shape, int(first), _spot(second, places))
    if second.isdigit():
        return edge_to_point(shape, int(second), _spot(first, places))
    return point_to_point(_spot(first, places), _spot(second, places))


def _spot(ref: str, places: dict[str, Place]) -> Point:
    return places[ref].at if ref in places else (0.0, 0.0)


def _half(shape: HexShape, edges: list[int], edge: int, place: Place) -> list[Point]:
    """The part of a town's line between one of its edges and its bar."""
    line = edge_to_edge(shape, edge, edges[0] if edge == edges[1] else edges[1])
    near = min(range(len(line)), key=lambda index: _distance(line[index], [place.at]))
    kept = [point for point in line[: near + 1] if _distance(point, [place.at]) > 1]
    return [*kept, place.at]


@lru_cache(maxsize=2048)
def plan_of(shape: HexShape, design: TileData) -> TrackPlan:
    """The geometry of a tile that is already turned."""
    places = _place_stops(shape, design)
    edges = edges_of(design)
    pieces: list[Piece] = []
    for ends in design.track:
        edge, ref = (ends[0], ends[1]) if ends[0].isdigit() else (ends[1], ends[0])
        if ref in places and places[ref].heading is not None and edge.isdigit():
            line = _half(shape, edges[ref], int(edge), places[ref])
        else:
            line = _single(shape, ends, places)
        pieces.append(Piece(ends, tuple(line)))
    return TrackPlan(places, tuple(pieces))
