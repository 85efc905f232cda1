"""Stock rounds [3]: selling, buying, trades between players, limits, presidencies, the end of the round [3.4]."""

import pytest

from engine.frames.stock import StockRound
from engine.ids import EntityId
from engine.titles.t1841.extra import extra_of
from engine.titles.t1841.shares import heir_of
from tests.titles.t1841.table import ONLINE, Position, company, player


def begun(table: Position, number: int = 2, priority: str = "P1") -> Position:
    table.game.state.priority = next(p for p in table.game.state.players if p == priority)
    return table.begin(StockRound(number))


def two_majors(edition: str = "book", *, phase: str = "4") -> Position:
    """P1 presides over AFI (100) and holds CTS (144), over which P2 presides."""
    table = Position(3, (), edition, phase=phase)
    return begun(table.run("AFI", 100, P1=40, P2=20).run("CTS", 144, P2=30, P1=30))


# --- selling [3.1] ---------------------------------------------------------------------------------------------------


def test_3_1_all_sales_of_a_step_are_paid_at_the_first_value_and_tokens_move_at_its_end() -> None:
    table = two_majors().do("P1: sell CTS 1", "P1: sell CTS 1")
    assert table.cash("P1") == 1120 + 2 * 144
    assert table.price("CTS") == 144
    table.do("P1: pass")
    assert table.price("CTS") == 130


def test_3_1_tokens_move_before_the_purchase_that_ends_the_turn() -> None:
    table = two_majors().do("P1: sell CTS 1", "P1: buy AFI AFI")
    assert table.price("CTS") == 137
    assert table.actor == "P2"


def test_3_1_tokens_move_in_reverse_operating_order() -> None:
    table = Position(phase="4").run("AFI", 100, P2=20, P1=10).run("CTS", 100, P2=20, P1=20)
    begun(table).do("P1: sell AFI 1", "P1: sell CTS 1", "P1: pass")
    assert table.game.state.stacks["4,5"] == ["CTS", "AFI"]


def test_3_1_online_every_sale_moves_its_token_at_once() -> None:
    table = two_majors(ONLINE).do("P1: sell CTS 1", "P1: sell CTS 1")
    assert table.cash("P1") == 1120 + 144 + 137
    assert table.price("CTS") == 130


def test_3_1_stock_of_a_corporation_that_has_not_operated_is_not_sold() -> None:
    table = begun(Position(phase="4").run("AFI", 100, operated=False, P1=40))
    assert "sell" not in table.verbs
    table = begun(Position(phase="4").run("AFI", 100, operated=False, P1=40).run("CTS", 100, P2=20, P1=10))
    assert table.code("P1: sell AFI 1") == ("not_operated", "3.1")


def test_3_1_the_pool_holds_at_most_half() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20, P1=40, pool=30))
    assert table.code("P1: sell AFI 3") == ("pool_limit", "3.1")
    table.do("P1: sell AFI 2")
    minor = begun(Position(phase="4").run("FTP", 100, P2=40, P1=40, pool=20))
    assert minor.code("P1: sell FTP 2") == ("pool_limit", "3.1")


def test_3_1_nobody_sells_more_than_he_holds() -> None:
    assert two_majors().code("P1: sell CTS 4") == ("not_held", "3.1")


def test_3_2_what_was_sold_is_not_bought_back_in_the_same_round() -> None:
    table = two_majors().do("P1: sell CTS 1", "P1: pass", "P2: pass", "P3: pass")
    assert table.actor == "P1"
    assert table.code("P1: buy CTS pool") == ("sold_before", "3.2")
    assert table.code("P1: buy CTS P2 1 10") == ("sold_before", "3.2")


# --- presidencies [3.5.3] --------------------------------------------------------------------------------------------


def test_3_5_3_the_presidents_certificate_is_not_sold_without_an_heir() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P1=40, P2=10))
    assert table.code("P1: sell AFI 3") == ("no_heir", "3.5.3")
    table.do("P1: sell AFI 2")
    assert table.president("AFI") == "P1"


def test_3_5_3_a_president_who_sells_below_another_gives_the_office_over() -> None:
    table = two_majors().do("P1: sell AFI 3")
    assert table.president("AFI") == "P2"
    assert (table.percent("P1", "AFI"), table.percent("P2", "AFI"), table.percent("pool", "AFI")) == (10, 20, 30)
    assert table.game.state.shares[company("AFI")][player(2)] == [0]


def test_3_5_3_a_lone_presidents_certificate_is_split_by_a_sale() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P1=20, P2=20)).do("P1: sell AFI 1")
    assert (table.president("AFI"), table.percent("P1", "AFI")) == ("P2", 10)


def test_3_5_3_a_larger_holder_takes_over_an_equal_one_does_not() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P1=30, P2=20), priority="P2")
    table.do("P2: buy AFI AFI")
    assert table.president("AFI") == "P1"
    table.do("P3: pass", "P1: pass", "P2: buy AFI AFI")
    assert table.president("AFI") == "P2"
    assert table.percent("P1", "AFI") == 30
    assert 0 in table.game.state.shares[company("AFI")][player(2)]


def test_3_5_3_a_concession_holds_the_presidency_until_phase_4() -> None:
    table = Position(phase="3").own("SFTG", "P1").run("SFTG", 100, P1=20, P2=20)
    begun(table, priority="P2").do("P2: buy SFTG SFTG")
    assert table.president("SFTG") == "P1"
    table.do("P3: pass")
    assert table.code("P1: sell SFTG 1") == ("fixed_presidency", "3.5.3")


def test_3_5_3_a_tie_goes_to_the_left_and_to_players_before_corporations() -> None:
    table = Position(4, phase="4").run("CTS", 144, P4=40).run("AFI", 100, P1=40, P4=20, P2=20, CTS=20)
    begun(table).do("P1: sell AFI 3")
    assert table.president("AFI") == "P2"


def test_3_5_3_between_corporations_the_first_in_operating_order() -> None:
    table = Position(4, phase="4").run("CTS", 144, P4=40).run("ICSF", 100, P3=40)
    begun(table.run("AFI", 68, P1=40, ICSF=20, CTS=20)).do("P1: sell AFI 3")
    assert table.president("AFI") == "CTS"


def old_president_is_a_corporation(edition: str) -> Position:
    """CTS (P3's) presides over AFI with 20%; P1 and P2 reach 30% each, P2 last; priority P2."""
    table = Position(4, (), edition, phase="4").run("CTS", 144, P3=40)
    table.run("AFI", 100, CTS=20, P1=20, P2=20, P4=20)
    return begun(table, priority="P2")


def test_3_5_3_left_of_a_corporate_president_means_left_of_who_controls_it() -> None:
    table = old_president_is_a_corporation("book")
    held: dict[EntityId, int] = {player(1): 30, player(2): 30, company("CTS"): 20}
    assert heir(table, held) == "P1"
    assert heir(old_president_is_a_corporation(ONLINE), held) == "P2"


def heir(table: Position, held: dict[EntityId, int]) -> str | None:
    return heir_of(table.game.context, company("AFI"), held)


def test_4_5_1_a_frozen_president_loses_a_tie_by_the_books_example() -> None:
    table = Position(phase="4").run("CTS", 144, pool=20, P1=10).run("AFI", 100, CTS=30, P2=20)
    begun(table, priority="P2").do("P2: buy AFI AFI")
    assert table.president("AFI") == "P2"
    online = Position(3, (), ONLINE, phase="4").run("CTS", 144, pool=20, P1=10).run("AFI", 100, CTS=30, P2=20)
    begun(online, priority="P2").do("P2: buy AFI AFI")
    assert online.president("AFI") == "CTS"


def test_4_5_1_a_presidents_certificate_in_the_pool_costs_two_shares() -> None:
    table = begun(Position(phase="4").run("AFI", 100, pool=20, P2=30))
    table.do("P1: buy AFI* pool")
    assert table.cash("P1") == 920
    assert table.president("AFI") == "P2"
    assert table.percent("P1", "AFI") == 20


def test_4_5_1_ordinary_shares_do_not_free_a_frozen_corporation_but_online_they_do() -> None:
    table = begun(Position(phase="4").run("AFI", 100, pool=20, P1=10)).do("P1: buy AFI AFI")
    assert table.president("AFI") is None
    online = begun(Position(3, (), ONLINE, phase="4").run("AFI", 100, pool=20, P1=10)).do("P1: buy AFI AFI")
    assert online.president("AFI") == "P1"
    assert online.percent("pool", "AFI") == 20


# --- circles [3, 3.1] ------------------------------------------------------------------------------------------------


def circle(edition: str) -> Position:
    """P1 presides over AFI, AFI over CTS, and CTS would inherit AFI if P1 sold below it."""
    table = Position(3, (), edition, phase="4").run("AFI", 100, P1=30).run("CTS", 144, AFI=40)
    table.give(company("AFI"), company("CTS"), 20, first=False)
    return begun(table)


def test_3_1_no_sale_closes_a_circle_of_presidencies() -> None:
    assert circle("book").code("P1: sell AFI 2") == ("circular_chain", "3.1")
    circle("book").do("P1: sell AFI 1")
    circle(ONLINE).do("P1: sell AFI 2")


# --- buying [3.2] ----------------------------------------------------------------------------------------------------


def test_3_2_initial_offering_pays_the_corporation_and_the_pool_pays_the_bank() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20, pool=20)).do("P1: buy AFI AFI")
    assert (table.cash("P1"), table.cash("AFI")) == (1020, 100)
    bank = table.cash("bank")
    table.do("P2: buy AFI pool")
    assert (table.cash("AFI"), table.cash("bank")) == (100, bank + 100)


def test_3_2_money_and_supply() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20).run("CTS", 68, P2=20).money(P1=99))
    assert table.code("P1: buy AFI AFI") == ("no_money", "3.2")
    assert table.code("P1: buy CTS pool") == ("none_left", "3.2")


def test_3_5_2_the_certificate_limit() -> None:
    table = Position(8, phase="4").run("AFI", 100, P2=20, P1=60).run("CTS", 68, P2=20, P1=30)
    assert begun(table).code("P1: buy CTS CTS") == ("certificate_limit", "3.5.2")


def test_3_5_4_sixty_percent_with_controlled_corporations() -> None:
    """The book's example: 40% of SFTG, and 20% through SFTN and SFTC."""
    table = Position(phase="4").run("SFTN", 144, P1=40).run("SFTC", 100, SFTN=40)
    begun(table.run("SFTG", 68, P1=40, SFTC=20))
    assert table.code("P1: buy SFTG SFTG") == ("too_much_control", "3.5.4")


def test_3_2_concessions_from_the_pool_from_the_second_round_on() -> None:
    first = begun(Position(phase="2").own("SFTN", "P1"), number=1)
    assert first.code("P1: par SFTG 100") == ("needs_concession", "3.3")
    assert first.code("P1: buy Bayard pool") == ("first_round", "3.2")
    table = begun(Position(phase="2")).do("P1: buy SFTG pool")
    assert (table.cash("P1"), table.owner("SFTG")) == (1070, "P1")


def test_3_2_a_used_concession_in_the_pool_is_sold_with_its_presidents_certificate() -> None:
    table = begun(Position(phase="3").run("SFTG", 100, pool=20)).do("P1: buy SFTG* pool")
    assert (table.cash("P1"), table.owner("SFTG"), table.president("SFTG")) == (870, "P1", "P1")


# --- trades between players [3.2] ------------------------------------------------------------------------------------


def test_3_2_a_trade_needs_the_sellers_consent_and_is_no_sale() -> None:
    table = begun(Position(phase="4").run("AFI", 100, operated=False, P2=40, P1=10))
    table.do("P1: buy AFI P2 2 77")
    assert table.actor == "P2"
    table.do("P2: choose yes")
    assert (table.percent("P1", "AFI"), table.cash("P1"), table.cash("P2")) == (30, 1043, 1197)
    assert table.price("AFI") == 100
    assert table.president("AFI") == "P1"
    assert table.actor == "P2"
    assert "P2" not in extra_of(table.game.context).sold


def test_3_2_a_refused_offer_leaves_the_turn_open_but_is_not_repeated() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=40)).do("P1: buy AFI P2 1 50", "P2: choose no")
    assert table.actor == "P1"
    assert table.code("P1: buy AFI P2 1 50") == ("refused_before", "3.2")
    table.do("P1: buy AFI P2 1 51", "P2: choose yes")


def test_3_2_each_certificate_costs_at_least_one() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=40))
    assert table.code("P1: buy AFI P2 2 1") == ("trade_price", "3.2")
    assert table.code("P1: buy AFI P2 2 1121") == ("trade_price", "3.2")
    assert table.code("P1: buy AFI P2 3 10") == ("not_held", "3.2")
    assert table.code("P1: buy AFI P3 1 10") == ("not_held", "3.2")


def test_3_2_a_share_of_a_lone_presidents_certificate_needs_an_heir() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20, P3=10))
    assert table.code("P1: buy AFI P2 1 50") == ("no_heir", "3.2")
    table = begun(Position(phase="4").run("AFI", 100, P2=20, P3=20)).do("P1: buy AFI P2 1 50", "P2: choose yes")
    assert (table.president("AFI"), table.percent("P1", "AFI"), table.percent("P2", "AFI")) == ("P3", 10, 10)


def test_3_2_the_buyer_himself_may_be_the_heir() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20, P1=10)).do("P1: buy AFI P2 1 50", "P2: choose yes")
    assert (table.president("AFI"), table.percent("P1", "AFI"), table.percent("P2", "AFI")) == ("P1", 20, 10)


def test_3_2_a_presidents_certificate_may_be_traded_whole() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=30)).do("P1: buy AFI* P2 2 300", "P2: choose yes")
    assert (table.president("AFI"), table.percent("P1", "AFI")) == ("P1", 30)


def test_3_2_before_phase_4_a_historical_presidency_moves_with_its_concession() -> None:
    table = begun(Position(phase="3").own("SFTG", "P2").run("SFTG", 100, P2=40, P3=10))
    table.do("P1: buy SFTG* P2 1 200", "P2: choose yes")
    assert (table.owner("SFTG"), table.president("SFTG"), table.percent("P2", "SFTG")) == ("P1", "P1", 20)
    lone = begun(Position(phase="3").own("SFTG", "P2").run("SFTG", 100, P2=20, P1=10))
    assert lone.code("P1: buy SFTG P2 1 50") == ("fixed_presidency", "3.5.3")


def test_3_2_unused_concessions_and_the_bayard_are_traded_even_in_the_first_round() -> None:
    table = begun(Position(phase="2").own("SFTG", "P2").own("Bayard", "P3"), number=1)
    table.do("P1: buy SFTG P2 1 33", "P2: choose yes")
    assert (table.owner("SFTG"), table.cash("P2")) == ("P1", 1153)
    assert "Bayard" in table.offers("buy", "item")


def test_3_2_online_players_do_not_trade() -> None:
    table = begun(Position(3, (), ONLINE, phase="4").run("AFI", 100, P2=40))
    assert table.code("P1: buy AFI P2 1 50")[0] == "no_source"


# --- forced sales [3.1, 3.5.2, 3.5.4] --------------------------------------------------------------------------------


def over_the_limit(edition: str = "book") -> Position:
    """P1 of eight holds ten certificates, one too many."""
    table = Position(8, (), edition, phase="4").run("AFI", 100, P2=20, P1=60).run("CTS", 68, P2=20, P1=40)
    return begun(table)


def test_3_5_2_over_the_limit_only_sales_are_possible_until_it_fits() -> None:
    table = over_the_limit()
    assert table.verbs == ("sell",)
    table.do("P1: sell AFI 1")
    assert "pass" in table.verbs


def test_3_5_4_over_sixty_percent_only_that_corporation_is_sold() -> None:
    table = Position(phase="4").run("CTS", 144, P1=40).run("AFI", 100, P2=20, P1=50, CTS=20)
    begun(table)
    assert table.offers("sell", "company") == ["AFI"]
    assert table.code("P1: sell CTS 1") == ("forced_sale", "3.5.4")
    online = Position(3, (), ONLINE, phase="4").run("CTS", 144, P1=40).run("AFI", 100, P2=20, P1=50, CTS=20)
    assert begun(online).offers("sell", "company") == ["CTS", "AFI"]
    assert online.verbs == ("sell",)


def test_3_5_2_a_duty_that_cannot_be_fulfilled_is_waived() -> None:
    table = begun(Position(phase="4").run("AFI", 100, P2=20, P1=70, operated=False).run("CTS", 68, P2=20, P1=10))
    assert set(table.verbs) >= {"pass", "sell", "buy"}
    assert table.offers("sell", "company") == ["CTS"]


# --- the round [3, 3.4] ----------------------------------------------------------------------------------------------


def test_3_the_round_ends_after_passes_in_a_row_and_the_priority_moves() -> None:
    table = two_majors().do("P1: pass", "P2: buy AFI AFI", "P3: pass", "P1: pass")
    assert table.actor == "P2"
    table.do("P2: pass")
    assert table.game.decision is None
    assert table.game.state.priority == "P3"


def test_3_the_priority_stays_when_nobody_did_anything() -> None:
    assert two_majors().do("P1: pass", "P2: pass", "P3: pass").game.state.priority == "P1"


def test_3_who_can_do_nothing_is_passed_unasked() -> None:
    table = Position(phase="4").run("AFI", 340, operated=False, P1=20).money(P1=0, P2=0, P3=1000)
    begun(table)
    assert table.actor == "P3"


def test_3_4_pool_down_sold_out_up_frozen_two_down() -> None:
    table = Position(phase="4").money(P1=0, P2=0, P3=0)
    table.run("AFI", 100, P1=40, P2=50, pool=10, operated=False).run("CTS", 100, P1=40, P2=60, operated=False)
    table.run("ICSF", 100, pool=20, P2=30, operated=False).run("RATF", 100, P3=40, operated=False)
    begun(table)
    rows = {name: table.game.state.places[name][0] for name in table.game.state.places}
    assert rows == {"AFI": 4, "CTS": 2, "ICSF": 5, "RATF": 3}


def test_3_4_unused_concessions_go_back_and_the_bayard_pays_also_in_the_first_round() -> None:
    table = Position(phase="2").own("Bayard", "P1").own("SFTN", "P2").own("SFTG", "P2").run("SFTG", 100, P2=20)
    begun(table, number=1).do("P1: pass", "P2: pass", "P3: pass")
    assert (table.owner("Bayard"), table.owner("SFTG"), table.owner("SFTN")) == ("P1", "P2", "pool")
    assert table.cash("P1") == 1140


def test_3_2_what_was_sold_may_be_bought_in_the_next_round() -> None:
    table = two_majors().do("P1: sell CTS 1", "P1: pass", "P2: pass", "P3: pass", "P1: pass")
    assert extra_of(table.game.context).sold == {}


@pytest.mark.parametrize(("kind", "name", "row", "column", "target"), [
    ("minor", "FTP", 0, 10, (0, 10)),
    ("minor", "FTP", 3, 10, (2, 10)),
    ("major", "AFI", 3, 10, (3, 11)),
    ("major", "AFI", 1, 15, (0, 15)),
    ("major", "AFI", 0, 15, (0, 15)),
    ("major", "AFI", 4, 13, (3, 13)),
])  # fmt: skip
def test_3_5_1_right_from_columns_k_and_p(kind: str, name: str, row: int, column: int, target: tuple[int, int]) -> None:
    table = Position(phase="7").run(name, 100, P1=40)
    context = table.game.context
    assert context.state.companies[company(name)].kind == kind
    context.state.places[next(iter(context.state.places))] = (row, column)
    assert context.rules.market.step(context, next(iter(context.state.places)), "right") == target


def test_4_6_7_in_phase_8_column_p_is_passed() -> None:
    context = Position(phase="8").run("AFI", 100, P1=40).game.context
    marker = next(iter(context.state.places))
    context.state.places[marker] = (1, 15)
    assert context.rules.market.step(context, marker, "right") == (1, 16)
