"""Text that stays in its box: fonts, measuring, fitting and wrapping. All sizes in pixels."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

import font_source_sans_pro
from PIL import ImageFont

Weight = Literal["Regular", "Semibold", "Bold", "Black"]

_FOLDER: Final = Path(font_source_sans_pro.font_directory)
SMALLEST: Final = 8


class Ink(NamedTuple):
    """What a line of text covers, relative to the left end of its baseline; `top` is negative."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the first to the last inked pixel."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the highest to the lowest inked pixel."""
        return self.bottom - self.top


class Fitted(NamedTuple):
    """Lines of text and the one size at which they fit."""

    lines: tuple[str, ...]
    size: int
    weight: Weight


@lru_cache(maxsize=256)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Source Sans Pro in `weight` at `size` pixels."""
    path = _FOLDER / f"SourceSansPro-{weight}.ttf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def ink(text: str, weight: Weight, size: int) -> Ink:
    """The inked box of one line."""
    return Ink(*font(weight, size).getbbox(text, anchor="ls"))


def line_step(size: int) -> int:
    """From one baseline to the next."""
    return round(size * 1.02)


def block(lines: tuple[str, ...], weight: Weight, size: int) -> tuple[float, float]:
    """Width and height of a block of lines."""
    inks = [ink(line, weight, size) for line in lines]
    height = inks[-1].bottom - inks[0].top + line_step(size) * (len(lines) - 1)
    return max(one.width for one in inks), height


def _fits(lines: tuple[str, ...], weight: Weight, size: int, room: tuple[float, float]) -> bool:
    width, height = block(lines, weight, size)
    return width <= room[0] and height <= room[1]


def _splits(text: str) -> Iterator[tuple[str, ...]]:
    """The text in one line, then every way to cut it in two at a space or after an apostrophe."""
    yield (text,)
    for place, letter in enumerate(text[:-1]):
        if letter == " ":
            yield text[:place], text[place + 1 :]
        elif letter == "'":
            yield text[: place + 1], text[place + 1 :]


@lru_cache(maxsize=4096)
def fit(text: str, weight: Weight, room: tuple[float, float], largest: int) -> Fitted:
    """Fit into `room` in one or two lines, whichever allows the larger letters."""
    best = Fitted((text,), 0, weight)
    for lines in _splits(text):
        size = largest
        while size > SMALLEST and not _fits(lines, weight, size, room):
            size -= 1
        if size > best.size:
            best = Fitted(lines, size, weight)
    return best


@lru_cache(maxsize=4096)
def fit_disc(text: str, weight: Weight, radius: float, largest: int) -> int:
    """The largest size at which one line lies inside a circle of `radius`."""
    size = largest
    while size > SMALLEST:
        box = ink(text, weight, size)
        if (box.width / 2) ** 2 + (box.height / 2) ** 2 <= radius**2:
            break
        size -= 1
    return size


@lru_cache(maxsize=4096)
def shorten(text: str, weight: Weight, size: int, width: float) -> str:
    """The text, cut with an ellipsis when it is wider than `width` pixels."""
    if ink(text, weight, size).width <= width:
        return text
    kept = text
    while kept and ink(kept + "…", weight, size).width > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"
