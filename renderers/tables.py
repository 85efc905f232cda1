"""A table as a picture: columns as wide as their contents need, every cell in its own box."""

import math
from dataclasses import dataclass
from typing import Final

from engine.ids import CompanyId
from renderers.canvas import Box, Canvas, Pen, Point
from renderers.pills import draw_pill
from renderers.text import Weight, ink, shorten
from renderers.theme import RGB, Theme
from renderers.tokens import Livery

SIZE: Final = 30
ROW: Final = 50
PAD: Final = 14
CHIP: Final = 96
CARD: Final = 46
GAP: Final = 6
STAR: Final = 12
WIDEST: Final = 380


@dataclass(frozen=True)
class Cell:
    """What stands in one cell.

    Attributes:
        text: one line; `chips`: companies drawn as pills before it; `cards`: trains drawn as cards before it.
        star: a star stands before left-aligned text, behind other text (priority deal, presidency).
        strong: bold; `muted`: in the lesser colour; `align`: ``left``, ``right`` or ``centre``.
    """

    text: str = ""
    chips: tuple[CompanyId, ...] = ()
    cards: tuple[str, ...] = ()
    star: bool = False
    strong: bool = False
    muted: bool = False
    align: str = "left"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not (self.text or self.chips or self.cards or self.star)

    @property
    def weight(self) -> Weight:
        """Weight of the letters."""
        return "Bold" if self.strong else "Semibold"


@dataclass(frozen=True)
class Table:
    """A heading, column titles and rows; `marked` rows are tinted (who is to act)."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    marked: frozenset[int] = frozenset()


def _cell_width(cell: Cell) -> float:
    text = min(ink(cell.text, cell.weight, SIZE).width, WIDEST) if cell.text else 0
    return text + len(cell.chips) * (CHIP + 6) + GAP + len(cell.cards) * (CARD + 6) + (2 * STAR + 8 if cell.star else 0)


def column_widths(table: Table) -> list[float]:
    """Pixels that each column needs, padding included."""
    widths = [ink(title, "Semibold", SIZE - 4).width if title else 0 for title in table.columns]
    for row in table.rows:
        for number, cell in enumerate(row):
            widths[number] = max(widths[number], _cell_width(cell))
    return [width + 2 * PAD for width in widths]


def table_size(table: Table) -> tuple[int, int]:
    """Width and height of the drawn table, heading included."""
    head = ink(table.title, "Bold", SIZE + 8).width + 2 * PAD if table.title else 0
    return round(max(sum(column_widths(table)), head)), ROW * (len(table.rows) + 1) + (ROW + 10 if table.title else 0)


class TableArtist:
    """Draws tables in one theme."""

    def __init__(self, canvas: Canvas, theme: Theme, looks: dict[CompanyId, Livery]) -> None:
        self.canvas = canvas
        self.theme = theme
        self.looks = looks

    def draw(self, table: Table, at: Point, width: float) -> float:
        """Draw at the upper left corner `at`, `width` pixels wide; returns the lower edge."""
        left, top = at
        if table.title:
            pen = Pen(self.theme.ink, SIZE + 8, "Bold", align="left")
            self.canvas.write_line(table.title, (left + PAD, top, left + width, top + ROW), pen)
            top += ROW + 10
        widths = column_widths(table)
        spare = max(0.0, width - sum(widths)) / len(widths)
        edges = [left]
        for one in widths:
            edges.append(edges[-1] + one + spare)
        self._titles(table, edges, top)
        for number, row in enumerate(table.rows):
            y = top + ROW * (number + 1)
            self._band(table, number, (left, y, left + width, y + ROW))
            for column, cell in enumerate(row):
                self._cell(cell, (edges[column] + PAD, y, edges[column + 1] - PAD, y + ROW))
        return top + ROW * (len(table.rows) + 1)

    def _titles(self, table: Table, edges: list[float], top: float) -> None:
        self.canvas.rect((edges[0], top + ROW - 3, edges[-1], top + ROW), self.theme.rule)
        for column, title in enumerate(table.columns):
            align = table.rows[0][column].align if table.rows else "left"
            pen = Pen(self.theme.muted, SIZE - 4, "Semibold", align=align)
            box = (edges[column] + PAD, top, edges[column + 1] - PAD, top + ROW)
            if title:
                self.canvas.write_line(title, box, pen)

    def _band(self, table: Table, number: int, box: Box) -> None:
        """The ground of a row: every second one darker, marked ones tinted with a bar at their left end."""
        if number in table.marked:
            self.canvas.rect(box, self.theme.marked)
            self.canvas.rect((box[0], box[1], box[0] + 6, box[3]), self.theme.last, kind="marked")
        elif number % 2:
            self.canvas.rect(box, self.theme.band)

    def _cell(self, cell: Cell, box: Box) -> None:
        left, top, right, bottom = box
        for company in cell.chips:
            box = (left, top + 6, left + CHIP, bottom - 6)
            draw_pill(self.canvas, company, box, self.theme, self.looks.get(company))
            left += CHIP + 6
        for card in cell.cards:
            self._card(card, (left, top + 6, left + CARD, bottom - 6))
            left += CARD + 6
        left += GAP if cell.chips and cell.text else 0
        middle = (top + bottom) / 2
        if cell.star and cell.align == "left":
            draw_star(self.canvas, (left + STAR, middle), STAR, self.theme.last)
            left += 2 * STAR + 8
        elif cell.star:
            draw_star(self.canvas, (right - STAR, middle), STAR, self.theme.last)
            right -= 2 * STAR + 8
        if not cell.text:
            return
        text = shorten(cell.text, cell.weight, SIZE, max(0, right - left) + 1)
        colour = self.theme.muted if cell.muted else self.theme.ink
        self.canvas.write_line(text, (left, top, right, bottom), Pen(colour, SIZE, cell.weight, align=cell.align))

    def _card(self, words: str, box: Box) -> None:
        """A train as a small card."""
        self.canvas.rect(box, self.theme.muted, 5, kind="card")
        left, top, right, bottom = box
        self.canvas.rect((left + 2, top + 2, right - 2, bottom - 2), self.theme.panel, 4)
        self.canvas.write(words, (left + 4, top + 4, right - 4, bottom - 4), Pen(self.theme.ink, SIZE - 2))


def draw_star(canvas: Canvas, centre: Point, radius: float, colour: RGB) -> None:
    """A five-pointed star."""
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * corner / 5 - math.pi / 2
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    canvas.polygon(points, colour, kind="star")
