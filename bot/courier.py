"""Delivers the outbox: each letter once, oldest first per game; started on demand, ends when nothing is left."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Protocol

from bot.clock import Clock
from bot.errors import StoreError, Undeliverable
from bot.letters import Letter
from bot.records import outbox
from bot.store import Store
from bot.waker import Waker

LOG = logging.getLogger(__name__)

PAUSES = tuple(timedelta(seconds=seconds) for seconds in (2, 10, 60, 300, 1800, 7200, *[21600] * 26))
"""Pauses after the first, second ... failure; after the last one, in a week, a letter is given up."""

SOON = timedelta(minutes=1)
"""After so long a database that could not be used is tried again."""

_AT_ONCE = 4  # tables served side by side; Discord's own limits are per channel


Lost = Callable[[Letter, str], Awaitable[None]]


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

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer, lost: Lost | None = None) -> None:
        """Take what is needed; `lost` hears of each letter that is given up, and why."""
        self._store = store
        self._clock = clock
        self._deliverer = deliverer
        self._lost = lost
        self._waker = Waker(clock, self._woken)
        self._hand = asyncio.Lock()  # one round at a time: a letter in hand must not be picked up again
        self._run: asyncio.Task[None] | None = None
        self._again = False
        self._stopped = False
        self._sleeps = True

    def rely_on_nudges(self) -> None:
        """Never wake up alone for a letter that waits: somebody who lets time pass nudges (a simulated world)."""
        self._sleeps = False

    def nudge(self) -> None:
        """Start delivering unless that is already going on; returns at once."""
        if self._stopped:
            return
        self._again = True
        if self._run is None or self._run.done():
            self._run = asyncio.get_running_loop().create_task(self._serve(), name="courier")

    async def drain(self) -> int:
        """Deliver everything that is due now and return how many letters went out."""
        async with self._hand:
            sent = 0
            while not self._stopped and (due := await self._store.read(outbox.games_due, self._clock.now())):
                gate = asyncio.Semaphore(_AT_ONCE)
                work = (self._deliver_game(game, gate) for game in due)
                ends = await asyncio.gather(*work, return_exceptions=True)  # none may go on behind our back
                for end in ends:
                    if isinstance(end, BaseException):
                        raise end
                    sent += end
            if not self._stopped:
                await self._wait_for_the_rest()
            return sent

    async def _woken(self) -> None:
        self.nudge()

    async def stop(self) -> None:
        """Finish the letter in hand and start no other."""
        self._stopped = True
        self._waker.stop()
        if self._run is not None:
            await asyncio.wait([self._run])

    async def _serve(self) -> None:
        while self._again and not self._stopped:
            self._again = False
            try:
                await self.drain()
            except StoreError:
                LOG.warning("the outbox cannot be served now", exc_info=not self._store.closed)
                self._try_soon()

    def _try_soon(self) -> None:
        if self._sleeps and not self._store.closed and not self._stopped:
            self._waker.start()
            self._waker.set(self._clock.now() + SOON)

    async def _wait_for_the_rest(self) -> None:
        later = await self._store.read(outbox.next_due)
        if not self._sleeps:
            return
        if later is not None:
            self._waker.start()
        self._waker.set(later)

    async def _deliver_game(self, game: int, gate: asyncio.Semaphore) -> int:
        sent = 0
        async with gate:
            while not self._stopped:
                letter = await self._store.write(outbox.take, game, self._clock.now())
                if letter is None:
                    break
                sent += await self._deliver(letter)
        return sent

    async def _deliver(self, letter: Letter) -> int:
        try:
            message = await self._deliverer.deliver(letter)
        except Undeliverable as error:
            LOG.warning("letter %s of game %d is undeliverable: %s", letter.nonce, letter.game, error)
            await self._give_up(letter, str(error))
            return 0
        except Exception as error:  # whatever the network brings
            await self._put_back(letter, error)
            return 0
        await self._store.write(outbox.done, letter, message, self._clock.now())
        return 1

    async def _put_back(self, letter: Letter, error: Exception) -> None:
        words = f"{type(error).__name__}: {error}"[:500]
        if letter.attempts >= len(PAUSES):
            LOG.error("letter %s of game %d is given up", letter.nonce, letter.game, exc_info=error)
            await self._give_up(letter, words)
            return
        LOG.warning("letter %s of game %d failed, it will be tried again", letter.nonce, letter.game, exc_info=error)
        later = self._clock.now() + PAUSES[letter.attempts]
        await self._store.write(outbox.put_back, letter, words, later)

    async def _give_up(self, letter: Letter, why: str) -> None:
        await self._store.write(outbox.give_up, letter, why)
        if self._lost is not None:
            try:
                await self._lost(letter, why)
            except Exception:  # whatever the network brings; the letter stands in the database as failed
                LOG.exception("nobody could be told that letter %s of game %d is given up", letter.nonce, letter.game)
