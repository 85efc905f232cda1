"""Delivers the outbox: each letter once, oldest first per game; started on demand, ends when nothing is left."""

from typing import Protocol

from bot.clock import Clock
from bot.letters import Letter
from bot.store import Store


class Deliverer(Protocol):
    """Puts one letter into the world."""

    async def deliver(self, letter: Letter) -> int | None:
        """Deliver and return the id of the message, if there is one.

        Must be idempotent by `letter.nonce` when `letter.attempts` > 0: the message may already be there.

        Raises:
            Undeliverable: it can never be delivered; given up at once.
            Exception: anything else is logged and tried again later, with growing pauses.
        """
        ...


class Courier:
    """The outbox's errand boy."""

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer) -> None:
        raise NotImplementedError

    def nudge(self) -> None:
        """Start delivering unless that is already going on; returns at once."""
        raise NotImplementedError

    async def drain(self) -> int:
        """Deliver everything that is due now and return how many letters went out."""
        raise NotImplementedError

    async def stop(self) -> None:
        """Finish the letter in hand and start no other."""
        raise NotImplementedError
