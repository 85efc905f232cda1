"""Prices or wealth over the rounds, as a line chart: every line in its own colour, dash and mark, named at its end."""

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from PIL import Image

from renderers.canvas import Box, Canvas, Dash, Drawn, Pen, Point
from renderers.errors import PictureError
from renderers.hints import HistoryHints, Moment
from renderers.text import ink, shorten
from renderers.theme import RGB, THEMES, Theme, blend, colour_of, contrast

WIDTH: Final = 1600
HEIGHT: Final = 1000
HEAD: Final = 84
FOOT: Final = 64
LEFT: Final = 110
LABEL: Final = 30
NAME_ROOM: Final = 230
LINE: Final = 5.0
MARK: Final = 8.0
STEPS: Final = (1, 2, 2.5, 5, 10)
LINES_OF_GRID: Final = 6
LEAST_CONTRAST: Final = 2.2
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (26, 9), (10, 8), (28, 8, 8, 8), (4, 7))


class Line(NamedTuple):
    """One line of the chart: whose, its look, and its points as (place, value), in unbroken stretches."""

    name: str
    order: int
    colour: RGB
    stretches: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def end(self) -> tuple[int, int]:
        """The latest point."""
        return self.stretches[-1][-1]

    @property
    def last(self) -> int:
        """The latest value."""
        return self.end[1]


class Plot(NamedTuple):
    """From values to pixels."""

    box: Box
    places: int
    top: int

    def at(self, place: int, value: int) -> Point:
        """Where a value stands."""
        left, top, right, bottom = self.box
        across = place / (self.places - 1) if self.places > 1 else 0.5
        return left + (right - left) * across, bottom - (bottom - top) * value / self.top


def grid_step(highest: int) -> int:
    """A round distance between the lines of the grid, so that there are about six."""
    rough = max(1.0, highest / LINES_OF_GRID)
    unit = 10.0 ** math.floor(math.log10(rough))
    return max(1, math.ceil(next(step * unit for step in STEPS if step * unit >= rough)))


def _stretches(points: Sequence[Moment], name: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The values of one line; a stretch ends where there is no value."""
    marked = [(place, values.get(name)) for place, (_, values) in enumerate(points)]
    runs = [list(run) for there, run in groupby(marked, lambda pair: pair[1] is not None) if there]
    return tuple(tuple((place, value) for place, value in run if value is not None) for run in runs)


def lines_of(points: Sequence[Moment], hints: HistoryHints) -> list[Line]:
    """One line for each name, in order of first appearance, in colours that stand out from the page."""
    theme = THEMES[hints.theme]
    found = []
    for order, name in enumerate(dict.fromkeys(name for _, values in points for name in values)):
        given = hints.colours.get(name)
        colour = colour_of(given) if given else theme.routes[order % len(theme.routes)]
        while contrast(colour, theme.page) < LEAST_CONTRAST:
            colour = blend(colour, theme.ink, 0.2)
        found.append(Line(name, order, colour, _stretches(points, name)))
    return found


def spread(wanted: Sequence[float], gap: float, limits: tuple[float, float]) -> list[float]:
    """Heights as near to the wanted ones as possible, at least `gap` apart and inside the limits; order kept."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    low = limits[0]
    for index in order:
        found[index] = low = max(low, found[index])
        low += gap
    high = limits[1]
    for index in reversed(order):
        found[index] = high = min(high, found[index])
        high -= gap
    return found


def _draw_grid(canvas: Canvas, theme: Theme, plot: Plot, hints: HistoryHints) -> None:
    step = grid_step(plot.top)
    for value in range(0, plot.top + 1, step):
        y = plot.at(0, value)[1]
        canvas.rect((plot.box[0], y - 1, plot.box[2], y + 1), theme.rule, kind="grid")
        words = hints.currency.format(value)
        pen = Pen(theme.muted, 28, "Semibold", align="right")
        canvas.write_line(words, (4, y - 18, plot.box[0] - 12, y + 18), pen)


def _draw_labels(canvas: Canvas, theme: Theme, plot: Plot, labels: Sequence[str]) -> None:
    """Names of the moments below the chart, as many as there is room for; the last one always."""
    room = (plot.box[2] - plot.box[0]) / max(1, len(labels) - 1)
    widest = max(ink(label, "Semibold", 28).width for label in labels) + 24
    every = max(1, math.ceil(widest / room))
    for place in range(len(labels) - 1, -1, -every):
        x, y = plot.at(place, 0)
        canvas.rect((x - 1, y, x + 1, y + 9), theme.muted)
        pen = Pen(theme.muted, 28, "Semibold")
        canvas.write_line(labels[place], (x - widest / 2, y + 12, x + widest / 2, y + 48), pen)


def _draw_mark(canvas: Canvas, at: Point, line: Line) -> None:
    """A disc, square, rhombus or triangle by the line's place."""
    x, y = at
    shapes = (
        [(x - MARK, y - MARK), (x + MARK, y - MARK), (x + MARK, y + MARK), (x - MARK, y + MARK)],
        [(x - MARK * 1.4, y), (x, y - MARK * 1.4), (x + MARK * 1.4, y), (x, y + MARK * 1.4)],
        [(x - MARK * 1.2, y + MARK), (x, y - MARK * 1.3), (x + MARK * 1.2, y + MARK)],
    )
    kind = line.order % (len(shapes) + 1)
    if kind == 0:
        canvas.disc(at, MARK, line.colour, kind="mark")
    else:
        canvas.polygon(shapes[kind - 1], line.colour, kind="mark")


def _draw_line(canvas: Canvas, plot: Plot, line: Line) -> None:
    pattern = DASHES[line.order % len(DASHES)]
    for stretch in line.stretches:
        points = [plot.at(*pair) for pair in stretch]
        if len(points) > 1 and pattern:
            canvas.dashes(points, Dash(LINE, line.colour, pattern), kind="line")
        elif len(points) > 1:
            canvas.stroke(points, LINE, line.colour, kind="line")
        for at in points:
            _draw_mark(canvas, at, line)


def _draw_names(canvas: Canvas, theme: Theme, plot: Plot, lines: Sequence[Line]) -> None:
    """Names and latest values of the lines that go on, to the right, each joined to its end by a thin line."""
    ends = [plot.at(*line.end) for line in lines]
    heights = spread([y for _, y in ends], LABEL + 8, (plot.box[1] - 10, plot.box[3] + 10))
    left, right = plot.box[2] + 56, WIDTH - 24
    for line, end, y in zip(lines, ends, heights, strict=True):
        leader = [(end[0] + 10, end[1]), (plot.box[2] + 26, y), (left - 20, y)]
        canvas.stroke(leader, 2, blend(line.colour, theme.page, 0.4))
        _draw_mark(canvas, (left - 10, y), line)
        words = shorten(line.name, "Bold", LABEL, NAME_ROOM - 92)
        canvas.write_line(words, (left + 8, y - 18, right, y + 18), Pen(theme.ink, LABEL, align="left"))
        pen = Pen(theme.ink, LABEL, "Semibold", align="right")
        canvas.write_line(str(line.last), (left, y - 18, right, y + 18), pen)


def _draw_gone(canvas: Canvas, theme: Theme, plot: Plot, lines: Sequence[Line]) -> None:
    """Names of the lines that ended earlier, beside their ends."""
    by_place: dict[int, list[Line]] = {}
    for line in lines:
        by_place.setdefault(line.end[0], []).append(line)
    for group in by_place.values():
        ends = [plot.at(*line.end) for line in group]
        heights = spread([y for _, y in ends], LABEL, (plot.box[1], plot.box[3] - 14))
        for line, (x, _), y in zip(group, ends, heights, strict=True):
            words = shorten(line.name, "Semibold", LABEL - 4, NAME_ROOM - 92)
            pen = Pen(theme.muted, LABEL - 4, "Semibold", halo=theme.page, align="left")
            canvas.write_line(words, (x + 16, y - 16, x + NAME_ROOM, y + 16), pen)


def draw_chart(points: Sequence[Moment], hints: HistoryHints, log: list[Drawn] | None = None) -> Canvas:
    """The chart of values over moments.

    Raises:
        PictureError: no moment, or no value at all.
    """
    lines = lines_of(points, hints)
    if not lines:
        raise PictureError("A history needs at least one moment with a value.")
    theme = THEMES[hints.theme]
    canvas = Canvas((WIDTH, HEIGHT), theme.page, log, 2)
    highest = max(value for line in lines for stretch in line.stretches for _, value in stretch)
    step = grid_step(max(1, highest))
    top = step * max(1, math.ceil(highest / step))
    plot = Plot((LEFT, HEAD + 26, WIDTH - NAME_ROOM - 60, HEIGHT - FOOT), len(points), top)
    canvas.write_line(hints.heading, (24, 8, WIDTH - 20, HEAD - 6), Pen(theme.ink, 44, "Bold", align="left"))
    _draw_grid(canvas, theme, plot, hints)
    _draw_labels(canvas, theme, plot, [label for label, _ in points])
    for line in lines:
        _draw_line(canvas, plot, line)
    going = [line for line in lines if line.end[0] == len(points) - 1]
    _draw_names(canvas, theme, plot, going)
    _draw_gone(canvas, theme, plot, [line for line in lines if line not in going])
    return canvas


def history_image(points: Sequence[Moment], hints: HistoryHints) -> Image.Image:
    """The chart as a palette image."""
    image = draw_chart(points, hints).finish()
    return image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
