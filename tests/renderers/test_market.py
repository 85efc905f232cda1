"""The stock market picture."""

from itertools import combinations

import msgspec
import pytest

from engine.ids import MarkerId
from engine.schema import CellData, MarketData, TitleData
from renderers import MarketHints, draw_market, market_alt_text
from renderers.canvas import Drawn
from renderers.grid import arrow_lines, divide_panel, grid_of, operating_order, panel_box
from renderers.market import CellArtist, OrderFace, cell_faces, marks_of, words_of
from renderers.theme import THEMES
from renderers.tokens import liveries
from tests.renderers.judge import clashes, inside, kinds, overlap, texts, words
from tests.renderers.positions import data, middle, start

ARTIST = CellArtist(THEMES["light"], liveries(data()), marks_of(data()))


def test_every_cell_shows_its_price_and_keeps_its_text_inside() -> None:
    state = middle()
    for face in cell_faces(data(), state, MarketHints(), grid_of(data(), state)).values():
        log: list[Drawn] = []
        ARTIST.cell(face, log)
        assert str(face.price) in words(log)
        assert clashes(log) == []
        assert all(inside(call.box, (0, 0, *face.size)) for call in texts(log))


def test_stacks_stand_in_operating_order_from_the_top() -> None:
    state = middle()
    face = cell_faces(data(), state, MarketHints(), grid_of(data(), state))[2, 8]
    log: list[Drawn] = []
    ARTIST.cell(face, log)
    first, second = kinds(log, "pill")
    assert words(log)[-2:] == ["SFTG", "SFTN"]
    assert first.box[3] <= second.box[1]


def test_a_high_stack_makes_its_row_higher() -> None:
    state = middle()
    state.stacks["2,8"] = [MarkerId(name) for name in ("SFTG", "SFTN", "AFI", "CTS", "SB", "RATF")]
    high, low = grid_of(data(), state), grid_of(data(), middle())
    assert high.tops[0, 2][1] - high.tops[0, 2][0] > low.tops[0, 2][1] - low.tops[0, 2][0]
    face = cell_faces(data(), state, MarketHints(), high)[2, 8]
    log: list[Drawn] = []
    ARTIST.cell(face, log)
    assert all(inside(call.box, (0, 0, *face.size)) for call in kinds(log, "pill"))


@pytest.mark.parametrize(("mark", "word"), [("par", "start"), ("par_major", "major"), ("end", "end")])
def test_zones_carry_a_word(mark: str, word: str) -> None:
    state = start()
    found = cell_faces(data(), state, MarketHints(), grid_of(data(), state)).values()
    face = next(face for face in found if mark in face.marks)
    log: list[Drawn] = []
    ARTIST.cell(face, log)
    assert word in words(log)


def test_legal_cells_are_ringed() -> None:
    state = middle()
    hints = MarketHints(candidates=frozenset({(3, 5)}))
    found = cell_faces(data(), state, hints, grid_of(data(), state))
    log: list[Drawn] = []
    ARTIST.cell(found[3, 5], log)
    assert kinds(log, "legal")
    assert not found[3, 4].legal


def test_arrows_run_from_the_old_cell_to_the_new_one() -> None:
    state = middle()
    grid = grid_of(data(), state)
    moves = ((MarkerId("CTDA"), (4, 1)), (MarkerId("SFTG"), (3, 8)), (MarkerId("SFTN"), (2, 8)))
    sideways, upwards = arrow_lines(grid, state, MarketHints(moves=moves))
    assert sideways[0][1] == sideways[1][1]
    assert sideways[0][0] < sideways[1][0]
    assert upwards[1][1] < upwards[0][1]


def test_the_panel_lies_clear_of_all_cells() -> None:
    for state in (start(), middle()):
        grid = grid_of(data(), state)
        panel = panel_box(data(), grid, len(marks_of(data())), len(state.places))
        for row, column in cell_faces(data(), state, MarketHints(), grid):
            assert not overlap(grid.cell(row, column), panel)


def wide_market(columns: int) -> TitleData:
    """A market of three long rows with a mark that the renderers have no words for."""
    row = tuple(CellData(10 * column, ("far_away",) if column == 3 else ()) for column in range(columns))
    return msgspec.structs.replace(data(), market=MarketData((row, row, row[:5])))


def test_a_wide_market_is_cut_into_bands() -> None:
    title, state = wide_market(37), start()
    grid = grid_of(title, state)
    assert grid.columns == 19
    assert sorted(grid.tops) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    boxes = [grid.cell(row, column) for row, column in cell_faces(title, state, MarketHints(), grid)]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair, slack=0)]
    panel = panel_box(title, grid, 1, 20)
    assert panel[1] > grid.bottom
    zones, order = divide_panel(panel, 1)
    assert not overlap(zones, order)
    assert inside(order, panel)


def test_marks_without_words_speak_for_themselves() -> None:
    assert words_of("far_away") == ("far away", "far away")
    assert draw_market(wide_market(37), start()).startswith(b"\x89PNG")


def test_operating_order_is_price_then_column_then_stack() -> None:
    assert operating_order(data(), middle()) == ("IRSFF", "SFTG", "SFTN", "CTDA")
    log: list[Drawn] = []
    ARTIST.order(OrderFace((500, 300), tuple((marker, 100) for marker in operating_order(data(), middle()))), log)
    assert clashes(log) == []
    assert [word for word in words(log) if word.isalpha()] == ["IRSFF", "SFTG", "SFTN", "CTDA"]


def test_alt_text_lists_prices_in_operating_order() -> None:
    hints = MarketHints(moves=((MarkerId("CTDA"), (4, 1)),))
    assert market_alt_text(data(), middle(), hints) == (
        "Stock market of 1841, in operating order: IRSFF 159, SFTG 144, SFTN 144, CTDA 68. Moved: CTDA from 59 to 68."
    )
    assert market_alt_text(data(), start()) == "Stock market of 1841: no company has started."


def test_it_encodes() -> None:
    assert draw_market(data(), middle(), MarketHints(theme="dark")).startswith(b"\x89PNG")
