"""Reminders: what is due is a pure function over rows; APScheduler only wakes it."""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from bot import ledger
from bot.clock import Clock
from bot.errors import StoreError
from bot.letters import Nudge, Stalled
from bot.quiet import LAST_LEVEL, PACES, Pace, allowed_from, first_after, reminder_due
from bot.records import calls, entries, games, people
from bot.rows import Call, GameRow, Preferences, ReminderRow
from bot.store import Store
from bot.waker import LONGEST, Waker

__all__ = ["PACES", "Pace", "Reminders", "allowed_from", "due"]

LOG = logging.getLogger(__name__)

SOON = timedelta(minutes=1)
"""After so long a database that could not be used is tried again."""
PUT_OFF = timedelta(hours=1)
"""By so much a reminder that cannot be sent is put off."""

_WORDS = {
    0: "It is your turn.",
    1: "It is still your turn.",
    2: "The table has been waiting for you for a while; it is your turn.",
    3: "The whole table is waiting for you. This is the last reminder.",
}
_ASKED = "You asked to be reminded: it is your turn."


def due(rows: Sequence[ReminderRow], now: datetime) -> tuple[ReminderRow, ...]:
    """Return the rows whose time has come, oldest first."""
    return tuple(sorted((row for row in rows if row.due <= now), key=lambda row: (row.due, row.id)))


class Reminders:
    """Fires what is due. `start` arms APScheduler; `poll` may be called by a test or a simulated world instead."""

    def __init__(self, store: Store, clock: Clock, posted: Callable[[], None]) -> None:
        """Take the store, the clock, and what to call when letters were put into the outbox (`Courier.nudge`)."""
        self._store = store
        self._clock = clock
        self._posted = posted
        self._waker = Waker(clock, self._woken)

    def start(self) -> None:
        """Fire what fell due while the bot was away, then wake for each next row; needs a running loop."""
        self._waker.start()
        self._waker.set(self._clock.now())

    def stop(self) -> None:
        """Disarm; rows stay."""
        self._waker.stop()

    async def poll(self) -> int:
        """Turn every due row into a letter, in one transaction each; return how many; re-arm."""
        now = self._clock.now()
        sent = 0
        for row in due(await self._store.read(calls.waiting, now), now):
            sent += await self._fire(row, now)
        if sent:
            self._posted()
        await self.rearm()
        return sent

    async def rearm(self) -> None:
        """Have the scheduler wake at the next due row, in ten minutes at the latest: moves arm rows without notice."""
        self._waker.set(await self._store.read(calls.next_due) or self._clock.now() + LONGEST)

    async def _woken(self) -> None:
        """Poll; when the database cannot be used now, look again soon."""
        try:
            await self.poll()
        except StoreError:
            LOG.warning("reminders cannot be looked at now", exc_info=not self._store.closed)
            if not self._store.closed:
                self._waker.set(self._clock.now() + SOON)

    async def _fire(self, row: ReminderRow, now: datetime) -> int:
        """Fire one row; one that fails is put off, so that it holds up no other."""
        try:
            return await self._store.write(_fire, row, now)
        except StoreError:
            raise
        except Exception:
            LOG.exception("reminder %d of game %d is put off", row.id, row.game)
            await self._store.write(calls.postpone, row, now + PUT_OFF)
            return 0

    async def snooze(self, game_id: int, user: int, until: datetime) -> Call | None:
        """Move the next reminder of this user's open call; None = it is not their turn."""
        call = await self._store.write(_snooze, game_id, user, until)
        await self.rearm()
        return call

    async def mute(self, game_id: int, user: int) -> Call | None:
        """No more reminders for this user's open call; None = it is not their turn."""
        call = await self._store.write(_mute, game_id, user)
        await self.rearm()
        return call

    async def overdue(self, game_id: int) -> tuple[Call, datetime] | None:
        """Return the open call and the end of its grace period (third reminder), whether past or not."""
        return await self._store.read(grace, game_id)


def grace(db: sqlite3.Connection, game_id: int) -> tuple[Call, datetime] | None:
    """Return the open call of a table and the end of its grace period; None when nobody has to act."""
    call, row = calls.open_call(db, game_id), games.find(db, game_id)
    if call is None or row is None:
        return None
    wishes = people.of_user(db, call.user)
    pace = Preferences(call.user, wishes.zone, wishes.quiet, away=wishes.away)
    return call, allowed_from(reminder_due(call, LAST_LEVEL, first_after(row, pace)), wishes)


def _fire(db: sqlite3.Connection, row: ReminderRow, now: datetime) -> int:
    """Send one reminder and arm the next; 0 when it was cancelled meanwhile or has to wait for quiet hours to end."""
    call, game = calls.by_id(db, row.call), games.find(db, row.game)
    if call is None or game is None or call.ended is not None:
        calls.drop(db, row)
        return 0
    wishes = people.of_user(db, row.user)
    if (allowed := allowed_from(now, wishes)) > now:
        calls.postpone(db, row, allowed)
        return 0
    if not calls.mark_sent(db, row):
        return 0
    _send(db, game, call, row.level, now)
    if row.level < LAST_LEVEL:
        following = reminder_due(call, row.level + 1, first_after(game, wishes), now if row.level else None)
        calls.arm(db, call, row.level + 1, allowed_from(following, wishes))
    return 1


def _send(db: sqlite3.Connection, game: GameRow, call: Call, level: int, now: datetime) -> None:
    moment = (entries.last(db, game.id), now)
    since = int(call.began.timestamp())
    line = f"<@{call.user}> · {game.title} · {game.name}"
    ledger.post(
        db, game, Nudge(call.user, level, line, _WORDS.get(level, _ASKED), since), f"r{call.id}.{level}", moment
    )
    if level == LAST_LEVEL:
        names = {seat.user: seat.name for seat in games.seats(db, game.id)}
        words = f"{names.get(call.user, 'A player')} has not answered three reminders; there will be no more."
        ledger.post(db, game, Stalled(call.user, game.host, words, since), f"r{call.id}.stalled", moment)


def _snooze(db: sqlite3.Connection, game_id: int, user: int, until: datetime) -> Call | None:
    call = _own(db, game_id, user)
    if call is None:
        return None
    moment, waiting = allowed_from(until, people.of_user(db, user)), calls.waiting_of(db, call)
    if waiting is not None:
        calls.postpone(db, waiting, moment)
    else:  # silenced, or all three were sent: one more, because they ask for it
        calls.arm(db, call, max(LAST_LEVEL, calls.last_level(db, call)) + 1, moment)
    return call


def _mute(db: sqlite3.Connection, game_id: int, user: int) -> Call | None:
    call = _own(db, game_id, user)
    if call is not None:
        calls.mute(db, call)
    return call


def _own(db: sqlite3.Connection, game_id: int, user: int) -> Call | None:
    call = calls.open_call(db, game_id)
    return call if call is not None and call.user == user else None
