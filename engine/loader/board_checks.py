"""Cross-checks of the map and the tiles."""

from collections.abc import Iterable

from engine.ids import CompanyId
from engine.loader.grid import Grid
from engine.loader.source import Document
from engine.schema import BoardData, HexData, StopData, TileData, TitleData

_STAGES = ("white", "yellow", "green", "brown", "gray")
_EDGES = frozenset("012345")
_JUNCTION = "j"


def check_board(document: Document, data: TitleData) -> None:
    """Raise DataError at the first tile or hex that contradicts another one."""
    board = data.board
    steps = 1 + max((phase.revenue_step for phase in data.phases), default=0)
    for number, tile in board.tiles.items():
        if board.counts[number] < 1:
            raise document.fault("tiles", number, "count must be positive")
        _design(document, "tiles", board, tile, steps)
    grid = Grid(board.layout, board.hexes)
    for each in board.hexes.values():
        _design(document, "hexes", board, each.design, steps)
        _exits(document, grid, each)
        _reserved(document, each, data.companies)
    _boxes(document, board.hexes.values())


def _design(document: Document, section: str, board: BoardData, tile: TileData, steps: int) -> None:
    """Track ends at edges and stops that exist, every tile stop is reached, upgrades exist and are later."""
    refs = {stop.ref for stop in tile.stops}
    ends = [end for piece in tile.track for end in piece]
    strange = sorted(set(ends) - _EDGES - refs - {_JUNCTION})
    if strange:
        raise document.fault(section, tile.id, f"track ends at {strange[0]}, which is neither edge nor stop")
    if any(a == b for a, b in tile.track) or len({frozenset(piece) for piece in tile.track}) < len(tile.track):
        raise document.fault(section, tile.id, "a piece of track is drawn twice or leads back to its own end")
    if section == "tiles" and not refs <= set(ends):
        raise document.fault(section, tile.id, f"no track leads to {min(refs - set(ends))}")
    for stop in tile.stops:
        _values(document, section, tile, stop, steps)
    _upgrades(document, section, board, tile)


def _values(document: Document, section: str, tile: TileData, stop: StopData, steps: int) -> None:
    """A stop with several values has one for each step of the phases."""
    if isinstance(stop.revenue, tuple) and len(stop.revenue) != steps:
        raise document.fault(section, tile.id, f"{len(stop.revenue)} values at {stop.ref}, phases have {steps} steps")


def _upgrades(document: Document, section: str, board: BoardData, tile: TileData) -> None:
    """What replaces a tile exists, has a later colour and is named once."""
    if len(set(tile.upgrades)) < len(tile.upgrades):
        raise document.fault(section, tile.id, "an upgrade is named twice")
    for upgrade in tile.upgrades:
        if upgrade not in board.tiles:
            raise document.fault(section, tile.id, f"upgrade {upgrade} is no tile of the game")
        colour = board.tiles[upgrade].colour
        if tile.colour not in _STAGES or _STAGES.index(colour) <= _STAGES.index(tile.colour):
            raise document.fault(section, tile.id, f"{colour} {upgrade} cannot replace {tile.colour}")


def _exits(document: Document, grid: Grid, each: HexData) -> None:
    """Printed track leads to a hex and not into a closed side."""
    for edge in sorted({int(end) for piece in each.design.track for end in piece if end in _EDGES}):
        if grid.neighbour(each.id, edge) is None:
            raise document.fault("hexes", each.id, f"printed track leads off the map at edge {edge}")
        if edge in each.impassable:
            raise document.fault("hexes", each.id, f"printed track leads into the closed side {edge}")


def _reserved(document: Document, each: HexData, companies: Iterable[CompanyId]) -> None:
    """Reservations are for companies of the game, at stops with token circles."""
    circles = {stop.ref for stop in each.design.stops if stop.slots}
    for company, ref in each.reserved.items():
        if company not in companies:
            raise document.fault("hexes", each.id, f"reserved for {company}, which is no company")
        if ref != "hex" and ref not in circles:
            raise document.fault("hexes", each.id, f"reserved at {ref}, which has no circle")


def _boxes(document: Document, hexes: Iterable[HexData]) -> None:
    """Only off-map hexes are boxes, and hexes of one box pay the same."""
    values: dict[str, object] = {}
    for each in hexes:
        stops = each.design.stops
        if each.box and [stop.kind for stop in stops] != ["offboard"]:
            raise document.fault("hexes", each.id, f"belongs to box {each.box} without one off-map stop")
        if each.box and values.setdefault(each.box, stops[0].revenue) != stops[0].revenue:
            raise document.fault("hexes", each.id, f"does not pay what the rest of {each.box} pays")
