"""A corporation's stock deals [4.7.1-4.7.3], and the options that change them [8.4, 8.6]."""

from engine.frames.operating import OperatingRound
from engine.ids import POOL
from engine.titles.t1841.finance import Finance
from tests.titles.t1841.table import ONLINE, Position, company


def finance(table: Position, name: str = "AFI", waiting: tuple[str, ...] = ()) -> Position:
    """The stock steps of a corporation's turn; `waiting` have not operated yet, in this order."""
    names = [company(other) for other in waiting]
    return table.begin(OperatingRound(2, 1, waiting=names, current=company(name), begun=True), Finance(company(name)))


def base(edition: str = "book", options: tuple[str, ...] = ()) -> Position:
    """AFI (100, P1's) owns CTS (144, P2's) and RATF (100, P3's)."""
    table = Position(3, options, edition, phase="4").run("AFI", 100, P1=40)
    table.run("CTS", 144, P2=40, AFI=20).run("RATF", 68, P3=40, AFI=20)
    return table.money(AFI=300)


# --- selling [4.7.1] -------------------------------------------------------------------------------------------------


def test_4_7_1_treasury_and_own_offering_at_full_value_which_moves_when_the_step_ends() -> None:
    table = finance(base()).do("AFI: sell CTS 1", "AFI: sell CTS 1", "AFI: sell AFI 2")
    assert table.cash("AFI") == 300 + 2 * 144 + 2 * 100
    assert (table.price("CTS"), table.price("AFI")) == (144, 100)
    table.do("AFI: pass")
    assert (table.price("CTS"), table.price("AFI")) == (130, 87)


def test_4_7_1_online_tokens_move_with_every_sale() -> None:
    table = finance(base(ONLINE)).do("AFI: sell CTS 1", "AFI: sell CTS 1")
    assert table.cash("AFI") == 300 + 144 + 137


def test_4_7_1_who_has_not_operated_is_sorted_again_after_a_sale() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 100, P2=40, AFI=20).run("RATF", 90, P3=40)
    table.run("ICSF", 68, P2=20)
    finance(table, waiting=("CTS", "RATF", "ICSF")).do("AFI: sell CTS 2")
    frame = table.game.state.stack[0]
    assert isinstance(frame, OperatingRound)
    assert frame.waiting == ["CTS", "RATF", "ICSF"]
    table.do("AFI: pass")
    assert (frame.current, frame.waiting) == ("RATF", ["CTS", "ICSF"])


def test_4_7_1_own_stock_is_not_sold_before_the_first_turn_is_over() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40, operated=False).run("CTS", 68, P2=20)
    assert finance(table.money(AFI=100)).code("AFI: sell AFI 1") == ("not_operated", "4.7.1")


def test_4_7_1_a_corporation_gives_a_presidency_away_only_to_an_heir() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, AFI=30, P2=20).run("RATF", 68, AFI=20)
    finance(table)
    assert table.code("AFI: sell RATF 1") == ("no_heir", "3.5.3")
    table.do("AFI: sell CTS 2")
    assert table.president("CTS") == "P2"


def test_4_7_1_more_than_five_certificates_must_be_sold() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, P2=40, AFI=60)
    finance(table)
    assert table.verbs == ("sell",)
    assert table.code("AFI: sell AFI 1") == ("forced_sale", "3.5.2")
    table.do("AFI: sell CTS 1")
    assert "pass" in table.verbs


def test_3_5_4_stock_of_a_controlling_corporation_must_be_sold() -> None:
    table = Position(phase="4").run("CTS", 144, P2=40, AFI=10).run("AFI", 100, CTS=40, P3=10)
    finance(table)
    assert table.offers("sell", "company") == ["CTS"]
    assert table.code("AFI: sell AFI 1") == ("forced_sale", "3.5.4")


def test_4_7_1_the_presidents_sixty_percent_compels_his_corporations_too() -> None:
    table = Position(phase="4").run("CTS", 144, P2=20, P1=50, AFI=20).run("AFI", 100, P1=40)
    finance(table)
    assert table.offers("sell", "company") == ["CTS"]


# --- buying [4.7.2] --------------------------------------------------------------------------------------------------


def test_4_7_2_one_certificate_from_an_offering_or_the_pool() -> None:
    table = finance(base()).do("AFI: buy CTS CTS")
    assert (table.percent("AFI", "CTS"), table.cash("AFI"), table.cash("CTS")) == (30, 156, 144)
    pool = base()
    pool.give(company("RATF"), POOL, 20, first=False)
    finance(pool).do("AFI: buy RATF pool")
    assert pool.cash("RATF") == 0


def test_4_7_2_neither_own_stock_nor_that_of_players_or_of_corporations_above() -> None:
    table = Position(phase="4").run("CTS", 68, P2=40).run("AFI", 100, CTS=40).run("RATF", 68, P3=40).money(AFI=500)
    finance(table)
    assert table.code("AFI: buy CTS CTS") == ("controlling_stock", "4.7.2")
    assert table.code("AFI: buy AFI AFI") == ("not_for_sale", "4.7.2")
    assert table.code("AFI: buy RATF P3")[0] == "no_source"


def test_4_7_2_not_what_it_sold_in_this_round() -> None:
    table = finance(base()).do("AFI: sell RATF 1")
    assert table.code("AFI: buy RATF pool") == ("sold_before", "4.7.2")


def test_4_7_2_five_certificates_at_most() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, P2=40, AFI=50).run("RATF", 68, P3=40)
    assert finance(table.money(AFI=300)).code("AFI: buy RATF RATF") == ("certificate_limit", "3.5.2")


def test_4_7_2_the_largest_holder_presides_and_its_president_runs_both() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, P2=20, AFI=20).money(AFI=300)
    finance(table).do("AFI: buy CTS CTS")
    assert table.president("CTS") == "AFI"
    context = table.game.context
    assert context.rules.control.controller(context, company("CTS")) == "P1"


def test_4_7_2_a_frozen_corporation_is_freed_by_buying_its_presidents_certificate() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, pool=20).money(AFI=300)
    finance(table).do("AFI: buy CTS* pool")
    assert (table.cash("AFI"), table.president("CTS")) == (12, "AFI")


def test_4_7_2_corporations_own_no_concessions() -> None:
    table = Position(phase="3").run("AFI", 100, P1=40).run("SFTG", 68, pool=20).money(AFI=300)
    finance(table)
    assert table.code("AFI: buy SFTG* pool") == ("needs_concession", "4.7.3")
    assert table.code("AFI: buy Bayard pool") == ("needs_player", "4.7.3")
    assert table.code("AFI: par SFTN 68") == ("needs_concession", "4.7.3")


# --- starting another [4.7.3] ----------------------------------------------------------------------------------------


def test_4_7_3_a_corporation_starts_another_which_waits_for_the_next_round() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("RATF", 68, P3=40).money(AFI=300)
    finance(table, waiting=("RATF",)).do("AFI: par CFCC 100")
    frame = table.game.state.stack[0]
    assert isinstance(frame, OperatingRound)
    assert (table.president("CFCC"), table.cash("AFI")) == ("AFI", 100)
    table.do("AFI: pass", "CFCC: token K13 c0", "CFCC: pass", "CFCC: choose 2")
    assert "CFCC" not in [*(frame.waiting or ()), frame.current, *frame.done]


def test_4_7_3_five_certificates_hold_in_the_middle_of_a_start() -> None:
    table = Position(phase="4").run("AFI", 100, P1=40).run("CTS", 144, P2=40, AFI=40).money(AFI=900)
    finance(table).do("AFI: par CFCC 100")
    assert table.actor == "CFCC"


# --- options [8.4, 8.6] ----------------------------------------------------------------------------------------------


def dear(price: int) -> Position:
    """AFI owns four shares of CTS at `price`, with stock_sales."""
    table = Position(3, ("stock_sales",), phase="8").run("AFI", 100, P1=40).run("CTS", price, P2=40, AFI=40)
    return finance(table)


def test_8_4_small_sales_of_dear_stock_leave_its_value() -> None:
    assert dear(248).do("AFI: sell CTS 1", "AFI: pass").price("CTS") == 248
    assert dear(248).do("AFI: sell CTS 2", "AFI: pass").price("CTS") == 196
    assert dear(419).do("AFI: sell CTS 1", "AFI: sell CTS 1", "AFI: pass").price("CTS") == 419
    assert dear(419).do("AFI: sell CTS 3", "AFI: pass").price("CTS") == 331
    assert dear(224).do("AFI: sell CTS 1", "AFI: pass").price("CTS") == 195


def test_8_4_own_offering_counts_as_usual() -> None:
    table = Position(3, ("stock_sales",), phase="8").run("AFI", 248, P1=40)
    assert finance(table).do("AFI: sell AFI 1", "AFI: pass").price("AFI") == 216


def test_8_6_no_stock_across_an_active_border() -> None:
    def bought(*options: str) -> Position:
        table = Position(3, options, phase="4").run("AFI", 100, P1=40).run("CTS", 68, P2=20).money(AFI=300)
        return finance(table.token("AFI", "G13:c0").token("CTS", "E9:c0"))

    assert bought("stock_purchases").code("AFI: buy CTS CTS") == ("other_country", "8.6")
    bought().do("AFI: buy CTS CTS")
