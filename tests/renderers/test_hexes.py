"""Every tile in every rotation, and every hex of the map: complete, inside its hex, nothing on top of anything."""

import msgspec
import pytest

from engine.ids import HexId, TileId
from engine.schema import TileData, TitleData
from renderers.canvas import Drawn
from renderers.faces import Face, faces, terrain_of
from renderers.geometry import HexShape, edge_to_edge
from renderers.hexes import Style, draw_face
from renderers.hints import MapHints
from renderers.theme import THEMES
from renderers.tokens import liveries
from renderers.tracks import plan_of, turned
from tests.renderers.judge import clashes, inside, kinds, outside, texts, words
from tests.renderers.positions import company, data, middle, start

SHAPE = HexShape("flat", 88.5)
STYLE = Style(data(), THEMES["light"], SHAPE, liveries(data()))
TILES = sorted(data().board.counts)


def lone(tile: str, rotation: int) -> Face:
    return Face(HexId("A9"), TileId(tile), rotation, -1, (), (), alone=True)


def drawn(face: Face) -> list[Drawn]:
    log: list[Drawn] = []
    draw_face(STYLE, face, log)
    return log


def shown(hints: MapHints | None = None) -> dict[str, list[Drawn]]:
    found = faces(data(), middle(), hints or MapHints(), terrain_of(data().board))
    return {where: drawn(face) for where, face in found.items()}


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_draws_all_its_parts_in_every_rotation(tile: str) -> None:
    design: TileData = data().board.tiles[TileId(tile)]
    for rotation in range(6):
        log = drawn(lone(tile, rotation))
        slots = sum(max(1, stop.slots) for stop in design.stops if stop.kind in ("city", "pass"))
        assert len(kinds(log, "track")) == len(design.track)
        assert len(kinds(log, "slot")) == slots
        assert len(kinds(log, "town")) == sum(stop.kind == "town" for stop in design.stops)
        assert tile in words(log)
        for value in {stop.revenue for stop in design.stops if stop.revenue}:
            assert str(value) in words(log)
        for label in design.labels:
            assert label in words(log)


@pytest.mark.parametrize("tile", TILES)
def test_no_lettering_of_a_tile_touches_another_or_leaves_the_hex(tile: str) -> None:
    for rotation in range(6):
        log = drawn(lone(tile, rotation))
        assert (rotation, clashes(log), outside(SHAPE, log)) == (rotation, [], [])


@pytest.mark.parametrize("position", [start, middle], ids=["start", "middle"])
def test_nothing_overlaps_on_any_hex_of_the_map(position: object) -> None:
    state = start() if position is start else middle()
    found = faces(data(), state, MapHints(), terrain_of(data().board))
    wrong = {}
    for where, face in found.items():
        log = drawn(face)
        faults = clashes(log) + outside(SHAPE, log)
        if faults:
            wrong[where] = faults
    assert wrong == {}


def test_every_hex_shows_its_coordinate_and_name() -> None:
    for where, log in shown().items():
        written = " ".join(words(log))
        assert where in words(log)
        for part in data().board.hexes[HexId(where)].name.replace("&", " ").split():
            assert part in written


def test_terrain_cost_is_shown_until_a_tile_lies_there() -> None:
    found = shown()
    assert "50" in words(found["I1"])
    assert "100" in words(found["C15"])
    assert "100" not in words(found["D14"])
    assert "50" in words(found["D14"]), "a green pass tile shows the price of its upgrade"


def test_off_map_box_shows_three_values_and_marks_the_current_one() -> None:
    log = shown()["E1"]
    assert [text for text in words(log) if text.isdigit()] == ["0", "140", "200"]
    (current,) = kinds(log, "current")
    (value,) = [call for call in texts(log) if inside(call.box, current.box)]
    assert value.text == "140", "phase 4 counts the second value"


def test_tokens_carry_the_short_name_in_the_company_colour() -> None:
    log = shown()["F8"]
    assert {"IRSFF", "CTDA"} <= set(words(log))
    assert len(kinds(log, "token")) == 2
    assert any(call.colour == STYLE.liveries[company("CTDA")].fill for call in kinds(log, "disc"))


def test_reserved_bases_are_named_at_the_start() -> None:
    found = faces(data(), start(), MapHints(), terrain_of(data().board))
    assert {"SFTG", "SFTN"} <= set(words(drawn(found[HexId("H4")])))
    assert words(drawn(found[HexId("R14")])).count("SFMA") == 2, "both circles of R14 are kept for SFMA [0.4]"


def test_edge_patterns_differ_between_all_companies() -> None:
    looks = liveries(data()).values()
    assert len({(look.dashes, look.share) for look in looks}) == len(looks)


def test_impassable_sides_are_drawn_from_both_hexes() -> None:
    found = terrain_of(data().board).grounds
    assert 5 in found[HexId("K9")].bars
    assert 2 in found[HexId("L10")].bars


def test_only_the_borders_handed_in_are_drawn() -> None:
    closed = MapHints(borders=frozenset({(HexId("C7"), 0)}))
    found = faces(data(), middle(), closed, terrain_of(data().board))
    assert found[HexId("C7")].borders == (0,)
    assert found[HexId("E7")].borders == (3,)
    assert sum(len(face.borders) for face in found.values()) == 2


def test_last_move_and_candidates_are_marked_differently() -> None:
    hints = MapHints(last_hexes=frozenset({HexId("G9")}), candidates=((HexId("H14"), "7"),))
    found = shown(hints)
    assert kinds(found["G9"], "last")
    assert not kinds(found["H14"], "last")
    assert kinds(found["H14"], "dashes")
    assert "7" in words(found["H14"])


def test_ports_are_anchors_and_passes_are_rhombs() -> None:
    found = shown()
    assert len(kinds(found["G17"], "port")) == 1
    assert kinds(found["C15"], "pass")


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_track_meets_both_edges_in_their_middle(layout: str) -> None:
    shape = HexShape("pointy" if layout == "pointy" else "flat", 80)
    for second in range(1, 6):
        line = edge_to_edge(shape, 0, second)
        assert line[0] == pytest.approx(shape.towards(0, shape.inradius))
        assert line[-1] == pytest.approx(shape.towards(second, shape.inradius))


def test_turning_a_tile_turns_its_track_and_its_stops() -> None:
    design = turned(data().board.hexes[HexId("H4")].design, 2)
    assert set(design.track) == {("c0", "3"), ("c0", "1"), ("c1", "0")}
    assert [stop.angle for stop in design.stops] == [3.0, 5.5]


def test_two_towns_on_crossing_track_lie_apart() -> None:
    places = plan_of(SHAPE, data().board.tiles[TileId("55")]).places
    first, second = (place.at for place in places.values())
    assert abs(first[0] - second[0]) + abs(first[1] - second[1]) > 20


def city_by_phase() -> TitleData:
    """F8 as a printed grey city that pays by phase."""
    site = data().board.hexes[HexId("F8")]
    stop = msgspec.structs.replace(site.design.stops[0], revenue=(20, 30, 40, 50), slots=1, angle=None)
    design = TileData(site.design.id, "gray", (stop,), (("c0", "0"), ("c0", "3")))
    hexes = {**data().board.hexes, site.id: msgspec.structs.replace(site, design=design)}
    return msgspec.structs.replace(data(), board=msgspec.structs.replace(data().board, hexes=hexes))


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_a_city_that_pays_by_phase_shows_all_values_beside_its_slot(layout: str) -> None:
    title = city_by_phase()
    shape = HexShape("pointy" if layout == "pointy" else "flat", 88)
    log: list[Drawn] = []
    face = Face(HexId("F8"), TileId(""), 0, -1, (), (), tokens=(("c0", (company("SFTG"),)),), step=2)
    draw_face(Style(title, THEMES["light"], shape, liveries(title)), face, log)
    assert [word for word in words(log) if word.isdigit()] == ["20", "30", "40", "50"]
    assert words(log).count("Milano") == 1
    assert clashes(log) == []
    (current,) = kinds(log, "current")
    assert [call.text for call in texts(log) if inside(call.box, current.box)] == ["40"]
