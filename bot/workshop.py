"""A process for work that keeps the processor busy: started on demand, ended when idle."""

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, ParamSpec, TypeVar

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

IDLE: Final = 900.0
"""Seconds after which the process ends when nothing is to be done; starting one anew takes one or two."""


class Workshop:
    """One process beside this one, so that whoever clicks meanwhile does not wait for the interpreter."""

    def __init__(self, idle: float = IDLE) -> None:
        self._idle = idle
        self._pool: ProcessPoolExecutor | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._busy = 0

    @property
    def is_open(self) -> bool:
        """Whether the process is there."""
        return self._pool is not None

    async def run(self, work: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
        """Return what `work` returns there: a function of a module, with values that can be sent.

        Where no process can be had, a thread does the work.
        """
        self._busy += 1
        try:
            return await asyncio.wrap_future(self._start().submit(work, *args, **options))
        except (BrokenProcessPool, OSError) as error:
            LOG.warning("no process for %s (%s); a thread does it", work.__name__, error)
            self.close()
            return await asyncio.to_thread(work, *args, **options)
        finally:
            self._busy -= 1
            self._rest()

    def _start(self) -> ProcessPoolExecutor:
        if self._ending is not None:
            self._ending.cancel()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _ignore_interrupt)
        return self._pool

    def _rest(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        self._ending = asyncio.get_running_loop().call_later(self._idle, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if not self._busy:
            self.close()

    def close(self) -> None:
        """End the process; work that still goes on is given up."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _ignore_interrupt() -> None:
    """Leave Ctrl-C to the bot, which ends this process in its own time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
