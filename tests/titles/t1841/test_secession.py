"""The Ferdinandea secession [4.6.9], its variants [8.1] and version 1 [7]."""

import pytest

from engine.frames.trains import BuyTrains
from engine.ids import POOL
from engine.titles.t1841.connection import are_joined
from engine.titles.t1841.phases import secession_phase
from engine.titles.t1841.secession import Secession
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.procedures import check_stock, exists, left, running, tokens, trains
from tests.titles.t1841.table import ONLINE, company


def ferdinandea(edition: str = "book", price: int = 144, options: tuple[str, ...] = (), **held: int) -> Yard:
    """IRSFF in Milano and Venezia with 105 in its treasury; nobody else has money."""
    table = Yard(3, options, edition, phase="4")
    table.run("IRSFF", price, operated=True, **(held or {"P1": 40, "P2": 20})).token("IRSFF", "F16:c0", "F8:c0")
    return table.charter("IRSFF", 0).treasury(IRSFF=105, P1=0, P2=0, P3=0)


def seceding(table: Yard, current: str = "AFI", *waiting: str) -> Yard:
    """Let the secession begin in the turn of `current`, a corporation of P3."""
    if not exists(table, "AFI"):
        table.run("AFI", 340, P3=20)
    return table.turn(current, Secession(), waiting=waiting)


def everything(table: Yard, *names: str) -> dict[str, tuple[int, ...]]:
    """Holder -> percent of SB and SFL (or the two named)."""
    state, pair = table.game.state, names or ("SB", "SFL")
    holders = dict.fromkeys(who for name in pair for who in state.shares[company(name)])
    return {str(who): tuple(table.percent(who, name) for name in pair) for who in holders}


# --- whether it happens ----------------------------------------------------------------------------------------------


def test_4_6_9_without_irsff_both_successors_are_out_of_the_game() -> None:
    table = seceding(Yard(phase="4"))
    assert table.game.state.extra.removed == ["SB", "SFL"]  # type: ignore[attr-defined]


def joined(edition: str = "book") -> Yard:
    """Milano and Venezia joined over G13 and Padova (F14)."""
    table = ferdinandea(edition).charter("IRSFF", 0)
    table.tile("F8", "604", 1).tile("G9", "8", 2).tile("F10", "8", 5).tile("G11", "8", 2).tile("F12", "8", 5)
    table.tile("G13", "202", 2).tile("F14", "6", 5).tile("G15", "202", 2).tile("F16", "601")
    return table


@pytest.mark.parametrize("edition", ["book", ONLINE])
def test_4_6_9_connected_cities_keep_irsff(edition: str) -> None:
    table = seceding(joined(edition))
    assert exists(table, "IRSFF")
    assert table.game.state.extra.removed == ["SB", "SFL"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", ["book", ONLINE])
def test_4_6_9_a_gap_a_full_city_and_a_foreign_route(edition: str) -> None:
    table = ferdinandea(edition)
    assert not are_joined(table.game.context, company("IRSFF"))
    table = joined(edition)
    table.run("CTS", 68, P3=20).token("CTS", "F14:c0")
    assert are_joined(table.game.context, company("IRSFF"))  # a route of CTS
    table.run("RATF", 68, P3=20).token("RATF", "G13:c0")
    table.context.board_changed()
    assert not are_joined(table.game.context, company("IRSFF"))


def test_4_6_9_by_the_book_irsff_need_not_stand_in_the_two_cities() -> None:
    for edition, expected in (("book", True), (ONLINE, False)):
        table = joined(edition)
        del table.game.state.tokens["F16:c0"]
        assert are_joined(table.game.context, company("IRSFF")) is expected


@pytest.mark.parametrize(
    ("options", "phase"),
    [((), "4"), (("carlo_alberto",), "3"), (("napoleon",), ""), (("cavour",), ""), (("wilhelm",), "")],
)
def test_8_1_when_it_happens(options: tuple[str, ...], phase: str) -> None:
    assert secession_phase(Yard(3, options).game.context) == phase


# --- what is divided -------------------------------------------------------------------------------------------------


def test_4_6_9_money_trains_tokens_and_place() -> None:
    table = ferdinandea().trains("IRSFF", "3", "4", "3", "5").charter("IRSFF", 3).token("IRSFF", "E9:c0", "D14:c0")
    table.run("CTS", 144, P3=20)
    seceding(table)
    assert (table.cash("SB"), table.cash("SFL")) == (95, 10)
    assert (trains(table, "SB"), trains(table, "SFL")) == (["3", "5"], ["3", "4"])
    assert (tokens(table, "SB"), tokens(table, "SFL")) == (["D14:c0", "F16:c0"], ["E9:c0", "F8:c0"])
    assert (left(table, "SB"), left(table, "SFL")) == (2, 1)
    assert table.price("SB") == table.price("SFL") == 144
    assert list(table.game.state.stacks["2,8"])[:2] == ["SB", "SFL"]
    check_stock(table)


def test_4_6_9_both_have_two_tokens_at_least() -> None:
    table = seceding(ferdinandea())
    assert (left(table, "SB"), left(table, "SFL")) == (1, 1)


def test_4_6_9_treasury_stock_goes_out_alternately_by_value() -> None:
    table = ferdinandea()
    table.run("CTS", 100, IRSFF=40, P3=20).run("RATF", 144, P3=20, IRSFF=10)
    seceding(table)
    assert (table.percent("SB", "CTS"), table.percent("SFL", "CTS")) == (30, 10)
    assert (table.percent("SFL", "RATF"), table.president("CTS")) == (10, "SB")
    check_stock(table)


def test_4_6_9_a_presidency_may_pass_because_of_the_division() -> None:
    table = ferdinandea()
    table.run("CTS", 100, IRSFF=40, P3=40)
    seceding(table)
    assert table.president("CTS") == "P3"
    check_stock(table)


# --- stock -----------------------------------------------------------------------------------------------------------


def test_4_6_9_a_president_with_40_percent_gets_both_presidencies() -> None:
    table = seceding(ferdinandea(P1=60, P2=20, pool=20))
    assert {who: everything(table)[who] for who in ("P1", "P2", "pool")} == {
        "P1": (30, 30), "P2": (10, 10), "pool": (10, 10),
    }  # fmt: skip
    assert (table.president("SB"), table.president("SFL"), exists(table, "IRSFF")) == ("P1", "P1", False)
    check_stock(table)


def test_4_6_9_with_less_he_chooses_and_the_second_pair_is_the_other_one() -> None:
    table = seceding(ferdinandea(P1=20, P2=20, P3=20))
    assert table.actor == "P1"
    assert table.code("P1: choose IRSFF") == ("which_presidency", "4.6.9")
    table.do("P1: choose SFL")
    assert (table.president("SFL"), table.president("SB")) == ("P1", "P2")
    assert everything(table)["P3"] == (10, 10)


def test_4_6_9_a_corporation_takes_the_second_pair_too() -> None:
    table = ferdinandea(P1=20, RATF=20)
    table.run("RATF", 68, P2=40)
    seceding(table).do("P1: choose SB")
    assert (table.president("SB"), table.president("SFL")) == ("P1", "RATF")


def test_4_6_9_without_a_second_pair_the_other_presidency_is_frozen() -> None:
    table = seceding(ferdinandea(P1=30, P2=10, P3=10))
    table.do("P1: choose SB", "P1: choose SB", "P2: choose SFL", "P3: choose SFL")
    assert (table.president("SB"), table.president("SFL")) == ("P1", None)
    assert table.percent(POOL, "SFL") == 20
    assert table.game.context.rules.control.is_frozen(table.game.context, company("SFL"))
    check_stock(table)


def test_4_6_9_a_pair_in_the_pool_uses_a_presidency_up() -> None:
    table = seceding(ferdinandea(P1=20, pool=20, P2=10)).do("P1: choose SFL", "P2: choose SB")
    assert (table.president("SB"), table.percent(POOL, "SB")) == (None, 20)


def test_4_6_9_with_the_presidency_in_the_pool_others_choose_first() -> None:
    """A frozen IRSFF: who holds a pair takes the presidency of his choice, the pool what is left (D55)."""
    table = seceding(ferdinandea(pool=40, P2=20))
    assert table.actor == "P2"
    table.do("P2: choose SFL")
    assert (table.president("SFL"), table.percent(POOL, "SB"), table.percent(POOL, "SFL")) == ("P2", 30, 10)
    check_stock(table)


def test_4_6_9_single_shares_and_the_one_in_the_pool() -> None:
    table = ferdinandea(P1=50, RATF=10, pool=10)
    table.run("RATF", 68, P2=40)
    seceding(table).do("P1: choose SB", "RATF: choose SFL")
    assert (table.actor, table.offers("choose", "option")) == ("P1", ["SB", "SFL"])
    table.do("P1: choose SFL")
    assert {who: everything(table)[who] for who in ("P1", "RATF", "pool")} == {
        "P1": (30, 20), "RATF": (0, 10), "pool": (0, 10),
    }  # fmt: skip


def test_4_6_9_frozen_ones_take_sb() -> None:
    table = ferdinandea(P1=40, RATF=10)
    table.run("RATF", 68, pool=20, P2=10)
    assert everything(seceding(table))["RATF"] == (10, 0)


def test_4_6_9_the_presidency_may_shift_at_the_end() -> None:
    table = seceding(ferdinandea(P1=20, P2=30, P3=10)).do("P1: choose SB", "P2: choose SB", "P3: choose SB")
    assert (table.president("SB"), table.president("SFL")) == ("P1", "P2")
    table = seceding(ferdinandea(P1=20, P2=20, P3=60)).do("P1: choose SB")
    assert (table.president("SB"), table.president("SFL")) == ("P3", "P3")


# --- the round -------------------------------------------------------------------------------------------------------


def test_4_6_9_both_operate_in_its_place_if_it_has_not() -> None:
    table = ferdinandea()
    table.run("CTS", 68, P3=20)
    table.run("AFI", 340, P3=20).token("AFI", "E9:c0").treasury(AFI=500).front("4")
    table.turn("AFI", Secession(), BuyTrains(company("AFI")), waiting=("IRSFF", "CTS"))
    assert running(table).waiting == ["SB", "SFL", "CTS"]


def test_4_6_9_they_do_not_if_it_has() -> None:
    table = ferdinandea()
    table.run("CTS", 68, P3=20).token("CTS", "E9:c0")
    table.run("AFI", 340, P3=20).treasury(AFI=500).front("4")
    table.turn("AFI", Secession(), BuyTrains(company("AFI")), waiting=("CTS",))
    assert running(table).waiting == ["CTS"]


def test_4_6_9_the_buyer_loses_the_rest_of_its_turn() -> None:
    table = ferdinandea().front("4").treasury(IRSFF=900)
    table.run("CTS", 68, P3=20).token("CTS", "E9:c0").turn("IRSFF", BuyTrains(company("IRSFF")), waiting=("CTS",))
    table.game.state.phase = type(table.game.state.phase)("3")
    table.do("IRSFF: train 4 bank 350")
    assert (table.actor, running(table).done, table.game.state.phase) == ("CTS", ["IRSFF"], "4")
    assert (trains(table, "SB"), exists(table, "SFL")) == (["4"], True)
    check_stock(table)


# --- online ----------------------------------------------------------------------------------------------------------


def test_online_offers_go_round_until_the_presidents_end_them() -> None:
    table = ferdinandea(ONLINE, P1=40, P2=20).treasury(IRSFF=0, P2=600)
    seceding(table)
    assert table.offers("choose", "option") == ["yes", "no"]
    table.do("P2: choose yes", "P2: choose no")
    assert (table.percent("P2", "SB"), table.cash("SB")) == (20, 144)
    table.do("SB: choose yes", "P2: choose no", "SFL: choose no", "SB: choose no")
    assert table.actor == "SB"
    assert table.offers("choose", "option") == ["0", "1", "2"]
    table.do("SB: choose 2")
    assert (left(table, "SB"), table.cash("SB")) == (3, 44)
    assert exists(table, "SFL")


def test_online_surplus_trains_are_divided_first() -> None:
    table = seceding(ferdinandea(ONLINE).trains("IRSFF", "3", "3", "3", "3", "3").treasury(IRSFF=0))
    assert (trains(table, "SB"), trains(table, "SFL")) == (["3", "3", "3"], ["3", "3"])


# --- version 1 [7] ---------------------------------------------------------------------------------------------------


def test_7_version_1_makes_two_minors_of_it() -> None:
    table = ferdinandea("book", 266, ("version_1",), P1=60, P2=20, P3=10).charter("IRSFF", 3)
    seceding(table).do("P3: choose SFV")
    assert table.price("SFV") == table.price("SFL") == 195
    assert {who: everything(table, "SFV", "SFL")[who] for who in ("P1", "P2", "P3")} == {
        "P1": (60, 60), "P2": (20, 20), "P3": (20, 0),
    }  # fmt: skip
    assert (left(table, "SFV"), left(table, "SFL")) == (1, 1)
    check_stock(table)
