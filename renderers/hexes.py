"""One hex of the map as a picture: ground, track, stops, tokens, lettering, hints."""

from dataclasses import dataclass
from typing import Final

from engine.ids import CompanyId
from engine.schema import HexData, TileData, TitleData
from renderers.canvas import Box, Canvas, Dash, Drawn, Pen, Point
from renderers.faces import Face
from renderers.geometry import HexShape
from renderers.places import Lettering, Wants, lettering
from renderers.spots import NAME_SIZES, NUMBER_SIZES, UNIT, Spot
from renderers.stops import draw_city, draw_pass, draw_port, draw_reservation, draw_tokens, draw_town
from renderers.text import ink
from renderers.theme import BLACK, RGB, WHITE, Theme, blend, ink_on
from renderers.tokens import Livery
from renderers.tracks import TrackPlan, plan_of, turned

TRACK, CASING, ROUTE = 14, 21, 17
LONG_NAME: Final = 10
ROUTE_PATTERNS: Final[tuple[tuple[float, ...], ...]] = ((), (20, 9), (8, 8), (26, 7, 7, 7), (34, 14), (10, 18))


@dataclass(frozen=True)
class Style:
    """What all hexes of a map share."""

    data: TitleData
    theme: Theme
    shape: HexShape
    liveries: dict[CompanyId, Livery]

    @property
    def scale(self) -> float:
        """Pixels per unit of the layout tables."""
        return self.shape.side / UNIT


class _Brush:
    """Draws one face; coordinates are relative to the middle of the hex."""

    def __init__(self, style: Style, face: Face, log: list[Drawn] | None) -> None:
        self.style, self.face, self.theme = style, face, style.theme
        self.shape, self.scale = style.shape, style.scale
        self.site: HexData = style.data.board.hexes[face.hex]
        self.design: TileData = (
            turned(style.data.board.tiles[face.tile], face.rotation) if face.tile else self.site.design
        )
        self.ground = self._ground()
        self.pen_ink = ink_on(self.ground)
        wide, high = self.shape.reach
        self.middle: Point = (wide, high)
        self.canvas = Canvas((2 * wide + 1, 2 * high + 1), self.ground, log)
        self.plan: TrackPlan = plan_of(self.shape, self.design)
        self.names = () if face.alone else name_lines(self.site, self.design)
        self.spots: Lettering = lettering(self.shape, self.design, self._wants())

    def _ground(self) -> RGB:
        if self.design.colour == "white" and self.face.tint >= 0:
            return self.theme.tints[self.face.tint % len(self.theme.tints)]
        return self.theme.tiles[self.design.colour]

    @property
    def cost(self) -> int:
        """Money for the next lay on this hex."""
        return self.design.lay_cost if self.face.tile else self.site.cost

    @property
    def is_box(self) -> bool:
        """Whether the hex is an off-map box, whose name stands in its middle."""
        return self.design.colour == "red" or any(stop.kind == "offboard" for stop in self.design.stops)

    @property
    def values(self) -> tuple[int, ...]:
        """What a stop pays phase by phase; empty when it always pays the same."""
        return next((stop.revenue for stop in self.design.stops if isinstance(stop.revenue, tuple)), ())

    def _wants(self) -> Wants:
        return Wants(
            names=() if self.is_box else self.names,
            number=self.face.tile,
            label=bool(self.design.labels),
            values=0 if self.is_box else len(self.values),
            cost=self.cost > 0 and bool(self.design.stops),
            badge=bool(self.face.badge),
        )

    def at(self, point: Point) -> Point:
        """From hex coordinates to canvas coordinates."""
        return point[0] + self.middle[0], point[1] + self.middle[1]

    def line(self, points: tuple[Point, ...]) -> list[Point]:
        """The same for a polyline."""
        return [self.at(point) for point in points]

    def moved(self, spot: Spot) -> Spot:
        """The same for a spot."""
        return Spot(self.at(spot.at), spot.half, spot.radius)


def name_lines(site: HexData, design: TileData) -> tuple[str, ...]:
    """A name in the lines it is printed in: two towns apart, long names cut at a space."""
    name = site.name
    if not name:
        return ()
    if " & " in name and design.colour != "red":
        return tuple(name.split(" & ", 1))
    if " " in name and len(name) > LONG_NAME:
        return tuple(name.split(" ", 1))
    return (name,)


def _draw_ground(brush: _Brush) -> None:
    theme, shape = brush.theme, brush.shape
    for edge in range(6):
        if edge not in brush.face.joined:
            brush.canvas.stroke(brush.line(shape.edge_line(edge, 0.4)), 3.6, theme.outline, kind="outline")
    for edge in brush.face.limits:
        brush.canvas.stroke(brush.line(shape.edge_line(edge, 0.6)), 6, blend(theme.ink, theme.outline, 0.35), "limit")


def _terrain_icon(brush: _Brush, centre: Point, size: float) -> None:
    """A hill, two peaks or waves."""
    x, y = centre
    shade = blend(brush.pen_ink, brush.ground, 0.15)
    if brush.site.terrain in ("swamp", "water"):
        for row in (-0.35, 0.35):
            wave = [(x + size * (step / 4 - 1), y + size * (row + (0.2 if step % 2 else -0.2))) for step in range(9)]
            brush.canvas.stroke(wave, size * 0.24, (24, 104, 176) if brush.pen_ink == BLACK else WHITE, kind="terrain")
        return
    brush.canvas.polygon(
        [(x - size, y + size * 0.7), (x, y - size * 0.8), (x + size, y + size * 0.7)], shade, "terrain"
    )
    snow = [(x - size * 0.34, y - size * 0.27), (x, y - size * 0.8), (x + size * 0.34, y - size * 0.27)]
    brush.canvas.polygon(snow, blend(brush.ground, WHITE, 0.6))


def _draw_cost(brush: _Brush) -> None:
    """The terrain's price: large on open country, small beside a stop."""
    if brush.cost <= 0:
        return
    pen = Pen(brush.pen_ink, round(30 * brush.scale))
    if brush.spots.cost is None:
        _terrain_icon(brush, brush.at((0, -18 * brush.scale)), 24 * brush.scale)
        x, y = brush.at((0, 22 * brush.scale))
        half = 40 * brush.scale
        brush.canvas.write(str(brush.cost), (x - half, y - 14 * brush.scale, x + half, y + 14 * brush.scale), pen)
        return
    left, top, right, bottom = brush.moved(brush.spots.cost).box
    _terrain_icon(brush, (left + 9 * brush.scale, (top + bottom) / 2), 9 * brush.scale)
    pen = Pen(brush.pen_ink, round(24 * brush.scale), halo=brush.ground)
    brush.canvas.write(str(brush.cost), (left + 19 * brush.scale, top, right, bottom), pen)


def _draw_track(brush: _Brush) -> None:
    for width, colour in ((CASING, brush.theme.casing), (TRACK, brush.theme.track)):
        for order, piece in enumerate(brush.plan.pieces):
            line = brush.line(piece.line)
            if order in brush.design.terminal or brush.design.colour == "red":
                _draw_stub(brush, line, width, colour)
            else:
                kind = "track" if colour == brush.theme.track else "stroke"
                brush.canvas.stroke(line, width * brush.scale, colour, kind=kind)


def _draw_stub(brush: _Brush, line: list[Point], width: float, colour: RGB) -> None:
    """Track that ends here: it narrows to a point."""
    ends = sorted((line[0], line[-1]), key=lambda point: -_square(point, brush.middle))
    outer, inner = ends
    share = 0.36 if brush.design.colour == "red" else 0.62
    tip = outer[0] + (inner[0] - outer[0]) * share, outer[1] + (inner[1] - outer[1]) * share
    length = _square(outer, tip) ** 0.5
    half = width * brush.scale * 0.62
    side = (-(tip[1] - outer[1]) / length * half, (tip[0] - outer[0]) / length * half)
    base = [(outer[0] + side[0], outer[1] + side[1]), (outer[0] - side[0], outer[1] - side[1])]
    brush.canvas.polygon([*base, tip], colour, kind="stub")


def _square(first: Point, second: Point) -> float:
    return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2


def _draw_routes(brush: _Brush) -> None:
    """The pieces of track that trains run over; a disc where a route ends in an off-map box."""
    lines = {piece.ends: piece.line for piece in brush.plan.pieces}
    for index, first, second in brush.face.routes:
        if (first, second) not in lines:
            continue
        line = brush.line(lines[first, second])
        draw_route(brush.canvas, line, ROUTE * brush.scale, (brush.theme, index))
        for ref in (first, second):
            if ref.startswith("o"):
                at = brush.at(brush.plan.places[ref].at)
                brush.canvas.disc(at, ROUTE * brush.scale, WHITE)
                brush.canvas.disc(at, ROUTE * brush.scale - 4, route_colour(brush.theme, index), kind="route end")


def route_colour(theme: Theme, index: int) -> RGB:
    """The colour of the train at place `index`."""
    return theme.routes[index % len(theme.routes)]


def draw_route(canvas: Canvas, line: list[Point], width: float, train: tuple[Theme, int]) -> None:
    """A stretch of a route `width` pixels wide, in the colour and pattern of the train at a place (theme, index)."""
    colour = route_colour(*train)
    pattern = ROUTE_PATTERNS[train[1] % len(ROUTE_PATTERNS)]
    canvas.stroke(line, width + 7, WHITE, kind="stroke")
    if not pattern:
        canvas.stroke(line, width, colour, kind="route")
        return
    canvas.stroke(line, width, blend(colour, WHITE, 0.78))
    canvas.dashes(line, Dash(width, colour, pattern), kind="route")


def _draw_sides(brush: _Brush) -> None:
    """Closed borders as a broken line, impassable sides as a bar; each hex draws its own half."""
    shape, theme, scale = brush.shape, brush.theme, brush.scale
    for edge in brush.face.borders:
        line = brush.line(shape.edge_line(edge, 2.5 * scale))
        brush.canvas.stroke(line, 11 * scale, blend(theme.border, WHITE, 0.75))
        brush.canvas.dashes(line, Dash(11 * scale, theme.border, (15 * scale, 8 * scale)))
    for edge in brush.face.bars:
        line = brush.line(shape.edge_line(edge, 2 * scale))
        brush.canvas.stroke(line, 11 * scale, theme.bar, kind="bar")
        for end in line:
            brush.canvas.disc(end, 5.5 * scale, theme.bar, kind="bar end")


def _draw_stops(brush: _Brush) -> None:
    owners, reserved = dict(brush.face.tokens), dict(brush.face.reserved)
    for stop in brush.design.stops:
        slots = tuple(brush.moved(spot) for spot in brush.spots.slots.get(stop.ref, ()))
        place = brush.plan.places[stop.ref]
        here = place._replace(at=brush.at(place.at))
        if stop.kind == "city":
            draw_city(brush.canvas, slots)
        elif stop.kind == "pass":
            draw_pass(brush.canvas, slots)
        elif stop.kind == "town":
            draw_town(brush.canvas, here, brush.scale)
        elif stop.kind == "port":
            draw_port(brush.canvas, here, brush.scale)
        taken = owners.get(stop.ref, ())
        waiting = [one for one in (*reserved.get(stop.ref, ()), *reserved.get("", ())) if one not in taken]
        for company, slot in zip(waiting, slots[len(taken) :], strict=False):
            draw_reservation(brush.canvas, slot, brush.style.liveries[company])
        if slots and taken:
            draw_tokens(brush.canvas, slots, taken, brush.style.liveries)


def _draw_lettering(brush: _Brush) -> None:
    spots, letters, scale = brush.spots, brush.pen_ink, brush.scale
    small = Pen(blend(letters, brush.ground, 0.08), round(28 * scale), "Semibold", halo=brush.ground, align="left")
    if not brush.face.alone:
        brush.canvas.write(brush.face.hex, brush.moved(spots.coordinate).box, small)
    for value, spot in spots.revenues:
        disc = brush.moved(spot)
        brush.canvas.disc(disc.at, disc.radius, BLACK, kind="revenue")
        brush.canvas.disc(disc.at, disc.radius - 2, WHITE)
        brush.canvas.write_disc(str(value), disc.at, disc.radius - 2.5, Pen(BLACK, round(30 * scale)))
    for text, spot in zip(brush.names, spots.names, strict=False):
        _draw_name(brush, text, brush.moved(spot).box)
    if spots.label:
        pen = Pen(letters, round(40 * scale), "Black", halo=brush.ground)
        brush.canvas.write("".join(brush.design.labels), brush.moved(spots.label).box, pen)
    if spots.number:
        number = Pen(small.colour, round(NUMBER_SIZES[0] * scale), halo=brush.ground)
        brush.canvas.write(brush.face.tile, brush.moved(spots.number).box, number)


def _draw_name(brush: _Brush, text: str, box: Box) -> None:
    """A name on a plate in the colour of the ground, so that track passes below it."""
    left, top, right, bottom = box
    pen = Pen(brush.pen_ink, round(NAME_SIZES[0] * brush.scale), "Bold", halo=brush.ground)
    fitted = brush.canvas.write(text, box, pen)
    x, half = (left + right) / 2, ink(text, "Bold", fitted.size).width / 2 + 2
    brush.canvas.rect((x - half, top - 1, x + half, bottom + 1), brush.ground, 4, kind="plate")


def _draw_values(brush: _Brush) -> None:
    """The values by phase of an off-map box under its name, or those of a city in a row; the current one is marked."""
    if not brush.values:
        return
    scale = brush.scale
    if brush.spots.values is not None:
        left, top, right, bottom = brush.moved(brush.spots.values).box
        _draw_row(brush, (left, top, right, bottom))
    elif brush.site.name:
        x, y = brush.middle
        half = brush.shape.chord(32 * scale) - 1
        box = (x - half, y - 49 * scale, x + half, y - 4 * scale)
        brush.canvas.write(brush.site.name, box, Pen(brush.pen_ink, round(32 * scale), halo=brush.ground))
        half = min(47 * scale * len(brush.values) / 2, brush.shape.chord(36 * scale) - 3)
        _draw_row(brush, (x - half, y + 2 * scale, x + half, y + 34 * scale))


def _draw_row(brush: _Brush, box: Box) -> None:
    """Values side by side."""
    left, top, right, bottom = box
    wide = (right - left) / len(brush.values)
    shades = [blend(WHITE, BLACK, share) for share in (0.0, 0.35, 0.75, 0.9)]
    step_shown = min(brush.face.step, len(brush.values) - 1)
    for step, value in enumerate(brush.values):
        cell = (left + wide * step, top, left + wide * (step + 1), bottom)
        current = step == step_shown
        brush.canvas.rect(cell, BLACK, 4 if current else 0, kind="value")
        rim = (min(4.0, wide / 9) if current else 1.5) * min(1, brush.scale)
        fill = WHITE if current else shades[step % len(shades)]
        inner = (cell[0] + rim, cell[1] + rim, cell[2] - rim, cell[3] - rim)
        brush.canvas.rect(inner, fill, kind="current" if current else "rect")
        pen = Pen(ink_on(fill), round(28 * brush.scale), "Black" if current else "Semibold")
        brush.canvas.write(str(value), (inner[0] + 1, inner[1], inner[2] - 1, inner[3]), pen)


def _draw_hints(brush: _Brush) -> None:
    shape, theme, scale, face = brush.shape, brush.theme, brush.scale, brush.face
    for wanted, colour, pattern in ((face.last, theme.last, ()), (face.badge is not None, theme.candidate, (18, 9))):
        if not wanted:
            continue
        corners = [(x * 0.93, y * 0.93) for x, y in (*shape.corners, *shape.corners[:2])]
        line = brush.line(tuple(corners))
        if pattern:
            brush.canvas.stroke(line, 9 * scale, WHITE)
            brush.canvas.dashes(line, Dash(9 * scale, colour, pattern))
        else:
            brush.canvas.stroke(line, 7 * scale, colour, kind="last")
    if face.badge and brush.spots.badge:
        disc = brush.moved(brush.spots.badge)
        brush.canvas.disc(disc.at, disc.radius + 2, WHITE)
        brush.canvas.disc(disc.at, disc.radius, theme.candidate, kind="badge")
        brush.canvas.write_disc(face.badge, disc.at, disc.radius - 2, Pen(ink_on(theme.candidate), round(32 * scale)))


def draw_face(style: Style, face: Face, log: list[Drawn] | None = None) -> Canvas:
    """Draw one hex; the canvas is as large as `HexShape.reach` asks."""
    brush = _Brush(style, face, log)
    for step in (_draw_ground, _draw_cost, _draw_track, _draw_sides, _draw_routes, _draw_stops):
        step(brush)
    for step in (_draw_values, _draw_lettering, _draw_hints):
        step(brush)
    return brush.canvas
