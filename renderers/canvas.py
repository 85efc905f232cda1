"""The drawing surface: shapes drawn large and reduced, letters drawn sharp on top, every call recorded if asked.

Coordinates are final pixels; shapes are drawn a few times larger and averaged down, so that they have smooth
edges. Letters are drawn last, at final size: no shape ever covers a letter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderers.text import Fitted, Weight, block, fit, fit_disc, font, ink, line_step
from renderers.theme import RGB

SCALE: Final = 3
HALO: Final = 3
Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Drawn(NamedTuple):
    """One recorded call: what kind of thing, where (left, top, right, bottom), its colour and its text if any."""

    kind: str
    box: Box
    colour: RGB
    text: str = ""


@dataclass(frozen=True)
class Pen:
    """How text is written: colour, weight, largest size, optional halo around the letters, alignment in the box."""

    colour: RGB
    size: int
    weight: Weight = "Bold"
    halo: RGB | None = None
    align: str = "centre"


class Dash(NamedTuple):
    """A broken line: width, colour, and a pattern that alternates lengths drawn and left out."""

    width: float
    colour: RGB
    pattern: tuple[float, ...]


class _Letters(NamedTuple):
    text: str
    at: Point
    pen: Pen
    size: int


def bounds(points: Sequence[Point], margin: float = 0) -> Box:
    """The smallest box around `points`, widened by `margin`."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


class Canvas:
    """A picture being drawn; `log`, when given, receives every call; `scale` is how much larger shapes are drawn."""

    def __init__(self, size: tuple[int, int], ground: RGB, log: list[Drawn] | None = None, scale: int = SCALE) -> None:
        self.size = size
        self._log = log
        self._scale = scale
        self._image = Image.new("RGB", (size[0] * scale, size[1] * scale), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._letters: list[_Letters] = []

    def _note(self, kind: str, box: Box, colour: RGB, text: str = "") -> None:
        if self._log is not None:
            self._log.append(Drawn(kind, box, colour, text))

    def polygon(self, points: Sequence[Point], fill: RGB, kind: str = "polygon") -> None:
        """Fill a polygon."""
        self._note(kind, bounds(points), fill)
        self._draw.polygon([(x * self._scale, y * self._scale) for x, y in points], fill=fill)

    def rect(self, box: Box, fill: RGB, radius: float = 0, kind: str = "rect") -> None:
        """Fill a rectangle, with rounded corners when `radius` is given."""
        self._note(kind, box, fill)
        left, top, right, bottom = (round(value * self._scale) for value in box)
        inner = (left, top, max(left, right - 1), max(top, bottom - 1))
        if radius:
            self._draw.rounded_rectangle(inner, round(radius * self._scale), fill=fill)
        else:
            self._draw.rectangle(inner, fill=fill)

    def disc(self, centre: Point, radius: float, fill: RGB, kind: str = "disc") -> None:
        """Fill a circle."""
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        self._note(kind, box, fill)
        self._draw.ellipse([round(value * self._scale) for value in box], fill=fill)

    def ring(self, centre: Point, radius: float, width: float, colour: RGB) -> None:
        """A circle line of `width` whose outer edge has `radius`."""
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        self._note("ring", box, colour)
        thick = max(1, round(width * self._scale))
        self._draw.ellipse([round(value * self._scale) for value in box], outline=colour, width=thick)

    def stroke(self, points: Sequence[Point], width: float, colour: RGB, kind: str = "stroke") -> None:
        """A line through `points` with smooth bends and flat ends."""
        self._note(kind, bounds(points, width / 2), colour)
        scaled = [(x * self._scale, y * self._scale) for x, y in points]
        self._draw.line(scaled, fill=colour, width=round(width * self._scale), joint="curve")

    def dashes(self, points: Sequence[Point], pen: Dash, kind: str = "dashes") -> None:
        """A line of dashes."""
        self._note(kind, bounds(points, pen.width / 2), pen.colour)
        for piece in cut_dashes(points, pen.pattern):
            scaled = [(x * self._scale, y * self._scale) for x, y in piece]
            self._draw.line(scaled, fill=pen.colour, width=round(pen.width * self._scale), joint="curve")

    def write(self, text: str, box: Box, pen: Pen) -> Fitted:
        """Write into `box`, in one or two lines, as large as fits and `pen.size` allows."""
        room = (box[2] - box[0], box[3] - box[1])
        fitted = fit(text, pen.weight, room, pen.size)
        self._place(fitted, box, pen)
        return fitted

    def write_line(self, text: str, box: Box, pen: Pen) -> None:
        """Write one line into `box`; its baseline depends on the pen alone, so that neighbours line up."""
        cap = ink("H", pen.weight, pen.size)
        baseline = (box[1] + box[3] - cap.top) / 2
        mark = ink(text, pen.weight, pen.size)
        self._queue(_Letters(text, (self._left(mark.width, box, pen) - mark.left, baseline), pen, pen.size))

    def write_disc(self, text: str, centre: Point, radius: float, pen: Pen) -> None:
        """Write one line as large as fits into a circle."""
        size = fit_disc(text, pen.weight, radius, pen.size)
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        self._place(Fitted((text,), size, pen.weight), box, pen)

    def _left(self, width: float, box: Box, pen: Pen) -> float:
        if pen.align == "left":
            return box[0]
        if pen.align == "right":
            return box[2] - width
        return (box[0] + box[2] - width) / 2

    def _place(self, fitted: Fitted, box: Box, pen: Pen) -> None:
        _, height = block(fitted.lines, fitted.weight, fitted.size)
        top = (box[1] + box[3] - height) / 2
        baseline = top - ink(fitted.lines[0], fitted.weight, fitted.size).top
        for line in fitted.lines:
            mark = ink(line, fitted.weight, fitted.size)
            left = self._left(mark.width, box, pen) - mark.left
            self._queue(_Letters(line, (left, baseline), pen, fitted.size))
            baseline += line_step(fitted.size)

    def _queue(self, letters: _Letters) -> None:
        mark = ink(letters.text, letters.pen.weight, letters.size)
        x, y = letters.at
        box = (x + mark.left, y + mark.top, x + mark.right, y + mark.bottom)
        self._note("text", box, letters.pen.colour, letters.text)
        self._letters.append(letters)

    def finish(self) -> Image.Image:
        """The finished picture in RGB at final size."""
        image = self._image.reduce(self._scale) if self._scale > 1 else self._image
        draw = ImageDraw.Draw(image)
        for letters in self._letters:
            if letters.pen.halo is not None:
                _write(draw, letters, letters.pen.halo, HALO)
        for letters in self._letters:
            _write(draw, letters, letters.pen.colour, 0)
        return image


def _write(draw: ImageDraw.ImageDraw, letters: _Letters, colour: RGB, stroke: int) -> None:
    at = (round(letters.at[0]), round(letters.at[1]))
    face = font(letters.pen.weight, letters.size)
    draw.text(at, letters.text, fill=colour, font=face, anchor="ls", stroke_width=stroke, stroke_fill=colour)


def cut_dashes(points: Sequence[Point], pattern: tuple[float, ...]) -> list[list[Point]]:
    """Cut a polyline into the drawn pieces of a dash pattern."""
    pieces: list[list[Point]] = []
    turn, left = 0, pattern[0]
    current: list[Point] = [points[0]]
    for start, end in pairwise(points):
        at, length = start, math.dist(start, end)
        while length > left:
            share = left / length
            at = (at[0] + (end[0] - at[0]) * share, at[1] + (end[1] - at[1]) * share)
            length -= left
            current.append(at)
            if turn % 2 == 0:
                pieces.append(current)
            turn, current = turn + 1, [at]
            left = pattern[turn % len(pattern)]
        left -= length
        current.append(end)
    if turn % 2 == 0 and len(current) > 1:
        pieces.append(current)
    return pieces
