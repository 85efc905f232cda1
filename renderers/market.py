"""The stock market: prices, zones, companies stacked in operating order, arrows of the last moves."""

import math
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.ids import CompanyId, MarkerId
from engine.schema import CellData, TitleData
from engine.state import StateView
from renderers.canvas import Box, Canvas, Drawn, Pen, Point
from renderers.hints import MarketHints
from renderers.legend import round_words
from renderers.theme import BLACK, RGB, THEMES, WHITE, Theme, blend, ink_on, palette_image
from renderers.tokens import Livery, colour_pairs, liveries

WIDTH: Final = 1600
EDGE: Final = 12
HEAD: Final = 70
PRICE: Final = 30
PILL: Final = 29
LEAST: Final = 38
PANEL_WIDTH: Final = 600
ZONE_WORDS: Final = {
    "par": ("start", "start price"),
    "par_major": ("major", "start price of majors"),
    "stop_minor": ("min", "minors go up, not right"),
    "stop_major": ("stop", "limit: up, not right"),
    "end": ("end", "ends the game"),
}


@dataclass(frozen=True)
class Grid:
    """Pixel lines of the market: left edges of columns, top edges of rows, one more of each."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def cell(self, row: int, column: int) -> Box:
        """The box of a cell."""
        return self.xs[column], self.ys[row], self.xs[column + 1], self.ys[row + 1]


@dataclass(frozen=True)
class _Sheet:
    data: TitleData
    state: StateView
    hints: MarketHints
    theme: Theme
    grid: Grid
    canvas: Canvas
    looks: dict[CompanyId, Livery]


def _stack(state: StateView, row: int, column: int) -> tuple[MarkerId, ...]:
    return tuple(state.stacks.get(f"{row},{column}", ()))


def grid_of(data: TitleData, state: StateView) -> Grid:
    """Columns of equal width; each row is as high as its highest stack needs."""
    rows = data.market.rows
    columns = max(len(row) for row in rows)
    step = (WIDTH - 2 * EDGE) / columns
    ys = [float(HEAD)]
    for number, row in enumerate(rows):
        highest = max(len(_stack(state, number, column)) for column in range(len(row)))
        ys.append(ys[-1] + PRICE + 6 + max(LEAST, PILL * highest + 4))
    return Grid(tuple(EDGE + step * column for column in range(columns + 1)), tuple(ys))


def zone_of(cell: CellData) -> int:
    """Index of the cell's tint in `Theme.zones`."""
    order = ("par", "par_major", "stop_minor", "stop_major", "end")
    return next((number + 1 for number, mark in enumerate(order) if mark in cell.marks), 0 if not cell.marks else 6)


def _draw_cell(sheet: _Sheet, row: int, column: int, cell: CellData) -> None:
    theme, canvas = sheet.theme, sheet.canvas
    left, top, right, bottom = sheet.grid.cell(row, column)
    canvas.rect((left, top, right, bottom), theme.rule, kind="frame")
    ground = theme.zones[zone_of(cell)]
    canvas.rect((left + 1, top + 1, right - 1, bottom - 1), ground, kind="cell")
    words = " ".join(ZONE_WORDS.get(mark, (mark, mark))[0] for mark in cell.marks)
    pen = Pen(ink_on(ground), 31, "Bold", align="left")
    canvas.write(str(cell.price), (left + 5, top + 3, left + 50, top + PRICE), pen)
    if words:
        small = Pen(blend(ink_on(ground), ground, 0.25), 20, "Semibold", align="right")
        if not _stack(sheet.state, row, column):
            canvas.write(words, (left + 6, bottom - 26, right - 5, bottom - 5), small)
        else:
            canvas.write(words, (left + 51, top + 5, right - 3, top + PRICE - 4), small)
    if (row, column) in sheet.hints.candidates:
        corners = [(left + 4, top + 4), (right - 4, top + 4), (right - 4, bottom - 4), (left + 4, bottom - 4)]
        canvas.stroke([*corners, *corners[:2]], 6, WHITE)
        canvas.dashes([*corners, corners[0]], 6, theme.candidate, (12, 6))


def pill_box(grid: Grid, row: int, column: int, place: int) -> Box:
    """Where the marker at `place` of a stack lies."""
    left, top, right, _ = grid.cell(row, column)
    y = top + PRICE + 6 + PILL * place
    return left + 3, y, right - 3, y + PILL - 3


def _draw_marker(sheet: _Sheet, marker: MarkerId, box: Box) -> None:
    look = sheet.looks.get(CompanyId(marker))
    fill, ink = (look.fill, look.ink) if look else (sheet.theme.muted, WHITE)
    left, top, right, bottom = box
    sheet.canvas.rect(box, BLACK, 9, kind="marker")
    sheet.canvas.rect((left + 1.5, top + 1.5, right - 1.5, bottom - 1.5), fill, 8)
    for dash in range(look.dashes if look else 0):
        step = (right - left - 16) / (look.dashes if look else 1)
        x = left + 8 + step * (dash + 0.5)
        half = step * (look.share if look else 0.5) / 2
        sheet.canvas.rect((x - half, bottom - 4.5, x + half, bottom - 1.5), ink)
    sheet.canvas.write(marker, (left + 4, top + 3, right - 4, bottom - 5), Pen(ink, 24))


def _arrow(canvas: Canvas, start: Point, end: Point, colour: RGB) -> None:
    length = math.dist(start, end)
    if length < 1:
        return
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = end[0] - along[0] * 20, end[1] - along[1] * 20
    side = -along[1] * 12, along[0] * 12
    head = [end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
    canvas.stroke([start, neck], 11, WHITE)
    canvas.disc(start, 8, WHITE)
    canvas.stroke([start, neck], 6, colour, kind="arrow")
    canvas.disc(start, 6, colour)
    canvas.polygon(head, colour)


def _draw_moves(sheet: _Sheet) -> None:
    """An arrow from the old cell to the new one, and a ring around the marker that moved."""
    for marker, (row, column) in sheet.hints.moves:
        now = sheet.state.places.get(marker)
        if now is None:
            continue
        place = _stack(sheet.state, *now).index(marker) if marker in _stack(sheet.state, *now) else 0
        left, top, right, bottom = pill_box(sheet.grid, *now, place)
        line = [(left, top), (right, top), (right, bottom), (left, bottom)]
        sheet.canvas.stroke([*line, *line[:2]], 4, sheet.theme.last, kind="moved")
        if now == (row, column):
            continue
        old, new = sheet.grid.cell(row, column), sheet.grid.cell(*now)
        start = ((old[0] + old[2]) / 2, old[3] - 14)
        if now[0] == row:
            end = ((new[0] if now[1] > column else new[2]), start[1])
            end = (end[0] + (14 if now[1] > column else -14), end[1])
        else:
            end = ((new[0] + new[2]) / 2, new[3] - 14 if now[0] < row else new[1] + 14)
        _arrow(sheet.canvas, start, end, sheet.theme.last)


def operating_order(data: TitleData, state: StateView) -> tuple[MarkerId, ...]:
    """All markers: higher price first, then further right, then higher in the stack."""

    def rank(marker: MarkerId) -> tuple[int, int, int]:
        row, column = state.places[marker]
        cell = data.market.rows[row][column] if column < len(data.market.rows[row]) else None
        stack = _stack(state, row, column)
        return -(cell.price if cell else 0), -column, stack.index(marker) if marker in stack else 0

    return tuple(sorted(state.places, key=rank))


def _price(sheet: _Sheet, marker: MarkerId) -> int:
    row, column = sheet.state.places[marker]
    cell = sheet.data.market.rows[row][column]
    return cell.price if cell else 0


def _panel(sheet: _Sheet) -> Box:
    """The free lower right corner of the market."""
    rows, grid = sheet.data.market.rows, sheet.grid
    bottom = grid.ys[-1]
    best = (EDGE, bottom + 10, EDGE + PANEL_WIDTH, bottom + 300)
    area = 0.0
    for row in range(len(rows) // 2, len(rows) - 1):
        longest = max(len(line) for line in rows[row:])
        width, height = grid.xs[-1] - grid.xs[longest], bottom - grid.ys[row]
        if min(width, PANEL_WIDTH) * height > area and width > PANEL_WIDTH * 0.6:
            best, area = (grid.xs[-1] - min(width, PANEL_WIDTH) + 16, grid.ys[row] + 16, grid.xs[-1], bottom), (
                min(width, PANEL_WIDTH) * height
            )
    return best


def _draw_order(sheet: _Sheet, box: Box) -> None:
    """The operating order as a numbered list, then the zones."""
    order = sheet.hints.order or operating_order(sheet.data, sheet.state)
    left, top, right, bottom = box
    pen = Pen(sheet.theme.ink, 30, "Bold", align="left")
    sheet.canvas.write_line("Operating order", (left, top, right, top + 36), pen)
    rows = max(1, int((bottom - top - 44) // 34))
    wide = 178
    for number, marker in enumerate(order[: rows * max(1, int((right - left) // wide))]):
        x, y = left + wide * (number // rows), top + 44 + 34 * (number % rows)
        sheet.canvas.write_line(f"{number + 1}", (x, y, x + 28, y + 30), Pen(sheet.theme.muted, 24, align="right"))
        _draw_marker(sheet, marker, (x + 34, y + 1, x + 112, y + 28))
        price = Pen(sheet.theme.ink, 26, "Semibold", align="left")
        sheet.canvas.write_line(str(_price(sheet, marker)), (x + 118, y, x + wide - 6, y + 30), price)


def _draw_zones(sheet: _Sheet, left: float, top: float) -> float:
    """The zones that this market has, in words; returns the next free line."""
    marks = {mark for row in sheet.data.market.rows for cell in row if cell for mark in cell.marks}
    for mark in (name for name in ZONE_WORDS if name in marks):
        ground = sheet.theme.zones[zone_of(CellData(0, (mark,)))]
        sheet.canvas.rect((left, top, left + 66, top + 30), sheet.theme.rule)
        sheet.canvas.rect((left + 1, top + 1, left + 65, top + 29), ground)
        short, words = ZONE_WORDS[mark]
        sheet.canvas.write(short, (left + 4, top + 3, left + 62, top + 27), Pen(ink_on(ground), 22, "Semibold"))
        line = (left + 76, top, left + PANEL_WIDTH, top + 30)
        sheet.canvas.write_line(words, line, Pen(sheet.theme.ink, 26, "Semibold", align="left"))
        top += 36
    return top


def draw_market_canvas(
    data: TitleData, state: StateView, hints: MarketHints, log: list[Drawn] | None = None
) -> Canvas:
    """Draw the market of a position."""
    theme, grid = THEMES[hints.theme], grid_of(data, state)
    canvas = Canvas((WIDTH, round(grid.ys[-1]) + EDGE), theme.page, log)
    sheet = _Sheet(data, state, hints, theme, grid, canvas, liveries(data))
    head = Pen(theme.ink, 44, "Bold", align="left")
    words = f"{data.title} stock market · {round_words(state.round)} · phase {state.phase}"
    canvas.write_line(words, (EDGE, 8, WIDTH - EDGE, HEAD - 10), head)
    for row, cells in enumerate(data.market.rows):
        for column, cell in enumerate(cells):
            if cell is not None:
                _draw_cell(sheet, row, column, cell)
    for row, cells in enumerate(data.market.rows):
        for column in range(len(cells)):
            for place, marker in enumerate(_stack(state, row, column)):
                _draw_marker(sheet, marker, pill_box(grid, row, column, place))
    _draw_moves(sheet)
    left, top, right, bottom = _panel(sheet)
    top = _draw_zones(sheet, left, top)
    _draw_order(sheet, (left, top + 10, right, bottom))
    return canvas


def market_image(data: TitleData, state: StateView, hints: MarketHints) -> Image.Image:
    """The market as a palette image."""
    palette = palette_image(hints.theme, colour_pairs(data))
    return draw_market_canvas(data, state, hints).finish().quantize(palette=palette, dither=Image.Dither.NONE)
