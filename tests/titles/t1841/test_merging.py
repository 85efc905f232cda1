"""Merging [4.7.4, 4.7.4.1, 4.7.4.2, 14]: conditions, value, stock, tokens, and a merger that is called off."""

import pytest

from engine.ids import PlayerId
from engine.titles.t1841.exchange import Party
from engine.titles.t1841.merging import merged_cells, rightmost_below
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.procedures import check_stock, exists, left, merged, merging, plain, running, tokens, trains
from tests.titles.t1841.table import ONLINE, company, player


def example(edition: str = "book") -> Yard:
    """The example of [4.7.4.2]: SFTG and CGTF in phase 6; players A to E are P1 to P5."""
    table = Yard(5, (), edition, phase="6")
    table.run("SFTG", 144, P1=50, P2=10, P3=10, P4=10, SFTC=10, pool=10)
    table.run("CGTF", 100, SFTG=30, P1=10, P2=20, pool=20)
    table.run("SFTN", 68, P4=40, SFTG=30, CGTF=30)
    table.run("SFTC", 68, P5=40)
    table.tile("H4", "607", 4).tile("J6", "14")
    table.token("SFTG", "J6:c0", "M7:c0", "K7:c0", "H4:c0").token("CGTF", "J6:c0", "H4:c0", "F8:c0")
    return table


def stocked(edition: str = "book") -> Yard:
    """The example with its trains, charters and money."""
    table = example(edition)
    for name, kinds in {"SFTG": ("4", "5"), "CGTF": ("5",)}.items():
        table.trains(name, *kinds)
    table.front("6").charter("SFTG", 0).charter("CGTF", 2)
    return table.treasury(SFTG=80, CGTF=380, P1=50, P2=200, P3=200, P4=200, SFTC=200)


# --- the worked example [4.7.4.2] ------------------------------------------------------------------------------------


def test_4_7_4_2_the_worked_example() -> None:
    table = merging(stocked(), "SFTG", "SFTC").do("SFTG: merge CGTF", "SFTG: choose CFCC")
    assert (table.price("CFCC"), table.cash("CFCC"), trains(table, "CFCC")) == (242, 460, ["4", "5", "5"])
    assert (table.president("SFTN"), table.percent("CFCC", "SFTN"), table.percent("CFCC", "CGTF")) == ("CFCC", 60, 0)
    table.do("CFCC: discard 4", "P2: choose share", "P3: choose share", "P4: choose cash", "SFTC: choose cash")
    assert {who: table.percent(who, "CFCC") for who in ("P1", "P2", "P3", "P4", "SFTC", "pool", "CFCC")} == {
        "P1": 30, "P2": 20, "P3": 10, "P4": 0, "SFTC": 0, "pool": 10, "CFCC": 30,
    }  # fmt: skip
    assert (table.president("CFCC"), table.cash("CFCC")) == ("P1", 702)
    assert (table.cash("P2"), table.cash("P4"), table.cash("SFTC")) == (79, 321, 321)
    table.do("CFCC: pass")
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["F8:c0", "H4:c0", "J6:c0", "K7:c0", "M7:c0"], 0)
    assert not exists(table, "SFTG")
    assert not exists(table, "CGTF")
    assert table.game.state.extra.removed == ["SFTG"]  # type: ignore[attr-defined]
    assert not table.game.state.companies[company("CFCC")].operated
    assert (running(table).current, running(table).done) == ("SFTC", ["SFTG"])
    check_stock(table)


def test_4_7_4_2_online_nobody_is_asked_about_cash_alone() -> None:
    table = stocked(ONLINE).treasury(P4=0, SFTC=0)
    merging(table, "SFTG", "SFTC").do("SFTG: merge CGTF", "SFTG: choose CFCC", "CFCC: discard 4")
    table.do("P2: choose share", "P3: choose share")
    assert (table.cash("P4"), table.cash("SFTC")) == (121, 121)
    assert table.verbs == ("discard", "pass")
    table.do("CFCC: discard F8:c0", "CFCC: discard K7:c0")
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["H4:c0", "J6:c0", "M7:c0"], 2)


# --- the new value [4.7.4, 14] ---------------------------------------------------------------------------------------

MAJORS = {
    "H11": (36, 48, 35), "H10": (49, 53, 48), "I10": (54, 69, 53), "I9": (70, 76, 69), "J9": (77, 95, 76),
    "J8": (96, 106, 95), "K8": (107, 127, 106), "K7": (128, 141, 127), "L7": (142, 162, 141), "L6": (163, 178, 162),
    "L5": (179, 180, 178), "M6": (181, 198, 180), "M5": (199, 208, 198), "M4": (209, 218, 208), "M3": (219, 219, 218),
    "N5": (220, 230, 219), "N4": (231, 242, 230), "N3": (243, 499, 242),
}  # fmt: skip

MINORS = {
    "H11": (71, 96), "H10": (97, 106), "I10": (107, 138), "I9": (139, 152), "J9": (153, 190), "J8": (191, 212),
    "K8": (213, 254), "K7": (255, 282), "L7": (283, 324), "L6": (325, 356), "L5": (357, 360), "M6": (361, 396),
    "M5": (397, 416), "M4": (417, 436), "M3": (437, 438), "N5": (439, 448),
}  # fmt: skip


def cell(name: str) -> tuple[int, int]:
    """``H11`` as (row, column) counted from 0."""
    return int(name[1:]) - 1, "ABCDEFGHIJKLMNOPQRS".index(name[0])


@pytest.mark.parametrize("name", MAJORS)
def test_14_sums_of_majors(name: str) -> None:
    context, (low, high, price) = Yard().context, MAJORS[name]
    for total in (low, high):
        assert rightmost_below(context, min(total, 250)) == cell(name)
    assert context.data.market.rows[cell(name)[0]][cell(name)[1]].price == price  # type: ignore[union-attr]


@pytest.mark.parametrize("name", MINORS)
def test_14_sums_of_minors(name: str) -> None:
    context, (low, high) = Yard().context, MINORS[name]
    for total in (low, high):
        assert rightmost_below(context, -(-total // 2)) == cell(name)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(("SFLP", 75), ("SFMA", 54), "I10"), (("SFLP", 144), ("SFMA", 100), "K8"), (("SFTN", 53), ("ICSF", 162), "M4")],
)
def test_4_7_4_values_of_real_mergers(one: tuple[str, int], other: tuple[str, int], expected: str) -> None:
    table = Yard(phase="4")
    for name, price in (one, other):
        table.run(name, price, P1=40)
    assert merged_cells(table.context, company(one[0]), company(other[0])) == (cell(expected),)


def test_4_7_4_a_major_worth_250_keeps_its_cell() -> None:
    table = Yard(phase="5").run("AFI", 256, P1=40).run("CTS", 306, P2=40).run("RATF", 68, P3=40)
    context = table.game.context
    assert merged_cells(context, company("RATF"), company("CTS")) == (cell("N1"),)
    assert merged_cells(context, company("CTS"), company("AFI")) == (cell("O4"), cell("N1"))


@pytest.mark.parametrize(("answer", "price"), [("lower", 256), ("higher", 306)])
def test_4_7_4_of_two_such_values_the_president_keeps_one(answer: str, price: int) -> None:
    table = Yard(phase="5")
    table.run("AFI", 256, P1=50).run("CTS", 306, P1=50)
    table.token("AFI", "H10:c0").tile("H10", "14").token("CTS", "H10:c0").charter("AFI", 1).charter("CTS", 1)
    merging(table, "AFI").do("AFI: merge CTS", "AFI: choose CFCC")
    assert table.code("AFI: choose both") == ("lower_or_higher", "4.7.4")
    table.do(f"AFI: choose {answer}")
    assert table.price("CFCC") == price


# --- conditions [4.7.4] ----------------------------------------------------------------------------------------------


def test_4_7_4_both_have_operated_and_neither_is_frozen() -> None:
    table = plain()
    table.game.state.companies[company("CTS")].operated = False
    table.run("RATF", 68, pool=20, P3=10).token("RATF", "E9:c0").run("ICSF", 68, P3=20).token("ICSF", "H10:c0")
    merging(table, "AFI")
    assert table.code("AFI: merge CTS") == ("not_operated", "4.7.4")
    assert table.code("AFI: merge RATF") == ("frozen", "4.5.1.1")
    assert table.code("AFI: merge AFI") == ("no_such_partner", "4.7.4")


def test_4_7_4_nothing_is_asked_in_the_first_turn_or_without_a_charter() -> None:
    table = plain()
    table.game.state.companies[company("AFI")].operated = False
    assert merging(table, "AFI", "CTS").actor == "CTS"
    table = plain()
    for name in ("ATFA", "CFCC", "CGTF", "CTDA", "ICSF", "IFAI", "ILTF", "RATF", "RSFS"):
        table.run(name, 68, P3=20)
    assert merging(table, "AFI", "CTS").actor == "CTS"


def test_4_7_4_one_class_connected_within_the_borders() -> None:
    table = plain()
    table.run("FTP", 68, P3=40).token("FTP", "E9:c0").run("RATF", 68, P3=20).token("RATF", "S11:c0")
    merging(table, "AFI")
    assert table.code("AFI: merge FTP") == ("other_class", "4.7.4")
    assert table.code("AFI: merge RATF") == ("not_connected", "4.7.4")


@pytest.mark.parametrize(("edition", "offered"), [("book", True), (ONLINE, False)])
def test_4_7_4_a_route_of_either_corporation_will_do(edition: str, *, offered: bool) -> None:
    """Only CTS gets through its own token in the pass K7; online only the network of AFI counts (D64)."""
    table = Yard(3, (), edition, phase="4")
    table.run("AFI", 100, P1=40).run("CTS", 100, P2=40).run("RATF", 68, P3=40).token("RATF", "E9:c0")
    table.tile("J6", "57", 2).tile("K7", "614").tile("M7", "612").token("AFI", "J6:c0").token("CTS", "M7:c0", "K7:c0")
    decision = merging(table, "AFI", "RATF").game.decision
    assert decision is not None
    assert ("merge" in decision.verbs()) is offered


def test_4_7_4_historical_ones_only_after_the_concessions_have_gone() -> None:
    for phase, actor in (("3", "AFI"), ("4", "SFTG")):
        table = Yard(phase=phase).run("SFTG", 100, P1=50).run("SFTN", 100, P1=50).run("AFI", 100, P2=20)
        table.token("SFTG", "H4:c0", "J6:c0").token("SFTN", "J6:c0").token("AFI", "E9:c0").tile("J6", "14")
        assert merging(table, "SFTG", "AFI").actor == actor


def test_4_7_4_the_other_president_must_agree() -> None:
    table = merging(plain(), "AFI", "CTS").do("AFI: merge CTS")
    assert table.game.decision is not None
    assert (table.actor, table.game.decision.player) == ("CTS", "P2")
    table.do("CTS: choose no")
    assert table.actor == "CTS"  # its own turn: no other partner was left for AFI
    assert running(table).done == ["AFI"]


def test_4_7_4_a_refused_partner_is_not_asked_again() -> None:
    table = plain()
    table.run("RATF", 68, P3=50).token("RATF", "E9:c0").run("ICSF", 68, P1=50).token("ICSF", "H10:c0")
    merging(table, "AFI").do("AFI: merge CTS", "CTS: choose no")
    assert table.code("AFI: merge CTS") == ("refused_before", "4.7.4")
    table.do("AFI: merge ICSF")
    assert (table.actor, table.verbs) == ("AFI", ("choose", "pass"))
    table.do("AFI: pass")
    assert table.actor != "AFI" or table.verbs != ("choose", "pass")


def test_4_7_4_online_nobody_is_asked_and_there_is_no_way_back() -> None:
    table = merging(plain(ONLINE), "AFI").do("AFI: merge CTS")
    assert (table.actor, table.verbs) == ("AFI", ("choose",))
    assert table.code("AFI: choose CTS") == ("charter_taken", "4.7.4")


# --- possessions and trains ------------------------------------------------------------------------------------------


def test_4_7_4_presidencies_pass_to_the_new_corporation_and_a_tie_moves_nothing() -> None:
    table = plain()
    table.run("ICSF", 68, AFI=30, P3=30).run("RATF", 68, P3=20, CTS=20).run("IFAI", 68, P3=20, AFI=10, CTS=20)
    merged(table)
    assert [table.president(name) for name in ("ICSF", "RATF", "IFAI")] == ["CFCC", "P3", "CFCC"]
    assert table.percent("CFCC", "ICSF") == 30


def test_4_6_8_surplus_trains_go_before_stock_is_exchanged() -> None:
    table = plain(AFI={"P1": 30}, CTS={"P2": 30}).trains("AFI", "4", "4").trains("CTS", "5", "3")
    merged(table)
    assert table.game.decision is not None
    assert (table.actor, table.game.decision.player, table.verbs) == ("CFCC", "P1", ("discard",))
    assert table.code("CFCC: discard 6") == ("no_such_train", "4.6.8")
    table.do("CFCC: discard 3")
    assert (trains(table, "CFCC"), table.game.state.discards) == (["4", "4", "5"], ["3-0"])
    assert table.actor == "P1"


def test_4_7_4_nobody_operates_twice_in_the_round() -> None:
    table = plain()
    merging(table, "AFI", "CTS", "ICSF")
    table.do("AFI: merge CTS", "CTS: choose yes", "AFI: choose CFCC", "P1: choose cash", "P2: choose cash")
    assert (running(table).part, table.actor) == (2, "CFCC")  # CTS is gone and CFCC operates from the next round on


# --- tokens [4.7.4] --------------------------------------------------------------------------------------------------


def spread(edition: str, ours: list[str], theirs: list[str], spare: int) -> Yard:
    """AFI and CTS of one president, with these tokens on the map and `spare` on the charter of CTS."""
    table = Yard(3, (), edition, phase="5")
    table.run("AFI", 100, P1=50).run("CTS", 100, P1=50)
    table.tile("H10", "14").token("AFI", *ours).token("CTS", *theirs)
    table.charter("AFI", 0).charter("CTS", spare)
    return merged(table)


def test_4_7_4_online_six_tokens_two_on_the_map_one_may_go() -> None:
    table = spread(ONLINE, ["H10:c0"], ["H10:c0", "E9:c0"], 4)
    assert table.offers("discard", "train") == ["H10:c0", "E9:c0"]
    table.do("CFCC: discard E9:c0")
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["H10:c0"], 4)


def test_4_7_4_by_the_book_every_choice_is_free_but_lost_tokens_are_lost() -> None:
    table = spread("book", ["H10:c0"], ["H10:c0", "E9:c0"], 1)
    table.do("CFCC: discard E9:c0")
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["H10:c0"], 1)


def test_4_7_4_online_with_five_or_fewer_nothing_is_asked() -> None:
    table = spread(ONLINE, ["H10:c0"], ["H10:c0", "E9:c0"], 1)
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["E9:c0", "H10:c0"], 1)


def test_4_7_4_the_last_token_in_a_city_stays() -> None:
    table = spread("book", ["H10:c0", "K7:c0"], ["H10:c0"], 0)
    assert table.offers("discard", "train") == ["K7:c0"]
    assert table.code("CFCC: discard H10:c0") == ("no_such_token", "4.7.4")
    table.do("CFCC: pass")
    assert tokens(table, "CFCC") == ["H10:c0", "K7:c0"]


def test_4_7_4_at_most_five() -> None:
    table = spread("book", ["H10:c0", "E9:c0", "E7:c0"], ["H10:c0", "D8:c0", "K11:c0", "J6:c0"], 0)
    assert table.code("CFCC: pass") == ("wrong_verb", "4.7.4")
    table.do("CFCC: discard K11:c0", "CFCC: pass")
    assert (len(tokens(table, "CFCC")), left(table, "CFCC")) == (5, 0)


def test_4_7_4_of_two_circles_of_yellow_firenze_one_is_dropped() -> None:
    table = spread("book", ["H10:c0", "R14:c0"], ["H10:c0", "R14:c1"], 2)
    assert table.game.decision is not None
    assert (table.offers("discard", "train"), table.verbs) == (["R14:c0", "R14:c1"], ("discard",))
    table.do("CFCC: discard R14:c0", "CFCC: pass")
    assert (tokens(table, "CFCC"), left(table, "CFCC")) == (["H10:c0", "R14:c1"], 2)


def test_4_7_4_nobody_is_a_party_twice() -> None:
    """The human of a party is known to be a player."""
    assert Party(player(1), player(1)).is_player
    assert not Party(company("AFI"), PlayerId(player(1))).is_player
