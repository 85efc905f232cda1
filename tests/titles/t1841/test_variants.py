"""The optional rules [8] seen from the operating side; borders have a file of their own."""

import pytest

from engine.errors import RuleError
from engine.frames.trains import BuyTrains
from engine.ids import PrivateId
from engine.title import Setup
from engine.titles import find
from engine.titles.t1841.bases import place_refusal
from engine.titles.t1841.extra import extra_of
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import company

REUNIFICATIONS = ("napoleon", "cavour", "wilhelm", "carlo_alberto", "franz_joseph")


def ferdinandea(phase: str, front: str, *options: str) -> Yard:
    """IRSFF (P1) in Milano and Venezia, SFTG (P2) with a route about to begin a phase."""
    pos = Yard(options=options, phase=phase).front(front).own("IRSFF", "P1").run("IRSFF", 100, P1=60, P2=20)
    pos.token("IRSFF", "F8:c0", "F16:c0").charter("IRSFF", 2).treasury(IRSFF=100)
    pos.own("SFTG", "P2").run("SFTG", 95, P2=60).token("SFTG", "H4:c0").tile("I5", "4", 2)
    for stop in ("F8:c0", "F16:c0", "H4:c0", "J6:c0"):
        pos.game.state.reserved.pop(stop, None)
    return pos.treasury(SFTG=2000)


def begins(pos: Yard, kind: str) -> Yard:
    price = next(train.price for train in pos.context.data.trains if train.id == kind)
    pos.turn("SFTG", BuyTrains(company("SFTG")), waiting=("IRSFF",))
    return pos.do(f"SFTG: train {kind} bank {price}")


def exists(pos: Yard, name: str) -> bool:
    return company(name) in pos.game.state.companies


@pytest.mark.parametrize("option", ["napoleon", "cavour", "wilhelm", "franz_joseph"])
def test_8_1_without_a_secession_irsff_goes_on(option: str) -> None:
    pos = begins(ferdinandea("3", "4", option), "4")
    assert exists(pos, "IRSFF")
    assert not exists(pos, "SB")
    assert pos.game.state.privates == {}


def test_4_6_9_without_a_variant_irsff_is_split_in_phase_4() -> None:
    assert exists(begins(ferdinandea("3", "4"), "4"), "SB")


def test_8_1_4_carlo_alberto_splits_it_in_phase_3() -> None:
    assert exists(begins(ferdinandea("2", "3", "carlo_alberto"), "3"), "SB")


def test_8_1_4_and_not_in_phase_4() -> None:
    pos = Yard(options=("carlo_alberto",), phase="3").front("4").run("SFTG", 95, P2=60).treasury(SFTG=2000)
    pos.run("AFI", 68, P1=60).token("SFTG", "H4:c0").tile("I5", "4", 2)
    pos.turn("SFTG", BuyTrains(company("SFTG")), waiting=("AFI",)).do("SFTG: train 4 bank 350")
    assert not exists(pos, "SB")


def test_8_1_the_variants_exclude_each_other() -> None:
    title = find("1841")
    for one in REUNIFICATIONS:
        for other in REUNIFICATIONS:
            if one < other:
                with pytest.raises(RuleError):
                    title.check(Setup("1841", ("A", "B", "C"), (one, other)))


@pytest.mark.parametrize(
    ("options", "phase", "closed"),
    [
        ((), "3", "austrian_city"),
        ((), "4", None),
        (("franz_joseph",), "3", None),
        (("carlo_alberto",), "3", None),
        (("wilhelm",), "3", "austrian_city"),
        (("wilhelm",), "4", None),
        (("napoleon",), "4", None),
    ],
)
def test_8_1_when_austrian_cities_open(options: tuple[str, ...], phase: str, closed: str | None) -> None:
    pos = Yard(options=options, phase=phase).context
    error = place_refusal(pos, company("CTS"), "H10:c0")
    assert (error.code if error else None) == closed


@pytest.mark.parametrize("option", ["franz_joseph", "carlo_alberto"])
def test_8_1_milano_and_venezia_stay_closed_until_phase_4(option: str) -> None:
    pos = Yard(options=(option,), phase="3").context
    for stop in ("F8:c0", "F16:c0"):
        error = place_refusal(pos, company("CTS"), stop)
        assert error is not None
        assert error.code == "historical_base"


def test_8_1_4_irsff_not_running_sb_and_sfl_are_out_but_irsff_may_still_start() -> None:
    pos = Yard(options=("carlo_alberto",), phase="2").front("3").own("SFTG", "P2").run("SFTG", 95, P2=60)
    pos.token("SFTG", "H4:c0").tile("I5", "4", 2).treasury(SFTG=2000)
    pos.run("SFTC", 68, P1=60).turn("SFTG", BuyTrains(company("SFTG")), waiting=("SFTC",))
    pos.do("SFTG: train 3 bank 200")
    assert {company("SB"), company("SFL")} <= set(extra_of(pos.context).removed)
    assert PrivateId("IRSFF") in pos.game.state.privates
    assert company("IRSFF") not in extra_of(pos.context).removed


def test_8_3_the_small_game_has_no_tuscans_and_fewer_trains() -> None:
    data = Yard(options=("lite",)).context.data
    assert not {"SFLP", "SFMA", "SSFL", "SFLi"} & set(data.companies)
    assert [train.count for train in data.trains] == [6, 5, 3, 2, 2, 2, 7]
    assert len(data.privates) == 5
