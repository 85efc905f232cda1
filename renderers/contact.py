"""Sheets of tiles: the pieces left in the box, and the legal lays of a hex, each drawn in place and numbered."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from PIL import Image

from engine.ids import HexId, TileId
from engine.schema import TitleData
from engine.state import StateView
from renderers.canvas import Canvas, Pen
from renderers.errors import PictureError
from renderers.faces import Face, faces
from renderers.hints import MapHints, TileChoice
from renderers.map import MapPainter
from renderers.theme import Theme, ink_on

COLUMNS: Final = 5
TILE_COLUMNS: Final = 10
GAP: Final = 14
BAND: Final = 56
FADE: Final = 0.62
AROUND_FADE: Final = 0.42
COLOUR_ORDER: Final = ("yellow", "green", "brown", "gray")


class Slot(NamedTuple):
    """One place of a sheet: its left and top edge."""

    left: int
    top: int


def slots(count: int, columns: int, size: tuple[int, int], top: int) -> tuple[tuple[Slot, ...], tuple[int, int]]:
    """Places for `count` pictures of `size` in rows, and the size of the whole sheet."""
    columns = min(columns, max(1, count))
    found = tuple(
        Slot(GAP + (size[0] + GAP) * (number % columns), top + (size[1] + GAP) * (number // columns))
        for number in range(count)
    )
    rows = math.ceil(count / columns)
    return found, (GAP + (size[0] + GAP) * columns, top + (size[1] + GAP) * rows)


def _surroundings(painter: MapPainter, shown: dict[HexId, Face], middle: HexId) -> Image.Image:
    """The neighbours of a hex, faded and cut to a square; the hex itself as it is now."""
    wide, high = painter.shape.reach
    half = round(max(wide, high) * 1.62)
    x, y = painter.centres[middle]
    image = Image.new("RGB", (2 * half, 2 * half), painter.theme.page)
    for where, face in shown.items():
        left, top = painter.centres[where][0] - x + half - wide, painter.centres[where][1] - y + half - high
        if -2 * wide < left < 2 * half and -2 * high < top < 2 * half:
            image.paste(painter.sprite(face).convert("RGB"), (left, top), painter.stencil)
    return painter.quantised(Image.blend(image, Image.new("RGB", image.size, painter.theme.page), AROUND_FADE))


def choices_image(painter: MapPainter, state: StateView, choices: Sequence[TileChoice], hints: MapHints) -> Image.Image:
    """A contact sheet: each choice with its surroundings, under a band with its label, tile and rotation.

    Raises:
        PictureError: there is no choice.
    """
    if not choices:
        raise PictureError("A contact sheet needs at least one choice.")
    shown = faces(painter.data, state, hints, painter.terrain)
    around = {where: _surroundings(painter, shown, where) for where in {choice.hex for choice in choices}}
    pictures = []
    for choice in choices:
        face = msgspec.structs.replace(
            shown[choice.hex], tile=choice.tile, rotation=choice.rotation, badge=None, last=False, routes=()
        )
        picture = around[choice.hex].copy()
        (wide, high), half = painter.shape.reach, picture.width // 2
        picture.paste(painter.sprite(face), (half - wide, half - high), painter.stencil)
        pictures.append(picture)
    size = pictures[0].size
    places, whole = slots(len(pictures), COLUMNS, (size[0], size[1] + BAND), GAP)
    sheet = Image.new("P", whole, painter.page_index)
    sheet.putpalette(painter.palette_bytes)
    for choice, picture, place in zip(choices, pictures, places, strict=True):
        sheet.paste(painter.quantised(_band(painter, size[0], choice).finish()), place)
        sheet.paste(picture, (place.left, place.top + BAND))
    return sheet


def _band(painter: MapPainter, width: int, choice: TileChoice) -> Canvas:
    theme = painter.theme
    canvas = Canvas((width, BAND), theme.candidate)
    ink = ink_on(theme.candidate)
    canvas.write(choice.label, (10, 6, 74, BAND - 6), Pen(ink, 50, "Black", align="left"))
    words = f"{choice.hex} tile {choice.tile} turn {choice.rotation}"
    canvas.write(words, (82, 8, width - 8, BAND - 8), Pen(ink, 30, "Semibold", align="right"))
    return canvas


def _tile_order(data: TitleData) -> list[TileId]:
    def rank(tile: TileId) -> tuple[int, int, str]:
        colour = data.board.tiles[tile].colour
        order = COLOUR_ORDER.index(colour) if colour in COLOUR_ORDER else len(COLOUR_ORDER)
        return order, int(tile) if tile.isdigit() else 0, tile

    return sorted(data.board.counts, key=rank)


def blank_face(tile: TileId, where: HexId) -> Face:
    """A tile alone, without a place on the map; `where` only lends the hex a name that is not drawn."""
    return Face(where, tile, 0, -1, (), (), alone=True)


def tiles_image(painter: MapPainter, state: StateView) -> Image.Image:
    """Every tile of the box by colour and number, with how many are left of how many."""
    data = painter.data
    order = _tile_order(data)
    wide, high = painter.stencil.size
    places, whole = slots(len(order), TILE_COLUMNS, (wide, high + BAND), BAND + GAP)
    sheet = Image.new("P", whole, painter.page_index)
    sheet.putpalette(painter.palette_bytes)
    title = Canvas((whole[0] - 2 * GAP, BAND), painter.theme.page)
    words = f"{data.title} tiles left · phase {state.phase}"
    title.write_line(words, (0, 4, whole[0], BAND), Pen(painter.theme.ink, 44, "Bold", align="left"))
    sheet.paste(painter.quantised(title.finish()), (GAP, GAP // 2))
    somewhere = next(iter(data.board.hexes))
    for tile, place in zip(order, places, strict=True):
        left = state.tile_counts.get(tile, data.board.counts[tile])
        sprite = painter.sprite(blank_face(tile, somewhere))
        sheet.paste(sprite if left else _faded(painter, sprite), place, painter.stencil)
        caption = _caption(painter.theme, (wide, BAND - 10), str(tile), f"{left} of {data.board.counts[tile]}")
        sheet.paste(painter.quantised(caption.finish()), (place.left, place.top + high))
    return sheet


def _faded(painter: MapPainter, sprite: Image.Image) -> Image.Image:
    """A tile of which none is left."""
    page = Image.new("RGB", sprite.size, painter.theme.page)
    return painter.quantised(Image.blend(sprite.convert("RGB"), page, FADE))


def _caption(theme: Theme, size: tuple[int, int], number: str, left: str) -> Canvas:
    """The number of a tile, and how many are left."""
    canvas = Canvas(size, theme.page)
    middle = size[0] * 0.38
    canvas.write_line(number, (0, 0, middle - 6, size[1] - 4), Pen(theme.ink, 38, align="right"))
    pen = Pen(theme.muted if left.startswith("0 ") else theme.ink, 30, "Semibold", align="left")
    canvas.write_line(left, (middle + 6, 0, size[0], size[1] - 4), pen)
    return canvas
