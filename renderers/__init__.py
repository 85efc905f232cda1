"""Pictures from a position: map, market and sheets as PNG, each with words for those who cannot see it.

Everything here may be called from any thread; drawing is serialised, encoding is not. Pictures are PNG bytes;
`fit_upload` reduces an image that is too large to send.
"""

from collections.abc import Iterable, Sequence

from PIL import Image

from engine.schema import TitleData
from engine.state import StateView
from renderers.alt import (
    bank_alt_text,
    companies_alt_text,
    map_alt_text,
    market_alt_text,
    players_alt_text,
)
from renderers.cache import Painters, PngShelf
from renderers.contact import choices_image, tiles_image
from renderers.hints import MapHints, MarketHints, RouteLine, SheetHints, TileChoice
from renderers.map import MapPainter, painter_of
from renderers.market import MarketPainter
from renderers.market import painter_of as market_painter_of
from renderers.png import UPLOAD_LIMIT, Png, encode, fit_upload
from renderers.sheets import bank_image, companies_image, players_image
from renderers.theme import ThemeName
from renderers.timelapse import timelapse

__all__ = [
    "UPLOAD_LIMIT",
    "MapHints",
    "MarketHints",
    "Png",
    "RouteLine",
    "SheetHints",
    "ThemeName",
    "TileChoice",
    "bank_alt_text",
    "companies_alt_text",
    "draw_bank",
    "draw_choices",
    "draw_companies",
    "draw_map",
    "draw_market",
    "draw_players",
    "draw_tiles",
    "draw_timelapse",
    "encode",
    "fit_upload",
    "map_alt_text",
    "map_image",
    "market_alt_text",
    "players_alt_text",
]

_shelf = PngShelf()
_maps: Painters[MapPainter] = Painters(painter_of)
_markets: Painters[MarketPainter] = Painters(market_painter_of)


def map_image(data: TitleData, state: StateView, hints: MapHints | None = None) -> Image.Image:
    """The map as a palette image, about 2400 pixels wide; do not change it."""
    hints = hints or MapHints()
    with _maps.lock:
        return _maps.of(data, hints.theme).draw(state, hints)


def draw_map(data: TitleData, state: StateView, hints: MapHints | None = None) -> bytes:
    """The map as PNG."""
    return _shelf.png(map_image(data, state, hints))


def draw_market(data: TitleData, state: StateView, hints: MarketHints | None = None) -> bytes:
    """The stock market as PNG, 1600 pixels wide."""
    hints = hints or MarketHints()
    with _markets.lock:
        image = _markets.of(data, hints.theme).draw(state, hints)
    return encode(image)


def draw_choices(
    data: TitleData, state: StateView, choices: Sequence[TileChoice], hints: MapHints | None = None
) -> bytes:
    """A contact sheet of legal lays as PNG, each drawn in place under its number."""
    hints = hints or MapHints()
    with _maps.lock:
        image = choices_image(_maps.of(data, hints.theme), state, choices, hints)
    return encode(image)


def draw_tiles(data: TitleData, state: StateView, theme: ThemeName = "light") -> bytes:
    """The tiles left in the box as PNG."""
    with _maps.lock:
        image = tiles_image(_maps.of(data, theme), state)
    return encode(image)


def draw_players(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """The player sheet as PNG."""
    return encode(players_image(data, state, hints or SheetHints()))


def draw_companies(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """The company sheet as PNG."""
    return encode(companies_image(data, state, hints or SheetHints()))


def draw_bank(data: TitleData, state: StateView, hints: SheetHints | None = None) -> bytes:
    """Bank, trains and phases as PNG."""
    return encode(bank_image(data, state, hints or SheetHints()))


def draw_timelapse(data: TitleData, moments: Iterable[tuple[StateView, MapHints]], theme: ThemeName = "light") -> bytes:
    """The map at several moments as an animated GIF of 1000 pixels width."""
    with _maps.lock:
        return timelapse(_maps.of(data, theme), moments)
