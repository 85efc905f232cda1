"""From a route as logged (hexes in order) to the pieces of track it runs over."""

from collections import deque
from functools import lru_cache
from itertools import pairwise

from engine.ids import HexId
from engine.schema import TileData, TitleData
from engine.state import StateView
from renderers.geometry import neighbour_step
from renderers.hints import RouteLine
from renderers.tracks import turned

Ends = tuple[str, str]


def design_at(data: TitleData, state: StateView, where: HexId) -> TileData:
    """The tile that lies on a hex, turned; the printed one when none was laid."""
    laid = state.tiles.get(where)
    if laid is None:
        return data.board.hexes[where].design
    return turned(data.board.tiles[laid.tile], laid.rotation)


@lru_cache(maxsize=4096)
def _inside(design: TileData, start: str, goal: str) -> tuple[Ends, ...]:
    """The shortest way inside a hex between two ends; an end ``""`` is any stop."""
    stops = {stop.ref for stop in design.stops}
    seen = {start}
    heap: deque[tuple[str, tuple[Ends, ...]]] = deque([(start, ())])
    while heap:
        here, way = heap.popleft()
        if here == goal or (goal == "" and here in stops):
            return way
        if here.isdigit() and here != start:
            continue
        for first, second in design.track:
            for end, other in ((first, second), (second, first)):
                if end == here and other not in seen:
                    seen.add(other)
                    heap.append((other, (*way, (first, second))))
    return ()


def _edge_between(data: TitleData, here: HexId, there: HexId) -> int | None:
    """The edge of `here` that touches `there`; None when they are not neighbours (a jump inside an off-map box)."""
    one, other = data.board.hexes[here], data.board.hexes[there]
    step = (other.x - one.x, other.y - one.y)
    return next((edge for edge in range(6) if neighbour_step(data.board.layout, edge) == step), None)


def _pieces_of(data: TitleData, state: StateView, path: tuple[str, ...]) -> list[tuple[HexId, Ends]]:
    stops = [part.replace(":", ".").partition(".") for part in path]
    hexes = [HexId(where) for where, _, _ in stops]
    edges = [_edge_between(data, here, there) for here, there in pairwise(hexes)]
    found: list[tuple[HexId, Ends]] = []
    for place, where in enumerate(hexes):
        before = edges[place - 1] if place else None
        after = edges[place] if place < len(edges) else None
        entry = "" if before is None else str((before + 3) % 6)
        leave = "" if after is None else str(after)
        named = stops[place][2]
        start, goal = (leave, named) if entry == "" else (entry, leave or named)
        found += [(where, ends) for ends in _inside(design_at(data, state, where), start, goal)]
    return found


def route_pieces(
    data: TitleData, state: StateView, routes: tuple[RouteLine, ...]
) -> dict[HexId, tuple[tuple[int, str, str], ...]]:
    """Hex -> pieces to colour, each with the index of its train."""
    found: dict[HexId, list[tuple[int, str, str]]] = {}
    for index, route in enumerate(routes):
        for where, (first, second) in _pieces_of(data, state, route.path):
            piece = (index, first, second)
            if piece not in found.setdefault(where, []):
                found[where].append(piece)
    return {where: tuple(pieces) for where, pieces in found.items()}
