"""PNG bytes small enough to send."""

from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderers.text import font

UPLOAD_LIMIT: Final = 10 * 1024 * 1024
LEVEL: Final = 6
SHRINK: Final = 0.75
SMALLEST_WIDTH: Final = 400
NOTE_GROUND, NOTE_INK = (255, 244, 190), (40, 40, 40)


class Png(NamedTuple):
    """An encoded picture; `note` says in a sentence when it had to be reduced, else it is empty."""

    data: bytes
    size: tuple[int, int]
    note: str = ""


def encode(image: Image.Image) -> bytes:
    """The picture as PNG."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def fit_upload(image: Image.Image, limit: int = UPLOAD_LIMIT) -> Png:
    """The picture as PNG of at most `limit` bytes, made smaller step by step if needed; it says so below itself."""
    data, reduced, note = encode(image), image, ""
    while len(data) > limit and reduced.width > SMALLEST_WIDTH:
        size = (round(reduced.width * SHRINK), round(reduced.height * SHRINK))
        reduced = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        note = f"Reduced from {image.width} x {image.height} pixels to stay below {limit // 1024} kB."
        noted = _with_note(reduced, note).quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        data = encode(noted)
    return Png(data, reduced.size, note)


def _with_note(image: Image.Image, note: str) -> Image.Image:
    """The picture with a line of text below it."""
    size = max(14, image.width // 60)
    sheet = Image.new("RGB", (image.width, image.height + 2 * size), NOTE_GROUND)
    sheet.paste(image, (0, 0))
    face = font("Semibold", size)
    ImageDraw.Draw(sheet).text((size, image.height + size), note, fill=NOTE_INK, font=face, anchor="lm")
    return sheet
