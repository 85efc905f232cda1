"""Letters that are due to somebody."""

import sqlite3
from datetime import datetime

import msgspec

from bot.clock import from_text, to_text
from bot.letters import Content, Letter, Log, Pictures

_content: msgspec.json.Decoder[Content] = msgspec.json.Decoder(Content)
_WAITING = "state IN ('waiting', 'sending')"
_CALLS = ("card", "refresh", "nudge", "stalled")
_OUTDATES = {"pictures": ("pictures",), "refresh": ("refresh",), "card": _CALLS, "ended": _CALLS}
"""Kind of a letter -> kinds of older undelivered letters of the same table that it makes pointless."""


def post(db: sqlite3.Connection, letter: Letter, at: datetime) -> bool:
    """Put a letter into the outbox; `letter.id` is not used. False when its nonce is there already.

    It takes the place of undelivered letters that it makes pointless, so that nobody is called for nothing.
    """
    kind = str(type(letter.content).__struct_config__.tag)
    for old in _OUTDATES.get(kind, ()):
        supersede(db, letter.game, old)
    cursor = db.execute(
        "INSERT INTO outbox (game, seq, kind, nonce, content, not_before) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (nonce) DO NOTHING",
        (letter.game, letter.seq, kind, letter.nonce, msgspec.json.encode(letter.content).decode(), to_text(at)),
    )
    return cursor.rowcount == 1


def supersede(db: sqlite3.Connection, game_id: int, kind: str) -> None:
    """Drop the undelivered letters of a kind."""
    db.execute(f"UPDATE outbox SET state = 'superseded' WHERE game = ? AND kind = ? AND {_WAITING}", (game_id, kind))


def games_due(db: sqlite3.Connection, now: datetime) -> tuple[int, ...]:
    """Return the tables that have a letter to be sent now."""
    found = db.execute(
        f"SELECT game FROM outbox WHERE {_WAITING} AND not_before <= ? GROUP BY game ORDER BY min(id)", (to_text(now),)
    )
    return tuple(game for (game,) in found)


def take(db: sqlite3.Connection, game_id: int, now: datetime) -> Letter | None:
    """Return the table's oldest letter that may be sent now, and count the attempt."""
    found = db.execute(
        "SELECT id, game, seq, nonce, content, attempts, begun FROM outbox"
        f" WHERE game = ? AND {_WAITING} AND not_before <= ? ORDER BY id LIMIT 1",
        (game_id, to_text(now)),
    ).fetchone()
    if found is None:
        return None
    number, game, seq, nonce, content, attempts, begun = found
    db.execute(
        "UPDATE outbox SET state = 'sending', attempts = attempts + 1, begun = coalesce(begun, ?) WHERE id = ?",
        (to_text(now), number),
    )
    moment = from_text(begun) if begun else None
    return Letter(number, game, seq, nonce, _content.decode(content), attempts, moment)


def done(db: sqlite3.Connection, letter: Letter, message: int | None, now: datetime) -> None:
    """Tick a letter off."""
    db.execute(
        "UPDATE outbox SET state = 'done', message = ?, done = ? WHERE id = ?", (message, to_text(now), letter.id)
    )


def put_back(db: sqlite3.Connection, letter: Letter, error: str, not_before: datetime) -> None:
    """Try a letter again at `not_before`, unless something newer has made it pointless."""
    db.execute(
        "UPDATE outbox SET state = 'waiting', error = ?, not_before = ? WHERE id = ? AND state = 'sending'",
        (error, to_text(not_before), letter.id),
    )


def give_up(db: sqlite3.Connection, letter: Letter, error: str) -> None:
    """Leave a letter undelivered for good."""
    db.execute("UPDATE outbox SET state = 'failed', error = ? WHERE id = ?", (error, letter.id))


def hurry(db: sqlite3.Connection, game_id: int, now: datetime) -> int:
    """Have everything of a table tried again now: what waits for another try, and what was given up.

    What newer letters have made pointless stays where it is, and so do calls at a table that does not run. Returns
    how many letters are due.
    """
    db.execute(f"UPDATE outbox SET not_before = ? WHERE game = ? AND {_WAITING}", (to_text(now), game_id))
    status = db.execute("SELECT status FROM games WHERE id = ?", (game_id,)).fetchone()
    is_running = status is not None and status[0] == "running"
    outdated = set() if is_running else set(_CALLS)
    failed = db.execute("SELECT id, kind, state FROM outbox WHERE game = ? ORDER BY id DESC", (game_id,)).fetchall()
    for number, kind, state in failed:
        if state == "failed" and kind not in outdated:
            db.execute(
                "UPDATE outbox SET state = 'waiting', attempts = 1, not_before = ? WHERE id = ?", (to_text(now), number)
            )
        outdated.update(_OUTDATES.get(kind, ()))
    found = db.execute(f"SELECT count(*) FROM outbox WHERE game = ? AND {_WAITING}", (game_id,)).fetchone()
    return int(found[0])


def next_due(db: sqlite3.Connection) -> datetime | None:
    """Return when the next waiting letter may be sent; None = the outbox is empty."""
    found = db.execute(f"SELECT min(not_before) FROM outbox WHERE {_WAITING}").fetchone()[0]
    return from_text(found) if found else None


def last_message(db: sqlite3.Connection, game_id: int, kind: str) -> int | None:
    """Return the message id of the last delivered letter of a kind (``card``, ``pictures`` ...)."""
    found = db.execute(
        "SELECT message FROM outbox WHERE game = ? AND kind = ? AND state = 'done' AND message IS NOT NULL"
        " ORDER BY id DESC LIMIT 1",
        (game_id, kind),
    ).fetchone()
    return found[0] if found else None


def said(db: sqlite3.Connection, game_id: int, after: int) -> tuple[str, ...]:
    """Return the log lines of all entries after number `after`, oldest first."""
    found = db.execute(
        "SELECT content FROM outbox WHERE game = ? AND kind = 'log' AND seq > ? ORDER BY id", (game_id, after)
    )
    contents = (_content.decode(text) for (text,) in found)
    return tuple(line for content in contents if isinstance(content, Log) for line in content.lines)


def last_pictures(db: sqlite3.Connection, game_id: int) -> Pictures | None:
    """Return the latest pictures that were due, delivered or not."""
    found = db.execute(
        "SELECT content FROM outbox WHERE game = ? AND kind = 'pictures' ORDER BY id DESC LIMIT 1", (game_id,)
    ).fetchone()
    content = _content.decode(found[0]) if found else None
    return content if isinstance(content, Pictures) else None


def counts(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many letters are in each state."""
    return dict(db.execute("SELECT state, count(*) FROM outbox GROUP BY state").fetchall())
