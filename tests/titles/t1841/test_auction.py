"""Set-up and concessions round [1.2, 2.1], seats, and the sealed bids of the original version [7]."""

import pytest

from engine.errors import RuleError
from engine.title import Setup
from engine.titles import TITLES, find
from tests.titles.t1841.table import ONLINE, Table

DRAWN = ("chance: draw P1", "chance: draw P2")


def drawn(seats: int = 3, *options: str) -> Table:
    """A table whose bidding order is the order of the seats."""
    table = Table(seats, options)
    return table.do(*(f"chance: draw P{number}" for number in range(1, seats)))


@pytest.mark.parametrize(
    ("seats", "options", "each", "bank"),
    [
        (3, (), 1120, 11040),
        (4, (), 840, 11040),
        (5, (), 672, 11040),
        (6, (), 560, 11040),
        (7, (), 480, 11040),
        (8, (), 420, 11040),
        (3, ("lite",), 840, 8380),
        (6, ("lite",), 420, 8380),
    ],
)
def test_1_2_start_money_comes_out_of_the_bank(seats: int, options: tuple[str, ...], each: int, bank: int) -> None:
    table = Table(seats, options)
    assert table.cash("P1") == each
    assert table.cash("bank") == bank


def test_1_2_the_depot_holds_every_train_in_order() -> None:
    depot = Table().game.state.depot
    assert depot[:9] == ["2-0", "2-1", "2-2", "2-3", "2-4", "2-5", "2-6", "2-7", "3-0"]
    assert len(depot) == 32


def test_3_3_4_printed_bases_are_reserved_and_firenze_as_a_whole() -> None:
    reserved = Table().game.state.reserved
    assert reserved["R14"] == ["SFMA"]
    assert reserved["H4:c0"] == ["SFTG"]
    assert reserved["H4:c1"] == ["SFTN"]
    assert Table(options=["version_1"]).game.state.reserved["R14:c1"] == ["SFMA"]


def test_2_the_bidding_order_is_drawn_card_by_card() -> None:
    table = Table(4)
    assert table.game.decision is not None
    assert (table.actor, table.game.decision.barrier) == ("chance", True)
    table.do("chance: draw P3", "chance: draw P1")
    assert table.offers("draw", "outcome") == ["P2", "P4"]
    assert table.code("chance: draw P3") == ("draw", "2")
    table.do("chance: draw P4")
    assert table.game.state.players == ["P3", "P1", "P4", "P2"]
    assert table.actor == "P3"


def test_2_online_the_order_is_that_of_the_file() -> None:
    assert Table(edition=ONLINE).actor == "P1"


def test_2_1_bids_are_multiples_of_five_from_twenty() -> None:
    table = drawn()
    assert table.code("P1: bid SFTG 15") == ("bid_amount", "2.1")
    assert table.code("P1: bid SFTG 22") == ("bid_amount", "2.1")
    assert table.code("P1: bid SFTG 1125") == ("bid_amount", "2.1")
    table.do("P1: bid SFTG 20")
    assert table.code("P2: bid SFTG 22") == ("bid_amount", "2.1")
    assert table.code("P2: bid SFTN 25") == ("no_lot", "2.1")
    table.do("P2: bid SFTG 60")
    assert table.actor == "P3"


def test_2_1_by_agreement_bids_rise_by_one() -> None:
    table = drawn(3, "unit_bids").do("P1: bid SFTG 22")
    assert table.code("P2: bid SFTG 22") == ("bid_amount", "2.1")
    table.do("P2: bid SFTG 23")


def test_2_1_online_any_whole_number_from_five_more() -> None:
    table = Table(edition=ONLINE).do("P1: bid SFTG 22", "P2: bid SFTG 28")
    assert table.code("P3: bid SFTG 31") == ("bid_amount", "2.1")


def test_2_1_the_last_bidder_pays_and_the_next_nominator_sits_left_of_the_nominator() -> None:
    table = drawn().do("P1: bid IRSFF 20", "P2: bid IRSFF 40", "P3: pass", "P1: pass")
    assert table.owner("IRSFF") == "P2"
    assert table.cash("P2") == 1080
    assert table.cash("bank") == 11080
    assert table.actor == "P2"


def test_2_1_who_drops_out_of_a_lot_stays_out() -> None:
    table = drawn().do("P1: bid IRSFF 20", "P2: bid IRSFF 25", "P3: pass", "P1: bid IRSFF 30")
    assert table.actor == "P2"
    table.do("P2: bid IRSFF 35")
    assert table.actor == "P1"


def test_2_1_a_nomination_nobody_joins_is_sold_at_its_bid() -> None:
    table = drawn().do("P1: bid SFTC 30", "P2: pass", "P3: pass")
    assert table.cash("P1") == 1090
    assert table.actor == "P2"


def test_2_1_who_cannot_pay_the_next_bid_is_passed_unasked() -> None:
    table = drawn().do("P1: bid IRSFF 1120")
    assert table.owner("IRSFF") == "P1"
    assert table.actor == "P2"


def test_2_1_online_those_with_no_more_than_the_bid_are_left_out() -> None:
    table = Table(edition=ONLINE).do("P1: bid IRSFF 1118")
    assert table.actor == "P2"
    assert table.verbs == ("pass",)
    table.do("P2: pass", "P3: pass", "P2: bid SFTC 20", "P3: bid SFTC 25")
    assert table.actor == "P2"


def test_2_1_the_round_ends_when_all_decline_in_a_row_and_the_rest_goes_to_the_pool() -> None:
    table = drawn().do("P1: pass", "P2: bid SFTG 20", "P3: pass", "P1: pass", "P3: pass", "P1: pass")
    assert table.actor == "P2"
    table.do("P2: pass")
    privates = table.game.state.privates
    assert table.owner("SFTG") == "P2"
    assert {item for item, owner in privates.items() if owner == "pool"} == set(privates) - {"SFTG"}
    assert table.game.state.round.kind == "stock"


def test_2_1_the_round_ends_when_everything_is_sold() -> None:
    table = drawn(3, "lite")
    for number, item in enumerate(("Bayard", "SFTC", "SFTN", "SFTG", "IRSFF")):
        first, second, third = (f"P{(number + shift) % 3 + 1}" for shift in range(3))
        table.do(f"{first}: bid {item} 20", f"{second}: pass", f"{third}: pass")
    assert table.game.state.round.kind == "stock"


def test_2_1_seats_by_money_then_lowest_concession_then_bidding_order() -> None:
    table = drawn(4).do("P1: bid SFTG 20", "P2: pass", "P3: pass", "P4: pass")
    table.do("P2: bid SFTC 20", "P3: pass", "P4: pass", "P1: pass")
    table.do("P3: pass", "P4: pass", "P1: pass", "P2: pass")
    assert table.game.state.players == ["P2", "P1", "P3", "P4"]
    assert table.game.state.priority == "P2"


def test_7_sealed_bids_are_secret_and_within_ones_money() -> None:
    table = Table(options=["version_1"]).do(*DRAWN)
    assert table.game.decision is not None
    assert table.game.decision.secret
    assert table.code("P1: bid SFTG 10") == ("bid_too_small", "7")
    table.do("P1: bid SFTG 1000")
    assert table.code("P1: bid IRSFF 125") == ("bid_amount", "7")
    table.do("P1: bid SFTG 500", "P1: bid IRSFF 620", "P1: pass")
    assert table.actor == "P2"


def test_7_the_highest_sealed_bid_pays_and_seats_follow_the_totals() -> None:
    table = Table(options=["version_1"]).do(*DRAWN)
    table.do("P1: bid SFTG 50", "P1: pass", "P2: bid SFTG 60", "P2: pass", "P3: bid Bayard 80", "P3: pass")
    assert (table.owner("SFTG"), table.owner("Bayard")) == ("P2", "P3")
    assert (table.cash("P1"), table.cash("P2"), table.cash("P3")) == (1120, 1060, 1040)
    assert table.game.state.players == ["P3", "P2", "P1"]


def test_7_equal_sealed_bids_go_on_openly_and_equal_totals_seat_the_later_first() -> None:
    table = Table(options=["version_1"]).do(*DRAWN)
    table.do("P1: bid SFTG 50", "P1: pass", "P2: bid SFTG 50", "P2: pass", "P3: pass")
    assert table.actor == "P1"
    table.do("P1: bid SFTG 55", "P2: pass")
    assert table.cash("P1") == 1065
    assert table.game.state.players == ["P2", "P1", "P3"]


@pytest.mark.parametrize(
    ("seats", "options", "edition", "code"),
    [
        (2, (), "book", "players"),
        (9, (), "book", "players"),
        (7, ("lite",), "book", "players"),
        (3, ("napoleon", "cavour"), "book", "options"),
        (3, ("sfli_run",), "book", "options"),
        (3, ("unit_bids", "version_1"), "book", "options"),
        (3, ("cavour",), ONLINE, "options"),
        (3, ("no_such",), "book", "option"),
        (3, (), "no_such", "edition"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    seats: int, options: tuple[str, ...], edition: str, code: str
) -> None:
    setup = Setup("1841", tuple("abcdefghi"[:seats]), options, edition)
    with pytest.raises(RuleError) as caught:
        find("1841").check(setup)
    assert caught.value.code == code


def test_every_edition_and_combination_of_maps_loads() -> None:
    for options in ((), ("lite",), ("version_1",), ("lite", "version_1")):
        for edition in TITLES["1841"].editions:
            assert Table(options=options, edition=edition).game.decision is not None


def test_an_unknown_title_is_refused_by_name() -> None:
    with pytest.raises(RuleError, match="1841"):
        find("1830")
