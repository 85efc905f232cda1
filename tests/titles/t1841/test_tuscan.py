"""The Tuscan merge [4.6.10]: SFLP, SFMA and SSFL become SFLi."""

import pytest

from engine.actions import Convert
from engine.frames.trains import BuyTrains
from engine.ids import POOL
from engine.titles.t1841.phases import tuscan_phase
from engine.titles.t1841.tuscan import HIDDEN, TuscanMerge
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.procedures import check_stock, exists, left, running, tokens, trains
from tests.titles.t1841.table import ONLINE, company

Stock = dict[str, dict[str, int]]


def tuscany(stock: Stock, edition: str = "book", options: tuple[str, ...] = ()) -> Yard:
    """The Tuscan corporations named in `stock`; SFLP is worth 75, SFMA 54, SSFL 16; AFI is at the head."""
    table = Yard(3, options, edition, phase="4")
    prices = {"SFLP": 75, "SFMA": 54, "SSFL": 16}
    homes = {"SFLP": "P12:c0", "SFMA": "R14:c0", "SSFL": "Q11:c0"}
    for name, held in stock.items():
        table.run(name, prices[name], operated=True, **held).token(name, homes[name]).charter(name, 0)
    table.run("AFI", 340, P3=20)
    return table.treasury(P1=0, P2=0, P3=0)


def unite(table: Yard, current: str = "AFI", *waiting: str) -> Yard:
    """Let the merge begin in the turn of `current`."""
    return table.turn(current, TuscanMerge(), waiting=waiting)


ALL: Stock = {"SFLP": {"P1": 60, "pool": 20}, "SFMA": {"P2": 40, "P3": 20}, "SSFL": {"P1": 60, "P3": 20}}
MINORS: Stock = {name: ALL[name] for name in ("SFLP", "SFMA")}


# --- which case ------------------------------------------------------------------------------------------------------


def test_4_6_10_fewer_than_two_do_not_merge() -> None:
    for stock in (Stock(), {"SFMA": {"P1": 40}}):
        table = unite(tuscany(stock))
        assert table.game.state.extra.removed == ["SFLi"]  # type: ignore[attr-defined]
        assert exists(table, "SFMA") is bool(stock)


def test_4_6_10_two_minors_merge_at_once() -> None:
    table = unite(tuscany(MINORS)).do("SFLi: pass")
    assert {who: table.percent(who, "SFLi") for who in ("P1", "P2", "P3", "pool")} == {
        "P1": 30, "P2": 20, "P3": 10, "pool": 10,
    }  # fmt: skip
    assert (table.price("SFLi"), table.president("SFLi")) == (53, "P1")
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["P12:c0", "R14:c0"], 3)
    assert table.game.state.extra.removed == ["SFLP", "SFMA"]  # type: ignore[attr-defined]
    check_stock(table)


def test_4_6_10_all_three_in_two_stages() -> None:
    table = tuscany(ALL).treasury(SFLP=30, SFMA=20, SSFL=10, P1=100)
    table.run("CTS", 100, SFMA=20, P3=10)
    unite(table)
    assert (exists(table, HIDDEN), exists(table, "SFLP"), table.actor) == (True, False, "P1")
    table.do("P1: choose share")
    assert {who: table.percent(who, "SFLi") for who in ("P1", "P3", "pool")} == {"P1": 50, "P3": 10, "pool": 0}
    assert (table.president("SFLi"), table.price("SFLi"), table.president("CTS")) == ("P1", 53, "SFLi")
    assert table.cash("SFLi") == 60 + 26
    assert table.code("SFLi: discard R14:c0") == ("no_such_token", "4.7.4")
    table.do("SFLi: discard P12:c0")
    assert not exists(table, HIDDEN)
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["Q11:c0", "R14:c0"], 3)
    assert table.game.state.extra.removed == ["SFLP", "SFMA", "SSFL"]  # type: ignore[attr-defined]
    check_stock(table)


def test_4_6_10_one_minor_is_transformed_first_with_both_offers() -> None:
    table = tuscany({"SFMA": {"P1": 60, "P2": 20}, "SSFL": {"P3": 50}}).treasury(P2=54, P3=54)
    unite(table)
    assert table.actor == "P2"
    table.do("P2: choose yes", "P3: choose no")
    assert (table.president("SFLi"), table.percent("P1", "SFLi"), table.percent("P2", "SFLi")) == ("P3", 10, 10)
    table.do("P3: choose cash")
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["Q11:c0", "R14:c0"], 3)
    check_stock(table)


def test_4_6_10_helper_by_edition() -> None:
    for edition, helper in (("book", HIDDEN), (ONLINE, company("ATFA"))):
        table = unite(tuscany(ALL, edition).treasury(P1=100))
        assert (exists(table, helper), exists(table, "SFLP")) == (True, False)
        table.do("P1: choose cash", "SFLi: pass")
        assert not exists(table, helper)
        assert helper not in table.game.state.extra.removed  # type: ignore[attr-defined]


def test_4_6_10_no_charter_need_be_free() -> None:
    table = tuscany(ALL, ONLINE)
    for name in ("ATFA", "CFCC", "CGTF", "CTDA", "CTS", "ICSF", "IFAI", "ILTF", "RATF", "RSFS"):
        table.run(name, 68, P3=20)
    unite(table)
    assert exists(table, "SFLi")


def test_4_6_10_not_in_lite_and_late_under_some_variants() -> None:
    expected = {"": "4", "lite": "", "cavour": "4", "napoleon": "5", "wilhelm": "5", "franz_joseph": "5"}
    for option, phase in expected.items():
        table = Yard(3, (option,) if option else ())
        assert tuscan_phase(table.game.context) == phase


# --- who directs, who presides ---------------------------------------------------------------------------------------


def test_4_6_10_each_stage_is_directed_by_the_greater_value() -> None:
    """SFLP (P1) directs the first stage, SSFL (P2) the second: its owner comes first among the shareholders."""
    table = tuscany({"SFLP": {"P1": 60}, "SFMA": {"P3": 40, "P1": 20}, "SSFL": {"P2": 50, "P1": 10, "P3": 10}})
    table.treasury(P1=500, P2=500, P3=500)
    context = table.game.context
    context.state.places[type(next(iter(context.state.places)))("SSFL")] = (2, 8)
    context.state.stacks["2,8"] = [next(m for m in context.state.places if m == "SSFL")]
    context.state.stacks = {
        key: [m for m in held if m != "SSFL" or key == "2,8"] for key, held in context.state.stacks.items()
    }
    unite(table)
    assert (table.price("SSFL"), table.actor) == (144, "P2")


def test_4_6_10_a_frozen_corporation_is_directed_by_the_other() -> None:
    table = unite(tuscany({"SFLP": {"pool": 40, "P1": 20}, "SFMA": {"P2": 40}}))
    assert (table.president("SFLi"), table.percent(POOL, "SFLi")) == ("P2", 20)
    assert table.game.decision is not None
    assert (table.actor, table.game.decision.player) == ("SFLi", "P2")


def test_4_6_10_nobody_presides_so_it_is_frozen_and_shares_of_the_pool_go_back() -> None:
    table = unite(tuscany({"SFLP": {"pool": 60}, "SFMA": {"pool": 40, "P1": 20}}))
    assert (table.president("SFLi"), table.percent(POOL, "SFLi"), table.percent("P1", "SFLi")) == (None, 50, 10)
    assert 0 in table.game.state.shares[company("SFLi")][POOL]
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["R14:c0"], 4)
    check_stock(table)


def test_4_6_10_a_frozen_one_without_pisa_and_firenze_keeps_the_first_city_by_name() -> None:
    table = tuscany({"SFLP": {"pool": 60}, "SFMA": {"pool": 40}}).token("SFLP", "S11:c0")
    del table.game.state.tokens["R14:c0"]
    unite(table)
    assert tokens(table, "SFLi") == ["S11:c0"]  # Livorno comes before Lucca


def test_4_6_10_the_presidency_may_be_bought_in_the_second_stage() -> None:
    table = tuscany({"SFLP": {"P1": 40}, "SFMA": {"P2": 40}, "SSFL": {"P3": 20}}).treasury(P1=200)
    unite(table)
    assert table.offers("choose", "option") == ["president", "no"]
    table.do("P1: choose president")
    assert (table.president("SFLi"), table.cash("P1")) == ("P1", 200 - 53)


# --- tokens, trains, round -------------------------------------------------------------------------------------------


def test_4_6_10_of_two_circles_in_firenze_one_is_dropped() -> None:
    table = unite(tuscany(MINORS).token("SFLP", "R14:c1"))
    assert (table.offers("discard", "train"), table.verbs) == (["R14:c1", "R14:c0"], ("discard",))
    table.do("SFLi: discard R14:c0", "SFLi: pass")
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["P12:c0", "R14:c1"], 3)


def test_4_6_10_one_token_in_a_city() -> None:
    table = tuscany(MINORS).tile("P12", "14").token("SFMA", "P12:c0")
    unite(table).do("SFLi: discard P12:c0")
    assert (tokens(table, "SFLi"), left(table, "SFLi")) == (["R14:c0"], 4)


def test_4_6_8_surplus_trains_of_sfli() -> None:
    table = tuscany(ALL).trains("SFLP", "3", "3").trains("SFMA", "3", "4").treasury(P1=0)
    unite(table).do("SFLi: pass")
    assert (table.actor, table.verbs) == ("SFLi", ("discard",))
    table.do("SFLi: discard 3")
    assert trains(table, "SFLi") == ["3", "3", "4"]


@pytest.mark.parametrize(
    ("waiting", "expected"), [(("SFLP", "CTS", "SFMA"), ["SFLi", "CTS"]), (("CTS", "SFMA"), ["CTS"])]
)
def test_4_6_10_it_operates_if_none_of_its_parts_has(waiting: tuple[str, ...], expected: list[str]) -> None:
    table = tuscany(MINORS)
    table.run("CTS", 45, P3=20).front("4").treasury(AFI=500).turn("AFI", BuyTrains(company("AFI")), waiting=waiting)
    if "SFLP" not in waiting:
        running(table).done.append(company("SFLP"))
    table.game.state.stack.append(TuscanMerge())
    table.begin(*table.game.state.stack)
    table.do("SFLi: pass")
    assert running(table).waiting == expected


def test_7_8_5_in_version_1_it_operates_only_by_option() -> None:
    for options, expected in ((("version_1",), []), (("version_1", "sfli_run"), ["SFLi"])):
        table = tuscany(MINORS, "book", options)
        table.front("4").treasury(AFI=500).turn("AFI", BuyTrains(company("AFI")), waiting=("SFLP", "SFMA"))
        table.game.state.stack.append(TuscanMerge())
        table.begin(*table.game.state.stack)
        table.do("SFLi: pass")
        assert running(table).waiting == expected


def test_4_6_10_the_buyer_loses_the_rest_of_its_turn() -> None:
    table = tuscany(MINORS).front("4").treasury(SFLP=900)
    table.run("CTS", 45, P3=20).token("CTS", "E9:c0")
    table.turn("SFLP", BuyTrains(company("SFLP")), waiting=("SFMA", "CTS"))
    table.game.state.phase = type(table.game.state.phase)("3")
    table.do("SFLP: train 4 bank 350", "SFLi: pass")
    assert (table.actor, running(table).done, trains(table, "SFLi")) == ("CTS", ["SFLP"], ["4"])


def test_4_6_10_a_child_of_ssfl_stays_whole() -> None:
    """Three certificates of CTS, the president's among them, are SFLi's afterwards."""
    table = tuscany({"SFLP": ALL["SFLP"], "SSFL": {"P1": 60}})
    table.run("CTS", 100, SSFL=30, P3=10)
    unite(table).do("SFLi: pass")
    assert (table.percent("SFLi", "CTS"), table.president("CTS")) == (30, "SFLi")
    check_stock(table)


def test_4_6_10_nobody_chooses_the_helper() -> None:
    table = unite(tuscany({"SFMA": {"P1": 60}, "SSFL": {"P1": 60}}))
    assert table.game.decision is not None
    assert all(spec.verb is not Convert for spec in table.game.decision.specs)
