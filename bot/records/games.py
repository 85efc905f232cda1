"""Tables and their seats."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from bot.clock import from_text, to_text
from bot.rows import GameRow, Seat, Status

_COLUMNS = "id, title, name, options, edition, version, wanted, host, pace, status, created, ended, note, waits"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which tables a listing asks for: of a status, with a user at them; None = any."""

    status: Status | None = None
    user: int | None = None


def add(db: sqlite3.Connection, row: GameRow) -> int:
    """Store a new table and return its id; `row.id` is not used."""
    cursor = db.execute(
        f"INSERT INTO games ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.title,
            row.name,
            json.dumps(row.options),
            row.edition,
            row.version,
            row.wanted,
            row.host,
            row.pace,
            row.status,
            to_text(row.created),
            row.ended,
            row.note,
            row.waits,
        ),
    )
    return int(cursor.lastrowid or 0)


def find(db: sqlite3.Connection, game_id: int) -> GameRow | None:
    """Return a table, or None."""
    found = db.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (game_id,)).fetchone()
    return _row(found) if found else None


def save(db: sqlite3.Connection, row: GameRow) -> None:
    """Write what may change of a table: everything but id, title, options, edition and birth."""
    db.execute(
        "UPDATE games SET name = ?, version = ?, wanted = ?, host = ?, pace = ?, status = ?, ended = ?, note = ?,"
        " waits = ? WHERE id = ?",
        (row.name, row.version, row.wanted, row.host, row.pace, row.status, row.ended, row.note, row.waits, row.id),
    )


def listing(db: sqlite3.Connection, chosen: Chosen) -> tuple[GameRow, ...]:
    """Return the chosen tables, newest first."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM games WHERE (:status IS NULL OR status = :status)"
        " AND (:user IS NULL OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.user = :user))"
        " ORDER BY id DESC",
        {"status": chosen.status, "user": chosen.user},
    )
    return tuple(_row(values) for values in found)


def under_way(db: sqlite3.Connection) -> tuple[GameRow, ...]:
    """Return the tables that run or are paused, oldest first."""
    found = db.execute(f"SELECT {_COLUMNS} FROM games WHERE status IN ('running', 'paused') ORDER BY id")
    return tuple(_row(values) for values in found)


def awaiting_chance(db: sqlite3.Connection) -> tuple[GameRow, ...]:
    """Return the running tables where a draw is pending, oldest first."""
    found = db.execute(f"SELECT {_COLUMNS} FROM games WHERE status = 'running' AND waits = 'chance' ORDER BY id")
    return tuple(_row(values) for values in found)


def seats(db: sqlite3.Connection, game_id: int) -> tuple[Seat, ...]:
    """Return the seats by number."""
    found = db.execute("SELECT game, number, user, name FROM seats WHERE game = ? ORDER BY number", (game_id,))
    return tuple(Seat(*values) for values in found)


def set_seats(db: sqlite3.Connection, game_id: int, people: Sequence[tuple[int, str]]) -> tuple[Seat, ...]:
    """Seat people (user, name) anew, numbers from 1 in this order; return the seats."""
    db.execute("DELETE FROM seats WHERE game = ?", (game_id,))
    db.executemany(
        "INSERT INTO seats (game, number, user, name) VALUES (?, ?, ?, ?)",
        [(game_id, number, user, name) for number, (user, name) in enumerate(people, 1)],
    )
    return seats(db, game_id)


def hand_over(db: sqlite3.Connection, seat: Seat) -> None:
    """Give the seat with this number to this user."""
    db.execute(
        "UPDATE seats SET user = ?, name = ? WHERE game = ? AND number = ?",
        (seat.user, seat.name, seat.game, seat.number),
    )


def _row(values: tuple[object, ...]) -> GameRow:
    number, title, name, options, edition, version, wanted, host, pace, status, created, ended, note, waits = values
    known = next(word for word in get_args(Status) if word == status)
    return GameRow(
        id=int(str(number)),
        title=str(title),
        name=str(name),
        options=tuple(json.loads(str(options))),
        edition=str(edition),
        version=int(str(version)),
        wanted=int(str(wanted)),
        host=int(str(host)),
        pace=str(pace),
        status=known,
        created=from_text(str(created)),
        ended=str(ended),
        note=str(note),
        waits=str(waits),
    )
