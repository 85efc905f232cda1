"""Bankruptcy [4.5.1]: what is thrown away, who presides afterwards, who goes on and who leaves."""

from engine.frames.trains import BuyTrains
from engine.ids import PrivateId
from engine.titles.t1841.emergency import OnlineEmergency
from engine.titles.t1841.extra import extra_of
from engine.titles.t1841.finance import Finance
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company, player


def ruin(edition: str = "book") -> Yard:
    """AFI of P1 (60%) needs an 8-train and has nothing; P2 holds 20% of it, CTS belongs to P2."""
    pos = Yard(edition=edition, phase="8")
    pos.front("8").run("AFI", 68, P1=60, P2=20, pool=20).run("CTS", 68, P2=60)
    pos.treasury(AFI=100, P1=50).token("AFI", "H4:c0").tile("I5", "4", 2).token("CTS", "D8:c0")
    return pos


def broke(pos: Yard, *lines: str) -> Yard:
    pos.turn("AFI", BuyTrains(company("AFI")), Finance(company("AFI")), waiting=("CTS",))
    return pos.do(*lines)


def test_4_5_1_all_remaining_stock_goes_to_the_pool_for_half_its_value() -> None:
    pos = broke(ruin(), "P1: sell AFI 4")  # down to an equal holding, then bankrupt
    assert pos.percent("P1", "AFI") == 0
    left = pos.price("AFI")
    assert pos.cash("AFI") == 100 + 50 + 4 * 68 // 2 + left  # the certificate counts two shares
    assert pos.cash("P1") == 0
    assert (pos.actor, pos.verbs) == ("P1", ("choose",))


def test_4_5_1_half_of_each_certificate_is_rounded_down() -> None:
    """Two single shares at 95 bring 47 each, and 95 the certificate of two."""
    pos = Yard(phase="8").front("8").run("AFI", 95, P1=40, P2=40, pool=20).treasury(AFI=0, P1=0)
    pos.token("AFI", "H4:c0").tile("I5", "4", 2)
    broke(pos.run("CTS", 68, P2=60))
    assert pos.cash("AFI") == 47 + 47 + 95
    assert pos.price("AFI") == 95  # no token moves


def test_4_5_1_bankruptcy_waits_until_nothing_is_left_to_sell() -> None:
    pos = broke(ruin())
    assert pos.verbs == ("sell",)
    assert pos.code("P1: choose leave") == ("wrong_verb", "4.5.1")


def test_4_5_1_the_largest_holder_of_two_shares_must_preside() -> None:
    pos = broke(ruin(), "P1: sell AFI 4", "P1: choose leave")
    assert pos.president("AFI") == "P2"
    assert pos.percent("P2", "AFI") == 20


def test_4_5_1_without_such_a_holder_the_corporation_is_frozen() -> None:
    pos = Yard(phase="8").front("8").run("AFI", 68, P1=40, P2=10, pool=50).run("CTS", 68, P2=60)
    pos.treasury(AFI=0, P1=0).token("AFI", "H4:c0").tile("I5", "4", 2)
    broke(pos, "P1: sell AFI 1", "P1: choose loan")
    assert pos.president("AFI") is None
    assert pos.context.rules.control.is_frozen(pos.context, company("AFI"))
    assert pos.percent("pool", "AFI") == 90


def test_4_5_1_the_debtors_turn_is_over_it_keeps_the_money_and_needs_no_train() -> None:
    pos = broke(ruin(), "P1: sell AFI 4", "P1: choose loan")
    assert pos.actor == "CTS"
    assert pos.game.state.companies[company("AFI")].operated
    assert pos.game.state.trains[company("AFI")] == []
    assert pos.cash("AFI") > 0


def test_4_5_1_a_loan_of_500_counts_against_the_final_score() -> None:
    pos = broke(ruin(), "P1: sell AFI 4", "P1: choose loan")
    ending = pos.context.rules.ending
    assert (pos.cash("P1"), ending.debt(pos.context, player(1)), ending.score(pos.context, player(1))) == (500, 500, 0)
    assert player(1) not in ending.left(pos.context)


def test_4_5_1_a_player_can_go_bankrupt_several_times() -> None:
    pos = broke(ruin(), "P1: sell AFI 4", "P1: choose loan")
    pos.run("ICSF", 68, P1=60, pool=40).treasury(ICSF=0).token("ICSF", "J6:c0").tile("J6", "57", 2)
    pos.turn("ICSF", BuyTrains(company("ICSF")))
    while pos.verbs == ("sell",):
        assert pos.game.decision is not None
        pos.game.apply(list(pos.game.decision.enumerate())[-1])
    pos.do("P1: choose loan")
    assert pos.context.rules.ending.debt(pos.context, player(1)) == 1000
    assert pos.cash("P1") == 500


def test_4_5_1_who_leaves_scores_nothing_and_is_passed_over() -> None:
    pos = broke(ruin(), "P1: sell AFI 4", "P1: choose leave")
    assert pos.context.rules.ending.score(pos.context, player(1)) == 0
    assert pos.context.rules.ending.left(pos.context) == ("P1",)
    assert pos.context.rules.order.clockwise(pos.context, player(2)) == ("P2", "P3")
    assert pos.context.rules.shares.limit(pos.context, player(2)) == 21  # limits do not change


def test_4_5_1_the_priority_deal_of_who_leaves_goes_to_the_left() -> None:
    pos = ruin()
    pos.game.state.priority = player(1)
    broke(pos, "P1: sell AFI 4", "P1: choose leave")
    assert pos.game.state.priority == "P2"


def test_4_5_1_who_borrows_keeps_the_priority_deal() -> None:
    pos = ruin()
    pos.game.state.priority = player(1)
    broke(pos, "P1: sell AFI 4", "P1: choose loan")
    assert pos.game.state.priority == "P1"


def test_5_the_last_player_in_the_game_wins_at_once() -> None:
    pos = ruin()
    extra_of(pos.context).bankrupt.append(player(3))
    broke(pos, "P1: sell AFI 4", "P1: choose leave")
    assert (pos.game.decision, pos.game.state.outcome) == (None, "bankrupt")
    assert pos.game.state.scores[player(1)] == pos.game.state.scores[player(3)] == 0


def historical(second: int) -> Yard:
    """SFTC of P1, tied to his concession, in phase 3, P2 has `second` percent; P1 has an unused concession."""
    pos = Yard(phase="3").front("3").own("SFTC", "P1").own("SFTN", "P1")
    pos.run("SFTC", 68, P1=40, P2=second, pool=60 - second)
    pos.run("CTS", 68, P2=60).treasury(SFTC=0, P1=0).token("SFTC", "H4:c0").tile("I5", "4", 2)
    pos.turn("SFTC", BuyTrains(company("SFTC")))
    while pos.verbs == ("sell",):
        assert pos.game.decision is not None
        pos.game.apply(list(pos.game.decision.enumerate())[-1])
    return pos


def test_4_5_1_a_used_concession_follows_its_certificate_to_the_new_president() -> None:
    pos = historical(20)
    assert pos.president("SFTC") == "P2"
    assert pos.game.state.privates[PrivateId("SFTC")] == "P2"


def test_4_5_1_without_a_new_president_both_lie_in_the_pool() -> None:
    pos = historical(10)
    assert pos.president("SFTC") is None
    assert pos.game.state.privates[PrivateId("SFTC")] == "pool"


def test_4_5_1_unused_concessions_go_to_the_pool_without_payment() -> None:
    assert historical(20).game.state.privates[PrivateId("SFTN")] == "pool"


def test_4_5_1_online_what_can_be_sold_is_sold_by_declaring_bankruptcy() -> None:
    """D46: legal sales first, token and all, then the rest."""
    pos = ruin(edition=ONLINE)
    pos.turn("AFI", OnlineEmergency(company("AFI")), BuyTrains(company("AFI")), waiting=("CTS",))
    assert pos.actor == "AFI"  # it acts for its chain
    pos.do("AFI: choose leave")
    assert pos.percent("P1", "AFI") == 0
    assert pos.price("AFI") < 68
    assert pos.president("AFI") == "P2"
