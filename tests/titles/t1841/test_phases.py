"""Phase changes [4.6]: their effects in order, dying trains, discards over the limit."""

from collections.abc import Sequence

import pytest

from engine.events import Event, MarkerMoved, PhaseBegan, PresidentChanged, PrivateGone, TokenRemoved, TrainLost
from engine.frames.trains import BuyTrains
from engine.titles.t1841.extra import extra_of
from engine.titles.t1841.phases import phase_events, secession_phase, tuscan_phase
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company


def buyer(phase: str, front: str, *options: str, edition: str = "book") -> Yard:
    """AFI (P1) with money and a route, about to buy the first train of a class."""
    pos = Yard(options=options, edition=edition, phase=phase).front(front).run("AFI", 100, P1=60)
    pos.run("CTS", 95, P2=60)
    return pos.treasury(AFI=3000).token("AFI", "H4:c0").tile("I5", "4", 2)


def buys(pos: Yard, kind: str) -> Sequence[Event]:
    price = next(train.price for train in pos.context.data.trains if train.id == kind)
    pos.turn("AFI", BuyTrains(company("AFI")), waiting=("CTS",))
    pos.do(f"AFI: train {kind} bank {price}")
    return list(pos.context.events)


def steps(phase: str, *options: str, edition: str = "book") -> list[str]:
    pos = Yard(options=options, edition=edition, phase=phase).context
    return [type(frame).__name__ for frame in phase_events(pos, pos.state.phase)]


# Order [4.6].


def test_4_6_3_the_order_of_phase_4() -> None:
    expected = ["CloseConcessions", "RustTrains", "DiscardTrains", "Secession", "TuscanMerge"]
    assert steps("4") == expected


def test_4_6_3_online_trains_die_first_and_discards_follow_the_secession() -> None:
    """D52."""
    expected = ["RustTrains", "CloseConcessions", "Secession", "DiscardTrains", "TuscanMerge"]
    assert steps("4", edition=ONLINE) == expected


@pytest.mark.parametrize("phase", ["3", "5", "6", "7", "8"])
def test_4_6_other_phases_bring_rust_and_discards(phase: str) -> None:
    assert steps(phase) == ["RustTrains", "DiscardTrains"]


@pytest.mark.parametrize(
    ("options", "secession", "tuscan"),
    [
        ((), "4", "4"),
        (("napoleon",), "", "5"),
        (("cavour",), "", "4"),
        (("wilhelm",), "", "5"),
        (("carlo_alberto",), "3", "4"),
        (("franz_joseph",), "", "5"),
        (("lite",), "4", ""),
    ],
)
def test_8_1_when_the_secession_and_the_tuscan_merge_happen(
    options: tuple[str, ...], secession: str, tuscan: str
) -> None:
    pos = Yard(options=options).context
    assert (secession_phase(pos), tuscan_phase(pos)) == (secession, tuscan)


# Trains [4.6.3-4.6.8].


@pytest.mark.parametrize(
    ("phase", "first", "dead"), [("3", "4", "2"), ("4", "5", "3"), ("6", "7", "4"), ("7", "8", "5")]
)
def test_4_6_the_first_of_a_class_kills_an_older_one_wherever_it_is(phase: str, first: str, dead: str) -> None:
    pos = buyer(phase, dead).trains("CTS", dead).discarded(dead).front(first)
    events = buys(pos, first)
    lost = [event for event in events if isinstance(event, TrainLost)]
    assert [(event.owner, event.reason) for event in lost] == [("CTS", "rust")]
    assert pos.game.state.discards == []
    assert pos.game.state.trains[company("CTS")] == []


def test_4_6_a_phase_begins_at_once() -> None:
    pos = buyer("5", "6")
    assert [event.phase for event in buys(pos, "6") if isinstance(event, PhaseBegan)] == ["6"]
    assert pos.game.state.phase == "6"


def test_4_6_the_second_train_of_a_class_changes_nothing() -> None:
    pos = buyer("4", "4")
    assert not [event for event in buys(pos, "4") if isinstance(event, PhaseBegan)]


def test_4_6_discarded_trains_start_no_phase() -> None:
    pos = buyer("5", "6").discarded("6")
    pos.turn("AFI", BuyTrains(company("AFI")), waiting=("CTS",)).do("AFI: train 6 pool 800")
    assert pos.game.state.phase == "5"


def test_4_6_8_surplus_trains_are_discarded_in_operating_order() -> None:
    pos = buyer("5", "4").trains("CTS", "4", "5", "5").trains("AFI", "4", "5").front("6")
    buys(pos, "6")
    assert (pos.actor, pos.verbs, pos.offers("discard", "train")) == ("AFI", ("discard",), ["4", "5", "6"])
    pos.do("AFI: discard 5")
    assert (pos.actor, pos.offers("discard", "train")) == ("CTS", ["4", "5"])
    pos.do("CTS: discard 4")
    assert sorted(pos.game.state.discards) == ["4-0", "5-2"]


def test_4_6_8_minors_keep_one_train_from_phase_6() -> None:
    pos = buyer("5", "5")
    pos.run("CTLP", 68, P3=60).trains("CTLP", "5", "5").front("6")
    buys(pos, "6")
    assert len(pos.game.state.trains[company("CTLP")]) == 1  # two alike: nobody is asked


def test_4_6_8_a_frozen_corporation_discards_without_a_question() -> None:
    pos = buyer("5", "4")
    pos.run("ICSF", 68, pool=60).trains("ICSF", "4", "5", "5").front("6")
    buys(pos, "6")
    assert pos.game.state.trains[company("ICSF")] == ["5-0", "5-1"]  # the cheapest goes
    assert pos.actor == "AFI"


def test_4_6_8_before_phase_4_ends_the_concessions_limits_hold() -> None:
    """Phase 4 limits majors to three trains, phases 2 and 3 to four."""
    pos = buyer("3", "3").trains("CTS", "3", "3", "3", "3").front("4")
    buys(pos, "4")
    assert len(pos.game.state.trains[company("CTS")]) == 3


# Concessions [4.6.3].


def concessions() -> Yard:
    """Phase 3: SFTC is run by its concession holder P1 (20%) though P2 has 40%; SFTN has not started."""
    pos = buyer("3", "4").own("SFTC", "P1").own("SFTN", "P3").own("Bayard", "P2")
    pos.run("SFTC", 68, P1=20, P2=40)
    return pos


def test_4_6_3_concessions_leave_the_game_and_presidencies_change() -> None:
    pos = concessions()
    assert pos.president("SFTC") == "P1"
    events = buys(pos, "4")
    assert pos.game.state.privates == {}
    assert len([event for event in events if isinstance(event, PrivateGone)]) == 8
    assert [(event.company, event.new) for event in events if isinstance(event, PresidentChanged)] == [("SFTC", "P2")]
    assert (pos.percent("P1", "SFTC"), pos.percent("P2", "SFTC")) == (20, 40)


def test_4_6_3_a_tie_leaves_the_presidency() -> None:
    pos = concessions()
    pos.game.state.shares[company("SFTC")] = dict(pos.game.state.shares[company("SFTC")])
    pos.give(company("SFTC"), pos.game.state.players[0], 20, first=False)
    buys(pos, "4")
    assert pos.president("SFTC") == "P1"


def test_4_6_3_unstarted_historical_corporations_go_and_their_bases_open() -> None:
    pos = concessions()
    assert pos.game.state.reserved["H4:c1"] == ["SFTN"]
    buys(pos, "4")
    assert company("SFTN") in extra_of(pos.context).removed
    assert not {"H4:c0", "H4:c1", "Q11:c0", "F8:c0", "R14"} & set(pos.game.state.reserved)


def test_4_6_3_phase_4_moves_no_market_token_and_no_map_token_of_others() -> None:
    events = buys(concessions(), "4")
    assert not [event for event in events if isinstance(event, MarkerMoved | TokenRemoved)]


# Operating rounds [4.6.2, 4.6.4].


def test_4_6_the_number_of_rounds_is_read_when_the_stock_round_ends() -> None:
    rounds = [next(p.operating_rounds for p in Yard().context.data.phases if p.id == phase) for phase in "2345678"]
    assert rounds == [1, 2, 2, 3, 3, 3, 3]
    pos = buyer("2", "3")
    pos.turn("AFI", BuyTrains(company("AFI")), parts=1).do("AFI: train 3 bank 200")
    assert pos.game.state.stack[0].parts == 1  # type: ignore[attr-defined]
