"""Every tile of the catalogue as it was agreed to look, on one sheet for each title, within a tolerance.

After a wanted change of looks, delete the sheet in tests/data/golden and run this test once: it writes the new one and
fails, so that the new sheet is looked at before it is committed.
"""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.ids import HexId, TileId
from renderers.faces import Face
from renderers.geometry import HexShape
from renderers.hexes import Style, draw_face
from renderers.theme import THEMES
from renderers.tokens import liveries
from tests.renderers.judge import clashes, outside
from tests.renderers.positions import data

SHEET = Path(__file__).parent.parent / "data" / "golden" / "tiles_1841.png"
COLUMNS, CELL = 12, (90, 78)
TOLERANCE = 9.0
SHAPE = HexShape("flat", 88.5)
STYLE = Style(data(), THEMES["light"], SHAPE, liveries(data()))
TILES = sorted(data().board.counts, key=lambda tile: (len(tile), tile))
CROWDED = ("F6", "F16", "J6", "L12")


def cell(tile: TileId) -> Image.Image:
    """One tile, at half its size."""
    picture = draw_face(STYLE, Face(HexId("A9"), tile, 0, -1, (), (), alone=True)).finish()
    return picture.resize(CELL, Image.Resampling.BOX)


def place(number: int) -> tuple[int, int]:
    return CELL[0] * (number % COLUMNS), CELL[1] * (number // COLUMNS)


def write_sheet() -> None:
    rows = -(-len(TILES) // COLUMNS)
    sheet = Image.new("RGB", (CELL[0] * COLUMNS, CELL[1] * rows), (255, 255, 255))
    for number, tile in enumerate(TILES):
        sheet.paste(cell(tile), place(number))
    sheet.quantize(48, dither=Image.Dither.NONE).save(SHEET, optimize=True)


def test_every_tile_looks_as_agreed() -> None:
    if not SHEET.exists():
        write_sheet()
        pytest.fail(f"no agreed sheet {SHEET.name}: wrote one, look at it and commit it")
    different = {}
    with Image.open(SHEET) as opened:
        sheet = opened.convert("RGB")
    for number, tile in enumerate(TILES):
        left, top = place(number)
        agreed = sheet.crop((left, top, left + CELL[0], top + CELL[1]))
        rms = max(ImageStat.Stat(ImageChops.difference(agreed, cell(tile))).rms)
        if rms > TOLERANCE:
            different[tile] = round(rms, 1)
    assert different == {}


def followers(where: str) -> list[TileId]:
    """Tiles that may come to lie on a hex, in three steps."""
    found = list(data().board.hexes[HexId(where)].design.upgrades)
    for tile in found:
        found += [one for one in data().board.tiles[tile].upgrades if one not in found]
    return found


@pytest.mark.parametrize("where", CROWDED)
@pytest.mark.parametrize("badge", [None, "12"])
def test_crowded_hexes_stay_readable_with_every_tile_in_every_rotation(where: str, badge: str | None) -> None:
    """Bars of towns are judged by their bounding box, too large when they lie aslant: those are left out."""
    wrong = {}
    for tile in followers(where):
        for rotation in range(6):
            log = []  # type: ignore[var-annotated]
            draw_face(STYLE, Face(HexId(where), tile, rotation, -1, (), (), badge=badge), log)
            faults = [fault for fault in clashes(log) if not fault.endswith("on a town")] + outside(SHAPE, log)
            if faults:
                wrong[tile, rotation] = faults
    assert wrong == {}
