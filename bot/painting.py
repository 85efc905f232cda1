"""What the Discord layer asks of whoever draws pictures."""

from dataclasses import dataclass
from typing import Protocol

from bot.letters import Pictures
from bot.tables import Position


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG (or GIF) file: name with extension, bytes, its alt text, and lines to stand beside it."""

    name: str
    data: bytes
    alt: str
    lines: tuple[str, ...] = ()


class Painter(Protocol):
    """Draws off the event loop."""

    async def after_turn(self, position: Position, due: Pictures) -> tuple[Picture, ...]:
        """Return map and market as they were after `due.live` actions, the last move highlighted."""
        ...

    async def show(self, position: Position, what: str, live: int) -> Picture | None:
        """Return one picture (``map``, ``market``, ``players`` ...) after `live` actions; None = cannot be drawn."""
        ...


class NoPictures:
    """Draws nothing: for tests, and while the renderers are being built."""

    async def after_turn(self, position: Position, due: Pictures) -> tuple[Picture, ...]:
        """Return no picture."""
        del position, due
        return ()

    async def show(self, position: Position, what: str, live: int) -> Picture | None:
        """Return no picture."""
        del position, what, live
        return None
