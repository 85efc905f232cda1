"""Placing tokens [4.2]: where, how often, and what borders and reservations forbid."""

import pytest

from engine.frames.token import PlaceToken
from engine.ids import PhaseId
from engine.titles.t1841.tokens import slot_refusal
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company


def placing(pos: Yard, name: str = "SB") -> Yard:
    return pos.turn(name, PlaceToken(company(name)))


def spots(pos: Yard, name: str = "SB") -> set[str]:
    return set(pos.context.rules.tokens.spots(pos.context, company(name)))


def test_4_2_one_token_a_turn_free_of_charge() -> None:
    pos = Yard(phase="4").run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 3).treasury(SB=10)
    pos.tile("H8", "57", 0).tile("J8", "9", 0).tile("L8", "613", 0)
    placing(pos, "SB")
    assert spots(pos, "SB") == {"L8:c0"}
    pos.do("SB: token L8 c0")
    assert pos.game.state.tokens["L8:c0"] == ["SB"]
    assert pos.cash("SB") == 10
    assert pos.game.state.companies[company("SB")].tokens_left == 2


def test_4_2_without_a_token_or_a_place_nothing_is_asked() -> None:
    pos = Yard(phase="4").run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 0)
    assert spots(pos, "SB") == set()


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        ("H10:c9", "no_circle"),
        ("G9:c0", "no_circle"),
        ("H8:c0", "token_twice"),
        ("D8:c0", "not_connected"),
    ],
)
def test_4_2_refusals_name_what_is_wrong(stop: str, code: str) -> None:
    pos = Yard(phase="4").run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 1).tile("H8", "57", 0)
    error = pos.context.rules.tokens.spot_refusal(pos.context, company("SB"), stop)
    assert error is not None
    assert (error.code, error.paragraph) == (code, "4.2")


def border(phase: str) -> Yard:
    """Track from Pavia (Lombardia) over J8 to the pass L8 (Piedmont)."""
    pos = Yard(phase=phase).run("SB", 100, P1=40).token("SB", "H8:c0").charter("SB", 1)
    return pos.tile("H8", "57", 0).tile("J8", "9", 0).tile("L8", "613", 0)


@pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", False), ("4", True), ("5", True)])
def test_4_2_tokens_never_cross_an_active_border(phase: str, open_: bool) -> None:
    assert ("L8:c0" in spots(border(phase), "SB")) is open_


def test_4_6_3_a_border_that_falls_is_forgotten_at_once() -> None:
    """Within one position: no tile or token need change."""
    pos = border("3")
    assert spots(pos, "SB") == set()
    pos.game.state.phase = PhaseId("4")
    assert spots(pos, "SB") == {"L8:c0"}


def test_6_7_no_token_ever_in_lugano() -> None:
    """D81: the Swiss border holds in every phase."""
    for phase in "345678":
        pos = Yard(phase=phase).run("SB", 100, P1=40).token("SB", "E7:c0").charter("SB", 1)
        pos.tile("E7", "57", 0).tile("C7", "57", 0)
        error = pos.context.rules.tokens.spot_refusal(pos.context, company("SB"), "C7:c0")
        assert error is not None
        assert error.code == "not_connected"


def test_4_2_a_token_in_a_pass_is_no_railhead() -> None:
    pos = border("4").token("SB", "M9:c0")
    assert pos.context.rules.tokens.spot_refusal(pos.context, company("SB"), "L8:c0") is None
    lone = Yard(phase="4").run("SB", 100, P1=40).token("SB", "L8:c0").charter("SB", 1)
    lone.tile("H8", "57", 0).tile("J8", "9", 0).tile("L8", "613", 0)
    assert spots(lone, "SB") == set()


def test_4_2_full_cities_and_passes_take_no_token_and_end_the_way() -> None:
    pos = border("4").run("AFI", 100, P2=40).token("AFI", "L8:c0").tile("N8", "9", 0)
    assert spots(pos, "SB") == set()
    error = pos.context.rules.tokens.spot_refusal(pos.context, company("SB"), "L8:c0")
    assert error is not None
    assert error.code == "city_full"


def test_4_2_historical_bases_stay_open_for_their_corporations_before_phase_4() -> None:
    early, late = (Yard(phase=phase).run("SFTC", 100, P1=40) for phase in "34")
    error = slot_refusal(early.context, company("SFTC"), "H4:c0")
    assert error is not None
    assert (error.code, error.paragraph) == ("city_reserved", "4.2")
    assert slot_refusal(early.context, company("SFTG"), "H4:c0") is None
    assert slot_refusal(late.context, company("SFTC"), "H4:c0") is None


def test_3_3_4_both_circles_of_firenze_wait_for_sfma() -> None:
    pos = Yard(phase="3").run("SFLP", 100, P1=40).token("SFLP", "P12:c0").charter("SFLP", 1)
    pos.tile("Q13", "1", 0)
    for stop in ("R14:c0", "R14:c1"):
        error = slot_refusal(pos.context, company("SFLP"), stop)
        assert error is not None
        assert (error.code, error.paragraph) == ("city_reserved", "4.2")
    assert slot_refusal(pos.context, company("SFMA"), "R14:c1") is None


def test_3_3_4_once_firenze_is_one_city_one_circle_is_kept() -> None:
    """1.5.1: on the green tile one of two circles waits for SFMA; the site closes the hex (D24)."""
    book = Yard(phase="3").run("SFLP", 100, P1=40).tile("R14", "207", 0)
    assert slot_refusal(book.context, company("SFLP"), "R14:c0") is None
    book.token("SFLP", "R14:c0")
    assert slot_refusal(book.context, company("SSFL"), "R14:c0") is not None
    site = Yard(phase="3", edition=ONLINE).run("SFLP", 100, P1=40).tile("R14", "207", 0)
    assert slot_refusal(site.context, company("SFLP"), "R14:c0") is not None


def test_4_2_after_sfma_has_chosen_the_other_circle_is_free() -> None:
    pos = Yard(phase="3").run("SFLP", 100, P1=40)
    pos.game.state.reserved.pop("R14")
    pos.run("SFMA", 100, P2=40).token("SFMA", "R14:c1")
    assert slot_refusal(pos.context, company("SFLP"), "R14:c0") is None
