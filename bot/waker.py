"""Wakes one coroutine at one moment, by APScheduler."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.clock import Clock

_JOB = "wake"
LONGEST = timedelta(minutes=10)
"""Look again by then: the clock may be corrected or simulated, and rows appear without notice."""


class Waker:
    """Calls `wake` at the moment last set; while it is not started, setting does nothing."""

    def __init__(self, clock: Clock, wake: Callable[[], Awaitable[object]]) -> None:
        self._clock = clock
        self._wake = wake
        self._scheduler: AsyncIOScheduler | None = None

    def start(self) -> None:
        """Start the scheduler in the running loop."""
        if self._scheduler is None:
            # Its default grace of one second silently drops what comes late; nothing may be dropped here.
            defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 3}
            self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=defaults)
            self._scheduler.start()

    def stop(self) -> None:
        """Stop the scheduler."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None

    def set(self, moment: datetime | None) -> None:
        """Wake at `moment` of our clock (at once if it is past) and no longer at the one set before; None = never."""
        if self._scheduler is None:
            return
        if moment is None:
            if self._scheduler.get_job(_JOB) is not None:
                self._scheduler.remove_job(_JOB)
            return
        ahead = min(max(moment - self._clock.now(), timedelta(0)), LONGEST)
        when = datetime.now(UTC) + ahead
        self._scheduler.add_job(self._wake, "date", run_date=when, id=_JOB, replace_existing=True)
