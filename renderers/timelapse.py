"""The map from move to move as an animation."""

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from PIL import Image

from engine.state import StateView
from renderers.checks import check_map
from renderers.errors import PictureError
from renderers.hints import MapHints
from renderers.map import MapPainter
from renderers.png import UPLOAD_LIMIT

WIDTH: Final = 1000
SMALLEST: Final = 400
SHRINK: Final = 0.8
FRAME_MS: Final = 500
LAST_FRAME_MS: Final = 4000


def timelapse(painter: MapPainter, moments: Iterable[tuple[StateView, MapHints]], limit: int = UPLOAD_LIMIT) -> bytes:
    """A GIF of the map at the given moments, each shown half a second, the last four; equal pictures are shown once.

    It is 1000 pixels wide, less when it would be larger than `limit` bytes.

    Raises:
        PictureError: no moment was given, or one cannot be drawn.
    """
    frames: list[Image.Image] = []
    latest: Image.Image | None = None
    for state, hints in moments:
        check_map(painter.data, state, hints)
        picture = painter.draw(state, hints)
        if latest is None or (picture is not latest and picture.tobytes() != latest.tobytes()):
            frames.append(_scaled(painter, picture, WIDTH))
        latest = picture
    if not frames:
        raise PictureError("A timelapse needs at least one moment.")
    data, width = _encode(frames), WIDTH
    while len(data) > limit and width > SMALLEST:
        width = round(width * SHRINK)
        data = _encode([_scaled(painter, frame, width) for frame in frames])
    return data


def _scaled(painter: MapPainter, picture: Image.Image, width: int) -> Image.Image:
    size = (width, round(width * picture.height / picture.width))
    return painter.quantised(picture.convert("RGB").resize(size, Image.Resampling.BOX))


def _encode(frames: list[Image.Image]) -> bytes:
    out = BytesIO()
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)
    return out.getvalue()
