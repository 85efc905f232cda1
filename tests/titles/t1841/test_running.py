"""Running trains [4.3, 4.3.1, 4.3.2]: what is a route, what it pays, the highest revenue; and dividends [3.5.1]."""

import pytest

from engine.actions import Route
from engine.errors import RuleError
from engine.frames.run import DeclareDividend, RunTrains
from engine.ids import TrainId
from engine.session import Act, Session
from engine.titles.t1841.running import has_route, revenue_step
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company, marker


def rail(phase: str = "3", edition: str = "book") -> Yard:
    """CTS in Mantova (H12) with track to Verona (G13, 30) and, over I11, to Cremona (H10); all cities 20 but Verona."""
    pos = Yard(edition=edition, phase=phase).run("CTS", 100, P1=50, pool=30).token("CTS", "H12:c0").treasury(CTS=0)
    return pos.tile("G13", "621", 1).tile("H12", "57", 1).tile("I11", "8", 2).tile("H10", "57", 2)


def refusal(pos: Yard, name: str, *routes: tuple[str, str]) -> RuleError | None:
    run = [Route(TrainId(train), tuple(path.split("-"))) for train, path in routes]
    return pos.context.rules.running.refusal(pos.context, company(name), run)


def code(pos: Yard, name: str, *routes: tuple[str, str]) -> str | None:
    error = refusal(pos, name, *routes)
    return error.code if error else None


def revenue(pos: Yard, name: str, *routes: tuple[str, str]) -> int:
    run = [Route(TrainId(train), tuple(path.split("-"))) for train, path in routes]
    return sum(pos.context.rules.running.revenues(pos.context, company(name), run))


def genova(edition: str = "book", token: str = "M7:c0") -> Yard:
    """SFTG with track from Alessandria over the Giovi pass (K7) to Genova and its port."""
    pos = Yard(edition=edition, phase="3").run("SFTG", 100, P1=40).token("SFTG", token)
    return pos.tile("J6", "57", 2).tile("K7", "614", 0).tile("M7", "612", 0)


# Examples of the book.


def test_4_3_1_example_port_and_towns_are_free() -> None:
    """T7: port 40, Venezia 20, Mestre 10, Padova 30, Rovigo 10 with a 2-train: two stops, L.110."""
    pos = Yard().run("IRSFF", 100, P1=40).token("IRSFF", "F16:c0").trains("IRSFF", "2")
    pos.tile("F16", "601", 0).tile("G15", "202", 4).tile("I15", "4", 0)
    assert refusal(pos, "IRSFF", ("2-0", "G17-F16-G15-I15")) is None
    assert revenue(pos, "IRSFF", ("2-0", "G17-F16-G15-I15")) == 110
    assert code(pos, "IRSFF", ("2-0", "G17-F16-G15")) == "not_the_highest"


def test_4_3_1_example_a_port_and_a_pass_are_no_second_stop() -> None:
    """T8: the southern port, Genova and the northern pass are no route."""
    pos = genova().trains("SFTG", "3")
    assert code(pos, "SFTG", ("3-0", "O7-M7-K7")) == "route_too_few"


def test_4_3_2_example_values_are_added() -> None:
    """T9: 30 + 20 + 20."""
    pos = rail().trains("CTS", "3")
    assert refusal(pos, "CTS", ("3-0", "G13-H12-I11-H10")) is None
    assert revenue(pos, "CTS", ("3-0", "G13-H12-I11-H10")) == 70


def test_4_3_2_example_who_gets_the_dividend() -> None:
    """T10: 50% president, 20% offering, 30% pool, revenue 50: 25, 10 to the treasury, 15 stay in the bank."""
    pos = rail()
    before = pos.cash("bank"), pos.cash("P1")
    pos.game.state.companies[company("CTS")].last_run = 50
    pos.turn("CTS", DeclareDividend(company("CTS"))).do("CTS: pay")
    assert (pos.cash("P1") - before[1], pos.cash("CTS"), before[0] - pos.cash("bank")) == (25, 10, 35)


def test_4_3_example_the_token_moves_right_only_above_the_value() -> None:
    """T6: at 144 a dividend of 144 is not enough."""
    pos = Yard().run("SFTC", 144, P1=40)
    moves = pos.context.rules.dividends.moves
    assert moves(pos.context, company("SFTC"), 144, "pay") == ()
    assert moves(pos.context, company("SFTC"), 145, "pay") == ("right",)
    assert moves(pos.context, company("SFTC"), 145, "withhold") == ("left",)


def test_3_5_1_before_phase_8_tokens_stop_at_column_p() -> None:
    """T20: they go up instead, and stay in the first row."""
    early, late = Yard(phase="7").run("SFTC", 298, P1=40), Yard(phase="8").run("SFTC", 298, P1=40)
    step = early.context.rules.market.step
    assert early.game.state.places[marker("SFTC")] == (2, 15)
    assert step(early.context, marker("SFTC"), "right") == (1, 15)
    assert step(late.context, marker("SFTC"), "right") == (2, 16)
    top = Yard(phase="7").run("SFTC", 377, P1=40)
    assert step(top.context, marker("SFTC"), "right") == (0, 15)


# What is a route [4.1, 4.3.1].


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ("G13-H12", "not_the_highest"),
        ("H12-I11-H10", "not_the_highest"),
        ("G13-H12-I11", "route_no_track"),
        ("G13-H10", "route_not_adjacent"),
        ("X1-H12", "route_unknown_hex"),
        ("H12-G13-H12", "route_same_track"),
    ],
)
def test_4_3_1_refusals_name_what_is_wrong(route: str, expected: str) -> None:
    error = refusal(rail().trains("CTS", "3"), "CTS", ("3-0", route))
    assert error is not None
    assert error.code == expected
    assert error.paragraph in {"4.3.1", "4.3.2"}
    assert error.sentence.endswith(".")


def test_4_3_1_a_train_reaches_as_many_stops_as_its_number() -> None:
    pos = rail().trains("CTS", "2")
    assert code(pos, "CTS", ("2-0", "G13-H12-I11-H10")) == "route_too_long"


def test_4_3_1_each_card_runs_once_and_only_own_cards() -> None:
    pos = rail().trains("CTS", "3")
    assert code(pos, "CTS", ("3-1", "G13-H12")) == "no_such_train"
    assert code(pos, "CTS", ("3-0", "G13-H12"), ("3-0", "H12-I11-H10")) == "no_such_train"


def test_4_3_1_routes_share_no_track_but_meet_in_cities() -> None:
    pos = rail().trains("CTS", "3", "3")
    assert code(pos, "CTS", ("3-0", "G13-H12-I11-H10"), ("3-1", "G13-H12")) == "route_shared_track"
    assert code(pos, "CTS", ("3-0", "G13-H12"), ("3-1", "H12-I11-H10")) is None


def test_4_3_1_a_route_needs_an_own_token_in_a_city() -> None:
    pos = rail().run("AFI", 100, P2=40).token("AFI", "K13:c0").trains("AFI", "3")
    assert code(pos, "AFI", ("3-0", "G13-H12")) == "route_no_token"


def test_4_3_1_a_token_in_a_pass_does_not_count() -> None:
    """D31: the site accepts it."""
    book, site = genova(token="K7:c0"), genova(ONLINE, token="K7:c0")
    assert code(book.trains("SFTG", "3"), "SFTG", ("3-0", "J6-K7-M7")) == "route_no_token"
    assert code(site.trains("SFTG", "3"), "SFTG", ("3-0", "J6-K7-M7")) is None


def test_4_3_1_passes_count_against_the_number_except_for_8_trains() -> None:
    pos = genova().trains("SFTG", "2")
    assert not pos.context.rules.running.can_run(pos.context, company("SFTG"))
    pos.trains("SFTG", "3")
    assert pos.context.rules.running.can_run(pos.context, company("SFTG"))
    assert refusal(pos, "SFTG", ("3-0", "J6-K7-M7-O7")) is None


def test_4_3_1_a_city_and_a_town_are_a_route() -> None:
    """D33."""
    pos = Yard().run("SFTG", 100, P1=40).token("SFTG", "H4:c0").trains("SFTG", "2").tile("I5", "4", 2)
    assert refusal(pos, "SFTG", ("2-0", "H4.c0-I5")) is None


def test_4_3_1_several_routes_may_end_at_yellow_milano() -> None:
    """D32: the site lets only one touch it."""
    for edition, expected in (("book", None), (ONLINE, "route_shared_stub")):
        pos = Yard(edition=edition).run("IRSFF", 100, P1=40).token("IRSFF", "F8:c0").trains("IRSFF", "2", "2")
        pos.tile("D8", "57", 0).tile("E9", "621", 1)
        assert code(pos, "IRSFF", ("2-0", "F8-D8"), ("2-1", "F8-E9")) == expected


def test_4_1_yellow_milano_is_an_end() -> None:
    pos = Yard().run("IRSFF", 100, P1=40).token("IRSFF", "F8:c0").trains("IRSFF", "3")
    pos.tile("D8", "57", 0).tile("E9", "621", 1)
    assert code(pos, "IRSFF", ("3-0", "D8-F8-E9")) == "route_stub"


def test_4_1_no_way_through_a_city_full_of_foreign_tokens() -> None:
    pos = rail().run("AFI", 100, P2=40).token("AFI", "G13:c0").trains("AFI", "3")
    pos.tile("F14", "57", 1)
    assert code(pos, "AFI", ("3-0", "G13-H12-I11-H10")) == "route_blocked"


def test_4_6_1_trains_cross_borders() -> None:
    """D80: an active border matters for tiles and tokens only."""
    pos = Yard(phase="5").run("SB", 100, P1=40).token("SB", "E7:c0").trains("SB", "2")
    pos.tile("E7", "57", 0).tile("C7", "57", 0)
    assert refusal(pos, "SB", ("2-0", "E7-C7")) is None


def test_4_3_2_boxes_pay_by_phase() -> None:
    assert [revenue_step(Yard(phase=phase).context) for phase in "2345678"] == [0, 0, 1, 1, 2, 2, 2]


# The highest revenue [4.3.2].


def test_4_3_2_the_highest_revenue_must_be_taken() -> None:
    pos = rail().trains("CTS", "2")
    error = refusal(pos, "CTS", ("2-0", "H12-I11-H10"))
    assert error is not None
    assert (error.code, error.paragraph) == ("not_the_highest", "4.3.2")
    assert "50" in error.sentence
    assert refusal(pos, "CTS", ("2-0", "G13-H12")) is None
    assert code(pos, "CTS") == "not_the_highest"


def test_4_3_2_online_the_routes_stand_as_entered() -> None:
    """D36."""
    assert code(rail(edition=ONLINE).trains("CTS", "2"), "CTS", ("2-0", "H12-I11-H10")) is None


def test_4_3_2_an_accepted_log_is_not_searched_again() -> None:
    """Folding a stored log keeps the linear checks and trusts the sums."""
    pos = rail().trains("CTS", "2")
    pos.context.trusted = True
    assert code(pos, "CTS", ("2-0", "H12-I11-H10")) is None
    assert code(pos, "CTS", ("2-0", "G13-H12-I11-H10")) == "route_too_long"


def test_4_3_2_a_session_trusts_only_while_it_folds() -> None:
    table = Yard()
    fresh = Session(table.game.blueprint.title, table.game.blueprint.setup)
    assert not fresh.game.context.trusted
    assert fresh.decision is not None
    action = next(fresh.decision.enumerate())
    folded = Session.fold(table.game.blueprint.title, table.game.blueprint.setup, [Act(action)])  # type: ignore[arg-type]
    assert not folded.game.context.trusted
    assert not folded.at(1).context.trusted


def test_4_3_the_proposed_routes_are_the_best() -> None:
    pos = rail().trains("CTS", "2").turn("CTS", RunTrains(company("CTS")), DeclareDividend(company("CTS")))
    assert pos.game.decision is not None
    run = next(pos.game.decision.enumerate())
    pos.game.apply(run)
    assert pos.game.state.companies[company("CTS")].last_run == 50


# Steps without a question.


def test_4_3_without_a_train_nothing_runs_and_the_token_goes_left() -> None:
    pos = rail().turn("CTS", RunTrains(company("CTS")), DeclareDividend(company("CTS")))
    assert pos.price("CTS") == 90


def test_4_3_without_a_route_nothing_runs() -> None:
    pos = Yard().run("SFTC", 100, P1=40).token("SFTC", "H8:c0").trains("SFTC", "2")
    assert not pos.context.rules.running.can_run(pos.context, company("SFTC"))
    assert pos.context.rules.running.best(pos.context, company("SFTC")) == ((),)


def test_4_3_online_the_phase_2_test_stays_inside_borders() -> None:
    """D34."""
    for edition, expected in (("book", True), (ONLINE, False)):
        pos = Yard(edition=edition, phase="2").run("SB", 100, P1=40).token("SB", "E7:c0").trains("SB", "2")
        pos.tile("E7", "57", 0).tile("C7", "57", 0)
        assert pos.context.rules.running.can_run(pos.context, company("SB")) is expected


def test_4_5_the_duty_knows_no_borders_and_no_length() -> None:
    pos = genova()
    assert has_route(pos.context, company("SFTG"))
    port = Yard(phase="3").run("SFTG", 100, P1=40).token("SFTG", "M7:c0").tile("M7", "612", 0)
    assert not has_route(port.context, company("SFTG"))  # only the port and a pass
