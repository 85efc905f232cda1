"""Starting a corporation [3.3]: who may, price, first certificates, bases, tokens."""

import pytest

from engine.frames.stock import StockRound
from engine.ids import HexId
from engine.titles.t1841.bases import places, track_distance
from tests.titles.t1841.table import ONLINE, Position, Table, company


def stock(*concessions: str, phase: str = "2", options: tuple[str, ...] = (), money: int = 1120) -> Position:
    """The first stock round; P1 owns the concessions."""
    table = Position(3, options, phase=phase).money(P1=money)
    for item in concessions:
        table.own(item, "P1")
    return table.begin(StockRound(1))


def test_3_3_a_historical_corporation_needs_its_concession() -> None:
    table = stock("SFTG")
    assert table.offers("par", "company") == ["SFTG"]
    assert table.code("P1: par SFTN 100") == ("needs_concession", "3.3")
    assert table.code("P1: par AFI 100") == ("too_early", "4.6.2")
    assert table.code("P1: par SB 100") == ("not_startable", "3.3")


def test_3_3_from_phase_3_free_corporations_start_and_from_phase_4_no_historical_one() -> None:
    assert "AFI" in stock(phase="3").offers("par", "company")
    table = stock(phase="4")
    assert table.code("P1: par SFTG 100") == ("too_late", "4.6.3")


def test_3_3_2_start_values_by_class() -> None:
    table = stock("SFMA", phase="3")
    assert table.offers("par", "price") == [68, 100, 144, 216, 340]
    assert table.code("P1: par SFMA 216") == ("no_price", "3.3.2")
    table.money(P1=250)
    assert table.code("P1: par AFI 144") == ("no_money", "3.3.3")
    table.money(P1=135)
    assert table.code("P1: par AFI 68") == ("no_money", "3.3.3")


def test_3_3_3_a_major_up_to_forty_percent_and_the_money_is_its_own() -> None:
    table = stock("SFTG").do("P1: par SFTG 100")
    assert (table.cash("P1"), table.cash("SFTG")) == (920, 200)
    table.do("P1: buy SFTG SFTG", "P1: buy SFTG SFTG")
    assert table.percent("P1", "SFTG") == 40
    assert table.cash("SFTG") == 400
    assert table.offers("choose", "option") == ["2", "3", "4", "5"]


def test_3_3_3_no_further_certificate_that_cannot_be_paid() -> None:
    table = stock("SFTG", money=250).do("P1: par SFTG 100")
    assert table.actor == "SFTG"


def test_3_3_3_a_minor_sells_only_its_presidents_certificate() -> None:
    table = stock("SFLP").do("P1: par SFLP 100")
    assert table.percent("P1", "SFLP") == 40
    assert table.offers("choose", "option") == ["1", "2"]


def test_3_3_3_the_certificate_limit_holds_in_the_middle_of_a_start() -> None:
    table = Position(phase="3")
    for name in ("AFI", "ATFA", "CFCC"):
        table.run(name, 100, P2=20, P1=60)
    table.run("CTS", 100, P2=20, P1=20).begin(StockRound(2))
    table.do("P1: par CGTF 68")
    assert table.actor == "CGTF"


def test_3_3_4_historical_bases_are_placed_and_kept_free_until_then() -> None:
    table = stock("IRSFF").do("P1: par IRSFF 100", "P1: pass")
    assert table.game.state.tokens == {"F8:c0": ["IRSFF"], "F16:c0": ["IRSFF"]}
    assert "F8:c0" not in table.game.state.reserved
    table.do("IRSFF: choose 4")
    assert table.game.state.companies[company("IRSFF")].tokens_left == 2
    assert table.cash("IRSFF") == 0


def test_3_3_4_sfma_chooses_a_circle_and_the_other_is_free_for_all() -> None:
    table = stock("SFMA").do("P1: par SFMA 100")
    assert table.offers("token", "stop") == ["c0", "c1"]
    assert table.code("SFMA: token S11 c0") == ("printed_base", "3.3.4")
    table.do("SFMA: token R14 c1")
    assert table.game.state.tokens == {"R14:c1": ["SFMA"]}
    assert "R14" not in table.game.state.reserved


def test_7_in_version_1_sfma_has_its_printed_circle() -> None:
    table = stock("SFMA", options=("version_1",)).do("P1: par SFMA 100")
    assert table.game.state.tokens == {"R14:c1": ["SFMA"]}


def bases_of(name: str, phase: str, *options: str) -> set[str]:
    table = Position(3, options, phase=phase)
    return {stop.partition(":")[0] for stop in places(table.game.context, company(name))}


AUSTRIA = {"D8", "E7", "E9", "E11", "H8", "H10", "D16", "F14", "G13", "G15", "H12"}
HISTORICAL = {"F8", "F16", "H4", "J6", "M3", "R14", "P12", "Q11"}
ZONE_AND_COAST = {"K11", "K13", "K15", "L12", "S11"}


def test_3_3_4_free_bases_in_phase_3_are_neither_austrian_nor_historical() -> None:
    assert bases_of("AFI", "3") == ZONE_AND_COAST | {"L14", "M7"}
    assert bases_of("FTP", "3") == ZONE_AND_COAST


def test_3_3_4_from_phase_4_every_city_but_lugano() -> None:
    assert bases_of("AFI", "4") == ZONE_AND_COAST | AUSTRIA | HISTORICAL | {"L14", "M7"}
    assert bases_of("FTP", "4") == ZONE_AND_COAST | AUSTRIA | {"J6", "M3", "P12", "Q11"}


@pytest.mark.parametrize("option", ["franz_joseph", "carlo_alberto"])
def test_8_1_4_and_8_1_5_austria_is_open_from_phase_3(option: str) -> None:
    assert bases_of("AFI", "3", option) == ZONE_AND_COAST | AUSTRIA | {"L14", "M7"}


def test_3_3_4_a_minor_needs_a_city_without_any_token() -> None:
    table = Position(phase="4").run("AFI", 100, P1=20).token("AFI", "S11:c0")
    table.begin(StockRound(2)).do("P1: par FTP 100")
    assert table.code("FTP: token S11 c0") == ("token_there", "3.3.4")
    assert table.code("FTP: token M7 c0") == ("major_city", "3.3.4")
    assert table.code("FTP: token C7 c0") == ("lugano", "3.3.4")
    assert table.code("FTP: token I5 t0") == ("no_city", "3.3.4")


def test_3_3_4_a_second_base_lies_in_the_same_country_and_may_be_declined() -> None:
    table = stock(phase="3").do("P1: par AFI 100", "P1: pass", "AFI: token K11 c0")
    assert set(table.offers("token", "hex")) == {"K13", "K15", "L12", "L14"}
    assert table.code("AFI: token S11 c0") == ("border_between", "3.3.4")
    assert table.code("AFI: token K11 c0") == ("second_base", "3.3.4")
    table.do("AFI: pass")
    assert table.game.state.companies[company("AFI")].tokens_left == 1
    assert table.verbs == ("choose",)


def test_3_3_4_in_phase_4_both_bases_in_veneto_or_both_outside() -> None:
    table = stock(phase="4").do("P1: par AFI 100", "P1: pass", "AFI: token G13 c0")
    assert set(table.offers("token", "hex")) == {"D16", "F14", "F16", "G15", "H12"}


EMPTY_MAP = {
    0: ("H4", "M3", "R14", "P12", "Q11", "F8"),
    1: ("S11", "D8", "E7", "E9", "H8"),
    2: ("J6", "H10"),
    3: ("M7", "K11", "K13", "K15", "L12", "L14", "E11", "D16", "F14", "F16", "G13", "G15", "H12"),
}


@pytest.mark.parametrize("edition", ["book", ONLINE])
@pytest.mark.parametrize("distance", EMPTY_MAP)
def test_3_3_4_distance_to_track_on_the_empty_map(distance: int, edition: str) -> None:
    context = Position(3, (), edition, phase="3").game.context
    assert {name: track_distance(context, HexId(name)) for name in EMPTY_MAP[distance]} == dict.fromkeys(
        EMPTY_MAP[distance], distance
    )


@pytest.mark.parametrize("edition", ["book", ONLINE])
def test_3_3_4_in_phase_4_reggio_is_two_hexes_from_track(edition: str) -> None:
    context = Position(3, (), edition, phase="4").game.context
    assert track_distance(context, HexId("L12")) == 2


def test_3_3_4_a_tile_next_door_makes_tokens_dearer_but_not_across_a_border() -> None:
    table = Position(phase="3").tile("J10", "9")
    context = table.game.context
    assert [track_distance(context, HexId(name)) for name in ("K11", "H10")] == [1, 2]


def test_3_3_4_the_dearer_of_two_bases_is_paid_for_all_tokens() -> None:
    table = Position(phase="3").tile("J10", "9").begin(StockRound(2))
    table.do("P1: par AFI 144", "P1: pass", "AFI: token L14 c0", "AFI: token K11 c0")
    assert table.offers("choose", "option") == []
    assert table.cash("AFI") == 88


def test_3_3_4_a_choice_of_tokens_is_asked_only_where_there_is_one_and_online_always() -> None:
    table = stock("SFLP", money=136).do("P1: par SFLP 68")
    assert table.offers("choose", "option") == ["1", "2"]
    lone = Position(phase="3").money(P1=136).tile("S13", "9").begin(StockRound(2))
    lone.do("P1: par FTP 68", "FTP: token S11 c0")
    assert (lone.cash("FTP"), lone.actor) == (36, "P2")
    online = Position(3, (), ONLINE, phase="3").money(P1=136).tile("S13", "9").begin(StockRound(2))
    online.do("P1: par FTP 68", "FTP: token S11 c0")
    assert online.offers("choose", "option") == ["1"]


def emergency(edition: str) -> Position:
    """AFI starts at 68 with a base on track: two tokens cost 400, the treasury holds 136."""
    table = Position(3, (), edition, phase="4").money(P1=136).begin(StockRound(2))
    return table.do("P1: par AFI 68", "AFI: token M3 c0", "AFI: pass")


def test_3_3_4_emergency_money_comes_from_the_initial_offering_first() -> None:
    table = emergency("book")
    assert table.actor == "AFI"
    assert table.verbs == ("sell",)
    table.do("AFI: sell AFI 8")
    assert table.cash("AFI") == 136 + 8 * 34 - 400
    assert table.percent("pool", "AFI") == 80
    assert table.price("AFI") < 68


def test_3_3_4_online_the_emergency_sale_is_automatic() -> None:
    table = emergency(ONLINE)
    assert table.percent("pool", "AFI") == 80
    assert table.cash("AFI") == 8
    assert table.actor == "P2"


def test_3_3_5_the_example_of_the_book() -> None:
    table = Table(5).do(*(f"chance: draw P{number}" for number in range(1, 5)))
    table.do("P1: bid IRSFF 120", *(f"P{number}: pass" for number in (2, 3, 4, 5)))
    table.do(*(f"P{number}: pass" for number in (2, 3, 4, 5, 1)))
    assert table.cash("P1") == 552
    assert table.code("P1: par IRSFF 340") == ("no_money", "3.3.3")
    table.do("P1: par IRSFF 100", "P1: buy IRSFF IRSFF", "P1: buy IRSFF IRSFF", "IRSFF: choose 4")
    assert (table.cash("P1"), table.cash("IRSFF")) == (152, 200)
    table.do("P2: pass", "P3: pass", "P4: pass", "P5: pass", "P1: buy IRSFF IRSFF")
    assert table.cash("IRSFF") == 300
