"""Where track continues, and how a board learns of changes."""

from engine.board import Board
from engine.ids import HexId, TileId
from engine.state import PlacedTile
from tests.engine.board.small import at, blank, board, city, column, flower, plain

A0, A1 = HexId("A0"), HexId("A1")


def test_track_continues_only_if_both_hexes_have_track_at_the_side() -> None:
    there = board(column(plain("0-3"), plain("0-3"), plain("0-1")))
    assert there.continues(A0, 0)
    assert there.continues(A1, 3)
    assert not there.continues(A1, 0)
    assert not there.continues(A0, 3)


def test_an_impassable_side_closes_both_faces_whichever_hex_lists_it() -> None:
    there = board(column(plain("0-3"), plain("0-3"), impassable={1: (3,)}))
    assert not there.continues(A0, 0)
    assert not there.continues(A1, 3)


def test_a_board_reads_its_mapping_again_when_told() -> None:
    tiles = at({})
    there = Board(column(plain("0-3"), blank()), tiles)
    before = there.version
    tiles[A1] = PlacedTile(TileId("9"), 0)
    there.changed(A1)
    assert there.continues(A0, 0)
    assert there.version != before
    del tiles[A1]
    there.changed(A1)
    assert not there.continues(A0, 0)


def test_a_copy_shares_the_version_until_one_of_them_changes() -> None:
    there = board(column(plain("0-3"), blank()))
    there.memo["answer"] = 1
    twin = there.copy(at({}))
    assert (twin.version, twin.memo) == (there.version, there.memo)
    trial = there.with_tile(A1, PlacedTile(TileId("9"), 0))
    assert trial.continues(A0, 0)
    assert not there.continues(A0, 0)
    assert not trial.memo
    assert there.memo == {"answer": 1}


def test_a_board_that_was_told_equals_a_board_made_new() -> None:
    data = flower(city("0-c0"), blank(), blank())
    tiles = at({})
    told = Board(data, tiles)
    for name, turn in (("N0", 3), ("N1", 1), ("N2", 5)):
        tiles[HexId(name)] = PlacedTile(TileId("9"), turn)
        told.changed(HexId(name))
    fresh = Board(data, tiles)
    assert told.joined == fresh.joined
    assert [cell.placed for cell in told.cells] == [cell.placed for cell in fresh.cells]


def test_stops_are_known_by_their_ref() -> None:
    there = board(column(city("0-c0")))
    found = there.stop("A0:c0")
    assert found is not None
    assert (found.hex, found.kind, found.data.revenue) == ("A0", "city", 20)
    assert there.stop("A0:c1") is None
    assert there.stop("Z9:c0") is None
