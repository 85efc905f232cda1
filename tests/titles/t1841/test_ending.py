"""The end of the game [5, 8.7] and what everybody is worth."""

import pytest

from engine.frames.closing import end_if_due
from engine.frames.cycle import Cycle
from engine.frames.run import DeclareDividend
from engine.frames.stock import StockRound
from engine.frames.track import LayTrack
from engine.ids import BANK
from engine.ops import cash, market
from engine.policies import Moment
from engine.state import RoundMark
from engine.titles.t1841.boxes import NoteBoxes, connected_boxes
from engine.titles.t1841.ending import boxes
from engine.titles.t1841.extra import extra_of
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company, marker, player


def yard(*options: str, edition: str = "book") -> Yard:
    pos = Yard(options=options, edition=edition, phase="8").run("AFI", 465, P1=60).run("CTS", 95, P2=60)
    return pos.treasury(AFI=0, CTS=0).token("AFI", "H4:c0").token("CTS", "H10:c0")


def at_516(pos: Yard) -> Yard:
    """AFI declares a dividend that moves its token to 516, CTS waits."""
    pos.game.state.companies[company("AFI")].last_run = 500
    return pos.turn("AFI", DeclareDividend(company("AFI")), waiting=("CTS",)).do("AFI: pay")


def reason(pos: Yard, moment: Moment, kind: str = "operating") -> str | None:
    pos.game.state.round = RoundMark(kind, 2, 1)
    return pos.context.rules.ending.reason(pos.context, moment)


def connect_all(pos: Yard) -> Yard:
    extra_of(pos.context).connected = list(boxes(pos.context))
    return pos


def break_bank(pos: Yard) -> Yard:
    cash.pay(pos.context, BANK, player(3), pos.cash("bank") + 1, reason="test")
    return pos


# 516.


def test_5_a_token_at_516_ends_the_game_with_the_turn() -> None:
    pos = yard()
    pos.game.state.companies[company("CTS")].operated = False
    at_516(pos)
    assert (pos.game.decision, pos.game.state.outcome) == (None, "stock_market")
    assert pos.price("AFI") == 516
    assert not pos.game.state.companies[company("CTS")].operated  # it has lost its turn


def test_5_even_when_the_bank_had_run_out_before() -> None:
    pos = at_516(break_bank(yard()))
    assert pos.game.state.outcome == "stock_market"


def test_8_7_with_the_option_the_round_is_finished() -> None:
    pos = at_516(yard("game_end"))
    assert pos.actor == "CTS"
    assert reason(pos, "turn") is None
    assert reason(pos, "round") == "stock_market"


def test_5_reached_at_the_end_of_a_stock_round_the_game_ends_at_once() -> None:
    ended = Yard(phase="8").run("AFI", 449, P1=60, P2=40).run("CTS", 95, P2=60).treasury(P1=0, P2=0, P3=0)
    ended.begin(Cycle(2, 0), StockRound(2))
    while ended.game.decision is not None and "pass" in ended.verbs and ended.game.state.round.kind == "stock":
        ended.do(f"{ended.actor}: pass")
    assert (ended.game.state.outcome, ended.price("AFI")) == ("stock_market", 516)


def test_8_7_with_the_option_the_next_round_is_still_played() -> None:
    pos = Yard(options=("game_end",), phase="8").run("AFI", 516, P1=60, P2=40)
    assert reason(pos, "round", "stock") is None
    assert reason(pos, "round") == "stock_market"


# External boxes.


def test_5_all_boxes_connected_end_the_game_with_the_turn() -> None:
    pos = connect_all(yard())
    assert reason(pos, "turn") == "offboards"
    assert reason(pos, "turn", "stock") is None
    assert reason(connect_all(yard("game_end")), "turn") is None
    assert reason(connect_all(yard("game_end")), "round") == "offboards"


def test_5_a_lay_that_connects_the_last_box_ends_the_game_with_the_turn() -> None:
    pos = yard()
    names = boxes(pos.context)
    assert len(names) == 8
    pos.tile("G3", "9", 1).turn("AFI", LayTrack(company("AFI")), waiting=("CTS",))
    connect_all(pos)
    pos.do("AFI: pass")
    assert pos.game.state.outcome == "offboards"


def test_5_a_box_is_connected_by_track_from_a_base() -> None:
    pos = Yard(phase="5").run("AFI", 100, P1=60).token("AFI", "D16:c0")
    assert connected_boxes(pos.context) == set()
    pos.tile("D16", "57", 1)  # towards C17
    assert connected_boxes(pos.context) == {"East"}


def test_5_a_connection_that_is_blocked_is_none_any_more() -> None:
    """Judged anew: all must be connected at one moment."""
    pos = Yard(phase="5").run("AFI", 100, P1=60).token("AFI", "D16:c0").tile("D16", "57", 1).tile("E15", "8", 1)
    extra_of(pos.context).connected = ["Lyon"]
    pos.begin(NoteBoxes(company("AFI")))
    assert extra_of(pos.context).connected == ["East"]


def test_5_frozen_corporations_connect_as_well() -> None:
    pos = Yard(phase="5").run("AFI", 100, pool=60).token("AFI", "D16:c0").tile("D16", "57", 1)
    assert connected_boxes(pos.context) == {"East"}


# The bank.


def test_5_a_bank_that_cannot_pay_ends_the_game_with_the_round() -> None:
    pos = break_bank(yard())
    assert reason(pos, "turn") is None
    assert reason(pos, "round") == "bank"


def test_5_the_bank_is_not_broken_at_exactly_nothing() -> None:
    """D79."""
    pos = yard()
    cash.pay(pos.context, BANK, player(3), pos.cash("bank"), reason="test")
    assert not pos.game.state.bank_broken
    assert reason(pos, "round") is None


def test_5_example_broken_in_a_stock_round_one_operating_round_is_still_played() -> None:
    """T18."""
    pos = break_bank(yard())
    assert reason(pos, "round", "stock") is None
    pos.turn("AFI", DeclareDividend(company("AFI")), parts=3)  # the only one left in round 1 of 3
    assert (pos.game.decision, pos.game.state.outcome) == (None, "bank")


def test_5_payments_go_on_with_an_empty_bank() -> None:
    pos = break_bank(yard())
    cash.pay(pos.context, BANK, player(1), 100, reason="dividend")
    assert pos.cash("bank") == -101


def test_8_7_the_option_changes_nothing_about_the_bank() -> None:
    assert reason(break_bank(yard("game_end")), "round") == "bank"


# One player left.


@pytest.mark.parametrize("options", [(), ("game_end",)])
def test_5_the_last_player_wins_at_once(options: tuple[str, ...]) -> None:
    pos = yard(*options)
    extra_of(pos.context).bankrupt += [player(1), player(3)]
    assert [reason(pos, moment) for moment in ("action", "turn", "round")] == ["bankrupt"] * 3
    assert end_if_due(pos.context, "action")
    assert pos.game.state.scores[player(1)] == 0


def test_5_the_earliest_end_wins() -> None:
    pos = connect_all(break_bank(yard()))
    assert reason(pos, "turn") == "offboards"
    market.place(pos.context, marker("AFI"), (0, 18))
    assert reason(pos, "turn") == "stock_market"


# Standings.


def test_5_money_and_stock_at_its_value_less_the_loans() -> None:
    pos = Yard(phase="5").run("AFI", 100, P1=40, P2=10).treasury(P1=77)
    extra_of(pos.context).loans[player(1)] = 500
    score = pos.context.rules.ending.score
    assert score(pos.context, player(1)) == 77 + 400 - 500
    assert score(pos.context, player(2)) == pos.cash("P2") + 100


def test_5_concessions_count_nothing_except_online() -> None:
    """D78."""
    for edition, worth in (("book", 0), (ONLINE, 50)):
        pos = Yard(edition=edition).own("Bayard", "P1").treasury(P1=10)
        assert pos.context.rules.ending.score(pos.context, player(1)) == 10 + worth
