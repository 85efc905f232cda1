"""Route text, to walks and back."""

import pytest

from engine.board import RouteCode, RouteProblem, Walk, format_route, parse_route, resolve
from engine.board.layout import Board
from tests.engine.board.small import TOWN, blank, board, box, city, column, flower, plain, stop, tile, town

VENICE = tile("601", "gray", "3-c0 t0-0 c0-t0", (stop("c0", "city"), TOWN))
TWO_TOWNS = tile("1", "gray", "0-t0 t0-3 1-t1 t1-4", (TOWN, stop("t1", "town")))


def walk(there: Board, *path: str) -> Walk:
    found = resolve(there, path)
    assert isinstance(found, Walk), found
    return found


def problem(there: Board, *path: str) -> RouteProblem:
    found = resolve(there, path)
    assert isinstance(found, RouteProblem), found
    return found


def test_text_is_split_at_dashes() -> None:
    assert parse_route("H4.c0-I5-J6") == ("H4.c0", "I5", "J6")


def test_a_path_resolves_to_stops_pieces_and_sides() -> None:
    found = walk(board(column(city("0-c0"), town("3-t0 t0-0"), plain("3-0"), city("3-c0"))), "A0", "A1", "A2", "A3")
    assert found.refs == ("A0:c0", "A1:t0", "A3:c0")
    assert found.sides == (("A0", 0), ("A1", 0), ("A2", 0))
    assert found.pieces == (("A0", 0), ("A1", 0), ("A1", 1), ("A2", 0), ("A3", 0))


@pytest.mark.parametrize(
    ("path", "code", "where"),
    [
        (("Z1", "A1"), RouteCode.UNKNOWN_HEX, "Z1"),
        (("A0.c7", "A1"), RouteCode.UNKNOWN_STOP, "A0.c7"),
        (("A0", "A2"), RouteCode.NOT_ADJACENT, "A2"),
        (("A0", "A1", "A2"), RouteCode.CLOSED_SIDE, "A2"),
        (("A0",), RouteCode.NO_TRACK, "A0"),
        ((), RouteCode.TOO_FEW, ""),
    ],
)
def test_a_path_that_does_not_lie_there_names_the_place(path: tuple[str, ...], code: RouteCode, where: str) -> None:
    there = board(column(city("0-c0"), city("3-c0"), plain("0-3")))
    if path == ("A0",):
        there = board(column(blank(), city("3-c0")))
    assert problem(there, *path) == RouteProblem(code, where)


def test_a_hex_with_two_stops_needs_the_stop_only_where_both_fit() -> None:
    there = board(column(city("0-c0"), VENICE))
    assert problem(there, "A0", "A1").code == RouteCode.AMBIGUOUS
    assert walk(there, "A0", "A1.c0").refs == ("A0:c0", "A1:c0")
    assert walk(there, "A0", "A1.t0").refs == ("A0:c0", "A1:c0", "A1:t0")
    two = board(flower(TWO_TOWNS, city("3-c0"), city("4-c0")))
    assert walk(two, "N1", "M").refs == ("N1:c0", "M:t1")
    assert problem(two, "N1", "M.t0") == RouteProblem(RouteCode.NO_TRACK, "M")


def test_a_route_may_stay_on_one_tile() -> None:
    # 1841: F16 Mestre and Venezia, D33.
    there = board(column(city("0-c0"), VENICE))
    found = walk(there, "A1.c0", "A1.t0")
    assert found.refs == ("A1:c0", "A1:t0")
    assert found.sides == ()
    assert format_route(there, found) == ("A1.c0", "A1.t0")


def test_one_stop_alone_is_a_walk_without_track() -> None:
    # 1866: a local run.
    there = board(column(city("0-c0"), VENICE))
    assert walk(there, "A0").refs == ("A0:c0",)
    assert walk(there, "A1.t0").refs == ("A1:t0",)
    assert format_route(there, walk(there, "A1.t0")) == ("A1.t0",)
    assert problem(there, "A1").code == RouteCode.AMBIGUOUS


def test_the_smaller_end_comes_first() -> None:
    there = board(column(city("0-c0"), plain("0-3"), VENICE))
    found = walk(there, "A2.t0", "A1", "A0")
    assert format_route(there, found) == ("A0", "A1", "A2.t0")


def test_parallel_ways_through_a_hex_need_the_stop_on_the_way() -> None:
    both = tile("both", "gray", "0-t0 t0-3 0-t1 t1-3", (TOWN, stop("t1", "town", 30)))
    there = board(column(city("0-c0"), both, city("3-c0")))
    assert problem(there, "A0", "A1", "A2") == RouteProblem(RouteCode.AMBIGUOUS, "A1")
    found = walk(there, "A0", "A1.t1", "A2")
    assert found.refs == ("A0:c0", "A1:t1", "A2:c0")
    assert format_route(there, found) == ("A0", "A1.t1", "A2")


def test_a_direct_track_beside_a_stop_is_the_one_without_a_name() -> None:
    both = tile("both", "gray", "0-3 0-t0 t0-3", (TOWN,))
    there = board(column(city("0-c0"), both, city("3-c0")))
    assert walk(there, "A0", "A1", "A2").refs == ("A0:c0", "A2:c0")
    through = walk(there, "A0", "A1.t0", "A2")
    assert through.refs == ("A0:c0", "A1:t0", "A2:c0")
    assert format_route(there, through) == ("A0", "A1.t0", "A2")


def test_stubs_are_noted() -> None:
    milan = tile("F8", "yellow", "c0-3! c0-0!", (stop("c0", "city", 60),))
    there = board(column(box("0-o0"), milan, city("3-c0")))
    assert walk(there, "A0", "A1").stubs == {"A1:c0"}
    assert walk(there, "A0", "A1", "A2").stubs == {"A1:c0"}
