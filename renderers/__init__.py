"""Pictures from a position: map, market and sheets as PNG, each with words for those who cannot see it.

Everything here may be called from any thread; drawing is serialised, encoding is not. Pictures are PNG bytes of at
most `UPLOAD_LIMIT`: a larger one is reduced and says so below itself. Whatever cannot be drawn raises `PictureError`,
which names it.
"""

from collections.abc import Callable, Iterable, Sequence

from PIL import Image

from engine.schema import TitleData
from engine.state import StateView
from renderers.alt import (
    bank_alt_text,
    choices_alt_text,
    companies_alt_text,
    history_alt_text,
    map_alt_text,
    market_alt_text,
    players_alt_text,
    tiles_alt_text,
)
from renderers.cache import Painters, PngShelf
from renderers.checks import check_choices, check_map, check_market, check_shares
from renderers.contact import choices_image, tiles_image
from renderers.errors import PictureError
from renderers.hints import HistoryHints, MapHints, MarketHints, Moment, RouteLine, SheetHints, TileChoice
from renderers.history import history_image
from renderers.map import MapPainter, painter_of
from renderers.market import MarketPainter
from renderers.market import painter_of as market_painter_of
from renderers.png import UPLOAD_LIMIT, Png, encode, fit_upload
from renderers.sheets import bank_image, companies_image, players_image
from renderers.theme import ThemeName
from renderers.timelapse import timelapse

__all__ = [
    "UPLOAD_LIMIT",
    "HistoryHints",
    "MapHints",
    "MarketHints",
    "Moment",
    "PictureError",
    "Png",
    "RouteLine",
    "SheetHints",
    "ThemeName",
    "TileChoice",
    "bank_alt_text",
    "choices_alt_text",
    "companies_alt_text",
    "draw_bank",
    "draw_choices",
    "draw_companies",
    "draw_history",
    "draw_map",
    "draw_market",
    "draw_players",
    "draw_tiles",
    "draw_timelapse",
    "encode",
    "fit_upload",
    "history_alt_text",
    "map_alt_text",
    "map_image",
    "market_alt_text",
    "players_alt_text",
    "tiles_alt_text",
]

_shelf = PngShelf()
_maps: Painters[MapPainter] = Painters(painter_of)
_markets: Painters[MarketPainter] = Painters(market_painter_of)


def map_image(data: TitleData, state: StateView, hints: MapHints | None = None) -> Image.Image:
    """The map as a palette image, about 2400 pixels wide; do not change it.

    Raises:
        PictureError: a tile, token or hint is not on the map.
    """
    hints = hints or MapHints()
    check_map(data, state, hints)
    with _maps.lock:
        return _maps.of(data, hints.theme).draw(state, hints)


def draw_map(data: TitleData, state: StateView, hints: MapHints | None = None) -> bytes:
    """The map as PNG.

    Raises:
        PictureError: a tile, token or hint is not on the map.
    """
    return _shelf.png(map_image(data, state, hints))


def draw_market(data: TitleData, state: StateView, hints: MarketHints | None = None) -> bytes:
    """The stock market as PNG, 1600 pixels wide.

    Raises:
        PictureError: a marker or hint stands on no cell.
    """
    hints = hints or MarketHints()
    check_market(data, state, hints)
    with _markets.lock:
        image = _markets.of(data, hints.theme).draw(state, hints)
    return fit_upload(image).data


def draw_choices(
    data: TitleData, state: StateView, choices: Sequence[TileChoice], hints: MapHints | None = None
) -> bytes:
    """A contact sheet of legal lays as PNG, each drawn in place under its number.

    Raises:
        PictureError: there is no choice, or one is not on the map.
    """
    hints = hints or MapHints()
    check_map(data, state, hints)
    check_choices(data, choices)
    with _maps.lock:
        image = choices_image(_maps.of(data, hints.theme), state, choices, hints)
    return fit_upload(image).data


def draw_tiles(data: TitleData, state: StateView, theme: ThemeName = "light") -> bytes:
    """The tiles left in the box as PNG."""
    with _maps.lock:
        image = tiles_image(_maps.of(data, theme), state)
    return fit_upload(image).data


def draw_players(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """The player sheet as PNG.

    Raises:
        PictureError: a company or certificate is unknown.
    """
    return _sheet(players_image, data, state, hints)


def draw_companies(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """The company sheet as PNG.

    Raises:
        PictureError: a company or certificate is unknown.
    """
    return _sheet(companies_image, data, state, hints)


def draw_bank(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """Bank, trains and phases as PNG."""
    return _sheet(bank_image, data, state, hints)


def draw_history(points: Sequence[Moment], hints: HistoryHints | None = None) -> bytes:
    """Values over moments (prices of companies, wealth of players) as a line chart, PNG, 1600 pixels wide.

    Raises:
        PictureError: there is no value to draw.
    """
    return fit_upload(history_image(points, hints or HistoryHints())).data


def draw_timelapse(data: TitleData, moments: Iterable[tuple[StateView, MapHints]], theme: ThemeName = "light") -> bytes:
    """The map at several moments as an animated GIF of 1000 pixels width, less when it would be too large to send.

    Raises:
        PictureError: there is no moment, or one cannot be drawn.
    """
    with _maps.lock:
        return timelapse(_maps.of(data, theme), moments)


def _sheet(
    draw: Callable[[TitleData, StateView, SheetHints], Image.Image],
    data: TitleData,
    state: StateView,
    hints: SheetHints | None,
) -> bytes:
    check_shares(data, state)
    return fit_upload(draw(data, state, hints or SheetHints())).data
