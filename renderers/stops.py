"""Cities, towns, passes and ports on a tile, with their tokens."""

import math
from typing import Final

from engine.ids import CompanyId
from engine.schema import StopData
from renderers.canvas import Canvas, Dash, Pen, Point
from renderers.spots import Spot
from renderers.theme import BLACK, RGB, WHITE, blend
from renderers.tokens import Livery, draw_token
from renderers.tracks import Place

RIM: Final = 3.0
SLOT: Final[RGB] = (252, 252, 250)


def draw_city(canvas: Canvas, slots: tuple[Spot, ...]) -> None:
    """White circles on a common black ground."""
    if len(slots) > 1:
        lefts, tops, rights, bottoms = zip(*(spot.box for spot in slots), strict=True)
        radius = slots[0].radius
        box = (min(lefts), min(tops), max(rights), max(bottoms))
        if len({spot.at[1] for spot in slots}) == 1:
            box = (slots[0].at[0], box[1], slots[-1].at[0], box[3])
        canvas.rect(box, BLACK, radius * 0.3, kind="city")
        inner = (box[0] + RIM, box[1] + RIM, box[2] - RIM, box[3] - RIM)
        canvas.rect(inner, blend(WHITE, BLACK, 0.18))
    for spot in slots:
        canvas.disc(spot.at, spot.radius, BLACK, kind="slot")
        canvas.disc(spot.at, spot.radius - RIM, SLOT)


def draw_pass(canvas: Canvas, slots: tuple[Spot, ...]) -> None:
    """A rhombus around the slots of a mountain pass."""
    radius = slots[0].radius
    left, right = slots[0].at[0], slots[-1].at[0]
    y = slots[0].at[1]
    for grow, colour in ((1.5, BLACK), (1.5 - RIM / radius * 1.4, WHITE)):
        reach = radius * grow
        corners = [(left - reach, y), (left, y - reach), (right, y - reach), (right + reach, y)]
        canvas.polygon([*corners, (right, y + reach), (left, y + reach)], colour, kind="pass")
    for spot in slots:
        canvas.disc(spot.at, spot.radius - 2, BLACK, kind="slot")
        canvas.disc(spot.at, spot.radius - 2 - RIM, SLOT)


def draw_reservation(canvas: Canvas, spot: Spot, livery: Livery) -> None:
    """A slot kept for a company: a broken ring in its colour and its initials, faint."""
    tint = blend(livery.fill, WHITE, 0.25)
    ring = [_on_circle(spot.at, spot.radius - 6, step / 36) for step in range(37)]
    canvas.dashes(ring, Dash(6, tint, (9, 6)))
    pen = Pen(blend(BLACK, WHITE, 0.42), round(spot.radius * 0.9), "Semibold")
    canvas.write_disc(livery.text, spot.at, spot.radius - 9, pen)


def _on_circle(centre: Point, radius: float, share: float) -> Point:
    return centre[0] + radius * math.cos(math.tau * share), centre[1] + radius * math.sin(math.tau * share)


def draw_tokens(
    canvas: Canvas, slots: tuple[Spot, ...], owners: tuple[CompanyId, ...], liveries: dict[CompanyId, Livery]
) -> None:
    """Tokens in order of arrival; more tokens than slots share the last circle's row, smaller."""
    if len(owners) <= len(slots):
        for spot, owner in zip(slots, owners, strict=False):
            draw_token(canvas, spot.at, spot.radius, liveries[owner])
        return
    left, right = slots[0].box[0], slots[-1].box[2]
    radius = (right - left) / 2 / len(owners)
    for order, owner in enumerate(owners):
        at = (left + radius * (2 * order + 1), slots[0].at[1])
        draw_token(canvas, at, radius, liveries[owner])


def draw_town(canvas: Canvas, place: Place, scale: float) -> None:
    """A bar across the track, or a dot where track ends, branches or is missing."""
    if place.heading is None:
        canvas.disc(place.at, 14 * scale, WHITE)
        canvas.disc(place.at, 11.5 * scale, BLACK, kind="town")
        return
    across = (-place.heading[1], place.heading[0])
    for half, width, colour in ((24, 19, WHITE), (21, 13, BLACK)):
        reach = half * scale
        ends = [(place.at[0] + sign * across[0] * reach, place.at[1] + sign * across[1] * reach) for sign in (-1, 1)]
        canvas.stroke(ends, width * scale, colour, kind="town" if colour == BLACK else "stroke")


def draw_port(canvas: Canvas, place: Place, scale: float) -> None:
    """An anchor on a white disc."""
    x, y = place.at
    canvas.disc((x, y), 27 * scale, BLACK, kind="port")
    canvas.disc((x, y), 24.5 * scale, WHITE)
    ink: RGB = (20, 60, 120)
    canvas.ring((x, y - 14 * scale), 6.5 * scale, 3.5 * scale, ink)
    canvas.stroke([(x, y - 8 * scale), (x, y + 18 * scale)], 4.5 * scale, ink)
    canvas.stroke([(x - 10 * scale, y - 3 * scale), (x + 10 * scale, y - 3 * scale)], 4.5 * scale, ink)
    arms = [(x - 15 * scale, y + 6 * scale), (x - 10 * scale, y + 14 * scale), (x, y + 18 * scale)]
    canvas.stroke(arms, 4.5 * scale, ink)
    canvas.stroke([(2 * x - px, py) for px, py in arms], 4.5 * scale, ink)


def is_port(stop: StopData) -> bool:
    """Whether a stop is drawn as an anchor."""
    return stop.kind == "port"
