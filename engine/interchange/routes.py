"""A site's train runs as our routes."""

from collections.abc import Sequence
from itertools import product
from typing import cast

from engine.actions import Route
from engine.board import Walk, format_route, resolve
from engine.context import Position
from engine.ids import HexId, TrainId
from engine.interchange.site import Json


def routes_of(pos: Position, value: Json) -> tuple[Route, ...]:
    """Return our routes for the field ``routes`` of a run; empty runs are left out."""
    entries = [cast(dict[str, Json], entry) for entry in value] if isinstance(value, list) else []
    found = (_route(pos, entry) for entry in entries)
    return tuple(route for route in found if route is not None)


def _route(pos: Position, entry: dict[str, Json]) -> Route | None:
    stops = [str(name) for name in cast(list[Json], entry.get("hexes") or [])]
    pieces = cast(list[list[Json]], entry.get("connections") or [])
    parts = [[str(name) for name in piece] for piece in pieces]
    if not stops or not parts:
        return None
    line = _line(stops, parts)
    nodes = sorted(str(node) for node in cast(list[Json], entry.get("nodes") or []))
    return Route(TrainId(str(entry["train"])), _best_reading(pos, line, nodes))


def _line(stops: Sequence[str], parts: Sequence[Sequence[str]]) -> list[str]:
    """Join the stop-to-stop pieces, each turned the right way, into one line of hexes without repetition."""
    line = [stops[0]]
    for index, part in enumerate(parts):
        start = stops[index] if index < len(stops) else line[-1]
        ordered = list(part) if part[0] == start else list(reversed(part))
        for name in ordered:
            if name != line[-1]:
                line.append(name)
    return line


def _best_reading(pos: Position, line: Sequence[str], nodes: Sequence[str]) -> tuple[str, ...]:
    """Name end stops (and stops on the way where needed) so that exactly the site's nodes are visited."""
    choices = [_names(pos, name, end=index in (0, len(line) - 1)) for index, name in enumerate(line)]
    for names in product(*choices):
        path = tuple(part for name in names for part in name)
        walk = resolve(pos.board, path)
        if isinstance(walk, Walk) and (not nodes or _nodes(walk) == list(nodes)):
            return format_route(pos.board, walk)
    return tuple(line)


def _names(pos: Position, name: str, *, end: bool) -> list[tuple[str, ...]]:
    stops = [stop.data.ref for stop in pos.board.cell(HexId(name)).stops]
    if len(stops) <= 1:
        return [(name,)]
    named: list[tuple[str, ...]] = [(f"{name}.{ref}",) for ref in stops]
    return named if end else [(name,), *named]


def _nodes(walk: Walk) -> list[str]:
    return sorted(f"{stop.hex}-{stop.data.part}" for stop in walk.stops)
