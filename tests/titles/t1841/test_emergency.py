"""Emergency money [4.5.1]: who pays in which order, for how much, and which presidencies are safe."""

from typing import Self

import pytest

from engine.frames.trains import BuyTrains
from engine.ids import EntityId
from engine.titles.t1841.emergency import OnlineEmergency
from engine.titles.t1841.emergency_sales import emergency_refusal, half_value, largest_sale
from engine.titles.t1841.finance import Finance
from engine.titles.t1841.founding import Founding
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import company, player


class Need(Yard):
    """A corporation without a train, with a route from Torino to Asti, at the start of its train step."""

    def needs(self, name: str, *kinds: str) -> Self:
        self.token(name, "H4:c0").tile("I5", "4", 2)
        return self.turn(name, BuyTrains(company(name)), *(() if not kinds else (Finance(company(name)),)))

    def sale(self, debtor: str, seller: str, name: str) -> int:
        """Largest legal emergency sale."""
        return largest_sale(self.context, company(debtor), EntityId(seller), company(name))


def example(price: int = 216) -> Need:
    """T13: the table of the book, with a free minor (CTLP) in the place of SFTC, after the missed dividend."""
    pos = Need(phase="8").front("8")
    pos.run("SFTG", price, SFTN=50, P2=40, P1=10)
    pos.run("SFTN", 340, P1=50, P2=10, pool=40)
    pos.run("CTLP", 144, P1=60, SFTG=20, pool=20)
    pos.treasury(SFTG=125, SFTN=102, CTLP=365, P1=174, P2=650)
    return pos.needs("SFTG")


# The example of the book.


def test_4_5_1_example_the_chain_pays_before_the_player_is_asked() -> None:
    pos = example()
    assert pos.cash("SFTG") == 407 + 174  # 125 + 72 for SFTC, 102 and 108 from SFTN, then A's money
    assert (pos.price("CTLP"), pos.price("SFTG")) == (137, 196)
    assert (pos.cash("SFTN"), pos.cash("P1"), pos.actor) == (0, 0, "P1")
    assert (pos.percent("SFTN", "SFTG"), pos.percent("SFTG", "CTLP")) == (40, 0)
    assert pos.president("SFTG") == "SFTN"


def test_4_5_1_example_what_the_player_sells() -> None:
    pos = example()
    assert [pos.sale("SFTG", "P1", name) for name in ("SFTN", "SFTG", "CTLP")] == [3, 1, 3]
    pos.do("P1: sell SFTN 3")
    assert (pos.cash("SFTG"), pos.price("SFTN")) == (581 + 510, 256)
    pos.do("P1: sell SFTG 1")
    assert (pos.cash("SFTG"), pos.price("SFTG")) == (1091 + 98, 187)
    pos.do("P1: sell CTLP 3")
    assert pos.price("CTLP") == 103
    assert pos.cash("SFTG") == 1189 + 205 + 256  # 1394, and at once the rest of the bankrupt player's stock


def test_4_5_1_example_the_bankruptcy() -> None:
    pos = example().do("P1: sell SFTN 3", "P1: sell SFTG 1", "P1: sell CTLP 3")
    assert pos.cash("SFTG") == 1394 + 256
    assert pos.price("SFTN") == 256  # what is thrown away at the end moves no token
    assert (pos.percent("pool", "SFTG"), pos.percent("pool", "SFTN"), pos.percent("pool", "CTLP")) == (20, 90, 100)
    assert (pos.percent("P2", "SFTG"), pos.percent("SFTN", "SFTG"), pos.percent("P2", "SFTN")) == (40, 40, 10)
    assert pos.president("SFTG") == "P2"  # a frozen holder loses the tie
    frozen = pos.context.rules.control.is_frozen
    assert frozen(pos.context, company("SFTN"))
    assert frozen(pos.context, company("CTLP"))
    assert (pos.actor, pos.offers("choose", "option")) == ("P1", ["leave", "loan"])


def test_4_5_1_example_with_the_token_moved_by_the_missed_dividend() -> None:
    """T13 (a): beginning at 195 the same sales bring less; still bankrupt, 1373 and then 256."""
    pos = example(195).do("P1: sell SFTN 3", "P1: sell SFTG 1", "P1: sell CTLP 3")
    assert pos.cash("SFTG") == 1373 + 256


def test_4_5_1_example_the_order_within_the_players_stock_is_free() -> None:
    pos = example().do("P1: sell CTLP 3", "P1: sell SFTG 1", "P1: sell SFTN 1", "P1: sell SFTN 2")
    assert pos.cash("SFTG") < 1394 + 256  # the second sale of SFTN gets the lowered price
    assert pos.actor == "P1"


# When it happens [4.5, 4.5.1].


def lone(cash: int = 100, phase: str = "4") -> Need:
    """AFI of P1, who has 60%; the rest is its initial offering."""
    return Need(phase=phase).front("4").run("AFI", 100, P1=60).treasury(AFI=cash)


def test_4_5_no_duty_without_a_route() -> None:
    pos = lone(0).token("AFI", "H8:c0").turn("AFI", BuyTrains(company("AFI")), Finance(company("AFI")))
    assert pos.percent("AFI", "AFI") == 40  # nothing was sold


def test_4_5_no_duty_when_the_bank_is_sold_out() -> None:
    pos = lone(0)
    pos.game.state.depot.clear()
    pos.needs("AFI")
    assert pos.percent("AFI", "AFI") == 40


def test_4_5_1_own_money_first_no_emergency_when_it_suffices() -> None:
    pos = lone(350).needs("AFI")
    assert pos.actor == "AFI"
    assert pos.verbs == ("train",)  # the duty leaves no pass
    pos.do("AFI: train 4 bank 350")
    assert pos.cash("AFI") == 0


def test_4_5_1_a_train_of_another_corporation_with_own_money_only() -> None:
    pos = lone(100).run("CTS", 100, P1=60).trains("CTS", "4", "4").treasury(CTS=0, P1=900).needs("AFI")
    assert pos.offers("train", "source") == ["bank", "CTS"]
    assert pos.code("AFI: train 4 CTS 101") == ("wrong_price", "4.5")
    pos.do("AFI: train 4 CTS 100")
    assert (pos.cash("AFI"), pos.cash("CTS"), pos.cash("P1")) == (0, 100, 900)


def test_4_5_1_the_cheapest_bank_train_is_bought_discards_included() -> None:
    pos = lone(0, "5").front("6").discarded("5").treasury(P1=900).needs("AFI")
    pos.do("AFI: sell AFI 4")
    assert pos.game.state.trains[company("AFI")] == ["5-9"]
    assert pos.cash("P1") == 900 - (550 - 200)


def test_4_5_1_further_trains_may_be_bought_with_what_is_left() -> None:
    pos = lone(345).run("CTS", 100, P1=60).trains("CTS", "4", "4").needs("AFI")
    pos.do("AFI: train 4 bank 350")  # one share is sold without a question, 45 are left
    assert (pos.percent("AFI", "AFI"), pos.cash("AFI"), pos.verbs) == (30, 45, ("train", "pass"))
    pos.do("AFI: train 4 CTS 45")
    assert len(pos.game.state.trains[company("AFI")]) == 2


# Groups and amounts.


def groups() -> Need:
    """AFI below CTS below P1; AFI and CTS own stock of ICSF."""
    pos = Need(phase="5").front("6")
    pos.run("ICSF", 100, P3=40, AFI=20, CTS=20)
    pos.run("AFI", 100, CTS=60)
    pos.run("CTS", 100, P1=60)
    return pos.treasury(AFI=10, CTS=20, P1=30, ICSF=0)


def test_4_5_1_groups_come_strictly_one_after_the_other() -> None:
    pos = groups().needs("AFI")
    assert (pos.actor, pos.offers("sell", "company")) == ("AFI", ["ICSF"])
    assert pos.code("AFI: sell AFI 1") == ("not_offered", "4.5.1")
    pos.do("AFI: sell ICSF 2")
    assert (pos.actor, pos.offers("sell", "company"), pos.cash("CTS")) == ("AFI", ["AFI"], 20)
    pos.do("AFI: sell AFI 4")
    assert (pos.actor, pos.offers("sell", "company"), pos.cash("CTS")) == ("CTS", ["ICSF", "AFI"], 0)
    assert pos.code("CTS: sell CTS 1") == ("not_offered", "4.5.1")
    assert pos.cash("P1") == 30
    pos.do("CTS: sell ICSF 2", "CTS: sell AFI 4")
    assert (pos.actor, pos.offers("sell", "company"), pos.cash("P1")) == ("CTS", ["CTS"], 30)
    pos.do("CTS: sell CTS 4")
    assert pos.cash("P1") == 0


def test_4_5_1_no_more_is_sold_than_is_missing() -> None:
    pos = lone(240).needs("AFI")  # 110 short, a share brings 50
    assert pos.offers("sell", "count") == [1, 2, 3]
    assert pos.code("AFI: sell AFI 4") == ("too_many", "4.5.1")
    pos.do("AFI: sell AFI 3")
    assert pos.cash("AFI") == 40


def test_4_5_1_money_from_above_is_only_what_is_missing() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, CTS=60, P2=40).run("CTS", 100, P1=100)
    pos.treasury(AFI=300, CTS=80, P1=500).needs("AFI")
    assert (pos.cash("AFI"), pos.cash("CTS"), pos.cash("P1")) == (0, 30, 500)


def test_4_5_1_totals_are_rounded_down() -> None:
    pos = Yard(phase="4").run("AFI", 69, P1=60)
    assert [half_value(pos.context, company("AFI"), count) for count in (1, 2, 3)] == [34, 69, 103]


def test_4_5_1_online_totals_are_rounded_up() -> None:
    """D40."""
    pos = Yard(phase="4", edition="18xx.games").run("AFI", 69, P1=60)
    assert [half_value(pos.context, company("AFI"), count) for count in (1, 2, 3)] == [35, 69, 104]


def test_4_5_1_the_token_goes_down_a_row_per_share_after_the_sale() -> None:
    pos = lone(150).needs("AFI").do("AFI: sell AFI 2")
    assert (pos.cash("AFI"), pos.price("AFI")) == (250, 87)  # 100, 95, 87
    pos.do("AFI: sell AFI 2")
    assert pos.percent("AFI", "AFI") == 0
    assert pos.price("AFI") == 63  # 87, 75, 63


def test_4_5_1_limits_of_ordinary_sales_are_waived() -> None:
    """More than half may lie in the pool, and stock of a corporation that has not operated is sold."""
    pos = Need(phase="4").front("4").run("AFI", 100, operated=False, P1=20, pool=50).treasury(AFI=200, P1=0)
    pos.needs("AFI").do("AFI: sell AFI 3")
    assert pos.percent("pool", "AFI") == 80


# Presidencies.


def test_4_5_1_the_presidency_of_the_debtor_never_shifts() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=50, P2=30, pool=20).treasury(AFI=0, P1=0).needs("AFI")
    assert pos.sale("AFI", "P1", "AFI") == 2  # an equal holding is fine
    error = pos.refused("P1: sell AFI 3")
    assert error.paragraph == "4.5.1"


def test_4_5_1_nor_that_of_a_corporation_above_it() -> None:
    pos = Need(phase="4").run("AFI", 100, CTS=60).run("CTS", 100, P1=50, P2=40)
    assert pos.sale("AFI", "P1", "CTS") == 1


def test_4_5_1_who_does_not_preside_may_sell_everything() -> None:
    pos = Need(phase="4").run("AFI", 100, CTS=40, P1=40, P2=20).run("CTS", 100, P1=60)
    assert pos.sale("AFI", "P1", "AFI") == 4


def test_4_5_1_other_presidencies_may_be_dumped_on_a_holder_of_two_shares() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P1=50, P2=20).treasury(AFI=160, P1=0)
    pos.needs("AFI").do("P1: sell CTS 4")
    assert pos.president("CTS") == "P2"
    assert pos.percent("P1", "CTS") == 10


def test_4_5_1_without_one_the_certificate_lies_in_the_pool_and_the_corporation_is_frozen() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P1=20, P2=10).treasury(AFI=250, P1=0)
    pos.needs("AFI").do("P1: sell CTS 2")
    assert 0 in pos.game.state.shares[company("CTS")]["pool"]  # type: ignore[index]
    assert pos.context.rules.control.is_frozen(pos.context, company("CTS"))


def test_4_5_1_half_a_presidents_certificate_goes_when_a_share_can_be_given_back() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P1=20, P2=10, pool=10)
    pos.treasury(AFI=300, P1=0).needs("AFI")
    pos.do("P1: sell CTS 1")
    assert (pos.percent("P1", "CTS"), pos.percent("pool", "CTS")) == (10, 20)
    assert pos.president("CTS") is None


def test_4_5_1_half_a_presidents_certificate_stays_where_nothing_can_be_given_back() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P1=20, P2=10)
    pos.treasury(AFI=300, P1=0)
    refusal = emergency_refusal(pos.context, company("AFI"), player(1), company("CTS"), 1)
    assert refusal is not None
    assert (refusal.code, refusal.paragraph) == ("no_change_given", "4.5.1")
    assert emergency_refusal(pos.context, company("AFI"), player(1), company("CTS"), 2) is None


def test_4_5_1_an_indivisible_certificate_is_sold_whole_though_half_would_do() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P1=20, P2=10)
    pos.treasury(AFI=310, P1=0).needs("AFI").do("P1: sell CTS 2")
    assert (pos.percent("pool", "CTS"), pos.game.state.trains[company("AFI")]) == (20, ["4-0"])


def test_3_5_3_a_presidency_tied_to_a_concession_is_kept_even_outside_the_chain() -> None:
    pos = Need(phase="3").own("SFTC", "P1").run("SFTC", 100, P1=40, P2=30).run("AFI", 100, P1=60)
    assert pos.sale("AFI", "P1", "SFTC") == 2
    free = Need(phase="4").run("SFTC", 100, P1=40, P2=30).run("AFI", 100, P1=60)
    assert free.sale("AFI", "P1", "SFTC") == 4


# Consequences.


def test_4_7_2_stock_sold_in_an_emergency_is_not_bought_back_in_the_same_round() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=60).run("CTS", 68, P2=60, AFI=20)
    pos.treasury(AFI=300, CTS=0).needs("AFI", "finance")
    pos.do("AFI: sell CTS 2")
    pos.treasury(AFI=500)
    assert pos.actor == "AFI"
    refusal = pos.context.rules.shares.purchase_refusal(pos.context, company("AFI"), company("CTS"), 10)
    assert refusal is not None
    assert (refusal.code, refusal.paragraph) == ("sold_before", "4.7.2")


def test_3_2_a_players_emergency_sale_forbids_him_nothing_in_the_next_stock_round() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=100).run("CTS", 100, P2=50, P1=40).treasury(AFI=200, P1=0)
    pos.needs("AFI").do("P1: sell CTS 3")
    assert pos.context.rules.shares.purchase_refusal(pos.context, player(1), company("CTS"), 10) is None


def test_4_those_who_have_not_operated_are_sorted_again_after_a_sale() -> None:
    pos = Need(phase="4").front("4").run("AFI", 100, P1=60).run("CTS", 95, P2=60).run("ICSF", 100, P3=60, AFI=40)
    pos.treasury(AFI=200, P1=0).token("AFI", "H4:c0").tile("I5", "4", 2)
    pos.turn("AFI", BuyTrains(company("AFI")), waiting=("ICSF", "CTS"))
    pos.do("AFI: sell ICSF 3")
    running = pos.game.state.stack[1]
    assert running.waiting == ["CTS", "ICSF"] or running.current == "CTS"  # type: ignore[attr-defined]


# At the start of a corporation [3.3.4].


@pytest.mark.parametrize("founder", ["P1", "AFI"])
def test_3_3_4_tokens_are_paid_from_the_initial_offering_in_need(founder: str) -> None:
    """1.4.7: the new corporation's own offering comes first and always suffices, sold in one block."""
    pos = Yard(phase="4").run("AFI", 100, P1=60).run("CTS", 68, **{founder: 20})  # type: ignore[arg-type]
    pos.tile("H8", "57", 0).treasury(CTS=136, AFI=0, P1=0)
    pos.token("CTS", "H8:c0").turn("AFI", Founding(founder, company("CTS"), "tokens"))  # type: ignore[arg-type]
    assert pos.actor == "CTS"
    assert pos.offers("sell", "count")[-1] == 8  # 264 short, 34 a share
    pos.do("CTS: sell CTS 8")
    assert pos.cash("CTS") == 136 + 272 - 400
    assert pos.game.state.companies[company("CTS")].tokens_left >= 1


# 18xx.games.


def online() -> Need:
    """AFI below CTS below P1; the cheapest train costs 350."""
    pos = Need(edition="18xx.games", phase="4").front("4").run("AFI", 100, CTS=60, P2=40).run("CTS", 100, P1=60)
    pos.run("ICSF", 69, P3=60, P1=40).treasury(AFI=100, CTS=0, P1=0)
    pos.token("AFI", "H4:c0").tile("I5", "4", 2)
    return pos.turn("AFI", OnlineEmergency(company("AFI")), BuyTrains(company("AFI")), waiting=("CTS",))


def test_4_5_1_online_the_corporation_in_need_sells_for_its_whole_chain() -> None:
    pos = online()
    assert (pos.actor, pos.offers("sell", "company")) == ("AFI", ["AFI", "CTS"])  # stock of CTS: it is the first payer
    pos.do("AFI: sell CTS 4")
    assert (pos.cash("AFI"), pos.percent("CTS", "CTS")) == (300, 0)
    assert pos.actor == "AFI"


def test_4_5_1_online_what_is_sold_beyond_the_need_stays_with_the_seller() -> None:
    """D42."""
    pos = online().do("AFI: sell CTS 4", "AFI: sell AFI 2")
    assert (pos.cash("AFI"), pos.cash("CTS")) == (350, 50)
    pos.do("AFI: train 4 bank 350")
    assert pos.game.state.trains[company("AFI")] == ["4-0"]


def test_4_5_1_online_the_purchase_sweeps_the_missing_cash_upwards() -> None:
    """D43."""
    pos = online().treasury(CTS=200, P1=500)
    pos.game.state.shares[company("CTS")] = {EntityId("P1"): list(range(9))}
    pos.game.state.shares[company("AFI")] = {EntityId("CTS"): [0, 1, 2, 3], EntityId("P2"): [4, 5, 6, 7, 8]}
    pos.turn("AFI", OnlineEmergency(company("AFI")), BuyTrains(company("AFI")), waiting=("CTS",))
    pos.do("AFI: train 4 bank 350")
    assert [pos.cash(name) for name in ("AFI", "CTS", "P1")] == [0, 0, 450]


def test_4_5_1_online_another_corporations_train_may_be_bought_instead() -> None:
    pos = online().trains("ICSF", "4", "4")
    pos.turn("AFI", OnlineEmergency(company("AFI")), BuyTrains(company("AFI")), waiting=("CTS",))
    assert pos.code("AFI: train 4 bank 350") == ("sell_first", "4.5.1")
    pos.do("AFI: train 4 ICSF 60")
    assert (pos.game.state.trains[company("AFI")], pos.cash("AFI")) == (["4-0"], 40)
