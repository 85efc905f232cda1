"""Colours: a light and a dark theme, and the one palette all pictures of a title share.

Colours are ``(red, green, blue)`` with 0-255 each. Colour is never the only sign: whatever is coloured here also
carries a word, a number or a pattern.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageColor

RGB = tuple[int, int, int]
ThemeName = Literal["light", "dark"]

BLACK: Final[RGB] = (18, 18, 20)
WHITE: Final[RGB] = (255, 255, 255)
PALETTE_SIZE: Final = 256
BRIGHT: Final = 0.52
ALIKE: Final = 16
DIM: Final = 10


@dataclass(frozen=True)
class Theme:
    """All colours of one theme.

    Attributes:
        page: behind everything; `panel`: tables and legends; `ink`: text on both; `muted`: less important text.
        tints: unbuilt land by region, in order of first appearance.
        tiles: fill by tile colour (``yellow`` ... ``blue``); ``white`` is land without region.
        outline: between hexes; `track`, `casing`: a piece of track and its edge.
        border: active political border; `bar`: impassable hexside; `last`, `candidate`: rings of hints.
        routes: one per train of a shown route set; `zones`: market tints by zone.
    """

    name: ThemeName
    page: RGB
    panel: RGB
    ink: RGB
    muted: RGB
    rule: RGB
    tints: tuple[RGB, ...]
    tiles: dict[str, RGB]
    outline: RGB
    track: RGB
    casing: RGB
    border: RGB
    bar: RGB
    last: RGB
    candidate: RGB
    routes: tuple[RGB, ...]
    zones: tuple[RGB, ...]

    @property
    def band(self) -> RGB:
        """Ground of every second row of a table."""
        return blend(self.page, self.rule, 0.25)

    @property
    def marked(self) -> RGB:
        """Ground of a marked row of a table."""
        return blend(self.page, self.zones[1], 0.8)


def _rgb(*texts: str) -> tuple[RGB, ...]:
    return tuple(colour_of(text) for text in texts)


def colour_of(text: str) -> RGB:
    """The colour written as ``#rrggbb`` or by its CSS name."""
    red, green, blue, *_ = ImageColor.getrgb(text)
    return red, green, blue


def _tiles(*texts: str) -> dict[str, RGB]:
    names = ("white", "yellow", "green", "brown", "gray", "red", "blue")
    return dict(zip(names, _rgb(*texts), strict=True))


LIGHT: Final = Theme(
    name="light",
    page=(250, 249, 246),
    panel=(255, 255, 255),
    ink=(26, 28, 32),
    muted=(104, 108, 116),
    rule=(206, 206, 204),
    tints=_rgb(
        "#dfeec9",
        "#f3e3bd",
        "#cfe4f3",
        "#f6d5c8",
        "#ded2f0",
        "#dcdccf",
        "#c6ebe3",
        "#f4d3e6",
        "#c9dba4",
        "#e8c98e",
        "#a9cbe6",
        "#ecb5a4",
        "#c3b0e4",
        "#c2c3ae",
        "#9ed8cb",
        "#e8b0d2",
    ),
    tiles=_tiles("#efece2", "#f7cf35", "#7cc06c", "#c38c58", "#bcbfc2", "#e58a7e", "#9fcbe8"),
    outline=(150, 148, 140),
    track=BLACK,
    casing=WHITE,
    border=(196, 30, 110),
    bar=(34, 82, 168),
    last=(226, 44, 32),
    candidate=(0, 128, 128),
    routes=_rgb("#d81b3c", "#1560d4", "#7a1fa2", "#e06c00", "#00796b", "#5d4037"),
    zones=_rgb("#ffffff", "#fbe7a2", "#f6c98b", "#d8e8f6", "#e4dcf3", "#f5c6c1", "#d9efd3", "#c6ebe3", "#e6e2b8"),
)
DARK: Final = Theme(
    name="dark",
    page=(30, 31, 35),
    panel=(43, 45, 50),
    ink=(238, 239, 242),
    muted=(166, 170, 178),
    rule=(84, 87, 94),
    tints=_rgb(
        "#37502f",
        "#5a4c26",
        "#2a4a66",
        "#633a33",
        "#4b3c70",
        "#4a4b44",
        "#22504e",
        "#5a3450",
        "#4f6b3c",
        "#77642f",
        "#3d6288",
        "#824e45",
        "#634f92",
        "#63655a",
        "#347370",
        "#794a6d",
    ),
    tiles=_tiles("#44454a", "#d9b02c", "#4f9e57", "#9b6a3e", "#7d8288", "#b85e54", "#4d87ae"),
    outline=(112, 114, 120),
    track=BLACK,
    casing=(240, 240, 240),
    border=(255, 110, 180),
    bar=(120, 176, 255),
    last=(255, 92, 76),
    candidate=(64, 224, 208),
    routes=_rgb("#ff5470", "#5aa2ff", "#cf7bff", "#ffa14a", "#3fd0b8", "#d2a48f"),
    zones=_rgb("#34363c", "#665824", "#6f4a22", "#2b4a66", "#4a3f68", "#70332e", "#36552f", "#22504e", "#4f4d30"),
)
THEMES: Final[dict[ThemeName, Theme]] = {"light": LIGHT, "dark": DARK}


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """The colour `share` (0-1) of the way from `first` to `second`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def luminance(colour: RGB) -> float:
    """How bright a colour looks, 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def _light(colour: RGB) -> float:
    parts = [value / 255 / 12.92 if value <= DIM else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: RGB, second: RGB) -> float:
    """Contrast of two colours as WCAG counts it, 1 to 21."""
    dim, bright = sorted((_light(first), _light(second)))
    return (bright + 0.05) / (dim + 0.05)


def ink_on(colour: RGB) -> RGB:
    """Black or white, whichever reads better on `colour`."""
    return BLACK if luminance(colour) > BRIGHT else WHITE


def _grounds(theme: Theme) -> tuple[RGB, ...]:
    return (*theme.tiles.values(), *theme.tints, theme.page, theme.panel)


def _signs(theme: Theme) -> tuple[RGB, ...]:
    return (theme.border, theme.bar, theme.last, theme.candidate, *theme.routes)


def _solid(theme: Theme, companies: Iterable[tuple[RGB, RGB]]) -> Iterator[RGB]:
    """Colours of whole areas: the palette holds them exactly."""
    yield from (BLACK, WHITE, theme.ink, theme.muted, theme.rule, theme.outline, theme.track, theme.casing)
    yield from (*_grounds(theme), *_signs(theme), *theme.zones, theme.band, theme.marked)
    yield from (fill for fill, _ in companies)


def _edges(theme: Theme, pairs: tuple[tuple[RGB, RGB], ...]) -> Iterator[RGB]:
    """Colours between two areas, the most important first: as many as there is room for."""
    signs, grounds = _signs(theme), _grounds(theme)
    for fill, ink in pairs:
        yield from (blend(fill, ink, 0.5), blend(fill, BLACK, 0.5))
    yield from (blend(BLACK, WHITE, step / 6) for step in range(1, 6))
    for share in (0.5, 0.25, 0.75):
        for ground in grounds:
            yield from (blend(ground, theme.track, share), blend(ground, theme.casing, share))
    for ground in (theme.page, *theme.tiles.values()):
        yield from (blend(ground, sign, 0.5) for sign in signs)
    for fill, _ in pairs:
        yield from (blend(fill, WHITE, 0.5), blend(fill, BLACK, 0.75))


def _close(first: RGB, second: RGB) -> bool:
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) < ALIKE


@lru_cache(maxsize=16)
def palette_colours(name: ThemeName, companies: tuple[tuple[RGB, RGB], ...]) -> tuple[RGB, ...]:
    """At most 256 colours for a theme and the ``(fill, ink)`` pairs of a title's companies; order is fixed."""
    chosen = list(dict.fromkeys(_solid(THEMES[name], companies)))[:PALETTE_SIZE]
    for colour in _edges(THEMES[name], companies):
        if len(chosen) < PALETTE_SIZE and not any(_close(colour, other) for other in chosen):
            chosen.append(colour)
    return tuple(chosen)


@lru_cache(maxsize=16)
def palette_image(name: ThemeName, companies: tuple[tuple[RGB, RGB], ...]) -> Image.Image:
    """The palette as the 1 x 1 image that `PIL.Image.Image.quantize` wants."""
    image = Image.new("P", (1, 1))
    colours = palette_colours(name, companies)
    padded = colours + (colours[-1],) * (PALETTE_SIZE - len(colours))
    image.putpalette([channel for colour in padded for channel in colour])
    return image
