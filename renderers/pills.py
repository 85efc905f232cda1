"""A company as a pill: its short name in its colours, over its edge pattern laid out straight."""

from renderers.canvas import Box, Canvas, Pen
from renderers.theme import BLACK, WHITE, Theme
from renderers.tokens import Livery

RIM = 1.5
FOOT = 5.0


def draw_pill(canvas: Canvas, text: str, box: Box, theme: Theme, look: Livery | None) -> None:
    """Draw a pill into `box`; without a livery (a player's marker) it is grey and plain."""
    fill, ink = (look.fill, look.ink) if look else (theme.muted, theme.page)
    left, top, right, bottom = box
    canvas.rect(box, WHITE if theme.name == "dark" else BLACK, 9, kind="pill")
    canvas.rect((left + RIM, top + RIM, right - RIM, bottom - RIM), fill, 8)
    if look:
        step = (right - left - 18) / look.dashes
        for dash in range(look.dashes):
            x, half = left + 9 + step * (dash + 0.5), step * look.share / 2
            canvas.rect((x - half, bottom - FOOT, x + half, bottom - 2 * RIM + 1), ink)
    canvas.write(text, (left + 5, top + 3, right - 5, bottom - 7), Pen(ink, 28))
