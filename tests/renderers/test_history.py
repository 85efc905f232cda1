"""Histories: prices and wealth as a line chart."""

import pytest

from renderers import HistoryHints, PictureError, draw_history, history_alt_text
from renderers.canvas import Drawn
from renderers.history import WIDTH, draw_chart, grid_step, lines_of, spread
from renderers.theme import THEMES, ThemeName, contrast
from tests.renderers.judge import clashes, inside, kinds, texts, words

POINTS = [
    ("SR 1", {"SFTG": 100, "IRSFF": 144}),
    ("OR 1.1", {"SFTG": 90, "IRSFF": 144, "SB": 68}),
    ("OR 1.2", {"SFTG": 95, "SB": 93}),
    ("SR 2", {"SFTG": 93, "SB": 93}),
]
COLOURS = {"SFTG": "#1d4fb8", "IRSFF": "#f28c28", "SB": "#000000"}


def drawn(theme: ThemeName = "light") -> list[Drawn]:
    log: list[Drawn] = []
    draw_chart(POINTS, HistoryHints("1841 prices", "L.{}", COLOURS, theme), log)
    return log


def test_every_name_stands_once_with_its_latest_value() -> None:
    found = words(drawn())
    assert [found.count(name) for name in ("SFTG", "IRSFF", "SB")] == [1, 1, 1]
    assert found.count("93") == 2
    assert "144" not in found, "a line that ended shows no latest value"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_overlaps_and_nothing_leaves_the_picture(theme: ThemeName) -> None:
    log = drawn(theme)
    assert clashes(log) == []
    assert all(inside(call.box, (0, 0, WIDTH, 1000)) for call in texts(log))


def test_lines_differ_by_more_than_colour() -> None:
    log = drawn()
    assert len(kinds(log, "line")) == 3
    assert len({(call.box[2] - call.box[0], call.box[3] - call.box[1]) for call in kinds(log, "mark")}) >= 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_line_stands_out_from_the_page(theme: ThemeName) -> None:
    for line in lines_of(POINTS, HistoryHints(colours=COLOURS, theme=theme)):
        assert contrast(line.colour, THEMES[theme].page) >= 2.2


def test_a_line_is_broken_where_it_has_no_value() -> None:
    points = [("1", {"A": 1}), ("2", {}), ("3", {"A": 3})]
    (line,) = lines_of(points, HistoryHints())
    assert line.stretches == (((0, 1),), ((2, 3),))


def test_names_are_moved_apart_and_keep_their_order() -> None:
    assert spread([100, 101, 300], 20, (0, 400)) == [100, 120, 300]
    assert spread([395, 396], 20, (0, 400)) == [380, 400]


@pytest.mark.parametrize(("highest", "step"), [(1, 1), (93, 20), (144, 25), (516, 100), (7000, 2000)])
def test_the_grid_has_round_numbers(highest: int, step: int) -> None:
    assert grid_step(highest) == step


def test_a_history_without_values_is_refused() -> None:
    with pytest.raises(PictureError, match="at least one moment"):
        draw_history([("SR 1", {})])


def test_one_moment_is_enough() -> None:
    assert draw_history([("SR 1", {"Anna": 1120})]).startswith(b"\x89PNG")


def test_alt_text_tells_each_line_in_words() -> None:
    text = history_alt_text(POINTS, HistoryHints("1841 prices"))
    assert text.startswith("1841 prices, line chart. SFTG: 100 in SR 1, 93 in SR 2, at most 100;")
