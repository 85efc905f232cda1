"""Refuses what cannot be drawn before anything is drawn: one clear error instead of a half picture."""

from collections.abc import Iterable, Mapping

from engine.ids import CompanyId, HexId, MarkerId, TileId
from engine.schema import TitleData
from engine.state import StateView
from renderers.errors import PictureError
from renderers.hints import MapHints, MarketHints, TileChoice

Names = Mapping[CompanyId, object]


def _hex(data: TitleData, where: str, what: str) -> None:
    if HexId(where) not in data.board.hexes:
        raise PictureError(f"{what}: the map of {data.title} has no hex {where!r}.")


def _tile(data: TitleData, tile: TileId, where: str) -> None:
    if tile not in data.board.tiles:
        raise PictureError(f"Tile {tile!r} on {where}: {data.title} has no such tile.")


def _company(data: TitleData, company: CompanyId, what: str) -> None:
    if company not in data.companies:
        raise PictureError(f"{what}: {data.title} has no company {company!r}.")


def _stops(data: TitleData, state: StateView, what: str, stops: Iterable[tuple[str, Iterable[CompanyId]]]) -> None:
    for stop, owners in stops:
        where, _, ref = stop.partition(":")
        _hex(data, where, f"{what} at {stop}")
        laid = state.tiles.get(HexId(where))
        design = data.board.tiles[laid.tile] if laid else data.board.hexes[HexId(where)].design
        if ref and ref not in {one.ref for one in design.stops}:
            raise PictureError(f"{what} at {stop}: tile {design.id} has no stop {ref!r}.")
        for owner in owners:
            _company(data, owner, f"{what} at {stop}")


def check_map(data: TitleData, state: StateView, hints: MapHints) -> None:
    """Every tile, token and hint is on the map.

    Raises:
        PictureError: naming what is not.
    """
    for where, laid in state.tiles.items():
        _hex(data, where, f"Tile {laid.tile}")
        _tile(data, laid.tile, where)
    _stops(data, state, "Token", state.tokens.items())
    _stops(data, state, "Reservation", state.reserved.items())
    for where in hints.last_hexes:
        _hex(data, where, "Last move")
    for where, badge in hints.candidates:
        _hex(data, where, f"Candidate {badge}".rstrip())
    for route in hints.routes:
        for part in route.path:
            _hex(data, part.replace(":", ".").partition(".")[0], f"Route {route.label}")


def check_choices(data: TitleData, choices: Iterable[TileChoice]) -> None:
    """Every choice is a tile of the title on a hex of its map.

    Raises:
        PictureError: naming the first that is not.
    """
    for choice in choices:
        _hex(data, choice.hex, f"Choice {choice.label}")
        _tile(data, choice.tile, choice.hex)


def check_market(data: TitleData, state: StateView, hints: MarketHints) -> None:
    """Every marker stands on a cell.

    Raises:
        PictureError: naming the first that does not.
    """
    for marker, cell in (*state.places.items(), *hints.moves):
        _cell(data, cell, f"Marker {marker}")
    for cell in hints.candidates:
        _cell(data, cell, "Candidate")
    for marker in hints.order:
        if MarkerId(marker) not in state.places:
            raise PictureError(f"Marker {marker} of the operating order is not on the market.")


def _cell(data: TitleData, cell: tuple[int, int], what: str) -> None:
    row, column = cell
    rows = data.market.rows
    if not (0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column] is not None):
        raise PictureError(f"{what}: the market of {data.title} has no cell in row {row}, column {column}.")


def check_shares(data: TitleData, state: StateView) -> None:
    """Every company with a charter is one of the title's, and every certificate has a size.

    Raises:
        PictureError: naming the first that is not or has not.
    """
    for company, charter in state.companies.items():
        _company(data, company, "Charter")
        for holder, papers in state.shares.get(company, {}).items():
            if any(not 0 <= paper < len(charter.sizes) for paper in papers):
                raise PictureError(
                    f"Certificates {list(papers)} of {company} held by {holder}: there are no such ones."
                )
