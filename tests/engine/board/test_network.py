"""What a network reaches and what holds it back."""

from engine.board import TokenAccess, reach
from engine.ids import HexId, StopRef
from tests.engine.board.small import blank, board, box, city, column, flower, plain, stop, tile, tokens, town


def test_the_network_walks_from_a_token_to_the_end_of_the_track() -> None:
    there = board(column(city("0-c0"), town("3-t0 0-t0"), blank()))
    found = reach(there, tokens("A0:c0"))
    assert found.stops == {"A0:c0", "A1:t0"}
    assert found.hexes == ("A0", "A1", "A2")
    assert found.entries(HexId("A2")) == 1 << 3
    assert found.track == {("A0", 0), ("A1", 0), ("A1", 1)}
    assert ("A1", 0) in found.sides
    assert ("A2", 3) in found.sides


def test_it_stops_at_a_blocked_city_but_reaches_it() -> None:
    there = board(column(city("0-c0"), city("3-c0 0-c0"), town("3-t0")))
    found = reach(there, tokens("A0:c0", blocked=("A1:c0",)))
    assert found.stops == {"A0:c0", "A1:c0"}
    assert not found.touches(HexId("A2"))


def test_it_leaves_its_own_token_even_where_that_stop_may_not_be_passed() -> None:
    there = board(column(city("0-c0"), city("3-c0 0-c0"), town("3-t0")))
    assert reach(there, tokens("A1:c0", blocked=("A1:c0",))).stops == {"A0:c0", "A1:c0", "A2:t0"}


def test_boxes_and_ports_end_it() -> None:
    # 1841 par 1.5.1: stop at off-boards and ports.
    for kind in ("offboard", "port"):
        end = tile("end", "red", "3-x0 0-x0", (stop("x0", "port" if kind == "port" else "offboard"),))
        there = board(column(city("0-c0"), end, town("3-t0")))
        assert reach(there, tokens("A0:c0")).stops == {"A0:c0", "A1:x0"}


def test_a_stub_ends_it_but_can_begin_it() -> None:
    # 1841 par 1.5.3: the stubs of yellow Milano do not connect through the city.
    milan = tile("F8", "yellow", "c0-3! c0-0!", (stop("c0", "city", 60),))
    there = board(column(city("0-c0"), milan, town("3-t0")))
    assert reach(there, tokens("A0:c0")).stops == {"A0:c0", "A1:c0"}
    assert reach(there, tokens("A1:c0")).stops == {"A0:c0", "A1:c0", "A2:t0"}


def test_separate_tracks_of_one_tile_stay_separate() -> None:
    there = board(flower(plain("0-3 1-4"), city("3-c0"), city("4-c0"), blank(), town("0-t0"), town("1-t0")))
    assert reach(there, tokens("N0:c0")).stops == {"N0:c0", "N3:t0"}
    assert reach(there, tokens("N1:c0")).stops == {"N1:c0", "N4:t0"}


def test_no_turning_back_where_two_tracks_share_a_side() -> None:
    there = board(flower(plain("0-3 0-4"), city("3-c0"), blank(), blank(), city("0-c0"), town("1-t0")))
    assert reach(there, tokens("N0:c0")).stops == {"N0:c0", "N3:c0", "N4:t0"}
    assert reach(there, tokens("N3:c0")).stops == {"N0:c0", "N3:c0"}


def test_a_junction_joins_all_its_sides_without_turning() -> None:
    there = board(flower(plain("0-j 3-j 4-j"), city("3-c0"), blank(), blank(), city("0-c0"), town("1-t0")))
    assert reach(there, tokens("N3:c0")).stops == {"N0:c0", "N3:c0", "N4:t0"}


def test_walls_and_closed_hexes_hold_it_back() -> None:
    # 1841 par 1.5.1: in phase 2 the network may not cross an active border.
    there = board(column(city("0-c0"), town("3-t0")))
    wall = TokenAccess(frozenset({StopRef("A0:c0")}), walls=frozenset({(HexId("A0"), 0), (HexId("A1"), 3)}))
    assert reach(there, wall).hexes == ("A0",)
    shut = TokenAccess(frozenset({StopRef("A0:c0")}), closed=frozenset({HexId("A1")}))
    assert reach(there, shut).hexes == ("A0",)


def test_a_token_without_track_reaches_its_own_hex() -> None:
    there = board(column(city(""), blank()))
    found = reach(there, tokens("A0:c0"))
    assert found.hexes == ("A0",)
    assert found.touches(HexId("A0"))


def test_a_start_that_is_not_on_the_map_is_ignored() -> None:
    assert reach(board(column(box("0-o0"))), tokens("A0:c9", "B7:c0")).stops == frozenset()


def test_a_stop_left_by_the_way_it_was_reached_only_when_reached_twice() -> None:
    ring = board(flower(city("0-c0 1-c0"), plain("3-2"), plain("4-5")))
    found = reach(ring, tokens("M:c0"))
    assert found.track == {("M", 0), ("M", 1), ("N0", 0), ("N1", 0)}
