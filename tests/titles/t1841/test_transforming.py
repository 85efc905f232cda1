"""Transforming a minor corporation into a major one [4.7.5]."""

from tests.titles.t1841.operating import Yard
from tests.titles.t1841.procedures import check_stock, exists, left, running, tokens, transforming
from tests.titles.t1841.table import ONLINE, company


def minor(edition: str = "book", price: int = 100, *, phase: str = "4", **held: int) -> Yard:
    """SFLP with one token in Lucca and 400 in its treasury; every player has 500."""
    table = Yard(3, (), edition, phase=phase)
    table.run("SFLP", price, operated=True, **(held or {"P1": 60, "P2": 20})).token("SFLP", "P12:c0").charter("SFLP", 0)
    return table.treasury(SFLP=400, P1=500, P2=500, P3=500)


def no_offers(table: Yard) -> Yard:
    """Nobody has money for a share."""
    return table.treasury(P1=0, P2=0, P3=0)


def test_4_7_5_certificates_tokens_value_and_possessions_go_over() -> None:
    table = no_offers(minor()).trains("SFLP", "4")
    table.run("AFI", 68, SFLP=20, P3=20)
    transforming(table, "SFLP", "AFI").do("SFLP: convert CTS")
    assert {who: table.percent(who, "CTS") for who in ("P1", "P2", "CTS")} == {"P1": 30, "P2": 10, "CTS": 60}
    assert (table.president("CTS"), table.price("CTS"), table.president("AFI")) == ("P1", 100, "CTS")
    assert (tokens(table, "CTS"), table.game.state.trains[company("CTS")]) == (["P12:c0"], ["4-0"])
    table.do("CTS: choose 1")
    assert (left(table, "CTS"), table.cash("CTS")) == (1, 350)
    assert not exists(table, "SFLP")
    assert table.game.state.extra.removed == ["SFLP"]  # type: ignore[attr-defined]
    assert (running(table).current, running(table).done) == ("AFI", ["SFLP"])
    check_stock(table)


def test_4_7_5_the_new_token_lies_at_the_bottom_of_the_same_cell() -> None:
    table = no_offers(minor())
    table.run("AFI", 100, P3=20)
    transforming(table, "SFLP", "AFI").do("SFLP: convert CTS")
    assert list(table.game.state.stacks["3,5"]) == ["SFLP", "AFI", "CTS"]


def test_4_7_5_first_the_shareholders_with_their_corporations_then_all_players() -> None:
    table = minor(P1=40, P2=20, RATF=20)
    table.run("RATF", 68, P2=40).run("ICSF", 68, P2=40).treasury(RATF=500, ICSF=500)
    transforming(table, "SFLP").do("SFLP: convert CTS")
    asked = []
    while table.offers("choose", "option") == ["yes", "no"]:
        asked.append(table.actor)
        table.do(f"{table.actor}: choose {'yes' if len(asked) == 2 else 'no'}")
    assert asked == ["P1", "P2", "RATF", "P1", "P2", "P3"]
    assert (table.percent("P2", "CTS"), table.cash("P2"), table.cash("CTS")) == (20, 400, 500)


def test_4_7_5_the_presidency_may_pass_by_what_is_bought() -> None:
    table = minor(P1=40, P2=40)
    transforming(table, "SFLP").do("SFLP: convert CTS", "P1: choose no", "P2: choose yes")
    assert table.president("CTS") == "P2"


def test_4_7_5_who_cannot_buy_is_not_asked() -> None:
    table = minor(P1=60, P2=20).treasury(P2=99)
    table.run("RATF", 68, SFLP=40).treasury(RATF=500)
    transforming(table, "SFLP").do("SFLP: convert CTS", "P1: choose no")
    assert table.actor == "P1"  # the second round: P2 has no money, RATF stands below CTS
    table.do("P1: choose no", "P3: choose no")
    assert table.actor == "CTS"


def test_4_7_5_nobody_comes_to_control_more_than_60_percent() -> None:
    table = minor(P1=60, P2=20)
    transforming(table, "SFLP").do("SFLP: convert CTS", "P1: choose yes", "P2: choose no", "P1: choose yes")
    assert table.percent("P1", "CTS") == 50


def test_4_7_5_frozen_shareholders_and_the_pool_only_exchange() -> None:
    table = no_offers(minor(P1=40, pool=20, RATF=20))
    table.run("RATF", 68, pool=20, P3=10).treasury(RATF=500)
    transforming(table, "SFLP").do("SFLP: convert CTS")
    assert (table.percent("pool", "CTS"), table.percent("RATF", "CTS"), table.actor) == (10, 10, "CTS")


def test_4_7_5_the_second_token_costs_50_each_further_one_100() -> None:
    for edition in ("book", ONLINE):
        table = no_offers(minor(edition))
        transforming(table, "SFLP").do("SFLP: convert CTS")
        assert table.offers("choose", "option") == ["1", "2", "3", "4"]
        assert table.code("CTS: choose 5") == ("token_number", "4.7.5")
        table.do("CTS: choose 3")
        assert (table.cash("CTS"), left(table, "CTS")) == (400 - 250, 3)


def test_4_7_5_with_two_tokens_none_must_be_bought() -> None:
    table = no_offers(minor()).charter("SFLP", 1).treasury(SFLP=150)
    transforming(table, "SFLP").do("SFLP: convert CTS")
    assert table.offers("choose", "option") == ["0", "1"]
    table.do("CTS: choose 0")
    assert (table.cash("CTS"), left(table, "CTS")) == (150, 1)


def test_4_7_5_emergency_money_pays_for_the_second_token() -> None:
    table = minor(P1=60, P2=20).treasury(SFLP=10, P1=0, P2=0, P3=0)
    transforming(table, "SFLP", "AFI")
    table.do("SFLP: convert CTS")
    assert (left(table, "CTS"), table.cash("CTS"), table.percent("pool", "CTS")) == (1, 10, 10)


def test_4_7_5_historical_ones_only_after_the_concessions_have_gone() -> None:
    assert transforming(minor(phase="4"), "SFLP").verbs == ("convert", "pass")
    table = minor(phase="3")
    table.run("AFI", 68, P1=20)
    assert transforming(table, "SFLP", "AFI").actor == "AFI"


def test_4_7_5_a_free_minor_may_be_started_again() -> None:
    table = no_offers(Yard(3, (), "book", phase="3"))
    table.run("FTP", 100, operated=False, P1=60, P2=20).token("FTP", "E9:c0").charter("FTP", 0).treasury(FTP=60)
    transforming(table, "FTP")
    assert table.code("FTP: convert SFLi") == ("charter_taken", "4.7.5")
    table.do("FTP: convert CTS")
    assert (exists(table, "FTP"), table.game.state.extra.removed) == (False, [])  # type: ignore[attr-defined]
    assert not table.game.state.companies[company("CTS")].operated


def test_4_7_5_a_major_is_not_asked() -> None:
    table = Yard(3, (), "book", phase="4")
    table.run("AFI", 68, P1=20).run("CTS", 68, P1=20)
    assert transforming(table, "AFI", "CTS").actor == "CTS"


def test_4_7_5_it_may_stay_a_minor() -> None:
    table = minor()
    table.run("AFI", 68, P1=20)
    assert transforming(table, "SFLP", "AFI").do("SFLP: pass").actor == "AFI"
    assert running(table).done == ["SFLP"]
