"""The stock market: prices, zones, companies stacked in operating order, arrows of the last moves.

Cells are pictures in an atlas, as hexes are on the map: equal cells are drawn once.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.ids import CompanyId, EntityId, MarkerId
from engine.schema import TitleData
from engine.state import StateView
from renderers.canvas import Box, Canvas, Dash, Drawn, Pen, Point, bounds
from renderers.grid import (
    EDGE,
    HEAD,
    ORDER_COLUMN,
    ORDER_HEAD,
    ORDER_ROW,
    PILL,
    PRICE,
    WIDTH,
    ZONE_ROW,
    Area,
    Grid,
    arrow_lines,
    divide_panel,
    grid_of,
    operating_order,
    panel_box,
    price_at,
    stack_at,
)
from renderers.hints import MarketHints
from renderers.legend import round_words
from renderers.pills import draw_pill
from renderers.theme import RGB, THEMES, WHITE, Theme, ThemeName, blend, ink_on, palette_image
from renderers.tokens import Livery, colour_pairs, liveries

ATLAS_SIZE: Final = 2000
ZONE_WORDS: Final = {
    "par": ("start", "start price"),
    "par_major": ("major", "start price of majors"),
    "stop_minor": ("min", "minors go up, not right"),
    "stop_major": ("stop", "limit: up, not right"),
    "end": ("end", "ends the game"),
    "close": ("close", "closes the company"),
}


class CellFace(Struct, frozen=True):
    """One cell as it is to be drawn: size in pixels, price, marks, stack, which marker just moved, and if legal."""

    size: tuple[int, int]
    price: int
    marks: tuple[str, ...]
    stack: tuple[MarkerId, ...]
    moved: tuple[MarkerId, ...]
    legal: bool


class OrderFace(Struct, frozen=True):
    """The list of the operating order: size in pixels, and each marker with its price."""

    size: tuple[int, int]
    order: tuple[tuple[MarkerId, int], ...]


def marks_of(data: TitleData) -> tuple[str, ...]:
    """The marks of a market, those with words of their own first."""
    marks = {mark for row in data.market.rows for cell in row if cell for mark in cell.marks}
    return (*(mark for mark in ZONE_WORDS if mark in marks), *sorted(marks - ZONE_WORDS.keys()))


def words_of(mark: str) -> tuple[str, str]:
    """A mark of the market in a short word and in a clause; marks unknown here speak for themselves."""
    plain = mark.replace("_", " ")
    return ZONE_WORDS.get(mark, (plain, plain))


def pill_box(width: float, place: int) -> Box:
    """Where the marker at `place` of a stack lies in a cell of `width`."""
    top = PRICE + 4 + PILL * place
    return 3, top, width - 3, top + PILL - 3


class CellArtist:
    """Draws cells, markers and lists in one theme."""

    def __init__(self, theme: Theme, looks: dict[CompanyId, Livery], marks: tuple[str, ...]) -> None:
        self.theme = theme
        self.looks = looks
        self.marks = marks

    def ground(self, marks: tuple[str, ...]) -> RGB:
        """The tint of a cell, by the first of its marks."""
        if not marks:
            return self.theme.zones[0]
        tints = self.theme.zones[1:]
        return tints[min(self.marks.index(mark) for mark in marks) % len(tints)]

    def cell(self, face: CellFace, log: list[Drawn] | None = None) -> Canvas:
        """One cell with its stack."""
        width, height = face.size
        canvas = Canvas(face.size, self.theme.rule, log)
        ground = self.ground(face.marks)
        canvas.rect((1, 1, width, height), ground, kind="cell")
        inset = 8 if face.legal else 3
        box: Box = (inset + 3, inset, min(54, width - 3), PRICE)
        canvas.write(str(face.price), box, Pen(ink_on(ground), 31, "Bold", align="left"))
        self._zone(canvas, face)
        for place, marker in enumerate(face.stack):
            box = pill_box(width, place)
            self.marker(canvas, marker, box)
            if marker in face.moved:
                left, top, right, bottom = box
                line = [(left, top), (right, top), (right, bottom), (left, bottom)]
                canvas.stroke([*line, *line[:2]], 4, self.theme.last, kind="moved")
        if face.legal:
            corners = [(4, 4), (width - 3, 4), (width - 3, height - 3), (4, height - 3)]
            canvas.stroke([*corners, *corners[:2]], 5, WHITE)
            canvas.dashes([*corners, corners[0]], Dash(5, self.theme.candidate, (12, 6)), kind="legal")
        return canvas

    def _zone(self, canvas: Canvas, face: CellFace) -> None:
        """The zone in a word, so that its tint is not the only sign."""
        width, height = face.size
        ground = self.ground(face.marks)
        words = " ".join(words_of(mark)[0] for mark in face.marks)
        if not words:
            return
        pen = Pen(blend(ink_on(ground), ground, 0.25), 23, "Semibold", align="right")
        box = (55, 5, width - 3, PRICE - 3) if face.stack else (6, height - 33, width - 9, height - 9)
        canvas.write(words, box, pen)

    def marker(self, canvas: Canvas, marker: MarkerId, box: Box) -> None:
        """A company, or a player's marker, as a pill."""
        draw_pill(canvas, marker, box, self.theme, self.looks.get(CompanyId(EntityId(marker))))

    def order(self, face: OrderFace, log: list[Drawn] | None = None) -> Canvas:
        """The operating order as a numbered list."""
        canvas = Canvas(face.size, self.theme.page, log)
        width, height = face.size
        canvas.write_line("Operating order", (0, 0, width, 38), Pen(self.theme.ink, 32, "Bold", align="left"))
        rows = max(1, (height - ORDER_HEAD) // ORDER_ROW)
        for number, (marker, price) in enumerate(face.order[: rows * max(1, width // ORDER_COLUMN)]):
            x, y = ORDER_COLUMN * (number // rows), ORDER_HEAD + ORDER_ROW * (number % rows)
            pen = Pen(self.theme.muted, 26, align="right")
            canvas.write_line(str(number + 1), (x, y, x + 30, y + 32), pen)
            self.marker(canvas, marker, (x + 36, y, x + 116, y + 33))
            pen = Pen(self.theme.ink, 28, "Semibold", align="left")
            canvas.write_line(str(price), (x + 122, y, x + ORDER_COLUMN, y + 32), pen)
        return canvas

    def zones(self, size: tuple[int, int]) -> Canvas:
        """The zones that a market has, in words."""
        canvas = Canvas(size, self.theme.page)
        for row, mark in enumerate(self.marks):
            top, ground = ZONE_ROW * row, self.ground((mark,))
            canvas.rect((0, top, 66, top + 30), self.theme.rule)
            canvas.rect((1, top + 1, 65, top + 29), ground)
            short, words = words_of(mark)
            canvas.write(short, (4, top + 3, 62, top + 27), Pen(ink_on(ground), 23, "Semibold"))
            pen = Pen(self.theme.ink, 28, "Semibold", align="left")
            canvas.write_line(words, (76, top, size[0], top + 30), pen)
        return canvas

    def title(self, size: tuple[int, int], words: str) -> Canvas:
        """The headline."""
        canvas = Canvas(size, self.theme.page)
        canvas.write_line(words, (0, 8, size[0], size[1] - 10), Pen(self.theme.ink, 44, "Bold", align="left"))
        return canvas


def arrow(start: Point, end: Point, theme: Theme) -> tuple[Box, Canvas]:
    """An arrow on page colour, and the box it belongs in; see `MarketPainter` for how it is laid over cells."""
    box = bounds([start, end], 20)
    canvas = Canvas((math.ceil(box[2] - box[0]), math.ceil(box[3] - box[1])), (0, 0, 0))
    (x, y), (end_x, end_y) = ((point[0] - box[0], point[1] - box[1]) for point in (start, end))
    length = max(1.0, math.dist((x, y), (end_x, end_y)))
    along = (end_x - x) / length, (end_y - y) / length
    neck = end_x - along[0] * 20, end_y - along[1] * 20
    side = -along[1] * 12, along[0] * 12
    head = [(end_x, end_y), (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
    canvas.stroke([(x, y), neck], 6, WHITE, kind="arrow")
    canvas.disc((x, y), 7, WHITE)
    canvas.polygon(head, WHITE)
    return box, canvas


@dataclass
class MarketPainter:
    """Draws markets of one title in one theme; keeps an atlas of cells."""

    data: TitleData
    theme: Theme
    _atlas: OrderedDict[Struct | tuple[str, ...], Image.Image] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.artist = CellArtist(self.theme, liveries(self.data), marks_of(self.data))
        self._palette = palette_image(self.theme.name, colour_pairs(self.data))

    def _quantised(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def _sprite(self, face: Struct | tuple[str, ...], size: tuple[int, int]) -> Image.Image:
        found = self._atlas.get(face)
        if found is None:
            found = self._quantised(self._canvas(face, size).finish())
            self._atlas[face] = found
            if len(self._atlas) > ATLAS_SIZE:
                self._atlas.popitem(last=False)
        return found

    def _canvas(self, face: Struct | tuple[str, ...], size: tuple[int, int]) -> Canvas:
        if isinstance(face, CellFace):
            return self.artist.cell(face)
        if isinstance(face, OrderFace):
            return self.artist.order(face)
        if face == ("zones",):
            return self.artist.zones(size)
        return self.artist.title(size, str(face[0]) if isinstance(face, tuple) else "")

    def draw(self, state: StateView, hints: MarketHints) -> Image.Image:
        """The market of a position as a palette image."""
        grid = grid_of(self.data, state)
        panel = panel_box(self.data, grid, len(self.artist.marks), len(state.places))
        height = max(grid.bottom, panel[3]) + EDGE
        image = self._quantised(Image.new("RGB", (WIDTH, height), self.theme.page))
        words = f"{self.data.title} stock market · {round_words(state.round)} · phase {state.phase}"
        image.paste(self._sprite((words,), (WIDTH - 2 * EDGE, HEAD)), (EDGE, 0))
        for (row, column), face in cell_faces(self.data, state, hints, grid).items():
            left, top, _, _ = grid.cell(row, column)
            image.paste(self._sprite(face, face.size), (round(left), round(top)))
        self._draw_panel(image, panel, state, hints)
        self._draw_arrows(image, grid, state, hints)
        return image

    def _draw_panel(self, image: Image.Image, panel: Area, state: StateView, hints: MarketHints) -> None:
        zones, listed = divide_panel(panel, len(self.artist.marks))
        size = (zones[2] - zones[0], zones[3] - zones[1])
        if self.artist.marks:
            image.paste(self._sprite(("zones",), size), zones[:2])
        order = hints.order or operating_order(self.data, state)
        priced = tuple((marker, price_at(self.data, state.places[marker])) for marker in order)
        face = OrderFace((listed[2] - listed[0], listed[3] - listed[1]), priced)
        image.paste(self._sprite(face, face.size), listed[:2])

    def _draw_arrows(self, image: Image.Image, grid: Grid, state: StateView, hints: MarketHints) -> None:
        for start, end in arrow_lines(grid, state, hints):
            box, canvas = arrow(start, end, self.theme)
            mask = canvas.finish().convert("L")
            place = (round(box[0]), round(box[1]))
            area = (*place, place[0] + mask.width, place[1] + mask.height)
            patch = image.crop(area).convert("RGB")
            patch.paste(self.theme.last, (0, 0), mask)
            image.paste(self._quantised(patch), place)


def cell_faces(data: TitleData, state: StateView, hints: MarketHints, grid: Grid) -> dict[tuple[int, int], CellFace]:
    """Every cell of the market in this position."""
    moved = {marker for marker, _ in hints.moves}
    found = {}
    for row, cells in enumerate(data.market.rows):
        for column, cell in enumerate(cells):
            if cell is None:
                continue
            left, top, right, bottom = grid.cell(row, column)
            size = (round(right - left), round(bottom - top))
            stack = stack_at(state, row, column)
            here = tuple(marker for marker in stack if marker in moved)
            legal = (row, column) in hints.candidates
            found[row, column] = CellFace(size, cell.price, cell.marks, stack, here, legal)
    return found


def painter_of(data: TitleData, theme: ThemeName) -> MarketPainter:
    """A new painter; `renderers.cache` keeps one per title and theme."""
    return MarketPainter(data, THEMES[theme])
