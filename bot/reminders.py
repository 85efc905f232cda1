"""Reminders: what is due is a pure function over rows; APScheduler only wakes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.rows import Call, Preferences, ReminderRow
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table means to play: `first` until the first reminder; the next two at three and six times that."""

    name: str
    words: str
    first: timedelta


PACES: dict[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace("fast", "several moves a day; first reminder after 2 hours", timedelta(hours=2)),
        Pace("standard", "about a move a day; first reminder after 8 hours", timedelta(hours=8)),
        Pace("relaxed", "when there is time; first reminder after 24 hours", timedelta(hours=24)),
    )
}


def allowed_from(moment: datetime, wishes: Preferences) -> datetime:
    """Return the first moment at or after `moment` outside the user's quiet hours and absence."""
    raise NotImplementedError


def due(rows: Sequence[ReminderRow], now: datetime) -> tuple[ReminderRow, ...]:
    """Return the rows whose time has come, oldest first."""
    raise NotImplementedError


class Reminders:
    """Fires what is due. `start` arms APScheduler; `poll` may be called by a test or a simulated world instead."""

    def __init__(self, store: Store, clock: Clock, posted: Callable[[], None]) -> None:
        """Take the store, the clock, and what to call when letters were put into the outbox (`Courier.nudge`)."""
        raise NotImplementedError

    def start(self) -> None:
        """Arm the scheduler for the next due row; needs a running loop."""
        raise NotImplementedError

    def stop(self) -> None:
        """Disarm; rows stay."""
        raise NotImplementedError

    async def poll(self) -> int:
        """Turn every due row into a letter, in one transaction each; return how many; re-arm."""
        raise NotImplementedError

    async def snooze(self, game_id: int, user: int, until: datetime) -> Call | None:
        """Move the next reminder of this user's open call; None = it is not their turn."""
        raise NotImplementedError

    async def mute(self, game_id: int, user: int) -> Call | None:
        """No more reminders for this user's open call; None = it is not their turn."""
        raise NotImplementedError

    async def overdue(self, game_id: int) -> tuple[Call, datetime] | None:
        """Return the open call and the end of its grace period (third reminder), whether past or not."""
        raise NotImplementedError
