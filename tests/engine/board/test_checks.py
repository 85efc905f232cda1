"""What makes a route legal and what it pays."""

import pytest

from engine.board import (
    Board,
    Reaches,
    RouteCode,
    RouteProblem,
    RouteRules,
    TokenAccess,
    Walk,
    check,
    conflicts,
    printed_value,
    resolve,
    revenue,
)
from engine.ids import HexId, StopRef
from tests.engine.board.small import board, box, city, column, flower, plain, stop, tile, tokens, town

RULES = RouteRules()
TWO = Reaches(2, frozenset({"city", "offboard", "pass"}))
ENDLESS = Reaches(None, frozenset({"city"}))


def walk(there: Board, *path: str) -> Walk:
    found = resolve(there, path)
    assert isinstance(found, Walk), found
    return found


def code(found: RouteProblem | None) -> RouteCode | None:
    return None if found is None else found.code


LINE = board(column(city("0-c0"), town("3-t0 t0-0"), city("3-c0 c0-0"), box("3-o0 0-o0", 40, 70), city("3-c0")))


@pytest.mark.parametrize(
    ("path", "access", "train", "expected"),
    [
        (("A0", "A1", "A2"), tokens("A0:c0"), TWO, None),
        (("A0", "A1"), tokens("A0:c0"), TWO, None),
        (("A0", "A1", "A2", "A3"), tokens("A0:c0"), TWO, RouteCode.TOO_LONG),
        (("A0", "A1", "A2", "A3"), tokens("A0:c0"), ENDLESS, None),
        (("A0", "A1", "A2"), tokens("A4:c0"), TWO, RouteCode.NO_TOKEN),
        (("A0", "A1", "A2", "A3"), tokens("A0:c0", blocked=("A2:c0",)), ENDLESS, RouteCode.BLOCKED),
        (("A0", "A1", "A2"), tokens("A0:c0", blocked=("A2:c0",)), TWO, None),
        (("A2", "A3", "A4"), tokens("A2:c0"), ENDLESS, RouteCode.ENDS_ONLY),
    ],
)
def test_one_route(path: tuple[str, ...], access: TokenAccess, train: Reaches, expected: RouteCode | None) -> None:
    assert code(check(LINE, access, walk(LINE, *path), train, RULES)) == expected


def test_an_own_token_may_be_passed_even_in_a_full_city() -> None:
    access = tokens("A2:c0", blocked=("A2:c0",))
    assert check(LINE, access, walk(LINE, "A0", "A1", "A2", "A3"), ENDLESS, RULES) is None


@pytest.mark.parametrize(
    ("kind", "expected"), [("pass", RouteCode.TOO_FEW), ("port", RouteCode.TOO_FEW), ("town", None)]
)
def test_pass_and_port_are_no_second_stop(kind: str, expected: RouteCode | None) -> None:
    # 1841 par 1.5.3: a pass or a port does not count as the second one; a town does (D33).
    second = tile("x", "gray", "3-x0", (stop("x0", kind),))  # type: ignore[arg-type]
    there = board(column(city("0-c0"), second))
    assert code(check(there, tokens("A0:c0"), walk(there, "A0", "A1"), TWO, RULES)) == expected


def test_a_token_in_a_pass_satisfies_only_rules_that_say_so() -> None:
    # 1841 D31: the rulebook wants a city token, the online edition takes a pass.
    there = board(column(city("0-c0"), tile("p", "gray", "3-c0 0-c0", (stop("c0", "pass", 0),)), city("3-c0")))
    long, access = Reaches(3, TWO.counts), tokens("A1:c0")
    path = walk(there, "A0", "A1", "A2")
    assert code(check(there, access, path, long, RULES)) == RouteCode.NO_TOKEN
    assert check(there, access, path, long, RouteRules(token=frozenset({"city", "pass"}))) is None


def test_a_stub_cannot_be_passed() -> None:
    milan = tile("F8", "yellow", "c0-3! c0-0!", (stop("c0", "city", 60),))
    there = board(column(city("0-c0"), milan, city("3-c0")))
    access = tokens("A1:c0")
    assert code(check(there, access, walk(there, "A0", "A1", "A2"), ENDLESS, RULES)) == RouteCode.STUB
    assert check(there, access, walk(there, "A0", "A1"), TWO, RULES) is None
    both = [walk(there, "A0", "A1"), walk(there, "A1", "A2")]
    assert conflicts(both, RULES) is None
    assert conflicts(both, RouteRules(stubs_shared=False)) == RouteProblem(RouteCode.SHARED_STUB, "A1:c0")


def test_two_hexes_of_a_box_are_one_stop() -> None:
    # 1841 par 0.2: a single route may touch a box only once.
    there = board(column(box("0-o0"), city("3-c0 0-c0"), box("3-o0"), box="East"))
    found = check(there, tokens("A1:c0"), walk(there, "A0", "A1", "A2"), ENDLESS, RULES)
    assert found == RouteProblem(RouteCode.SAME_STOP, "A2:o0")
    apart = board(column(box("0-o0"), city("3-c0 0-c0"), box("3-o0")))
    assert check(apart, tokens("A1:c0"), walk(apart, "A0", "A1", "A2"), ENDLESS, RULES) is None


def test_no_stop_twice_and_no_track_twice() -> None:
    ring = board(flower(city("0-c0 1-c0"), plain("3-2"), plain("4-5")))
    found = check(ring, tokens("M:c0"), walk(ring, "M", "N0", "N1", "M"), ENDLESS, RULES)
    assert found == RouteProblem(RouteCode.SAME_STOP, "M:c0")
    back = board(flower(plain("3-0 3-1"), city("3-c0"), plain("4-5"), plain(""), city("0-c0")))
    assert code(check(back, tokens("N3:c0"), walk(back, "N0", "M", "N3"), ENDLESS, RULES)) is None


def test_one_side_is_used_once_even_over_different_pieces() -> None:
    split = board(flower(plain("3-0 3-1"), plain("3-2"), plain("4-5"), plain(""), city("0-c0")))
    found = check(split, tokens("N3:c0"), walk(split, "N3", "M", "N0", "N1", "M", "N3"), ENDLESS, RULES)
    assert found == RouteProblem(RouteCode.SAME_TRACK, "N3")


def test_one_junction_is_crossed_once() -> None:
    star = flower(plain("0-j 1-j 3-j 4-j"), plain("3-2"), plain("4-5"), plain(""), city("0-c0"), city("1-c0"))
    there = board(star)
    found = check(there, tokens("N3:c0"), walk(there, "N3", "M", "N0", "N1", "M", "N4"), ENDLESS, RULES)
    assert found == RouteProblem(RouteCode.SAME_TRACK, "M")


def test_two_cities_of_a_hex_are_one_location_where_the_rules_say_so() -> None:
    # 1866 par 1.9: no revenue location twice; two cities of one hex are one location.
    two = tile("two", "gray", "0-c0 c0-c1 3-c1", (stop("c0", "city"), stop("c1", "city")))
    there = board(column(city("0-c0"), two))
    path, access = walk(there, "A0", "A1.c0"), tokens("A0:c0")
    assert check(there, access, path, ENDLESS, RULES) is None
    assert code(check(there, access, path, ENDLESS, RouteRules(once_per_hex=True))) == RouteCode.SAME_HEX


def test_closed_hexes_and_sides_stop_a_route() -> None:
    path = walk(LINE, "A0", "A1")
    start = frozenset({StopRef("A0:c0")})
    shut = TokenAccess(start, closed=frozenset({HexId("A1")}))
    assert check(LINE, shut, path, TWO, RULES) == RouteProblem(RouteCode.NO_ACCESS, "A1")
    wall = TokenAccess(start, walls=frozenset({(HexId("A1"), 3)}))
    assert check(LINE, wall, path, TWO, RULES) == RouteProblem(RouteCode.NO_ACCESS, "A0")


def test_two_routes_share_stops_but_no_track() -> None:
    there = board(column(city("0-c0"), city("3-c0 0-c0"), city("3-c0")))
    one, other, whole = walk(there, "A0", "A1"), walk(there, "A1", "A2"), walk(there, "A0", "A1", "A2")
    assert conflicts([one, other]) is None
    assert conflicts([one, whole]) == RouteProblem(RouteCode.SHARED_TRACK, "A0")


def test_two_routes_share_no_side_even_over_different_pieces() -> None:
    there = board(flower(plain("3-0 3-1"), city("3-c0"), city("4-c0"), plain(""), city("0-c0")))
    assert code(conflicts([walk(there, "N0", "M", "N3"), walk(there, "N1", "M", "N3")])) == RouteCode.SHARED_TRACK


def test_revenue_adds_all_stops_and_boxes_pay_by_step() -> None:
    path = walk(LINE, "A0", "A1", "A2", "A3")
    assert revenue(path, printed_value(0)) == 20 + 10 + 20 + 40
    assert revenue(path, printed_value(1)) == 20 + 10 + 20 + 70
    assert revenue(path, printed_value(2)) == 20 + 10 + 20 + 70
