"""The stock market picture."""

import pytest

from engine.ids import MarkerId
from renderers import MarketHints, draw_market, market_alt_text
from renderers.canvas import Drawn
from renderers.market import CellArtist, OrderFace, arrow_lines, cell_faces, grid_of, operating_order, panel_box
from renderers.theme import THEMES
from renderers.tokens import liveries
from tests.renderers.judge import clashes, inside, kinds, overlap, texts, words
from tests.renderers.positions import data, middle, start

ARTIST = CellArtist(THEMES["light"], liveries(data()))


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
    assert high.ys[3] - high.ys[2] > low.ys[3] - low.ys[2]
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
        panel = panel_box(data(), grid)
        for row, column in cell_faces(data(), state, MarketHints(), grid):
            assert not overlap(grid.cell(row, column), panel)


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
