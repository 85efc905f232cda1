"""Laying track [4.1, 4.1.1, 4.1.2]: what fits, how many tiles, from which base, what it costs; brown cities [8.8]."""

import pytest

from engine.actions import Lay
from engine.board import lay_options
from engine.frames.track import LayTrack
from engine.ids import CompanyId, EntityId, HexId, StopRef, TileId
from engine.notation import write
from engine.titles.t1841.tracks import can_match
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import ONLINE, company

IRSFF, SFTG, SFTC, SSFL = "IRSFF", "SFTG", "SFTC", "SSFL"


def yard(phase: str = "2", *options: str, edition: str = "book") -> Yard:
    pos = Yard(options=options, edition=edition, phase=phase)
    pos.run(IRSFF, 100, P1=40)
    pos.token(IRSFF, "F8:c0", "F16:c0").treasury(IRSFF=500)
    return pos


def laying(pos: Yard, name: str = IRSFF) -> Yard:
    return pos.turn(name, LayTrack(company(name)))


def lone(name: str, stop: str, phase: str = "2") -> Yard:
    """A corporation of P1 with one token and L.500."""
    return Yard(phase=phase).run(name, 100, P1=40).token(name, stop).treasury(**{name: 500})


def lays_of(pos: Yard, name: str = IRSFF) -> int:
    return pos.context.rules.tracks.lays(pos.context, company(name))


def any_lay(pos: Yard, hex_id: str) -> str:
    """The first legal lay on a hex, as a line."""
    assert pos.game.decision is not None
    lays = [action for action in pos.game.decision.enumerate() if isinstance(action, Lay)]
    return write(next(lay for lay in lays if lay.hex == hex_id))


def sources(pos: Yard, name: str, *spot: str) -> frozenset[StopRef]:
    """Bases that justify a lay written as hex, tile, turn."""
    hex_id, tile, turn = spot
    lay = (HexId(hex_id), TileId(tile), int(turn))
    return pos.context.rules.tracks.sources(pos.context, company(name), lay)


def cost(pos: Yard, hex_id: str, tile: str) -> int:
    return pos.context.rules.tracks.cost(pos.context, company(SFTC), HexId(hex_id), TileId(tile))


# How many [4.1.2].


def test_4_1_2_phase_2_lays_a_tile_from_each_base() -> None:
    assert lays_of(yard()) == 2
    assert lays_of(yard().token(IRSFF, "E11:c0")) == 3


def test_4_1_2_phases_3_and_4_lay_one_additional_tile_at_most() -> None:
    for phase in "34":
        assert lays_of(yard(phase).token(IRSFF, "E11:c0")) == 2


def test_4_6_4_from_phase_5_on_a_major_lays_one_tile() -> None:
    assert [lays_of(yard(phase)) for phase in "5678"] == [1, 1, 1, 1]


def test_4_1_1_a_minor_lays_one_tile_whatever_its_bases() -> None:
    pos = lone("SFLP", "P12:c0")
    pos.token("SFLP", "Q11:c0")
    assert lays_of(pos, "SFLP") == 1


def test_4_1_1_without_a_base_nothing_is_laid() -> None:
    pos = Yard().run(SFTC, 100, P1=40).token(SFTC, "O3:c0")
    assert pos.context.rules.tracks.lays(pos.context, company(SFTC)) == 0


def test_4_1_2_example_irsff_lays_from_milano_and_from_venezia() -> None:
    """T5: the base in Venezia can only do the hex of Venezia itself at first."""
    pos = laying(yard())
    assert set(pos.offers("lay", "hex")) == {"D8", "E9", "F16"}
    como = any_lay(pos, "D8")
    pos.do(any_lay(pos, "E9"))
    assert pos.code(como) == ("base_used", "4.1.2")
    assert pos.code("IRSFF: lay H8 57 0") == ("not_connected", "4.1.1")
    assert set(pos.offers("lay", "hex")) == {"F16"}
    pos.do("IRSFF: lay F16 601 0")
    assert pos.game.state.round.part == 2  # no base is left, so the step was over


def test_4_1_2_a_second_tile_of_a_turn_goes_on_another_hex() -> None:
    pos = laying(yard("3")).do("IRSFF: lay F16 601 0")
    assert pos.code("IRSFF: lay F16 602 1") == ("same_hex", "4.1")


def test_4_1_2_tiles_are_matched_with_bases() -> None:
    """A lay that two bases justify leaves the free one to the next tile; nobody is asked."""
    one, two = frozenset({StopRef("A1:c0")}), frozenset({StopRef("B2:c0")})
    both = one | two
    assert can_match([both, one])
    assert can_match([one, two])
    assert not can_match([one, one])
    assert not can_match([both, one, two])


# What fits [4.1.1].


def test_4_1_1_a_hex_with_an_own_token_takes_its_first_tile_unconnected() -> None:
    pos = laying(lone("CTS", "H8:c0", "4"))
    pos.do("CTS: lay H8 57 0")
    assert pos.game.state.tiles[HexId("H8")].tile == "57"


def test_4_1_1_new_track_must_be_connected_to_a_base() -> None:
    pos = laying(yard())
    assert pos.code("IRSFF: lay E13 8 0") == ("not_connected", "4.1.1")
    legal = {turn for turn in range(6) if sources(pos, IRSFF, "D8", "57", str(turn))}
    assert legal == {0, 3}
    assert pos.code("IRSFF: lay D8 57 2") == ("no_new_track", "4.1.1")


def test_4_1_1_one_of_two_tracks_on_the_tile_suffices() -> None:
    """Double town: the curve towards Torino joins the network, the other one need not."""
    pos = lone("SFTN", "H4:c1", "3").tile("G5", "9", 1)  # up to the side of F6
    turns = [turn for turn in "012345" if sources(pos, "SFTN", "F6", "1", turn)]
    joined = [turn for turn in range(6) if pos.context.board.ground.design(TileId("1"), turn).exits >> 1 & 1]
    assert turns == [str(turn) for turn in joined] != []


def test_4_1_1_a_token_in_a_pass_is_no_base_for_track() -> None:
    pos = lone(SFTC, "M3:c0", "3")
    pos.token(SFTC, "O3:c0")
    pos.tile("O3", "613", 0)
    assert sources(pos, SFTC, "O3", "616", "0") <= {"M3:c0"}


def test_4_1_1_the_network_ends_at_a_city_full_of_foreign_tokens() -> None:
    pos = lone("CTS", "H10:c0", "4")
    pos.run("AFI", 100, P2=40)
    pos.token("AFI", "H8:c0")
    pos.tile("H10", "57", 1).tile("G9", "9", 1).tile("H8", "57", 2)
    reached = pos.context.rules.tracks
    far = [hex_id for hex_id in ("G7", "I7") if reached.hex_refusal(pos.context, company("CTS"), HexId(hex_id)) is None]
    assert far == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("IRSFF: lay D8 57 9", "no_turn"),
        ("IRSFF: lay D8 8 1", "lay_kind"),
        ("IRSFF: lay D8 14 1", "colour_not_available"),
        ("IRSFF: lay F8 604 0", "no_tile_fits"),
        ("IRSFF: lay F16 57 0", "lay_label"),
        ("IRSFF: lay H4 606 0", "not_connected"),
        ("IRSFF: lay X9 8 0", "no_hex"),
        ("IRSFF: lay D8 999 0", "no_tile"),
    ],
)
def test_4_1_1_refusals_name_what_is_wrong(line: str, code: str) -> None:
    error = laying(yard()).refused(line)
    assert error.code == code
    assert error.paragraph
    assert error.sentence.endswith(".")


def test_4_1_1_track_may_not_end_at_lakes_or_off_the_map() -> None:
    pos = laying(lone("SFTG", "H4:c0"))
    assert pos.code("SFTG: lay G3 8 1")[1] == "4.1.1"
    assert pos.code("SFTG: lay I3 9 0") == ("lay_impassable", "4.1.1")


def test_4_1_1_the_yellow_venezia_tile_lies_in_one_way_only() -> None:
    """D29: the town next to the port, the other track towards Padova."""
    pos = laying(yard())
    for turn in range(1, 6):
        assert pos.code(f"IRSFF: lay F16 601 {turn}") == ("venezia", "4.1.1")
    pos.do("IRSFF: lay F16 601 0")


def test_4_1_1_venezia_grows_in_one_way_only() -> None:
    pos = laying(yard("5").tile("F16", "601", 0))
    assert pos.code("IRSFF: lay F16 602 0") == ("venezia", "4.1.1")
    pos.do("IRSFF: lay F16 602 1")
    again = laying(yard("5").tile("F16", "602", 1))
    again.do("IRSFF: lay F16 603 1")


def test_4_1_1_reachable_city_tiles_are_upgraded_without_new_track() -> None:
    """D27: 601 -> 602 from the city's own base, where the new track need not lead anywhere."""
    pos = yard("3").tile("F16", "601", 0)
    assert sources(pos, IRSFF, "F16", "602", "1") == {"F16:c0"}


def test_4_1_1_plain_track_is_upgraded_only_with_new_reachable_track() -> None:
    pos = laying(yard("3").tile("F10", "9", 1).tile("F12", "9", 1))
    error = pos.refused("IRSFF: lay F12 23 1")
    assert error.paragraph == "4.1.1"


def test_15_tile_144_is_no_upgrade_by_the_book() -> None:
    """D30: the site lets 58 become 144."""
    for edition, expected in (("book", False), (ONLINE, True)):
        pos = yard("3", edition=edition)
        pos.tile("I9", "58", 0)
        fitting = lay_options(pos.context.board, HexId("I9"), pos.game.state.tile_counts)
        assert any(placed.tile == "144" for placed in fitting) is expected


# Borders [4.6.1].


def test_4_6_1_in_phase_2_the_network_ends_at_borders() -> None:
    pos = lone("SFTG", "J6:c0")
    pos.tile("J6", "57", 0)  # towards L6 and H6
    pos.tile("H6", "8", 0)
    tracks = pos.context.rules.tracks
    reached = [h for h in ("G7", "I7") if tracks.hex_refusal(pos.context, company("SFTG"), HexId(h)) is None]
    assert reached == []


def test_4_6_2_from_phase_3_borders_do_not_stop_tiles() -> None:
    blocked = laying(lone("IRSFF", "E7:c0", "2"))
    blocked.tile("E7", "57", 0)
    early, late = lone("IRSFF", "E7:c0", "2"), lone("IRSFF", "E7:c0", "3")
    for pos in (early, late):
        pos.tile("E7", "57", 0)
    rule = early.context.rules.tracks
    lugano = HexId("C7")
    assert rule.hex_refusal(early.context, company("IRSFF"), lugano) is not None
    assert rule.hex_refusal(late.context, company("IRSFF"), lugano) is None


# Money [4, 4.1.1].


def test_4_1_1_terrain_is_paid_once_with_the_first_tile() -> None:
    pos = laying(yard("3")).do("IRSFF: lay F16 601 0")
    assert pos.cash("IRSFF") == 450
    again = laying(yard("3").tile("F16", "601", 0)).do("IRSFF: lay F16 602 1")
    assert again.cash("IRSFF") == 500


def test_4_no_credit_for_terrain() -> None:
    pos = laying(yard().treasury(IRSFF=49))
    assert pos.code("IRSFF: lay F16 601 0") == ("no_money", "4.1.1")
    assert "F16" not in pos.offers("lay", "hex")


def test_4_1_1_replacing_a_pass_tile_costs_50() -> None:
    pos = Yard(phase="5")
    assert cost(pos, "O3", "613") == 100
    assert cost(pos, "A5", "610") == 200
    assert cost(pos, "M7", "612") == 50
    pos.tile("O3", "613", 0)
    assert cost(pos, "O3", "616") == 50


# 8.8.


def brown(tiles_left: int, *options: str) -> Yard:
    pos = Yard(options=options, phase="5")
    pos.run("CTS", 100, P1=40)
    pos.token("CTS", "K13:c0").treasury(CTS=100)
    pos.tile("K13", "14", 0)
    pos.game.state.tile_counts[next(t for t in pos.game.state.tile_counts if t == "63")] = tiles_left
    return laying(pos, "CTS")


def test_8_8_brown_cities_are_63_where_it_fits() -> None:
    pos = brown(3, "brown_cities")
    assert pos.code("CTS: lay K13 611 0") == ("tile_63_first", "8.8")
    pos.do("CTS: lay K13 63 0")


def test_8_8_without_the_option_or_without_a_63_left_611_is_free() -> None:
    brown(3).do("CTS: lay K13 611 0")
    brown(0, "brown_cities").do("CTS: lay K13 611 0")


def test_3_3_4_reserved_circles_follow_their_city_when_h4_grows() -> None:
    pos = lone("SFTC", "M3:c0", "3")
    assert pos.game.state.reserved["H4:c0"] == [CompanyId(EntityId("SFTG"))]
