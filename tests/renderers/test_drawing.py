"""Canvas, text, theme and PNG."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.canvas import Canvas, Drawn, Pen, cut_dashes
from renderers.png import encode, fit_upload
from renderers.text import SMALLEST, block, fit, fit_disc, font, ink, shorten
from renderers.theme import DARK, LIGHT, Theme, contrast, ink_on, palette_colours
from renderers.tokens import colour_pairs, liveries
from tests.renderers.judge import inside, texts
from tests.renderers.positions import data

LETTERS = "àèéìòùüöäßçœÀÈÉÜ£·…ABCabcgjpqy0123456789'&- "


def glyph(letter: str) -> bytes:
    return bytes(font("Bold", 40).getmask(letter))


@pytest.mark.parametrize("letter", list("àèéìòùüöäßçœ£·…"))
def test_the_font_has_every_letter_of_the_three_titles(letter: str) -> None:
    assert glyph(letter) != glyph("\uffff")


@given(st.text(alphabet=LETTERS, min_size=1, max_size=24), st.integers(90, 400), st.integers(24, 80))
def test_fitted_text_never_leaves_its_box(text: str, width: int, height: int) -> None:
    fitted = fit(text, "Bold", (width, height), 60)
    wide, high = block(fitted.lines, "Bold", fitted.size)
    assert fitted.size == SMALLEST or (wide <= width and high <= height)


@given(st.text(alphabet="ABCDEFGHIJKLMi", min_size=1, max_size=6), st.integers(16, 60))
def test_text_in_a_disc_stays_in_the_disc(text: str, radius: int) -> None:
    size = fit_disc(text, "Bold", radius, 60)
    box = ink(text, "Bold", size)
    assert size == SMALLEST or math.hypot(box.width / 2, box.height / 2) <= radius


@given(st.text(alphabet=LETTERS, min_size=1, max_size=60), st.integers(40, 300))
def test_shortened_text_is_not_wider_than_asked(text: str, width: int) -> None:
    assert ink(shorten(text, "Semibold", 30, width), "Semibold", 30).width <= width


def test_the_canvas_records_where_text_really_stands() -> None:
    log: list[Drawn] = []
    canvas = Canvas((200, 60), (255, 255, 255), log)
    canvas.write("Genova", (10, 10, 190, 50), Pen((0, 0, 0), 40))
    (call,) = texts(log)
    assert inside(call.box, (10, 10, 190, 50))
    dark = canvas.finish().convert("L").point(lambda value: 255 if value < 128 else 0)
    assert dark.getbbox() is not None
    assert inside(tuple(float(value) for value in dark.getbbox() or (0, 0, 0, 0)), call.box, 2.5)  # type: ignore[arg-type]


def test_dashes_cover_the_drawn_share_of_a_line() -> None:
    pieces = cut_dashes([(0, 0), (50, 0), (100, 0)], (10, 10))
    assert sum(math.dist(piece[0], piece[-1]) for piece in pieces) == pytest.approx(50)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_letters_stand_out_from_every_ground(theme: Theme) -> None:
    for ground in (*theme.tiles.values(), *theme.tints, *theme.zones):
        assert contrast(ink_on(ground), ground) >= 3
    for ground in (theme.page, theme.panel, theme.band, theme.marked):
        assert contrast(theme.ink, ground) >= 4.5


def test_initials_stand_out_from_every_token() -> None:
    for look in liveries(data()).values():
        assert contrast(look.ink, look.fill) >= 3, look.text


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_palette_holds_all_grounds_and_companies(theme: Theme) -> None:
    colours = palette_colours(theme.name, colour_pairs(data()))
    assert len(colours) <= 256
    for wanted in (*theme.tiles.values(), *theme.tints, *(look.fill for look in liveries(data()).values())):
        assert wanted in colours


def test_a_picture_too_large_to_send_is_reduced_and_says_so() -> None:
    noise = Image.effect_noise((900, 900), 80).convert("RGB")
    reduced = fit_upload(noise, limit=200_000)
    assert len(reduced.data) <= 200_000
    assert reduced.note.startswith("Reduced from 900 x 900 pixels")
    small = fit_upload(Image.new("P", (50, 50)))
    assert (small.size, small.note) == ((50, 50), "")
    assert encode(noise).startswith(b"\x89PNG")
