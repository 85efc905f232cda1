"""The whole map: redrawing, cartouche, routes, alternative text."""

import time

import msgspec
import pytest
from PIL import Image

from engine.ids import HexId, TileId
from engine.state import PlacedTile
from renderers import MapHints, RouteLine, TileChoice, draw_choices, draw_map, draw_tiles, draw_timelapse, map_alt_text
from renderers.canvas import Drawn
from renderers.faces import terrain_of
from renderers.geometry import HexShape
from renderers.legend import draw_legend, legend_of
from renderers.map import MapPainter, draw_sheet, painter_of
from renderers.png import encode
from renderers.routes import route_pieces
from renderers.theme import THEMES
from tests.renderers.judge import clashes, inside, kinds, overlap, texts, words
from tests.renderers.positions import data, middle, start


@pytest.fixture(scope="module")
def painter() -> MapPainter:
    return painter_of(data(), "light")


def test_size_and_weight(painter: MapPainter) -> None:
    image = painter.draw(middle(), MapHints())
    assert image.mode == "P"
    assert 2300 <= image.width <= 2400
    assert len(encode(image)) <= 500_000


def test_after_a_lay_only_the_changed_hexes_are_drawn(painter: MapPainter) -> None:
    state = middle()
    painter.draw(state, MapHints())
    before = painter.drawn_hexes
    for where in ("I3", "J4", "K5"):
        state.tiles[HexId(where)] = PlacedTile(TileId("8"), 3)
    changed = painter.draw(state, MapHints())
    assert painter.drawn_hexes == before + 3
    afresh = painter_of(data(), "light").draw(state, MapHints())
    assert changed.tobytes() == afresh.tobytes()


def test_redrawing_three_hexes_costs_a_fifth_of_encoding_at_most(painter: MapPainter) -> None:
    """The least of several runs is compared, so that other work on the machine does not count."""
    state = middle()
    encoding, drawing = [], []
    for turn in range(6):
        for where in ("I3", "J4", "K5"):
            state.tiles[HexId(where)] = PlacedTile(TileId("9"), turn)
        begun = time.process_time()
        image = painter.draw(state, MapHints())
        drawn = time.process_time()
        encode(image)
        drawing.append(drawn - begun)
        encoding.append(time.process_time() - drawn)
    assert min(drawing) <= 0.2 * min(encoding)


def test_a_drawn_map_is_not_changed_by_later_ones(painter: MapPainter) -> None:
    first = painter.draw(start(), MapHints())
    kept = first.tobytes()
    painter.draw(middle(), MapHints())
    assert first.tobytes() == kept


def test_the_same_position_is_neither_drawn_nor_encoded_again(painter: MapPainter) -> None:
    assert painter.draw(middle(), MapHints()) is painter.draw(middle(), MapHints())
    assert draw_map(data(), middle()) is draw_map(data(), middle())


def test_dark_and_light_differ() -> None:
    light = painter_of(data(), "light").draw(start(), MapHints())
    dark = painter_of(data(), "dark").draw(start(), MapHints(theme="dark"))
    assert light.size == dark.size
    for image, name in ((light, "light"), (dark, "dark")):
        corner = image.convert("RGB").crop((0, 0, 4, 4)).tobytes()
        page = THEMES["light" if name == "light" else "dark"].page
        assert all(abs(value - page[place % 3]) <= 4 for place, value in enumerate(corner))


def test_coordinates_stand_in_all_margins_and_clear_of_the_cartouche(painter: MapPainter) -> None:
    log: list[Drawn] = []
    draw_sheet(painter, log)
    assert words(log).count("17") == 2
    assert words(log).count("A") == 2
    assert clashes(log) == []
    assert not [call.text for call in texts(log) if overlap(call.box, painter.panel)]


def test_cartouche_touches_no_hex(painter: MapPainter) -> None:
    left, top, right, bottom = painter.panel
    for x, y in painter.centres.values():
        for corner_x, corner_y in painter.shape.corners:
            assert not (left < x + corner_x < right and top < y + corner_y < bottom)


def test_cartouche_says_what_the_signs_mean_and_keeps_its_text_inside(painter: MapPainter) -> None:
    hints = MapHints(
        last_hexes=frozenset({HexId("G9")}),
        candidates=((HexId("E11"), "1"),),
        routes=(RouteLine("3 train: 120", ("F8", "G9")), RouteLine("4 train: 230", ("H4.c0", "G5"))),
    )
    legend = legend_of(data(), middle(), hints)
    log: list[Drawn] = []
    draw_legend(THEMES["light"], painter.legend_panel, legend, log)
    assert {"Operating round 3.2 · phase 4", "3 train: 120", "last move", "possible here"} <= set(words(log))
    assert clashes(log) == []
    assert all(inside(call.box, (0, 0, *painter.legend_panel.size)) for call in texts(log))


def test_cartouche_is_no_larger_than_its_lines_and_stands_in_the_corner(painter: MapPainter) -> None:
    log: list[Drawn] = []
    draw_legend(THEMES["light"], painter.legend_panel, legend_of(data(), start(), MapHints()), log)
    (frame,) = kinds(log, "frame")
    assert frame.box[0] == 0
    assert frame.box[3] == painter.legend_panel.size[1]
    right = max(call.box[2] for call in texts(log))
    assert frame.box[2] - right < 40


def test_routes_are_summed_up_unless_told_otherwise() -> None:
    routes = (RouteLine("3: 120", ()), RouteLine("4: 230", ()))
    assert legend_of(data(), start(), MapHints(routes=routes)).total == "together 350"
    assert legend_of(data(), start(), MapHints(routes=routes[:1])).total == ""
    told = MapHints(routes=routes, total="350, proven best")
    assert legend_of(data(), start(), told).total == "350, proven best"


def test_regions_are_named_and_their_limits_drawn() -> None:
    assert "Veneto" in legend_of(data(), start(), MapHints()).regions
    grounds = terrain_of(data().board).grounds
    assert grounds[HexId("G11")].limits
    assert not grounds[HexId("J4")].limits


def test_an_off_map_end_of_a_route_is_marked() -> None:
    found = route_pieces(data(), middle(), (RouteLine("", ("A7", "C7")),))
    assert any(first.startswith("o") or second.startswith("o") for _, first, second in found[HexId("A7")])


def test_borders_are_called_closed_only_when_handed_in() -> None:
    handed = MapHints(borders=frozenset({(HexId("C7"), 0)}))
    assert "border" in legend_of(data(), middle(), handed).signs
    assert "printed" in legend_of(data(), middle(), MapHints()).signs
    assert not {"border", "printed"} & set(legend_of(data(), middle(), MapHints(borders=frozenset())).signs)


def test_routes_follow_the_track_they_run_on() -> None:
    state = middle()
    found = route_pieces(data(), state, (RouteLine("", ("H4.c0", "G5", "F6")),))
    assert found[HexId("G5")] == ((0, "1", "4"),)
    assert [len(found[HexId(where)]) for where in ("H4", "F6")] == [1, 1]


def test_alt_text_tells_the_position_in_words() -> None:
    hints = MapHints(last_hexes=frozenset({HexId("G9")}), candidates=((HexId("E11"), ""),))
    text = map_alt_text(data(), middle(), hints)
    assert text.startswith("Map of 1841, Operating round 3.2, phase 4. Last move: G9 tile 9 turned 2.")
    assert "Possible here: E11." in text
    assert "SFTG in Torino H4" in text
    assert "Lyon 140" in text
    assert len(text) <= 1024


def test_contact_sheet_and_tile_sheet_are_pictures() -> None:
    choices = [TileChoice(str(turn + 1), HexId("H10"), TileId("5"), turn) for turn in range(6)]
    assert draw_choices(data(), middle(), choices).startswith(b"\x89PNG")
    assert draw_tiles(data(), middle()).startswith(b"\x89PNG")


def test_timelapse_shows_equal_positions_once() -> None:
    moments = [(start(), MapHints()), (start(), MapHints()), (middle(), MapHints())]
    from io import BytesIO

    with Image.open(BytesIO(draw_timelapse(data(), moments))) as picture:
        assert getattr(picture, "n_frames", 1) == 2
    with pytest.raises(ValueError, match="at least one moment"):
        draw_timelapse(data(), [])


def test_pointy_topped_maps_are_drawn_too() -> None:
    board = data().board
    places = {"F8": (0, 0), "G9": (2, 0), "E9": (1, -1), "H8": (1, 1)}
    hexes = {
        HexId(where): msgspec.structs.replace(board.hexes[HexId(where)], x=x, y=y) for where, (x, y) in places.items()
    }
    small = msgspec.structs.replace(board, layout="pointy", hexes=hexes, borders={})
    painter = painter_of(msgspec.structs.replace(data(), board=small), "light")
    state = middle()
    state.tiles = {where: tile for where, tile in state.tiles.items() if where in hexes}
    state.tokens = {stop: owners for stop, owners in state.tokens.items() if stop.partition(":")[0] in hexes}
    image = painter.draw(state, MapHints())
    assert image.size == painter.size
    assert painter.drawn_hexes == 4


def test_every_pixel_between_hexes_belongs_to_one_hex() -> None:
    for layout in ("flat", "pointy"):
        shape = HexShape("pointy" if layout == "pointy" else "flat", 12)
        spots = [shape.centre(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x + y) % 2 == 0]
        for x in range(-10, 11):
            for y in range(-10, 11):
                assert sum(shape.owns(x - left, y - top) for left, top in spots) == 1
