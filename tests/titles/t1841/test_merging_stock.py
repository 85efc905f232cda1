"""Exchanging stock in a merger [4.7.4, 4.7.4.1]: pairs, the presidency, odd shares, minors, and calling it off."""

import pytest

from engine.ids import POOL
from engine.titles.t1841.exchange import Party, shareholder_order
from engine.titles.t1841.merger_stock import presidency_price
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.procedures import check_stock, exists, merged, merging, plain
from tests.titles.t1841.table import ONLINE, company, player

# --- stock of majors [4.7.4.1] ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("have", "price"), [(1, 150), (2, 100), (3, 50)])
def test_4_7_4_1_price_of_the_presidency(have: int, price: int) -> None:
    table = Yard(phase="5").run("AFI", 100, P1=40)
    assert presidency_price(table.game.context, company("AFI"), have) == price


def test_4_7_4_1_who_has_40_percent_takes_the_presidency() -> None:
    table = merged(plain(AFI={"P1": 20, "P2": 10}, CTS={"P2": 30, "P1": 10}))
    table.do("P1: choose no")
    assert (table.percent("P1", "CFCC"), table.percent("P2", "CFCC"), table.president("CFCC")) == (10, 20, "P2")


@pytest.mark.parametrize(("share", "price"), [(20, 198), (30, 99)])
def test_4_7_4_1_a_player_with_less_may_pay_the_difference(share: int, price: int) -> None:
    table = merged(plain(AFI={"P1": share}, CTS={"P2": 40}))
    assert table.price("CFCC") == 198
    assert table.code("P1: choose cash") == ("presidency_or_not", "4.7.4.1")
    table.do("P1: choose president")
    assert (table.percent("P1", "CFCC"), table.cash("P1"), table.cash("CFCC")) == (20, 300 - price, 30 + price)
    assert (table.president("CFCC"), table.percent("P2", "CFCC")) == ("P1", 20)


def test_4_7_4_1_it_is_offered_only_to_a_player_who_can_pay() -> None:
    table = plain(AFI={"P1": 20, "RATF": 20}, CTS={"P2": 40}).treasury(P1=197)
    table.run("RATF", 68, P3=40).treasury(RATF=900)
    merged(table)
    assert (table.president("CFCC"), table.percent("P1", "CFCC"), table.percent("RATF", "CFCC")) == ("P2", 10, 10)


def test_4_7_4_1_an_odd_share_may_become_the_presidency_of_a_player() -> None:
    table = plain(AFI={"P1": 20, "P3": 10}, CTS={"P2": 20, "RATF": 10})
    table.run("RATF", 68, P3=40).treasury(RATF=900)
    merged(table).do("P1: choose no", "P2: choose no")
    assert table.offers("choose", "option") == ["share", "president", "cash"]
    table.do("P3: choose president")
    assert (table.president("CFCC"), table.cash("P3")) == ("P3", 300 - 297)
    assert table.actor == "RATF"
    assert table.offers("choose", "option") == ["share", "cash"]


def test_4_7_4_1_two_new_shares_are_the_presidency_however_they_came() -> None:
    table = merged(plain(AFI={"P1": 30}, CTS={"P2": 30})).do("P1: choose no", "P2: choose no", "P1: choose share")
    assert (table.president("CFCC"), table.percent("P1", "CFCC"), table.cash("P1")) == ("P1", 20, 300 - 99)


def test_4_7_4_1_the_pool_discards_its_odd_share_and_frozen_ones_take_money() -> None:
    table = plain(AFI={"P1": 50, "pool": 30, "RATF": 10}, CTS={"P2": 50, "RATF": 20})
    table.run("RATF", 68, pool=20, P3=10).treasury(RATF=500)
    merged(table)
    assert (table.percent(POOL, "CFCC"), table.percent("RATF", "CFCC")) == (10, 10)
    assert table.offers("choose", "option") == ["share", "cash"]
    table.do("P1: choose cash", "P2: choose cash")
    assert table.cash("RATF") == 500 + 99


def test_4_7_4_1_when_the_shares_run_out_one_held_and_one_due_are_the_presidency() -> None:
    table = merged(plain(AFI={"P1": 30, "P2": 20, "pool": 50}, CTS={"P3": 30, "P2": 10, "pool": 50}))
    table.do("P1: choose no", "P2: choose no", "P3: choose no")
    assert (table.percent(POOL, "CFCC"), table.percent("CFCC", "CFCC")) == (50, 20)
    table.do("P1: choose share")
    assert (table.president("CFCC"), table.percent("P1", "CFCC"), table.cash("P1")) == ("P1", 20, 300 - 99)
    table.do("P2: choose share")
    assert table.offers("choose", "option") == []  # nothing is left for P3, who is paid without a question
    assert (table.percent("P2", "CFCC"), table.percent("P3", "CFCC"), table.cash("P3")) == (20, 10, 300 + 99)
    check_stock(table)


def test_4_7_4_1_pairs_without_a_share_left_are_paid_out() -> None:
    table = plain(AFI={"P1": 30, "P2": 30, "P3": 30}, CTS={"P2": 20, "pool": 40, "P3": 10, "P1": 10, "RATF": 20})
    table.run("RATF", 68, P3=40)
    merged(table)
    assert table.president("CFCC") == "P1"
    check_stock(table)


def test_4_7_4_1_shares_of_each_other_vanish() -> None:
    table = merged(plain(AFI={"P1": 40, "CTS": 20}, CTS={"P2": 50, "AFI": 10}))
    assert (table.percent("CFCC", "AFI"), table.percent("CFCC", "CTS")) == (0, 0)
    table.do("P2: choose cash", "CFCC: pass")
    assert table.percent("CFCC", "CFCC") == 100 - 40
    check_stock(table)


def test_4_7_4_1_the_order_is_fixed_before_anything_moves() -> None:
    """RATF belongs to CTS and CTS to AFI: P2 answers for RATF, although P3 presides over the new corporation."""
    table = plain(AFI={"P2": 30, "P1": 20, "RATF": 10}, CTS={"AFI": 50, "P3": 40})
    table.run("RATF", 68, CTS=40).treasury(RATF=500)
    merging(table, "AFI").do("AFI: merge CTS", "AFI: choose CFCC", "P2: choose no")
    assert (table.president("CFCC"), table.president("RATF")) == ("P3", "CFCC")
    table.do("P2: choose cash")
    assert table.game.decision is not None
    assert (table.actor, table.game.decision.player) == ("RATF", "P2")


def test_4_7_4_1_players_clockwise_then_the_pool_then_frozen_ones() -> None:
    table = Yard(3, (), "book", phase="5")
    table.run("AFI", 68, P2=40).run("CTS", 100, P2=40).run("RATF", 68, P3=40).run("ICSF", 68, pool=20)
    order = shareholder_order(table.game.context, player(2), (company("RATF"),))
    assert order == [
        Party(player(2), player(2)), Party(company("CTS"), player(2)), Party(company("AFI"), player(2)),
        Party(player(3), player(3)), Party(player(1), player(1)), Party(POOL), Party(company("ICSF")),
    ]  # fmt: skip
    online = Yard(3, (), ONLINE, phase="5")
    online.run("AFI", 68, P2=40).run("CTS", 100, P2=40)
    named = [party.holder for party in shareholder_order(online.game.context, player(2), ())]
    assert named[:3] == ["P2", "AFI", "CTS"]


def test_4_7_4_1_a_merger_without_a_president_is_called_off() -> None:
    table = plain(AFI={"P1": 30}, CTS={"P2": 30})
    table.run("ICSF", 68, P1=50).token("ICSF", "H10:c0")
    merging(table, "AFI")
    before = table.game.blueprint.codec.copy(table.game.state)
    table.do("AFI: merge CTS", "CTS: choose yes", "AFI: choose CFCC", "P1: choose no", "P2: choose no")
    table.do("P1: choose cash", "P2: choose cash")
    before.stack, state = table.game.state.stack, table.game.state
    assert table.game.blueprint.codec.encode(before) == table.game.blueprint.codec.encode(state)
    assert (table.actor, table.verbs) == ("AFI", ("merge", "pass"))
    assert table.code("AFI: merge CTS") == ("refused_before", "4.7.4")


def test_4_7_4_1_a_merger_that_makes_a_loop_is_called_off() -> None:
    """RATF would preside over CFCC, which presides over RATF."""
    table = plain(AFI={"P1": 20, "RATF": 10}, CTS={"P2": 20, "RATF": 30}).treasury(P1=0, P2=0)
    table.run("RATF", 68, AFI=40)
    merging(table, "AFI").do("AFI: merge CTS", "CTS: choose yes", "AFI: choose CFCC")
    assert not exists(table, "CFCC")
    assert (table.president("RATF"), table.percent("RATF", "CTS")) == ("AFI", 30)


# --- stock of minors [4.7.4] -----------------------------------------------------------------------------------------


def minors(edition: str = "book") -> Yard:
    """FTP (P2's) at 68 and SLDV (P1's) at 100 with tokens in H10; P3 holds a share of each."""
    table = Yard(3, (), edition, phase="5")
    table.run("FTP", 68, P2=40, P3=20, pool=20).run("SLDV", 100, P1=40, P3=20)
    table.tile("H10", "14").token("FTP", "H10:c0").token("SLDV", "H10:c0").charter("FTP", 1).charter("SLDV", 0)
    return table.treasury(FTP=5, SLDV=6)


def test_4_7_4_minors_exchange_certificate_for_certificate() -> None:
    table = merging(minors(), "SLDV").do("SLDV: merge FTP", "FTP: choose yes", "SLDV: choose ILTF")
    assert {who: table.percent(who, "ILTF") for who in ("P1", "P2", "P3", "pool", "ILTF")} == {
        "P1": 20, "P2": 20, "P3": 20, "pool": 10, "ILTF": 30,
    }  # fmt: skip
    assert (table.president("ILTF"), table.price("ILTF"), table.cash("ILTF")) == ("P1", 76, 11)
    check_stock(table)


def test_4_7_4_the_active_ones_presidency_leads_on_wherever_its_holder_sits() -> None:
    table = minors()
    merging(table, "FTP").do("FTP: merge SLDV", "SLDV: choose yes", "FTP: choose ILTF")
    assert table.president("ILTF") == "P2"
