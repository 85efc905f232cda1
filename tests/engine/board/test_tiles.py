"""Rotation, kept track, moved stops and ways through a tile."""

from engine.board import carry_stops, keeps_track, new_pieces, resolve_design
from engine.board.tiles import ways_through
from engine.schema import TileData
from tests.engine.board.small import CITY, TILES, stop, tile

TWO_CITIES = tile("two", "yellow", "c0-1 c0-5 c1-4", (stop("c0", "city", 40), stop("c1", "city", 40)))
MERGED = tile("606", "green", "0-c0 1-c0 2-c0 3-c0", (stop("c0", "city", 60),))


def keeping(old: TileData, turn: int, new: TileData) -> list[int]:
    return [r for r in range(6) if keeps_track(resolve_design(old, turn), resolve_design(new, r))]


def test_rotation_adds_to_every_edge() -> None:
    design = resolve_design(TILES["8"], 5)
    assert design.ends == ((5, 1),)
    assert design.exits == 1 << 5 | 1 << 1


def test_a_straight_keeps_its_track_under_a_crossing_in_four_turns() -> None:
    assert keeping(TILES["9"], 0, TILES["20"]) == [0, 2, 3, 5]


def test_a_straight_is_kept_by_a_junction_that_joins_both_ends() -> None:
    assert keeping(TILES["9"], 0, TILES["81"]) == [0, 3]


def test_a_city_keeps_its_exits() -> None:
    assert keeping(TILES["57"], 1, TILES["14"]) == [0, 1, 3, 4]


def test_two_cities_merge_and_their_tokens_follow() -> None:
    # 1841 par 1.5.1: the two cities of H4 become one with two slots; 606 fits at rotation 4 only ([4.1], note 0.5).
    assert keeping(TWO_CITIES, 0, MERGED) == [4]
    assert carry_stops(resolve_design(TWO_CITIES, 0), resolve_design(MERGED, 4)) == (0, 0)


def test_a_city_without_track_keeps_its_number() -> None:
    printed = tile("V", "white", "", (stop("c0", "city"), stop("t0", "town")))
    laid = tile("601", "yellow", "1-c0 t0-5 c0-t0", (stop("c0", "city"), stop("t0", "town")))
    assert carry_stops(resolve_design(printed, 0), resolve_design(laid, 0)) == (0, 1)


def test_stops_follow_their_exits_when_they_are_listed_in_another_order() -> None:
    old = tile("a", "yellow", "0-c0 3-c1", (stop("c0", "city"), stop("c1", "city")))
    new = tile("b", "green", "3-c0 4-c0 0-c1 1-c1", (stop("c0", "city"), stop("c1", "city")))
    assert carry_stops(resolve_design(old, 0), resolve_design(new, 0)) == (1, 0)
    assert carry_stops(resolve_design(old, 0), resolve_design(new, 3)) == (0, 1)


def test_new_pieces_are_those_the_old_tile_had_not() -> None:
    assert new_pieces(resolve_design(TILES["9"], 0), resolve_design(TILES["20"], 0)) == 0b10
    assert new_pieces(resolve_design(TILES["57"], 0), resolve_design(TILES["14"], 0)) == 0b1010
    assert new_pieces(resolve_design(TILES["9"], 0), resolve_design(TILES["9"], 0)) == 0


def test_ways_through_a_tile_may_pass_several_stops() -> None:
    venice = resolve_design(tile("601", "yellow", "1-c0 t0-5 c0-t0", (CITY, stop("t0", "town"))), 0)
    (way,) = ways_through(venice, 1, 5)
    assert way.stops == (0, 1)
    assert ways_through(venice, 1, 0) == ()


def test_junction_links_never_turn_round() -> None:
    junction = resolve_design(TILES["81"], 0)
    assert [end for end, _, _ in junction.links[0]] == [2, 3]
