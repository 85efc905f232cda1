"""Company tokens: a disc in the company's colour with its short name and an edge pattern of its own."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from engine.ids import CompanyId
from engine.schema import TitleData
from renderers.canvas import Canvas, Pen, Point
from renderers.theme import BLACK, RGB, colour_of

RING_SHARE: Final = 0.13
SHARES: Final = (0.5, 0.24, 0.76)
COUNTS: Final = 9


class Livery(NamedTuple):
    """How a company looks: short name, colours, and an edge of `dashes` marks each covering `share` of its sector."""

    text: str
    fill: RGB
    ink: RGB
    dashes: int
    share: float


def _pattern(order: int) -> tuple[int, float]:
    """The edge pattern of the company at place `order`; the first 27 are all different."""
    return order % COUNTS + 1, SHARES[order // COUNTS % len(SHARES)]


@lru_cache(maxsize=512)
def _livery(text: str, colours: tuple[str, str], order: int) -> Livery:
    return Livery(text, colour_of(colours[0]), colour_of(colours[1]), *_pattern(order))


def liveries(data: TitleData) -> dict[CompanyId, Livery]:
    """The look of every company of a title."""
    return {
        company.id: _livery(company.id, (company.colour, company.ink), order)
        for order, company in enumerate(data.companies.values())
    }


def colour_pairs(data: TitleData) -> tuple[tuple[RGB, RGB], ...]:
    """Fill and ink of every company, for the palette."""
    return tuple((livery.fill, livery.ink) for livery in liveries(data).values())


def _arc(centre: Point, radius: float, start: float, sweep: float) -> list[Point]:
    steps = max(3, round(sweep * 24))
    angles = [math.tau * (start + sweep * step / steps) - math.pi / 2 for step in range(steps + 1)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]


def draw_edge(canvas: Canvas, centre: Point, radius: float, livery: Livery) -> None:
    """The pattern ring just inside `radius`."""
    width = radius * RING_SHARE
    for mark in range(livery.dashes):
        start = (mark - livery.share / 2) / livery.dashes
        line = _arc(centre, radius - width / 2, start, livery.share / livery.dashes)
        canvas.stroke(line, width, livery.ink, kind="edge")


def draw_token(canvas: Canvas, centre: Point, radius: float, livery: Livery) -> None:
    """A token lying in a slot of `radius`."""
    canvas.disc(centre, radius, BLACK, kind="token")
    canvas.disc(centre, radius - 1.5, livery.fill)
    draw_edge(canvas, centre, radius - 1.5, livery)
    inner = radius * (1 - RING_SHARE) - 1.5
    canvas.write_disc(livery.text, centre, inner, Pen(livery.ink, round(radius * 0.95)))
