"""A few pictures compared with committed ones, within a tolerance.

After a wanted change of looks, delete the PNG in tests/data/golden and run this test once: it writes the new one
and fails, so that the new picture is looked at before it is committed.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.ids import HexId, MarkerId
from renderers import MapHints, MarketHints
from renderers.faces import faces, terrain_of
from renderers.grid import grid_of
from renderers.map import painter_of
from renderers.market import CellArtist, cell_faces, marks_of
from renderers.theme import THEMES, ThemeName
from renderers.tokens import liveries
from tests.renderers.positions import data, middle, start

FOLDER = Path(__file__).parent.parent / "data" / "golden"
TOLERANCE = 6.0


def hex_picture(where: str, theme: ThemeName = "light", *, at_start: bool = False) -> Image.Image:
    painter = painter_of(data(), theme)
    hints = MapHints(last_hexes=frozenset({HexId("F8")}), candidates=((HexId("E11"), "3"),), theme=theme)
    state = start() if at_start else middle()
    return painter.sprite(faces(data(), state, hints, terrain_of(data().board))[HexId(where)])


def cell_picture() -> Image.Image:
    state = middle()
    hints = MarketHints(moves=((MarkerId("SFTN"), (3, 8)),))
    face = cell_faces(data(), state, hints, grid_of(data(), state))[2, 8]
    return CellArtist(THEMES["light"], liveries(data()), marks_of(data())).cell(face).finish()


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "torino_start": lambda: hex_picture("H4", at_start=True),
    "milano_tokens": lambda: hex_picture("F8"),
    "brescia_candidate": lambda: hex_picture("E11"),
    "two_towns": lambda: hex_picture("F6"),
    "lyon_values_dark": lambda: hex_picture("E1", "dark"),
    "pass_dark": lambda: hex_picture("C15", "dark"),
    "market_cell": cell_picture,
}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_is_as_agreed(name: str) -> None:
    picture, path = PICTURES[name]().convert("RGB"), FOLDER / f"{name}.png"
    if not path.exists():
        picture.quantize(64).save(path, optimize=True)
        pytest.fail(f"no agreed picture {path.name}: wrote one, look at it and commit it")
    with Image.open(path) as agreed:
        assert agreed.size == picture.size
        difference = ImageStat.Stat(ImageChops.difference(agreed.convert("RGB"), picture))
    assert max(difference.rms) <= TOLERANCE
