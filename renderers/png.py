"""PNG bytes small enough to send."""

from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image

UPLOAD_LIMIT: Final = 10 * 1024 * 1024
LEVEL: Final = 6
SHRINK: Final = 0.75
SMALLEST_WIDTH: Final = 400


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
    """The picture as PNG of at most `limit` bytes, made smaller step by step if needed."""
    data, reduced = encode(image), image
    while len(data) > limit and reduced.width > SMALLEST_WIDTH:
        size = (round(reduced.width * SHRINK), round(reduced.height * SHRINK))
        reduced = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        reduced = reduced.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        data = encode(reduced)
    if reduced is image:
        return Png(data, image.size)
    note = (
        f"Picture reduced from {image.width} x {image.height} to {reduced.width} x {reduced.height} pixels "
        f"to stay below {limit // 1024} kB."
    )
    return Png(data, reduced.size, note)
