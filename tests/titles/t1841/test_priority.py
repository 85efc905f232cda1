"""More power to the priority deal [8.2]: selling the card, and one more operating round."""

from engine.frames.cycle import Cycle
from engine.ids import PlayerId
from engine.titles.t1841.priority import ExtraRound, SellPriority
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import company, player


def selling(**money: int) -> Yard:
    pos = Yard(options=("priority_deal",), phase="4").run("AFI", 100, P3=60).treasury(**(money or {"P1": 10, "P2": 90}))
    return pos.begin(Cycle(2, 0), SellPriority())


def holder(pos: Yard) -> PlayerId:
    return pos.game.state.priority


def test_8_2_the_card_is_sold_at_any_price_both_agree_to() -> None:
    pos = selling()
    assert (pos.actor, pos.offers("choose", "option")) == ("P1", ["keep", "P2", "P3"])
    pos.do("P1: choose P2", "P2: buy priority P1 1 90")
    assert (pos.actor, pos.verbs) == ("P1", ("choose",))
    pos.do("P1: choose yes")
    assert (holder(pos), pos.cash("P1"), pos.cash("P2")) == ("P2", 100, 0)
    assert pos.game.state.round.kind == "operating"


def test_8_2_a_refused_offer_is_not_made_again() -> None:
    pos = selling().do("P1: choose P2", "P2: buy priority P1 1 5", "P1: choose no")
    assert pos.code("P2: buy priority P1 1 5") == ("refused_before", "8.2")
    assert pos.code("P2: buy priority P1 1 91") == ("wrong_price", "8.2")
    assert pos.code("P2: buy priority P1 1 0") == ("wrong_price", "8.2")
    pos.do("P2: pass")
    assert pos.actor == "P1"  # may ask somebody else
    pos.do("P1: choose keep")
    assert holder(pos) == "P1"


def test_8_2_who_has_no_money_is_not_asked() -> None:
    assert selling(P1=10, P2=0, P3=0).game.state.round.kind == "operating"


def test_8_2_the_card_is_not_sold_when_the_game_ends_with_the_round() -> None:
    pos = Yard(options=("priority_deal",), phase="8").run("AFI", 516, P1=60)
    pos.game.state.round = type(pos.game.state.round)("stock", 2)
    pos.begin(SellPriority())
    assert pos.game.decision is None


def last_round(*options: str) -> Yard:
    """The end of the last operating round of set 2; nothing is left to operate."""
    pos = Yard(options=("priority_deal", *options), phase="4").run("AFI", 100, P3=60).treasury(AFI=0)
    return pos.begin(Cycle(2, 2, 2, closing=True), ExtraRound())


def test_8_2_the_holder_may_call_one_more_operating_round() -> None:
    pos = last_round()
    assert (pos.actor, pos.offers("choose", "option")) == ("P1", ["yes", "no"])
    pos.do("P1: choose yes")
    mark = pos.game.state.round
    assert (mark.kind, mark.number, mark.part) == ("operating", 2, 3)


def test_8_2_only_once_in_a_turn() -> None:
    pos = last_round()
    extra = pos.context.rules.turns.after_operating_set(pos.context)
    assert [type(frame) for frame in extra] == [ExtraRound]
    pos.do("P1: choose yes")
    while pos.game.state.round.part == 3 and pos.game.decision is not None and "pass" in pos.verbs:
        pos.do(f"{pos.actor}: pass")
    assert (pos.game.state.round.kind, pos.game.state.round.number) == ("stock", 3)


def test_8_2_or_not() -> None:
    pos = last_round().do("P1: choose no")
    assert (pos.game.state.round.kind, pos.game.state.round.number) == ("stock", 3)


def test_8_2_its_present_holder_decides() -> None:
    pos = Yard(options=("priority_deal",), phase="4").run("AFI", 100, P3=60)
    pos.game.state.priority = player(2)
    pos.begin(Cycle(2, 2, 2, closing=True), ExtraRound())
    assert pos.actor == "P2"


def test_8_2_without_the_option_nothing_is_asked() -> None:
    pos = Yard(phase="4").run("AFI", 100, P3=60)
    turns = pos.context.rules.turns
    assert turns.after_operating_set(pos.context) == ()
    assert [type(frame).__name__ for frame in turns.after_stock_round(pos.context)] == ["CloseStockRound"]
    assert company("AFI") in pos.game.state.companies
