"""Borders and countries by phase, and the reunification variants that move them [4.6.1-4.6.4, 6, 8.1]."""

from collections.abc import Iterable

import pytest

from engine.ids import HexId
from engine.titles.t1841.borders import active_rows, country, walls
from tests.titles.t1841.operating import Yard

PIEDMONT, LOMBARDIA, VENETO, CONSERVATIVE, TUSCANY, LUGANO = "H4", "F8", "G15", "K11", "R14", "C7"
STATES = {
    "piedmont": PIEDMONT,
    "lombardia": LOMBARDIA,
    "veneto": VENETO,
    "conservative": CONSERVATIVE,
    "tuscany": TUSCANY,
    "swiss": LUGANO,
}


def yard(phase: str, *options: str) -> Yard:
    return Yard(options=options, phase=phase)


def united(phase: str, *options: str) -> set[frozenset[str]]:
    """The states grouped into countries."""
    pos = yard(phase, *options).context
    groups: dict[str, set[str]] = {}
    for state, hex_id in STATES.items():
        groups.setdefault(country(pos, HexId(hex_id)), set()).add(state)
    return {frozenset(group) for group in groups.values()}


def grouping(*groups: str) -> set[frozenset[str]]:
    return {frozenset(group.split()) for group in groups}


def is_wall(where: Yard, sides: Iterable[tuple[str, int]]) -> list[bool]:
    closed = walls(where.context)
    return [(HexId(name), edge) in closed for name, edge in sides]


REGULAR = ("piedmont", "lombardia veneto", "conservative", "tuscany", "swiss")


@pytest.mark.parametrize("phase", ["2", "3"])
def test_4_6_1_countries_of_the_first_phases(phase: str) -> None:
    assert united(phase) == grouping(*REGULAR)


def test_4_6_3_phase_4_limits_austria_to_veneto() -> None:
    assert united("4") == grouping("piedmont lombardia conservative tuscany", "veneto", "swiss")


@pytest.mark.parametrize("phase", ["5", "6", "7", "8"])
def test_4_6_4_only_switzerland_keeps_its_border(phase: str) -> None:
    assert united(phase) == grouping("piedmont lombardia conservative tuscany veneto", "swiss")
    assert active_rows(yard(phase).context) == ("swiss",)


def test_6_7_the_swiss_border_runs_around_lugano_in_every_phase() -> None:
    for phase in "2345678":
        assert is_wall(yard(phase), [("C7", 0), ("E7", 3), ("C7", 5), ("D8", 2)]) == [True] * 4


def test_6_1_the_line_between_veneto_and_lombardia_is_a_border_in_phase_4_only() -> None:
    side = [("H12", 2)]  # towards G11
    assert [is_wall(yard(phase), side)[0] for phase in "2345"] == [False, False, True, False]


def test_6_6_piedmont_and_tuscany_open_with_phase_4() -> None:
    side = [("P10", 5)]  # towards Q11
    assert [is_wall(yard(phase), side)[0] for phase in "2345"] == [True, True, False, False]


def test_8_1_1_napoleon_expels_austria_and_unites_the_zone_with_tuscany() -> None:
    assert united("4", "napoleon") == grouping("piedmont lombardia veneto", "conservative tuscany", "swiss")
    assert united("3", "napoleon") == grouping(*REGULAR)
    assert united("5", "napoleon") == united("5")


def test_8_1_2_cavour_leaves_only_the_swiss_border_in_phase_4() -> None:
    assert united("4", "cavour") == united("5")
    assert united("3", "cavour") == grouping(*REGULAR)


def test_8_1_3_wilhelm_keeps_austria_whole_until_phase_5() -> None:
    assert united("4", "wilhelm") == grouping("piedmont", "lombardia veneto", "conservative tuscany", "swiss")
    assert united("5", "wilhelm") == united("5")


def test_8_1_4_carlo_alberto_wins_lombardia_in_phase_3() -> None:
    pos = yard("3", "carlo_alberto")
    assert country(pos.context, HexId("F8")) == country(pos.context, HexId("H4"))
    assert country(pos.context, HexId("G15")) != country(pos.context, HexId("F8"))
    assert is_wall(pos, [("H12", 2), ("P10", 5), ("O13", 3)]) == [True, False, True]
    assert united("2", "carlo_alberto") == grouping(*REGULAR)
    assert united("4", "carlo_alberto") == united("4")


def test_8_1_5_franz_joseph_unites_three_states() -> None:
    assert united("4", "franz_joseph") == grouping("piedmont", "lombardia veneto conservative tuscany", "swiss")
    assert united("5", "franz_joseph") == united("5")


def test_8_3_1_the_small_map_has_no_tuscan_hexes_to_part() -> None:
    pos = yard("3", "lite")
    assert country(pos.context, HexId("O13")) != country(pos.context, HexId("N12"))
    assert is_wall(pos, [("N12", 5), ("N12", 0), ("P10", 5)]) == [True, False, False]  # towards O13, and the Roma box


@pytest.mark.parametrize("phase", "2345")
@pytest.mark.parametrize("option", ["", "napoleon", "cavour", "wilhelm", "franz_joseph"])
def test_6_a_hexside_is_a_border_exactly_between_two_countries(phase: str, option: str) -> None:
    pos = yard(phase, *filter(None, [option])).context
    board = pos.board
    for name, edge in walls(pos):
        other = board.neighbour(name, edge)
        assert other is not None
        assert country(pos, name) != country(pos, other)
