"""The map from move to move as an animation."""

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from PIL import Image

from engine.state import StateView
from renderers.hints import MapHints
from renderers.map import MapPainter

WIDTH: Final = 1000
FRAME_MS: Final = 500
LAST_FRAME_MS: Final = 4000


def timelapse(painter: MapPainter, moments: Iterable[tuple[StateView, MapHints]]) -> bytes:
    """A GIF of the map at the given moments, each shown half a second, the last four; equal pictures are shown once.

    Raises:
        ValueError: no moment was given.
    """
    frames: list[Image.Image] = []
    latest: Image.Image | None = None
    for state, hints in moments:
        picture = painter.draw(state, hints)
        if latest is not None and picture.tobytes() == latest.tobytes():
            continue
        latest = picture
        size = (WIDTH, round(WIDTH * picture.height / picture.width))
        frames.append(painter.quantised(picture.convert("RGB").resize(size, Image.Resampling.BOX)))
    if not frames:
        raise ValueError("a timelapse needs at least one moment")
    out = BytesIO()
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)
    return out.getvalue()
