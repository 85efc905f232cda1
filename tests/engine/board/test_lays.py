"""What tile fits where, and whether it is new track of a network."""

import pytest

from engine.board import LayCode, LayProblem, added_pieces, lay_options, lay_problem, reach, uses_new_track
from engine.ids import HexId, StopRef, TileId
from engine.state import PlacedTile
from tests.engine.board.small import blank, board, city, column, flower, plain, stop, tile, tokens

M, A0, A1 = HexId("M"), HexId("A0"), HexId("A1")


def placed(number: str, turn: int) -> PlacedTile:
    return PlacedTile(TileId(number), turn)


def test_an_open_hex_takes_every_turn_of_the_listed_tiles() -> None:
    options = lay_options(board(flower(blank())), M)
    assert [(each.tile, each.rotation) for each in options] == [(t, r) for t in ("7", "8", "9") for r in range(6)]


def test_used_up_tiles_are_left_out() -> None:
    there = board(flower(blank()))
    assert {each.tile for each in lay_options(there, M, {TileId("8"): 1, TileId("7"): 0})} == {"8"}
    assert lay_problem(there, M, placed("7", 0), {TileId("7"): 0}) == LayProblem(LayCode.NONE_LEFT)


def test_an_upgrade_keeps_the_old_track() -> None:
    there = board(flower(blank()), M=("9", 0))
    assert [each.rotation for each in lay_options(there, M) if each.tile == "20"] == [0, 2, 3, 5]
    assert lay_problem(there, M, placed("20", 1)) == LayProblem(LayCode.TRACK)


@pytest.mark.parametrize(
    ("number", "turn", "code"),
    [
        ("20", 0, LayCode.COLOUR),
        ("4", 0, LayCode.KIND),
        ("1000", 0, LayCode.NO_TILE),
        ("7", 6, LayCode.NO_TILE),
    ],
)
def test_the_first_reason_against_a_tile_is_named(number: str, turn: int, code: LayCode) -> None:
    found = lay_problem(board(flower(blank())), M, placed(number, turn))
    assert found is not None
    assert found.code == code


def test_a_label_must_match() -> None:
    labelled = tile("M", "yellow", "0-c0", (stop("c0", "city"),), upgrades="")
    labelled = type(labelled)(**{**{f: getattr(labelled, f) for f in labelled.__struct_fields__}, "labels": ("M",)})
    assert lay_problem(board(flower(labelled)), M, placed("14", 0)) == LayProblem(LayCode.LABEL)


def test_gray_red_and_blue_hexes_never_take_a_tile() -> None:
    assert lay_problem(board(flower(plain("0-3"))), M, placed("7", 0)) == LayProblem(LayCode.FIXED)
    assert lay_problem(board(flower(blank())), HexId("Z9"), placed("7", 0)) == LayProblem(LayCode.NO_HEX)


def test_no_exit_off_the_map_or_into_an_impassable_side() -> None:
    there = board(column(blank(), blank(), impassable={0: (0,)}))
    assert lay_problem(there, A0, placed("9", 0)) == LayProblem(LayCode.IMPASSABLE, 0)
    assert lay_problem(there, A0, placed("9", 1)) == LayProblem(LayCode.OFF_MAP, 1)


def test_a_side_only_the_neighbour_lists_takes_a_dead_end() -> None:
    # 1841 note 0.2: in the online edition a tile on N14 may end at the mountains; track never continues there.
    there = board(column(blank(), blank(), blank(), impassable={0: (0,)}))
    assert lay_problem(there, A1, placed("9", 0)) is None
    laid = board(column(plain("0-3"), blank(), blank(), impassable={0: (0,)}), A1=("9", 0))
    assert not laid.continues(A1, 3)


def test_no_exit_into_the_blank_side_of_a_gray_hex() -> None:
    there = board(flower(blank(), plain("0-1"), plain("0-5")))
    assert lay_problem(there, M, placed("9", 0)) == LayProblem(LayCode.BLANK, 0)
    facing = board(flower(blank(), plain("0-3")))
    assert lay_problem(facing, M, placed("9", 0)) is None


def test_added_pieces_are_the_new_ones() -> None:
    assert added_pieces(board(flower(blank())), M, placed("9", 0)) == 1
    assert added_pieces(board(flower(blank()), M=("9", 0)), M, placed("20", 0)) == 0b10


def test_new_track_must_join_the_network() -> None:
    # 1841 par 1.5.1: some new track in the base's network.
    there = board(flower(blank(), city("3-c0")), M=("9", 0))
    found = reach(there, tokens("N0:c0"))
    assert not uses_new_track(there, M, placed("20", 0), found, {})
    assert uses_new_track(there, M, placed("23", 0), found, {})


def test_a_first_tile_must_reach_the_side_the_network_comes_to() -> None:
    there = board(flower(blank(), city("3-c0")))
    found = reach(there, tokens("N0:c0"))
    assert [r for r in range(6) if uses_new_track(there, M, placed("9", r), found, {})] == [0, 3]


def test_new_exits_of_a_city_join_only_through_a_city_that_may_be_passed() -> None:
    there = board(flower(blank(), city("3-c0")), M=("57", 0))
    found = reach(there, tokens("N0:c0", blocked=("M:c0",)))
    assert not uses_new_track(there, M, placed("14", 0), found, {})
    assert uses_new_track(there, M, placed("14", 0), found, {StopRef("M:c0"): True})
