"""Where the cells of a stock market stand: equal columns, rows as high as their stacks, wide markets in bands."""

import math
from dataclasses import dataclass
from typing import Final

from engine.ids import MarkerId
from engine.schema import TitleData
from engine.state import StateView
from renderers.canvas import Box, Point
from renderers.hints import MarketHints

WIDTH: Final = 1600
EDGE: Final = 12
HEAD: Final = 70
PRICE: Final = 30
PILL: Final = 35
LEAST: Final = 42
GAP: Final = 16
PANEL_WIDTH: Final = 600
ORDER_HEAD: Final = 46
ORDER_ROW: Final = 38
ORDER_COLUMN: Final = 186
ZONE_ROW: Final = 36
ZONE_WIDTH: Final = 420
MOST_COLUMNS: Final = 22
LEAST_SHARE: Final = 0.6


Area = tuple[int, int, int, int]


@dataclass(frozen=True)
class Grid:
    """Pixel lines of the market.

    Attributes:
        xs: left edges of the columns of a band, and the right edge of the last; `columns`: how many a band has.
        tops: (band, row) -> top and bottom edge; rows without a cell in a band are missing.
        bottom: lower edge of the lowest row.
    """

    xs: tuple[int, ...]
    columns: int
    tops: dict[tuple[int, int], tuple[int, int]]
    bottom: int

    def cell(self, row: int, column: int) -> Box:
        """The box of a cell."""
        band, place = divmod(column, self.columns)
        top, bottom = self.tops[band, row]
        return self.xs[place], top, self.xs[place + 1], bottom


def stack_at(state: StateView, row: int, column: int) -> tuple[MarkerId, ...]:
    """Markers on a cell, the first to operate first."""
    return tuple(state.stacks.get(f"{row},{column}", ()))


def grid_of(data: TitleData, state: StateView) -> Grid:
    """The grid of a position; more than 22 columns are cut into bands below each other."""
    rows = data.market.rows
    whole = max(len(row) for row in rows)
    bands = math.ceil(whole / MOST_COLUMNS)
    columns = math.ceil(whole / bands)
    step = (WIDTH - 2 * EDGE) / columns
    tops: dict[tuple[int, int], tuple[int, int]] = {}
    y = HEAD
    for band in range(bands):
        y += GAP if band else 0
        for number, row in enumerate(rows):
            places = range(band * columns, min((band + 1) * columns, len(row)))
            if not any(row[column] for column in places):
                continue
            highest = max(len(stack_at(state, number, column)) for column in places)
            tops[band, number] = (y, y + PRICE + 6 + max(LEAST, PILL * highest + 3))
            y = tops[band, number][1]
    return Grid(tuple(round(EDGE + step * column) for column in range(columns + 1)), columns, tops, y)


def price_at(data: TitleData, cell: tuple[int, int]) -> int:
    """Price of a cell (row, column)."""
    found = data.market.rows[cell[0]][cell[1]]
    return found.price if found else 0


def operating_order(data: TitleData, state: StateView) -> tuple[MarkerId, ...]:
    """All markers: higher price first, then further right, then higher in the stack."""

    def rank(marker: MarkerId) -> tuple[int, int, int]:
        row, column = state.places[marker]
        stack = stack_at(state, row, column)
        return -price_at(data, (row, column)), -column, stack.index(marker) if marker in stack else 0

    return tuple(sorted(state.places, key=rank))


def _rows_needed(count: int, width: float) -> int:
    return max(1, math.ceil(count / max(1, int(width // ORDER_COLUMN))))


def panel_height(zones: int, count: int, width: float) -> int:
    """Pixels that so many zones and an operating order of so many markers need."""
    beside = width > PANEL_WIDTH
    order = ORDER_HEAD + ORDER_ROW * _rows_needed(count, width - ZONE_WIDTH - GAP if beside and zones else width)
    return max(ZONE_ROW * zones, order) if beside else ZONE_ROW * zones + GAP + order


def divide_panel(panel: Area, zones: int) -> tuple[Area, Area]:
    """The zones above the operating order, or beside it where the panel is wide."""
    left, top, right, bottom = panel
    low = top + ZONE_ROW * zones
    if not zones:
        return (left, top, left, top), panel
    if right - left > PANEL_WIDTH:
        return (left, top, left + ZONE_WIDTH, low), (left + ZONE_WIDTH + GAP, top, right, bottom)
    return (left, top, right, low), (left, low + GAP, right, bottom)


def panel_box(data: TitleData, grid: Grid, zones: int, count: int) -> Area:
    """The free lower right corner of the market if it is large enough, else a strip below it."""
    rows, right = data.market.rows, grid.xs[-1]
    best, area = None, 0
    for row in range(len(rows) // 2, len(rows) - 1):
        if (1, row) in grid.tops or (0, row) not in grid.tops or grid.columns < max(len(line) for line in rows):
            continue
        top = grid.tops[0, row][0]
        longest = max(len(line) for line in rows[row:])
        width, height = min(right - grid.xs[longest], PANEL_WIDTH), grid.bottom - top
        large = width > PANEL_WIDTH * LEAST_SHARE and height - GAP >= panel_height(zones, count, width - GAP)
        if large and width * height > area:
            best, area = (right - width + GAP, top + GAP, right, grid.bottom), width * height
    if best:
        return best
    top = grid.bottom + GAP
    return EDGE, top, right, top + panel_height(zones, count, right - EDGE)


def arrow_lines(grid: Grid, state: StateView, hints: MarketHints) -> list[tuple[Point, Point]]:
    """From the old cell of each moved marker to the new one; nothing for a blocked move."""
    found: list[tuple[Point, Point]] = []
    for marker, (row, column) in hints.moves:
        now = state.places.get(marker)
        if now is None or now == (row, column):
            continue
        old, new = grid.cell(row, column), grid.cell(*now)
        start = ((old[0] + old[2]) / 2, old[3] - 12)
        middle = (new[0] + new[2]) / 2
        if old[1] == new[1]:
            found.append((start, (new[0] + 12 if now[1] > column else new[2] - 12, start[1])))
        else:
            found.append((start, (middle, new[3] - 8 if new[1] < old[1] else new[1] + 10)))
    return found
