"""The cartouche of the map: title, round and phase, signs used, regions, and the routes shown with their sums."""

import re
from typing import Final, NamedTuple

from msgspec import Struct

from engine.schema import BoardData, TitleData
from engine.state import RoundMark, StateView
from renderers.canvas import Canvas, Dash, Drawn, Pen, Point
from renderers.faces import regions
from renderers.hexes import draw_route
from renderers.hints import MapHints
from renderers.text import Weight, ink
from renderers.theme import BLACK, WHITE, Theme, blend

COLUMN: Final = 336
ROW: Final = 46
HEAD: Final = 104
CELLS: Final = 12
STRIP_ROWS: Final = 3
COMPACT: Final = 0.6
PAD: Final = 22
SIGN: Final = 64
GAP: Final = 34
SIZE: Final = 34
HEADING: Final = 46
ROUND_WORDS: Final = {
    "start": "Start of the game",
    "auction": "Auction",
    "stock": "Stock round",
    "operating": "Operating round",
    "end": "Game over",
}
SIGNS: Final = {
    "border": "closed border",
    "printed": "printed border",
    "bar": "no track across",
    "last": "last move",
    "candidate": "possible here",
    "value": "off-map value now",
    "pass": "mountain pass",
    "limit": "region",
}


class Legend(Struct, frozen=True):
    """What the cartouche says; equal legends are the same picture.

    Attributes:
        signs: names of signs in use; `regions`: names of regions by number of their tint.
        routes: label of each train; `total`: their sum in words, may be empty.
    """

    title: str
    heading: str
    signs: tuple[str, ...]
    routes: tuple[str, ...]
    regions: tuple[str, ...] = ()
    total: str = ""


class Panel(NamedTuple):
    """Room for the cartouche: its size, and which corner of it touches the corner of the map (0 or 1 each way)."""

    size: tuple[int, int]
    corner: tuple[int, int] = (0, 1)


class Item(NamedTuple):
    """One line of the cartouche: the kind of its sign, a number for the sign's colour, and words."""

    kind: str
    number: int
    words: str


class Placed(NamedTuple):
    """An item and the left end of its middle line."""

    item: Item
    at: Point


def round_words(mark: RoundMark) -> str:
    """A round in words: ``Operating round 3.2``."""
    if mark.kind == "end":
        return ROUND_WORDS["end"]
    number = f" {mark.number}.{mark.part}" if mark.part else f" {mark.number}" if mark.number else ""
    return ROUND_WORDS.get(mark.kind, mark.kind.capitalize()) + number


def total_words(labels: tuple[str, ...]) -> str:
    """The sum of labels that end in a number, as in ``3: 120``; empty when one does not or there is only one."""
    sums = [re.search(r"(\d+)\s*$", label) for label in labels]
    if len(sums) <= 1:
        return ""
    numbers = [int(found[1]) for found in sums if found]
    return f"together {sum(numbers)}" if len(numbers) == len(sums) else ""


def _region_names(board: BoardData) -> tuple[str, ...]:
    """Names of the regions that have a tint, by its number."""
    found = {number: board.hexes[where].region for where, number in regions(board).items()}
    return tuple(found[number] for number in sorted(found)) if len(found) > 1 else ()


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
    labels = tuple(route.label for route in hints.routes)
    total = hints.total or total_words(labels)
    return Legend(data.title, heading, signs, labels, _region_names(data.board), total)


def legend_size(columns: int) -> tuple[int, int]:
    """Width and height kept free for a cartouche of so many columns."""
    return 40 + COLUMN * columns, HEAD + ROW * (CELLS // columns) + 24


def strip_height() -> int:
    """Height kept free for a cartouche as wide as the map."""
    return HEAD + ROW * STRIP_ROWS + 24


def items_of(legend: Legend) -> list[Item]:
    """All lines, the most important first."""
    found = [Item("route", number, label) for number, label in enumerate(legend.routes)]
    found += [Item("total", 0, legend.total)] if legend.total else []
    found += [Item(name, 0, SIGNS[name]) for name in legend.signs]
    return found + [Item("limit", number, name) for number, name in enumerate(legend.regions)]


def _weight(item: Item) -> Weight:
    return "Bold" if item.kind in ("route", "total") else "Semibold"


def _width(item: Item) -> float:
    return SIGN + ink(item.words, _weight(item), SIZE).width


def arrange(legend: Legend, room: tuple[int, int]) -> tuple[list[Placed], tuple[int, int]]:
    """Lines in columns as wide as needed, as few rows as fit, and the size of the frame around them and the heading."""
    items, heading = items_of(legend), _heading_right(legend)
    most = (room[1] - HEAD - PAD) // ROW
    share = 1.0 if most <= STRIP_ROWS else COMPACT
    for rows in range(1, most + 1):
        placed, right = _columns(items, rows)
        if right + PAD <= max(heading, room[0] * share) or (right + PAD <= room[0] and rows == most):
            break
    kept = [one for one in placed if one.at[0] + _width(one.item) + PAD <= room[0]]
    right = max([heading, *(one.at[0] + _width(one.item) + PAD for one in kept)])
    lowest = max([HEAD, *(one.at[1] + ROW / 2 for one in kept)])
    return kept, (min(room[0], round(right)), round(lowest) + PAD // 2)


def _columns(items: list[Item], rows: int) -> tuple[list[Placed], float]:
    x, right, placed = float(PAD), 0.0, []
    for start in range(0, len(items), rows):
        column = items[start : start + rows]
        placed += [Placed(item, (x, HEAD + ROW * (row + 0.5))) for row, item in enumerate(column)]
        right = x + max(_width(item) for item in column)
        x = right + GAP
    return placed, right


def _heading_right(legend: Legend) -> float:
    return 2 * PAD + 190 + ink(legend.heading, "Bold", HEADING).width


def _draw_sign(canvas: Canvas, theme: Theme, placed: Placed) -> None:
    (x, y), name = placed.at, placed.item.kind
    line = [(x, y), (x + 48, y)]
    if name == "route":
        draw_route(canvas, line, 17, (theme, placed.item.number))
    elif name == "total":
        canvas.rect((x, y - 3, x + 48, y + 3), theme.ink)
    elif name in ("border", "printed"):
        canvas.stroke(line, 11, blend(theme.border, WHITE, 0.75))
        canvas.dashes(line, Dash(11, theme.border, (15, 8)))
    elif name == "bar":
        canvas.stroke(line, 15, theme.bar)
    elif name == "value":
        canvas.rect((x, y - 15, x + 48, y + 15), theme.ink, 4)
        canvas.rect((x + 4, y - 11, x + 44, y + 11), WHITE)
        canvas.write("90", (x + 5, y - 10, x + 43, y + 10), Pen(BLACK, 26, "Black"))
    elif name == "pass":
        for reach, colour in ((21, BLACK), (16, WHITE)):
            canvas.polygon([(x + 24 - reach, y), (x + 24, y - reach), (x + 24 + reach, y), (x + 24, y + reach)], colour)
        canvas.ring((x + 24, y), 11, 3, BLACK)
    else:
        _draw_hex_sign(canvas, theme, placed)


def _draw_hex_sign(canvas: Canvas, theme: Theme, placed: Placed) -> None:
    """A small hex: a ring of a hint, or the ground of a region."""
    (x, y), name = placed.at, placed.item.kind
    corners = [(x + 2, y), (x + 13, y - 19), (x + 35, y - 19), (x + 46, y), (x + 35, y + 19), (x + 13, y + 19)]
    line = [*corners, *corners[:2]]
    if name == "limit":
        canvas.polygon(corners, theme.tints[placed.item.number % len(theme.tints)])
        canvas.stroke(line, 4, blend(theme.ink, theme.outline, 0.35))
    elif name == "last":
        canvas.stroke(line, 6, theme.last)
    else:
        canvas.stroke(line, 6, WHITE)
        canvas.dashes(line, Dash(6, theme.candidate, (12, 6)))


def draw_legend(theme: Theme, panel: Panel, legend: Legend, log: list[Drawn] | None = None) -> Canvas:
    """Draw the cartouche into its corner of the panel, no larger than it must be."""
    canvas = Canvas(panel.size, theme.page, log, 2)
    placed, (wide, high) = arrange(legend, panel.size)
    left = (panel.size[0] - wide) * panel.corner[0]
    top = (panel.size[1] - high) * panel.corner[1]
    canvas.rect((left, top, left + wide, top + high), theme.rule, 18, kind="frame")
    canvas.rect((left + 2, top + 2, left + wide - 2, top + high - 2), theme.panel, 16)
    canvas.write(legend.title, (left + PAD, top + 12, left + 202, top + 86), Pen(theme.ink, 84, "Black", align="left"))
    heading = (left + 190 + PAD, top + 18, left + wide - PAD + 2, top + 86)
    canvas.write(legend.heading, heading, Pen(theme.ink, HEADING, "Bold", align="left"))
    for item, (x, y) in placed:
        moved = Placed(item, (left + x, top + y))
        _draw_sign(canvas, theme, moved)
        box = (moved.at[0] + SIGN, moved.at[1] - 20, left + wide - 4, moved.at[1] + 20)
        canvas.write_line(item.words, box, Pen(theme.ink, SIZE, _weight(item), align="left"))
    return canvas
