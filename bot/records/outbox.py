"""Letters that are due to somebody."""

import sqlite3
from datetime import datetime

import msgspec

from bot.clock import from_text, to_text
from bot.letters import Content, Letter

_content: msgspec.json.Decoder[Content] = msgspec.json.Decoder(Content)
_WAITING = "state IN ('waiting', 'sending')"


def post(db: sqlite3.Connection, letter: Letter, at: datetime) -> bool:
    """Put a letter into the outbox; `letter.id` is not used. False when its nonce is there already.

    Pictures that nobody has begun to send give way to newer ones of the same table.
    """
    kind = str(type(letter.content).__struct_config__.tag)
    if kind == "pictures":
        db.execute(
            "UPDATE outbox SET state = 'superseded' WHERE game = ? AND kind = 'pictures' AND state = 'waiting'"
            " AND attempts = 0",
            (letter.game,),
        )
    cursor = db.execute(
        "INSERT INTO outbox (game, seq, kind, nonce, content, not_before) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (nonce) DO NOTHING",
        (letter.game, letter.seq, kind, letter.nonce, msgspec.json.encode(letter.content).decode(), to_text(at)),
    )
    return cursor.rowcount == 1


def take(db: sqlite3.Connection, now: datetime) -> Letter | None:
    """Return the next letter that may be sent and count the attempt: the oldest of its table, whose pause is over."""
    found = db.execute(
        "SELECT id, game, seq, nonce, content, attempts FROM outbox AS mine"
        f" WHERE {_WAITING} AND not_before <= ? AND NOT EXISTS (SELECT 1 FROM outbox AS older"
        f" WHERE older.game = mine.game AND older.id < mine.id AND older.{_WAITING}) ORDER BY id LIMIT 1",
        (to_text(now),),
    ).fetchone()
    if found is None:
        return None
    number, game, seq, nonce, content, attempts = found
    db.execute("UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?", (number,))
    return Letter(number, game, seq, nonce, _content.decode(content), attempts)


def done(db: sqlite3.Connection, letter: Letter, message: int | None, now: datetime) -> None:
    """Tick a letter off."""
    db.execute(
        "UPDATE outbox SET state = 'done', message = ?, done = ? WHERE id = ?", (message, to_text(now), letter.id)
    )


def put_back(db: sqlite3.Connection, letter: Letter, error: str, not_before: datetime) -> None:
    """Try a letter again at `not_before`."""
    db.execute(
        "UPDATE outbox SET state = 'waiting', error = ?, not_before = ? WHERE id = ?",
        (error, to_text(not_before), letter.id),
    )


def give_up(db: sqlite3.Connection, letter: Letter, error: str) -> None:
    """Leave a letter undelivered for good."""
    db.execute("UPDATE outbox SET state = 'failed', error = ? WHERE id = ?", (error, letter.id))


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


def counts(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many letters are in each state."""
    return dict(db.execute("SELECT state, count(*) FROM outbox GROUP BY state").fetchall())
