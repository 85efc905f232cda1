"""What one hex of the map shows, as plain data: equal faces are the same picture, so a face is the atlas key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from engine.ids import CompanyId, HexId, TileId
from engine.schema import BoardData, HexData, TitleData
from engine.state import StateView
from renderers.geometry import neighbour_step
from renderers.hints import MapHints
from renderers.routes import route_pieces

Token = tuple[str, tuple[CompanyId, ...]]


class Face(Struct, frozen=True):
    """One hex as it is to be drawn.

    Attributes:
        tile: laid tile or "" for the printed hex; `tokens`, `reserved`: stop ref -> companies.
        tint: index of the region's tint, -1 for none; `bars`, `borders`: impassable edges, closed borders.
        joined: edges shared with the same off-map box, drawn without a line; `limits`: edges towards another region.
        step: index of the current off-map value; `routes`: (train index, end, end).
        last: changed by the last move; `badge`: text of a candidate, None when the hex is none.
        alone: a tile of the box: no coordinate, name or cost of the hex.
    """

    hex: HexId
    tile: TileId
    rotation: int
    tint: int
    bars: tuple[int, ...]
    joined: tuple[int, ...]
    limits: tuple[int, ...] = ()
    borders: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()
    reserved: tuple[Token, ...] = ()
    step: int = 0
    routes: tuple[tuple[int, str, str], ...] = ()
    last: bool = False
    badge: str | None = None
    alone: bool = False


class Ground(Struct, frozen=True):
    """What never changes about a hex: tint, impassable edges, edges inside its box, edges towards another region."""

    tint: int
    bars: tuple[int, ...]
    joined: tuple[int, ...]
    limits: tuple[int, ...]


def sites(board: BoardData) -> dict[tuple[int, int], HexId]:
    """Doubled coordinates -> hex."""
    return {(one.x, one.y): one.id for one in board.hexes.values()}


def neighbours(board: BoardData) -> dict[tuple[HexId, int], HexId]:
    """(hex, edge) -> the hex across it, as far as the map goes; impassable sides included."""
    where = sites(board)
    found: dict[tuple[HexId, int], HexId] = {}
    for one in board.hexes.values():
        for edge in range(6):
            dx, dy = neighbour_step(board.layout, edge)
            other = where.get((one.x + dx, one.y + dy))
            if other is not None:
                found[one.id, edge] = other
    return found


@dataclass(frozen=True)
class Terrain:
    """What never changes about a map: the ground of each hex, and which hex lies across each edge."""

    grounds: dict[HexId, Ground]
    across: dict[tuple[HexId, int], HexId]

    def both_sides(self, sides: frozenset[tuple[HexId, int]]) -> frozenset[tuple[HexId, int]]:
        """Hexsides named from one side, named from both."""
        return sides | {(self.across[side], (side[1] + 3) % 6) for side in sides if side in self.across}


def _is_land(one: HexData) -> bool:
    return one.design.colour not in ("red", "blue", "gray")


def regions(board: BoardData) -> dict[HexId, int]:
    """Hexes with a region -> number of the region, in order of first appearance."""
    names: dict[str, int] = {}
    return {
        one.id: names.setdefault(one.region, len(names)) for one in board.hexes.values() if one.region and _is_land(one)
    }


def _limits(board: BoardData, one: HexData, across: dict[tuple[HexId, int], HexId]) -> tuple[int, ...]:
    """Edges where another region begins."""
    found = []
    for edge in range(6):
        other = board.hexes.get(across.get((one.id, edge), one.id), one)
        if one.region and other.region and one.region != other.region:
            found.append(edge)
    return tuple(found)


def _bars(board: BoardData, one: HexData, across: dict[tuple[HexId, int], HexId]) -> tuple[int, ...]:
    """Impassable edges towards other hexes, whichever side names them."""
    found = []
    for edge in range(6):
        other = across.get((one.id, edge))
        if other is not None and (edge in one.impassable or (edge + 3) % 6 in board.hexes[other].impassable):
            found.append(edge)
    return tuple(found)


def terrain_of(board: BoardData) -> Terrain:
    """The unchanging part of a map."""
    across, tints = neighbours(board), regions(board)
    found = {}
    for one in board.hexes.values():
        joined = tuple(
            edge
            for edge in range(6)
            if one.box and (one.id, edge) in across and board.hexes[across[one.id, edge]].box == one.box
        )
        bars = _bars(board, one, across) if _is_land(one) or one.design.colour == "gray" else ()
        found[one.id] = Ground(tints.get(one.id, -1), bars, joined, _limits(board, one, across))
    return Terrain(found, across)


def revenue_step(data: TitleData, state: StateView) -> int:
    """Index of the off-map value that counts in the present phase."""
    return next((phase.revenue_step for phase in data.phases if phase.id == state.phase), 0)


def _by_hex(stops: Mapping[str, Sequence[CompanyId]]) -> dict[str, tuple[Token, ...]]:
    """Hex -> its stops and the companies named there; the ref is "" when the whole hex is meant."""
    found: dict[str, list[Token]] = {}
    for stop, companies in stops.items():
        where, _, ref = stop.partition(":")
        if companies:
            found.setdefault(where, []).append((ref, tuple(companies)))
    return {where: tuple(sorted(tokens)) for where, tokens in found.items()}


def _edges_by_hex(board: BoardData, hints: MapHints, terrain: Terrain) -> dict[HexId, tuple[int, ...]]:
    named = hints.borders
    if named is None:
        named = frozenset(side for row in board.borders.values() for side in row)
    found: dict[HexId, list[int]] = {}
    for where, edge in sorted(terrain.both_sides(named)):
        found.setdefault(where, []).append(edge)
    return {where: tuple(edges) for where, edges in found.items()}


def _stepped(board: BoardData) -> set[HexId]:
    """Printed hexes whose value depends on the phase."""
    return {one.id for one in board.hexes.values() for stop in one.design.stops if isinstance(stop.revenue, tuple)}


def faces(data: TitleData, state: StateView, hints: MapHints, terrain: Terrain) -> dict[HexId, Face]:
    """The face of every hex of the map in this position."""
    tokens, reserved, step = _by_hex(state.tokens), _by_hex(state.reserved), revenue_step(data, state)
    borders, badges = _edges_by_hex(data.board, hints, terrain), dict(hints.candidates)
    routes = route_pieces(data, state, hints.routes)
    stepped = _stepped(data.board)
    found = {}
    for where, base in terrain.grounds.items():
        laid = state.tiles.get(where)
        found[where] = Face(
            where,
            laid.tile if laid else TileId(""),
            laid.rotation if laid else 0,
            base.tint,
            base.bars,
            base.joined,
            base.limits,
            borders.get(where, ()),
            tokens.get(where, ()),
            reserved.get(where, ()),
            step if where in stepped and not laid else 0,
            routes.get(where, ()),
            where in hints.last_hexes,
            badges.get(where),
        )
    return found
