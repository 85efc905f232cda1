"""Buying trains [4.5]: offers, limits, the duty to own one, trade between corporations."""

from engine.frames.trains import BuyTrains
from engine.titles.t1841.finance import Finance
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company


def yard(phase: str = "4", edition: str = "book", front: str = "4") -> Yard:
    """AFI (P1) with a route, CTS (P2) with two trains."""
    pos = Yard(edition=edition, phase=phase).front(front).run("AFI", 100, P1=60).run("CTS", 100, P2=60)
    return pos.treasury(AFI=1000, CTS=0).token("AFI", "H4:c0").tile("I5", "4", 2)


def buying(pos: Yard, name: str = "AFI") -> Yard:
    return pos.turn(name, BuyTrains(company(name)), waiting=("CTS",))


def owned(pos: Yard, name: str = "AFI") -> list[str]:
    return list(pos.game.state.trains[company(name)])


def limit(phase: str, name: str) -> int:
    pos = Yard(phase=phase).run(name, 100, P1=60)
    return pos.context.rules.trains.limit(pos.context, company(name))


def test_4_6_limits_by_phase() -> None:
    assert [limit(phase, "AFI") for phase in "2345678"] == [4, 4, 3, 3, 2, 2, 2]
    assert [limit(phase, "CTLP") for phase in "2345678"] == [2, 2, 2, 2, 1, 1, 1]


def test_4_5_the_bank_sells_its_front_class_and_its_discards_at_face_value() -> None:
    pos = buying(yard(front="5").discarded("4"))
    assert (pos.offers("train", "train"), pos.offers("train", "source")) == (["5", "4"], ["bank", "pool"])
    assert pos.code("AFI: train 4 pool 349") == ("wrong_price", "4.5")
    assert pos.code("AFI: train 6 bank 800") == ("not_for_sale", "4.5")
    pos.do("AFI: train 4 pool 350")
    assert pos.cash("AFI") == 650


def test_4_5_any_number_of_trains_up_to_the_limit() -> None:
    pos = buying(yard()).do("AFI: train 4 bank 350", "AFI: train 4 bank 350")
    assert owned(pos) == ["4-0", "4-1"]
    assert pos.actor == "CTS"  # 300 left, nothing to buy


def test_4_5_trains_of_others_at_any_price_with_their_consent() -> None:
    pos = buying(yard().trains("CTS", "4", "4")).do("AFI: train 4 CTS 1")
    assert (pos.actor, pos.verbs) == ("CTS", ("choose",))
    pos.do("CTS: choose no")
    assert pos.code("AFI: train 4 CTS 1") == ("refused_before", "4.5")
    assert pos.code("AFI: train 4 CTS 0") == ("wrong_price", "4.5")
    pos.do("AFI: train 4 CTS 1000", "CTS: choose yes")
    assert (owned(pos), pos.cash("CTS")) == (["4-0"], 1000)


def test_4_5_trade_under_one_president_needs_no_question() -> None:
    pos = yard()
    pos.run("ICSF", 100, P1=60).trains("ICSF", "4", "4").treasury(ICSF=0)
    assert owned(buying(pos).do("AFI: train 4 ICSF 630")) == ["4-0"]
    assert pos.cash("ICSF") == 630


def test_4_5_online_other_presidents_are_not_asked() -> None:
    """D38: agreed outside the game."""
    pos = buying(yard(edition=ONLINE).trains("CTS", "4", "4")).do("AFI: train 4 CTS 5")
    assert owned(pos) == ["4-0"]


def test_4_5_1_1_a_frozen_corporation_sells_no_train() -> None:
    for edition, expected in (("book", ["bank"]), (ONLINE, ["bank", "ICSF"])):
        pos = yard(edition=edition)
        pos.run("ICSF", 100, pool=60).trains("ICSF", "4")
        assert buying(pos).offers("train", "source") == expected


def test_4_5_over_the_limit_by_a_purchase_that_changes_it() -> None:
    """T11: phase 5, a 4 and a 5, the first 6: allowed, then one is given back at once."""
    pos = buying(yard("5", front="4").trains("AFI", "4", "5").front("6"))
    pos.do("AFI: train 6 bank 800")
    assert (pos.game.state.phase, pos.actor, pos.verbs) == ("6", "AFI", ("discard",))
    assert pos.code("AFI: discard 3")[1] == "4.6.8"
    pos.do("AFI: discard 4")
    assert owned(pos) == ["5-0", "6-0"]
    assert pos.game.state.discards == ["4-0"]


def test_4_5_no_purchase_without_room_even_if_a_train_would_die() -> None:
    """T12: phase 6, a 4 and a 5, the first 7 on offer."""
    pos = yard("6", front="4").trains("AFI", "4", "5").front("7").treasury(AFI=2000)
    pos.turn("AFI", BuyTrains(company("AFI")), Finance(company("AFI")))
    assert "train" not in pos.verbs
    assert pos.refused("AFI: train 7 bank 1100").paragraph


def test_4_5_a_discarded_train_is_sold_until_its_class_dies() -> None:
    pos = buying(yard("6", front="7").discarded("4").treasury(AFI=2000))
    pos.do("AFI: train 7 bank 1100")
    assert pos.game.state.discards == []


def test_4_5_the_duty_leaves_no_pass_while_a_route_is_possible() -> None:
    pos = buying(yard())
    assert "pass" not in pos.verbs
    pos.do("AFI: train 4 bank 350")
    assert "pass" in pos.verbs


def test_4_5_without_a_route_there_is_no_duty() -> None:
    pos = yard()
    pos.game.state.tiles.clear()
    assert buying(pos).verbs == ("train", "pass")


def test_4_5_the_duty_is_judged_by_the_route_rule() -> None:
    """A port alone is no second stop, so Genova without another city or town need not own a train."""
    pos = Yard(phase="4").front("4").run("AFI", 100, P1=60).treasury(AFI=1000)
    pos.token("AFI", "M7:c0").tile("M7", "612", 0)
    assert not pos.context.rules.trains.must_own(pos.context, company("AFI"))


def test_4_5_a_frozen_debtor_is_not_asked() -> None:
    pos = Yard(phase="4").front("4").run("AFI", 100, pool=60).treasury(AFI=1000).token("AFI", "H4:c0")
    pos.run("CTS", 100, P2=60).tile("I5", "4", 2)
    assert buying(pos).actor == "CTS"
