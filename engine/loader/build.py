"""From the merged document to the typed title."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.board import opposite
from engine.ids import CompanyId, HexId, TileId
from engine.loader import lines
from engine.loader.grid import Grid
from engine.loader.source import Document, Table
from engine.schema import (
    BoardData,
    CompanyData,
    HexData,
    MarketData,
    PhaseData,
    PrivateData,
    TileData,
    TitleData,
    TrainData,
)

T = TypeVar("T")
_NOTHING: Mapping[str, None] = {}
_DESIGN = frozenset(lines.Design.__struct_fields__)


class _TitleLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[title]``."""

    name: str
    bank: int
    currency: str


class _BoardLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[board]``; `letters` says which coordinate the letter of a hex name stands for."""

    layout: Literal["flat", "pointy"]
    letters: Literal["x", "y"]


class _MarketLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[market]``."""

    marks: dict[str, str]
    rows: tuple[str, ...]


class _HexLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a hex's line that is not its printed design; x and y where its name does not give them."""

    name: str = ""
    cost: int = 0
    terrain: str = ""
    box: str = ""
    reserved: dict[CompanyId, str] = {}
    x: int | None = None
    y: int | None = None


def build(document: Document) -> TitleData:
    """Build every part; DataError names file and entry of what does not fit its shape."""
    head = document.whole("title", _TitleLines)
    return TitleData(
        title=head.name,
        bank=head.bank,
        currency=head.currency,
        board=_board(document),
        market=_market(document),
        trains=tuple(_records(document, "trains", TrainData, {"count": None}).values()),
        phases=tuple(_records(document, "phases", PhaseData, {"starts": None}).values()),
        companies={each.id: each for each in _records(document, "companies", CompanyData).values()},
        privates={each.id: each for each in _records(document, "privates", PrivateData).values()},
        start_cash=_by_players(document, "start_cash"),
        certificate_limit=_by_players(document, "certificate_limit"),
        numbers=_values(document, "numbers", int),
    )


# -- entries -------------------------------------------------------------------------------------------


def _line(document: Document, section: str, key: str) -> Table:
    """One entry as a table, with what it takes over from its pattern (``like``)."""
    line = document.typed(section, key, document.section(section)[key], Table)
    if "like" not in line:
        return line
    name = document.typed(section, key, line["like"], str)
    known = document.typed("patterns", section, document.section("patterns").get(section, {}), dict[str, Table])
    if name not in known:
        raise document.fault(section, key, f"there is no {name!r} in [patterns.{section}]")
    return known[name] | {field: value for field, value in line.items() if field != "like"}


def _records(document: Document, section: str, kind: type[T], absent: Mapping[str, None] = _NOTHING) -> dict[str, T]:
    """Entries whose key is their id and whose fields are those of the schema; `absent`: fields TOML cannot say."""
    return {
        key: document.typed(section, key, {"id": key, **absent, **_line(document, section, key)}, kind)
        for key in document.section(section)
    }


def _values(document: Document, section: str, kind: type[T]) -> dict[str, T]:
    """Entries that are plain values."""
    return {key: document.typed(section, key, value, kind) for key, value in document.section(section).items()}


def _by_players(document: Document, section: str) -> dict[int, int]:
    """A table by number of players."""
    result = {}
    for key, value in _values(document, section, int).items():
        if not key.isdecimal():
            raise document.fault(section, key, "the key must be a number of players")
        result[int(key)] = value
    return result


def _read(document: Document, section: str, key: str, reader: Callable[[], T]) -> T:
    """What `reader` reads; its ValueError becomes a DataError with file and entry."""
    try:
        return reader()
    except ValueError as error:
        raise document.fault(section, key, str(error)) from error


def _market(document: Document) -> MarketData:
    market = document.whole("market", _MarketLines)
    rows = [_read(document, "market", "rows", partial(lines.cells, row, market.marks)) for row in market.rows]
    return MarketData(rows=tuple(rows))


# -- the board -----------------------------------------------------------------------------------------


def _board(document: Document) -> BoardData:
    board = document.whole("board", _BoardLines)
    printed = {HexId(key): _hex(document, HexId(key), board.letters) for key in document.section("hexes")}
    grid = _read(document, "board", "layout", partial(Grid, board.layout, printed))
    closed = _impassable(document, grid)
    regions = _regions(document, printed)
    tiles, counts = _tiles(document)
    hexes = {
        key: replace(each, impassable=tuple(sorted(closed.get(key, ()))), region=regions.get(key, ""))
        for key, each in printed.items()
    }
    return BoardData(layout=board.layout, hexes=hexes, tiles=tiles, counts=counts, borders=_borders(document, grid))


def _design(document: Document, section: str, key: str, line: Mapping[str, object]) -> TileData:
    design = document.typed(section, key, line, lines.Design)
    return _read(document, section, key, partial(lines.tile, TileId(key), design))


def _hex(document: Document, key: HexId, letters: Literal["x", "y"]) -> HexData:
    line = _line(document, "hexes", key)
    printed = {field: value for field, value in line.items() if field in _DESIGN}
    place = {field: value for field, value in line.items() if field not in _DESIGN}
    design = _design(document, "hexes", key, printed)
    land = document.typed("hexes", key, place, _HexLine)
    x, y = land.x, land.y
    if x is None or y is None:
        x, y = _read(document, "hexes", key, partial(lines.coordinate, key, letters))
    return HexData(
        id=key,
        x=x,
        y=y,
        design=design,
        name=land.name,
        cost=land.cost,
        terrain=land.terrain,
        box=land.box,
        reserved=land.reserved,
    )


def _tiles(document: Document) -> tuple[dict[TileId, TileData], dict[TileId, int]]:
    """Designs and counts; a line takes what it does not say from the catalogue's tile of the same number."""
    tiles = {}
    counts = {}
    catalogue = document.section("catalogue")
    for key in document.section("tiles"):
        printed = document.typed("catalogue", key, catalogue.get(key, {}), Table)
        line = printed | _line(document, "tiles", key)
        if "count" not in line:
            raise document.fault("tiles", key, "no count")
        if not {"stops", "track"} & set(line):
            raise document.fault("tiles", key, "neither this line nor the catalogue draws it")
        counts[TileId(key)] = document.typed("tiles", key, line.pop("count"), int)
        tiles[TileId(key)] = _design(document, "tiles", key, line)
    return tiles, counts


def _regions(document: Document, hexes: Mapping[HexId, HexData]) -> dict[HexId, str]:
    """Region by hex, from rows of hexes."""
    result: dict[HexId, str] = {}
    for region, row in _values(document, "regions", str).items():
        for word in row.split():
            key = HexId(word)
            if key not in hexes:
                raise document.fault("regions", region, f"{key} is not on the map")
            if key in result:
                raise document.fault("regions", region, f"{key} is in {result[key]} already")
            result[key] = region
    return result


def _sides(document: Document, section: str, grid: Grid) -> list[tuple[str, lines.Side, int]]:
    """Row, hexside and the edge it has in its first hex, of every row of a section."""
    result = []
    for key, row in _values(document, section, str).items():
        for side in _read(document, section, key, partial(lines.sides, row)):
            result.append((key, side, _read(document, section, key, partial(grid.edge, side.a, side.b))))
    return result


def _impassable(document: Document, grid: Grid) -> dict[HexId, set[int]]:
    """Closed edges by hex."""
    result: dict[HexId, set[int]] = {}
    for key, side, edge in _sides(document, "impassable", grid):
        halves = [(side.a, edge), (side.b, opposite(edge))] if side.both else [(side.a, edge)]
        for name, each in halves:
            if each in result.setdefault(name, set()):
                raise document.fault("impassable", key, f"{side.a}-{side.b} is named twice")
            result[name].add(each)
    return result


def _borders(document: Document, grid: Grid) -> dict[str, tuple[tuple[HexId, int], ...]]:
    """Border rows by name, empty rows included."""
    rows: dict[str, list[tuple[HexId, int]]] = {key: [] for key in document.section("borders")}
    seen: set[frozenset[HexId]] = set()
    for key, side, edge in _sides(document, "borders", grid):
        pair = frozenset((side.a, side.b))
        if not side.both:
            raise document.fault("borders", key, f"{side.a}>{side.b}: a border has two sides")
        if pair in seen:
            raise document.fault("borders", key, f"{side.a}-{side.b} is named twice")
        seen.add(pair)
        rows[key].append((side.a, edge))
    return {key: tuple(row) for key, row in rows.items()}
