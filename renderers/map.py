"""The whole map: an atlas of hex pictures, the cartouche, and redrawing only what changed."""

import math
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

from engine.ids import HexId
from engine.schema import TitleData
from engine.state import StateView
from renderers.canvas import Box, Canvas, Drawn, Pen, Point
from renderers.faces import Face, faces, terrain_of
from renderers.geometry import ROOT3, HexShape
from renderers.hexes import Style, draw_face
from renderers.hints import MapHints
from renderers.legend import Legend, Panel, draw_legend, legend_of, legend_size, strip_height
from renderers.theme import THEMES, Theme, ThemeName, palette_colours, palette_image
from renderers.tokens import colour_pairs, liveries

WIDTH: Final = 2400
MARGIN: Final = 46
AREA: Final = 6_000_000
LARGEST_SIDE: Final = 160
ATLAS_SIZE: Final = 1600
KEPT_MAPS: Final = 6
KEPT_PANELS: Final = 32


@dataclass(frozen=True)
class Drawing:
    """A drawn map and what it shows, to redraw from."""

    shown: dict[HexId, Face]
    legend: Legend
    image: Image.Image


@dataclass
class MapPainter:
    """Draws maps of one title in one theme; keeps its atlas and the latest pictures.

    Not for several threads at once; see `renderers.cache`.
    """

    data: TitleData
    theme: Theme
    drawn_hexes: int = 0
    _atlas: OrderedDict[Face, Image.Image] = field(default_factory=OrderedDict)
    _panels: OrderedDict[Legend, Image.Image] = field(default_factory=OrderedDict)
    _kept: list[Drawing] = field(default_factory=list)

    def __post_init__(self) -> None:
        board = self.data.board
        self.shape = HexShape(board.layout, _side(self.data))
        self.style = Style(self.data, self.theme, self.shape, liveries(self.data))
        self._palette = palette_image(self.theme.name, colour_pairs(self.data))
        self.terrain = terrain_of(board)
        self._place_hexes()
        self.stencil = self._cut_stencil()
        self._base: Image.Image | None = None

    def _place_hexes(self) -> None:
        """Where each hex stands, and how large the picture is with its cartouche."""
        raw = {one.id: self.shape.centre(one.x, one.y) for one in self.data.board.hexes.values()}
        wide, high = self.shape.reach
        left, top = min(x for x, _ in raw.values()) - wide, min(y for _, y in raw.values()) - high
        self.centres = {where: (x - left + MARGIN, y - top + MARGIN) for where, (x, y) in raw.items()}
        right = max(x for x, _ in self.centres.values()) + wide
        bottom = max(y for _, y in self.centres.values()) + high
        self.panel = _panel_box(self, (right + MARGIN, bottom + MARGIN))
        self.size = (right + MARGIN, max(bottom + MARGIN, round(self.panel[3]) + MARGIN // 2))

    def _cut_stencil(self) -> Image.Image:
        wide, high = self.shape.reach
        mask = Image.new("1", (2 * wide + 1, 2 * high + 1))
        draw = ImageDraw.Draw(mask)
        for y in range(-high, high + 1):
            left, right = self.shape.row(y)
            if left <= right:
                draw.line((max(left, -wide) + wide, y + high, min(right, wide) + wide, y + high), fill=1)
        return mask

    @property
    def palette_bytes(self) -> list[int]:
        """The palette as `PIL.Image.Image.putpalette` wants it."""
        return self._palette.getpalette() or []

    @property
    def page_index(self) -> int:
        """Palette index of the page colour."""
        return palette_colours(self.theme.name, colour_pairs(self.data)).index(self.theme.page)

    def quantised(self, image: Image.Image) -> Image.Image:
        """An RGB picture in the palette of the map."""
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def sprite(self, face: Face) -> Image.Image:
        """The picture of one hex in palette colours, from the atlas when it is there."""
        found = self._atlas.get(face)
        if found is None:
            found = self.quantised(draw_face(self.style, face).finish())
            self._atlas[face] = found
            self.drawn_hexes += 1
            if len(self._atlas) > ATLAS_SIZE:
                self._atlas.popitem(last=False)
        return found

    def _bare(self) -> Image.Image:
        """The empty sheet with coordinates in the margins."""
        if self._base is None:
            self._base = self.quantised(draw_sheet(self).finish())
        return self._base.copy()

    def _cartouche(self, legend: Legend) -> Image.Image:
        found = self._panels.get(legend)
        if found is None:
            found = self.quantised(draw_legend(self.theme, self.legend_panel, legend).finish())
            self._panels[legend] = found
            if len(self._panels) > KEPT_PANELS:
                self._panels.popitem(last=False)
        return found

    def draw(self, state: StateView, hints: MapHints) -> Image.Image:
        """The map of a position as a palette image; do not change the image that you get."""
        shown = faces(self.data, state, hints, self.terrain)
        legend = legend_of(self.data, state, hints)
        before = self._nearest(shown)
        if before is not None and before.shown == shown and before.legend == legend:
            return before.image
        image = self._bare() if before is None else before.image.copy()
        wide, high = self.shape.reach
        for where, face in shown.items():
            if before is None or before.shown[where] != face:
                x, y = self.centres[where]
                image.paste(self.sprite(face), (x - wide, y - high), self.stencil)
        if before is None or before.legend != legend:
            image.paste(self._cartouche(legend), (round(self.panel[0]), round(self.panel[1])))
        self._kept = [*self._kept, Drawing(shown, legend, image)][-KEPT_MAPS:]
        return image

    def forget(self) -> None:
        """Forget the latest pictures, so that the next one is put together hex by hex; the atlas stays."""
        self._kept = []

    @property
    def legend_panel(self) -> Panel:
        """The room of the cartouche, and the corner of the map that it stands in."""
        left, top, right, bottom = self.panel
        corner = int(left + right > self.size[0]), int(top + bottom > self.size[1])
        return Panel((round(right) - round(left), round(bottom) - round(top)), corner)

    def _nearest(self, shown: dict[HexId, Face]) -> Drawing | None:
        """The kept picture with the fewest different hexes, None when starting afresh is as quick."""
        best, fewest = None, len(shown) // 2
        for kept in reversed(self._kept):
            count = sum(face != kept.shown[where] for where, face in shown.items())
            if count < fewest:
                best, fewest = kept, count
        return best


def _side(data: TitleData) -> float:
    """The side length that makes the map WIDTH pixels wide, or less when it would become too high for that."""
    xs = [one.x for one in data.board.hexes.values()]
    ys = [one.y for one in data.board.hexes.values()]
    columns, rows = max(xs) - min(xs), max(ys) - min(ys)
    if data.board.layout == "flat":
        across, down = 1.5 * columns + 2, (rows + 2) * ROOT3 / 2
    else:
        across, down = (columns + 2) * ROOT3 / 2, 1.5 * rows + 2
    side = min((WIDTH - 2 * MARGIN - 4) / across, math.sqrt(AREA / across / down), LARGEST_SIDE)
    return int(side * 2) / 2


def _touches(box: Box, centre: Point, shape: HexShape) -> bool:
    """Whether a rectangle comes near a hex."""
    high = shape.reach[1]
    gap_x = max(box[0] - centre[0], centre[0] - box[2], 0)
    gap_y = max(box[1] - centre[1], centre[1] - box[3], 0)
    return gap_y < high + 6 and gap_x < max(shape.chord(min(gap_y, high)), 0) + 6


def _panel_box(painter: MapPainter, size: tuple[int, int]) -> Box:
    """A place for the cartouche: a corner free of hexes, else a strip below the map."""
    for width, height in (legend_size(columns) for columns in (3, 2, 1)):
        for left in (MARGIN + 4, size[0] - MARGIN - 4 - width):
            for top in (size[1] - MARGIN - 4 - height, MARGIN + 4):
                box = (left, top, left + width, top + height)
                if not any(_touches(box, centre, painter.shape) for centre in painter.centres.values()):
                    return box
    return MARGIN, size[1], size[0] - MARGIN, size[1] + strip_height()


def _axes(painter: MapPainter) -> tuple[dict[int, str], dict[int, str]]:
    """Names of the columns by x and of the rows by y of their middles."""
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for where, (x, y) in painter.centres.items():
        parts = re.fullmatch(r"([A-Za-z]+)(\d+)", where)
        if parts:
            rows.setdefault(y, parts[1])
            columns.setdefault(x, parts[2])
    return columns, rows


def draw_sheet(painter: MapPainter, log: list[Drawn] | None = None) -> Canvas:
    """Page colour and coordinates along the four margins."""
    width = painter.size[0]
    canvas = Canvas(painter.size, painter.theme.page, log)
    columns, rows = _axes(painter)
    pen = Pen(painter.theme.muted, 34, "Bold")
    bottom = max(y for _, y in painter.centres.values()) + painter.shape.reach[1] + MARGIN
    for x, name in columns.items():
        for top in (2, bottom - MARGIN + 4):
            canvas.write_line(name, (x - 40, top, x + 40, top + MARGIN - 6), pen)
    for y, name in rows.items():
        for left in (2, width - MARGIN + 2):
            canvas.write_line(name, (left, y - 20, left + MARGIN - 4, y + 20), pen)
    return canvas


def painter_of(data: TitleData, theme: ThemeName) -> MapPainter:
    """A new painter; `renderers.cache` keeps one per title and theme."""
    return MapPainter(data, THEMES[theme])
