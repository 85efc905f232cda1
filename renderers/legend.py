"""The cartouche of the map: title, round and phase, signs used, and the routes shown with their sums."""

from typing import Final

from msgspec import Struct

from engine.schema import TitleData
from engine.state import RoundMark, StateView
from renderers.canvas import Canvas, Dash, Drawn, Pen, Point
from renderers.hexes import ROUTE_PATTERNS
from renderers.hints import MapHints
from renderers.theme import WHITE, Theme, blend

COLUMN: Final = 336
ROW: Final = 46
HEAD: Final = 112
CELLS: Final = 12
ROUND_WORDS: Final = {"auction": "Auction", "stock": "Stock round", "operating": "Operating round", "end": "Game over"}
SIGNS: Final = {
    "border": "closed border",
    "printed": "printed border",
    "bar": "no track across",
    "last": "last move",
    "candidate": "possible here",
    "value": "off-map value now",
    "pass": "mountain pass",
}


class Legend(Struct, frozen=True):
    """What the cartouche says; equal legends are the same picture."""

    title: str
    heading: str
    signs: tuple[str, ...]
    routes: tuple[str, ...]


def round_words(mark: RoundMark) -> str:
    """A round in words: ``Operating round 3.2``."""
    number = f" {mark.number}.{mark.part}" if mark.part else f" {mark.number}" if mark.number else ""
    return ROUND_WORDS.get(mark.kind, mark.kind.capitalize()) + number


def legend_of(data: TitleData, state: StateView, hints: MapHints) -> Legend:
    """The cartouche of a position."""
    heading = hints.heading or f"{round_words(state.round)} · phase {state.phase}"
    stops = {stop.kind for one in data.board.hexes.values() for stop in one.design.stops}
    shown = {
        "border": bool(hints.borders),
        "printed": hints.borders is None and bool(data.board.borders),
        "bar": any(one.impassable for one in data.board.hexes.values()),
        "last": bool(hints.last_hexes),
        "candidate": bool(hints.candidates),
        "value": "offboard" in stops,
        "pass": "pass" in stops,
    }
    signs = tuple(name for name, wanted in shown.items() if wanted)
    return Legend(data.title, heading, signs, tuple(route.label for route in hints.routes))


def legend_size(columns: int) -> tuple[int, int]:
    """Width and height of the cartouche with its signs in so many columns."""
    return 40 + COLUMN * columns, HEAD + ROW * (CELLS // columns) + 24


def _draw_sign(canvas: Canvas, theme: Theme, name: str, at: Point) -> None:
    x, y = at
    line = [(x, y), (x + 48, y)]
    if name in ("border", "printed"):
        canvas.stroke(line, 11, blend(theme.border, WHITE, 0.75))
        canvas.dashes(line, Dash(11, theme.border, (15, 8)))
    elif name == "bar":
        canvas.stroke(line, 15, theme.bar)
    elif name == "value":
        canvas.rect((x, y - 15, x + 48, y + 15), theme.ink, 4)
        canvas.rect((x + 4, y - 11, x + 44, y + 11), WHITE)
        canvas.write("90", (x + 5, y - 10, x + 43, y + 10), Pen((0, 0, 0), 26, "Black"))
    elif name == "pass":
        for reach, colour in ((21, (18, 18, 20)), (16, WHITE)):
            canvas.polygon([(x + 24 - reach, y), (x + 24, y - reach), (x + 24 + reach, y), (x + 24, y + reach)], colour)
        canvas.ring((x + 24, y), 11, 3, (18, 18, 20))
    else:
        _draw_ring_sign(canvas, theme, name, at)


def _draw_ring_sign(canvas: Canvas, theme: Theme, name: str, at: Point) -> None:
    x, y = at
    corners = [(x + 2, y), (x + 13, y - 19), (x + 35, y - 19), (x + 46, y), (x + 35, y + 19), (x + 13, y + 19)]
    line = [*corners, *corners[:2]]
    if name == "last":
        canvas.stroke(line, 6, theme.last)
    else:
        canvas.stroke(line, 6, WHITE)
        canvas.dashes(line, Dash(6, theme.candidate, (12, 6)))


def _draw_route_sign(canvas: Canvas, theme: Theme, index: int, at: Point) -> None:
    x, y = at
    line = [(x, y), (x + 48, y)]
    colour, pattern = theme.routes[index % len(theme.routes)], ROUTE_PATTERNS[index % len(ROUTE_PATTERNS)]
    canvas.stroke(line, 14, blend(colour, WHITE, 0.65) if pattern else colour)
    if pattern:
        canvas.dashes(line, Dash(14, colour, pattern))


def draw_legend(theme: Theme, size: tuple[int, int], legend: Legend, log: list[Drawn] | None = None) -> Canvas:
    """Draw the cartouche on a canvas of `size`."""
    canvas = Canvas(size, theme.page, log, 2)
    width, height = size
    canvas.rect((0, 0, width, height), theme.rule, 18)
    canvas.rect((2, 2, width - 2, height - 2), theme.panel, 16)
    canvas.write(legend.title, (20, 14, 200, 92), Pen(theme.ink, 84, "Black", align="left"))
    canvas.write(legend.heading, (216, 22, width - 20, 92), Pen(theme.ink, 46, "Bold", align="left"))
    rows = (height - HEAD - 24) // ROW
    pen = Pen(theme.ink, 34, "Semibold", align="left")
    items = [("route", label) for label in legend.routes] + [(name, SIGNS[name]) for name in legend.signs]
    for order, (name, words) in enumerate(items[: rows * ((width - 40) // COLUMN)]):
        x, y = 20 + COLUMN * (order // rows), HEAD + ROW * (order % rows) + ROW / 2
        if name == "route":
            _draw_route_sign(canvas, theme, order, (x, y))
        else:
            _draw_sign(canvas, theme, name, (x, y))
        canvas.write(words, (x + 62, y - 20, x + COLUMN - 10, y + 20), pen)
    return canvas
