"""What cannot be drawn is refused with one error that names it."""

from collections.abc import Callable

import pytest

from engine.ids import HexId, MarkerId, TileId
from engine.state import PlacedTile, State
from renderers import (
    MapHints,
    MarketHints,
    PictureError,
    RouteLine,
    TileChoice,
    draw_choices,
    draw_companies,
    draw_map,
    draw_market,
    draw_timelapse,
)
from tests.renderers.positions import SEATS, company, data, middle


def unknown_tile(state: State) -> None:
    state.tiles[HexId("G9")] = PlacedTile(TileId("9999"), 0)


def unknown_hex(state: State) -> None:
    state.tiles[HexId("Z99")] = PlacedTile(TileId("9"), 0)


def unknown_company(state: State) -> None:
    state.tokens["F8:c0"] = [company("NOBODY")]


def unknown_stop(state: State) -> None:
    state.tokens["G9:c4"] = [company("SFTG")]


CASES: dict[str, tuple[Callable[[State], None], str]] = {
    "tile": (unknown_tile, "Tile '9999' on G9: 1841 has no such tile"),
    "hex": (unknown_hex, "Tile 9: the map of 1841 has no hex 'Z99'"),
    "company": (unknown_company, "Token at F8:c0: 1841 has no company 'NOBODY'"),
    "stop": (unknown_stop, "Token at G9:c4: tile 9 has no stop 'c4'"),
}


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_map_that_cannot_be_drawn_is_refused(case: str) -> None:
    state = middle()
    CASES[case][0](state)
    with pytest.raises(PictureError, match=CASES[case][1]):
        draw_map(data(), state)
    with pytest.raises(PictureError, match=CASES[case][1]):
        draw_timelapse(data(), [(state, MapHints())])


def test_hints_beside_the_map_are_refused() -> None:
    nowhere = HexId("Z9")
    for hints, words in (
        (MapHints(last_hexes=frozenset({nowhere})), "Last move"),
        (MapHints(candidates=((nowhere, "3"),)), "Candidate 3"),
        (MapHints(routes=(RouteLine("3: 120", ("F8", "Z9.c0")),)), "Route 3: 120"),
    ):
        with pytest.raises(PictureError, match=f"{words}: the map of 1841 has no hex 'Z9'"):
            draw_map(data(), middle(), hints)


def test_a_marker_beside_the_market_is_refused() -> None:
    state = middle()
    state.places[MarkerId("SFTG")] = (12, 40)
    with pytest.raises(PictureError, match="Marker SFTG: the market of 1841 has no cell in row 12, column 40"):
        draw_market(data(), state)
    with pytest.raises(PictureError, match="Marker SLDV of the operating order"):
        draw_market(data(), middle(), MarketHints(order=(MarkerId("SLDV"),)))


def test_choices_must_exist_and_be_possible() -> None:
    with pytest.raises(PictureError, match="at least one choice"):
        draw_choices(data(), middle(), [])
    with pytest.raises(PictureError, match="Tile '777' on H8"):
        draw_choices(data(), middle(), [TileChoice("1", HexId("H8"), TileId("777"), 0)])


def test_an_unknown_certificate_is_refused() -> None:
    state = middle()
    state.shares[company("SFTG")][SEATS[0]] = [77]
    with pytest.raises(PictureError, match=r"Certificates \[77\] of SFTG held by P1"):
        draw_companies(data(), state)
