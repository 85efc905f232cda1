"""Buying another corporation's token position [4.4]."""

import pytest

from engine.titles.t1841.positions import BuyPosition, Offer, offer_refusal
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company


def yard(edition: str = "book", phase: str = "4", owner: str = "P2") -> Yard:
    """SB (P1) in Pavia with track to the pass L8 and a token there of AFI, who has a base in Parma as well."""
    pos = Yard(edition=edition, phase=phase).run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 2)
    pos.run("AFI", 100, **{owner: 40}).token("AFI", "L8:c0", "K11:c0").charter("AFI", 1)  # type: ignore[arg-type]
    return pos.tile("H8", "57", 0).tile("J8", "9", 0).tile("L8", "613", 0).treasury(SB=100, AFI=0)


def buying(pos: Yard) -> Yard:
    return pos.turn("SB", BuyPosition(company("SB")), waiting=("AFI",))


def reason(pos: Yard, stop: str = "L8:c0", seller: str = "AFI") -> tuple[str, str] | None:
    error = offer_refusal(pos.context, company("SB"), Offer(stop, company(seller)))
    return (error.code, error.paragraph) if error else None


def test_4_4_the_tokens_change_places_when_the_other_side_agrees() -> None:
    pos = buying(yard())
    assert (pos.actor, pos.verbs) == ("SB", ("token", "pass"))
    pos.do("SB: token L8 c0 AFI 70")
    assert (pos.actor, pos.verbs) == ("AFI", ("choose",))
    pos.do("AFI: choose yes")
    state = pos.game.state
    assert (state.tokens["L8:c0"], pos.cash("SB"), pos.cash("AFI")) == (["SB"], 30, 70)
    assert [state.companies[company(name)].tokens_left for name in ("SB", "AFI")] == [1, 2]
    assert pos.actor == "AFI"  # one position a turn


def test_4_4_a_refused_proposal_is_not_made_again() -> None:
    pos = buying(yard()).do("SB: token L8 c0 AFI 70", "AFI: choose no")
    assert pos.code("SB: token L8 c0 AFI 70") == ("refused_before", "4.4")
    pos.do("SB: token L8 c0 AFI 71", "AFI: choose yes")
    assert pos.cash("AFI") == 71


def test_4_4_who_decides_for_both_is_not_asked() -> None:
    pos = buying(yard(owner="P1")).do("SB: token L8 c0 AFI 1")
    assert pos.game.state.tokens["L8:c0"] == ["SB"]


def test_4_4_online_nobody_is_asked() -> None:
    """D37: agreed outside the game."""
    pos = buying(yard(ONLINE)).do("SB: token L8 c0 AFI 1")
    assert pos.game.state.tokens["L8:c0"] == ["SB"]


@pytest.mark.parametrize("price", [0, 101])
def test_4_4_at_least_1_and_no_credit(price: int) -> None:
    assert buying(yard()).code(f"SB: token L8 c0 AFI {price}") == ("wrong_price", "4.4")


def test_4_4_not_without_a_token_on_the_charter() -> None:
    assert reason(yard().charter("SB", 0)) == ("no_token_left", "4.4")


def test_4_4_not_what_the_network_does_not_reach() -> None:
    assert reason(yard(), "K11:c0") == ("not_connected", "4.4")


def test_4_4_not_across_an_active_border() -> None:
    assert reason(yard(phase="3")) == ("not_connected", "4.4")


def test_4_4_not_where_an_own_token_stands() -> None:
    pos = yard().token("SB", "L8:c0")
    assert reason(pos) == ("token_twice", "4.4")


def test_4_4_not_the_last_city_token() -> None:
    pos = Yard(phase="4").run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 1).run("AFI", 100, P2=40)
    pos.tile("H8", "57", 1).tile("G9", "8", 5).tile("H10", "57", 2).token("AFI", "H10:c0", "L8:c0")
    assert reason(pos, "H10:c0") == ("last_base", "4.4")
    pos.token("AFI", "K11:c0").context.board_changed()
    assert reason(pos, "H10:c0") is None


def test_4_4_the_last_token_in_a_pass_may_be_sold() -> None:
    pos = yard()
    pos.game.state.tokens.pop("K11:c0")
    assert reason(pos) is None


def test_4_5_1_1_a_frozen_corporation_agrees_to_nothing() -> None:
    pos = yard(owner="pool")
    assert reason(pos) == ("frozen_seller", "4.5.1.1")


def test_4_4_the_step_is_skipped_where_nothing_can_be_bought() -> None:
    assert buying(yard().treasury(SB=0)).actor == "AFI"
    assert buying(yard().charter("SB", 0)).actor == "AFI"
    assert buying(yard(phase="3")).actor == "AFI"


def test_4_4_passing_ends_the_step() -> None:
    assert buying(yard()).do("SB: pass").actor == "AFI"
