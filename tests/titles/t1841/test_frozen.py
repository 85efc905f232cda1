"""Frozen corporations [4.5.1.1]: what still happens to them, and circles of ownership that must be broken."""

from engine.frames.operating import OperatingRound
from engine.frames.stock import StockRound
from engine.ops import market
from engine.titles.t1841.frozen import FrozenTurn, stock_of_chain
from engine.titles.t1841.stock import CloseStockRound, StockTurn1841
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import company, marker, player


def frozen(pos: Yard, name: str) -> bool:
    return pos.context.rules.control.is_frozen(pos.context, company(name))


def circle() -> Yard:
    """AFI, CTS and ICSF preside over one another; P1 and P2 hold the rest."""
    pos = Yard(phase="5")
    pos.run("AFI", 100, ICSF=30, P1=20, P2=10).run("CTS", 95, AFI=30)
    pos.run("ICSF", 90, CTS=30, P1=10)
    return pos.treasury(AFI=0, CTS=0, ICSF=0)


def test_4_5_1_1_its_turn_moves_the_token_two_columns_left() -> None:
    pos = Yard(phase="5").run("AFI", 100, pool=20, P1=10).run("CTS", 68, P2=60)
    pos.turn("AFI", waiting=("CTS",))
    assert pos.price("AFI") == 80  # 100, 90, 80
    assert pos.game.state.companies[company("AFI")].operated  # it counts as operated (D50)
    assert pos.actor == "CTS"


def test_4_5_1_1_from_column_a_the_token_goes_down() -> None:
    pos = Yard(phase="5").run("AFI", 54, pool=20).run("CTS", 68, P2=60)
    pos.game.state.places.clear()
    pos.game.state.stacks.clear()
    market.place(pos.context, marker("AFI"), (3, 1))
    market.place(pos.context, marker("CTS"), (4, 2))
    pos.turn("AFI", FrozenTurn(company("AFI")), waiting=("CTS",))
    assert pos.game.state.places[marker("AFI")] == (4, 0)


def test_3_4_with_stock_in_the_pool_it_loses_two_rows_and_never_rises() -> None:
    """T19."""
    pos = (
        Yard(phase="5").run("AFI", 100, pool=20, P1=80).run("CTS", 100, P2=80, pool=20).run("ICSF", 100, AFI=20, P1=80)
    )
    pos.begin(CloseStockRound())
    assert (pos.price("AFI"), pos.price("CTS")) == (87, 95)
    assert frozen(pos, "ICSF")  # below AFI
    assert pos.price("ICSF") == 100  # sold out, yet not raised


def test_4_5_1_1_below_a_frozen_corporation_all_are_frozen() -> None:
    pos = Yard(phase="5").run("AFI", 100, pool=20).run("CTS", 100, AFI=30).run("ICSF", 100, CTS=30)
    assert [frozen(pos, name) for name in ("AFI", "CTS", "ICSF")] == [True] * 3


def test_4_5_1_1_it_still_gets_dividends_and_its_tokens_block() -> None:
    pos = Yard(phase="5").run("AFI", 100, pool=20, P1=10).run("CTS", 100, P2=60, AFI=20)
    paid = pos.context.rules.dividends.payout(pos.context, company("CTS"), 100)
    assert paid["AFI"] == 20  # type: ignore[index]


def test_4_5_1_1_a_loop_of_presidencies_freezes_all_in_it() -> None:
    pos = circle()
    assert [frozen(pos, name) for name in ("AFI", "CTS", "ICSF")] == [True] * 3


def test_4_5_1_1_in_its_turn_a_corporation_of_a_loop_sells_its_stock_of_those_above() -> None:
    """At full value, no limit, lowest valued first; the presidency finds a holder or lies in the pool."""
    pos = circle()
    assert stock_of_chain(pos.context, company("AFI")) == ["CTS"]
    pos.turn("AFI", waiting=("CTS", "ICSF"))
    assert pos.percent("AFI", "CTS") == 0
    assert pos.cash("AFI") == 3 * 95
    assert pos.percent("pool", "CTS") == 30
    assert pos.president("CTS") is None


def test_4_5_1_1_who_comes_free_takes_its_turn_in_the_same_round() -> None:
    pos = Yard(phase="5").run("AFI", 100, CTS=30, P1=30).run("CTS", 95, AFI=30, P2=20)
    pos.treasury(AFI=0, CTS=0).token("CTS", "H10:c0")
    assert frozen(pos, "AFI")
    assert frozen(pos, "CTS")
    pos.turn("AFI", waiting=("CTS",))
    assert pos.president("CTS") == "P2"  # the largest holder of two shares
    assert not frozen(pos, "CTS")
    assert pos.actor == "CTS"
    assert isinstance(pos.game.state.stack[1], OperatingRound)
    assert pos.game.state.stack[1].current == "CTS"


def test_4_5_1_1_online_a_loop_only_drifts() -> None:
    """D18."""
    pos = Yard(edition="18xx.games", phase="5").run("AFI", 100, CTS=30, P1=30).run("CTS", 95, AFI=30, P2=20)
    pos.run("ICSF", 68, P3=60)
    pos.turn("AFI", waiting=("ICSF",))
    assert pos.percent("AFI", "CTS") == 30
    assert pos.price("AFI") == 80


def test_4_5_1_its_presidents_certificate_is_bought_for_two_shares() -> None:
    pos = Yard(phase="5").run("AFI", 100, pool=20, P1=10).run("CTS", 68, P2=60).treasury(P1=500)
    pos.begin(StockRound(2, begun=True, current=player(1)), StockTurn1841(player(1)))
    pos.do("P1: buy AFI* pool")
    assert (pos.cash("P1"), pos.president("AFI")) == (300, "P1")
    assert not frozen(pos, "AFI")
