"""Who has to act, since when, and the reminders armed for it."""

import sqlite3
from datetime import datetime

from bot.clock import from_text, to_text
from bot.rows import Call, ReminderRow

_CALL = "id, game, seq, player, user, began, pinged, ended, muted"
_REMINDER = "id, call, game, user, level, due"


def open_call(db: sqlite3.Connection, game_id: int) -> Call | None:
    """Return the call that is open at a table, or None."""
    found = db.execute(f"SELECT {_CALL} FROM calls WHERE game = ? AND ended IS NULL", (game_id,)).fetchone()
    return _call(found) if found else None


def by_id(db: sqlite3.Connection, call_id: int) -> Call | None:
    """Return a call, or None."""
    found = db.execute(f"SELECT {_CALL} FROM calls WHERE id = ?", (call_id,)).fetchone()
    return _call(found) if found else None


def of_game(db: sqlite3.Connection, game_id: int) -> tuple[Call, ...]:
    """Return all calls of a game in order: the time each player took."""
    return tuple(_call(row) for row in db.execute(f"SELECT {_CALL} FROM calls WHERE game = ? ORDER BY id", (game_id,)))


def begin(db: sqlite3.Connection, call: Call) -> Call:
    """Open a call; `call.id` is not used. The table must have none open."""
    cursor = db.execute(
        "INSERT INTO calls (game, seq, player, user, began, pinged) VALUES (?, ?, ?, ?, ?, ?)",
        (call.game, call.seq, call.player, call.user, to_text(call.began), to_text(call.pinged)),
    )
    return Call(int(cursor.lastrowid or 0), call.game, call.seq, call.player, call.user, call.began, call.pinged)


def end(db: sqlite3.Connection, game_id: int, now: datetime) -> None:
    """Close the open call of a table, if any, and cancel its reminders."""
    cancel(db, game_id)
    db.execute("UPDATE calls SET ended = ? WHERE game = ? AND ended IS NULL", (to_text(now), game_id))


def mute(db: sqlite3.Connection, call: Call) -> None:
    """Send no more reminders for this call."""
    cancel(db, call.game)
    db.execute("UPDATE calls SET muted = 1 WHERE id = ?", (call.id,))


def arm(db: sqlite3.Connection, call: Call, level: int, due: datetime) -> None:
    """Arm a reminder of a call."""
    db.execute(
        "INSERT INTO reminders (call, game, user, level, due) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (call, level) DO UPDATE SET due = excluded.due WHERE state = 'waiting'",
        (call.id, call.game, call.user, level, to_text(due)),
    )


def postpone(db: sqlite3.Connection, row: ReminderRow, due: datetime) -> None:
    """Move a reminder that still waits."""
    db.execute("UPDATE reminders SET due = ? WHERE id = ? AND state = 'waiting'", (to_text(due), row.id))


def mark_sent(db: sqlite3.Connection, row: ReminderRow) -> bool:
    """Mark a reminder as sent; False when it no longer waited."""
    return db.execute("UPDATE reminders SET state = 'sent' WHERE id = ? AND state = 'waiting'", (row.id,)).rowcount == 1


def cancel(db: sqlite3.Connection, game_id: int) -> None:
    """Cancel the reminders of a table that still wait."""
    db.execute("UPDATE reminders SET state = 'cancelled' WHERE game = ? AND state = 'waiting'", (game_id,))


def drop(db: sqlite3.Connection, row: ReminderRow) -> None:
    """Cancel one reminder that still waits."""
    db.execute("UPDATE reminders SET state = 'cancelled' WHERE id = ? AND state = 'waiting'", (row.id,))


def waiting(db: sqlite3.Connection, until: datetime | None = None) -> tuple[ReminderRow, ...]:
    """Return the reminders that wait, soonest first; only those due at `until` or before, if given."""
    limit = to_text(until) if until else "9999"
    found = db.execute(
        f"SELECT {_REMINDER} FROM reminders WHERE state = 'waiting' AND due <= ? ORDER BY due, id", (limit,)
    )
    return tuple(_reminder(values) for values in found)


def waiting_of(db: sqlite3.Connection, call: Call) -> ReminderRow | None:
    """Return the next reminder of a call that waits, or None."""
    found = db.execute(
        f"SELECT {_REMINDER} FROM reminders WHERE call = ? AND state = 'waiting' ORDER BY due, id LIMIT 1", (call.id,)
    ).fetchone()
    return _reminder(found) if found else None


def last_level(db: sqlite3.Connection, call: Call) -> int:
    """Return the highest level of a call's reminders, whatever became of them; 0 = none."""
    found = db.execute("SELECT coalesce(max(level), 0) FROM reminders WHERE call = ?", (call.id,)).fetchone()
    return int(found[0])


def next_due(db: sqlite3.Connection) -> datetime | None:
    """Return when the next reminder is due, or None."""
    found = db.execute("SELECT min(due) FROM reminders WHERE state = 'waiting'").fetchone()[0]
    return from_text(found) if found else None


def _call(values: tuple[int, int, int, str, int, str, str, str | None, int]) -> Call:
    number, game, seq, player, user, began, pinged, ended, muted = values
    closed = from_text(ended) if ended else None
    return Call(number, game, seq, player, user, from_text(began), from_text(pinged), closed, bool(muted))


def _reminder(values: tuple[int, int, int, int, int, str]) -> ReminderRow:
    number, call, game, user, level, due = values
    return ReminderRow(number, call, game, user, level, from_text(due))
