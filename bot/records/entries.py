"""The logs of the games, and the snapshots that make loading short."""

import sqlite3
from dataclasses import dataclass

import msgspec

from bot.clock import from_text, to_text
from bot.rows import EntryRow
from engine.session import Entry

_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_COLUMNS = "game, seq, entry, player, user, at, digest, click, question, secret, barrier"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position after entry `seq`, as MessagePack, made by rules version `version`."""

    game: int
    seq: int
    version: int
    digest: str
    position: bytes


def append(db: sqlite3.Connection, row: EntryRow) -> None:
    """Add an entry.

    Raises:
        sqlite3.IntegrityError: the number is taken, or the click has been answered before.
    """
    db.execute(
        f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.game,
            row.seq,
            msgspec.json.encode(row.entry).decode(),
            row.player,
            row.user,
            to_text(row.at),
            row.digest,
            row.click,
            row.question,
            row.secret,
            row.barrier,
        ),
    )


def of_game(db: sqlite3.Connection, game_id: int) -> tuple[EntryRow, ...]:
    """Return the whole log in order."""
    found = db.execute(f"SELECT {_COLUMNS} FROM entries WHERE game = ? ORDER BY seq", (game_id,))
    return tuple(_row(values) for values in found)


def last(db: sqlite3.Connection, game_id: int) -> int:
    """Return the number of the last entry; 0 = none yet."""
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", (game_id,)).fetchone()[0])


def last_of(db: sqlite3.Connection, game_id: int, player: str) -> int:
    """Return the number of the last entry made for a seat; 0 = none yet."""
    found = db.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ? AND player = ?", (game_id, player))
    return int(found.fetchone()[0])


def user_of(db: sqlite3.Connection, game_id: int, seq: int) -> int:
    """Return who made an entry; 0 = the bot, or no such entry."""
    found = db.execute("SELECT user FROM entries WHERE game = ? AND seq = ?", (game_id, seq)).fetchone()
    return int(found[0]) if found else 0


def by_click(db: sqlite3.Connection, click: str) -> EntryRow | None:
    """Return the entry that this interaction made, or None."""
    found = db.execute(f"SELECT {_COLUMNS} FROM entries WHERE click = ?", (click,)).fetchone()
    return _row(found) if found else None


def answer(db: sqlite3.Connection, game_id: int, question: str) -> Entry | None:
    """Return how chance answered this question before, or None."""
    found = db.execute(
        "SELECT entry FROM entries WHERE game = ? AND question = ? ORDER BY seq DESC LIMIT 1", (game_id, question)
    ).fetchone()
    return _entry.decode(found[0]) if found else None


def keep_snapshot(db: sqlite3.Connection, snapshot: Snapshot) -> None:
    """Keep a position, replacing one of the same place."""
    db.execute(
        "INSERT OR REPLACE INTO snapshots (game, seq, version, digest, position) VALUES (?, ?, ?, ?, ?)",
        (snapshot.game, snapshot.seq, snapshot.version, snapshot.digest, snapshot.position),
    )


def snapshots(db: sqlite3.Connection, game_id: int, version: int) -> tuple[Snapshot, ...]:
    """Return the positions kept by this rules version, oldest first."""
    found = db.execute(
        "SELECT game, seq, version, digest, position FROM snapshots WHERE game = ? AND version = ? ORDER BY seq",
        (game_id, version),
    )
    return tuple(Snapshot(*values) for values in found)


def forget_snapshots(db: sqlite3.Connection, game_id: int) -> None:
    """Drop the positions of a game; they are made again from the log."""
    db.execute("DELETE FROM snapshots WHERE game = ?", (game_id,))


def _row(values: tuple[object, ...]) -> EntryRow:
    game, seq, entry, player, user, at, digest, click, question, secret, barrier = values
    return EntryRow(
        game=int(str(game)),
        seq=int(str(seq)),
        entry=_entry.decode(str(entry)),
        player=str(player),
        user=int(str(user)),
        at=from_text(str(at)),
        digest=str(digest),
        click=None if click is None else str(click),
        question=None if question is None else str(question),
        secret=bool(secret),
        barrier=bool(barrier),
    )
