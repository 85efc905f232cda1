"""Requests that others must agree to, and the journal of the table."""

import sqlite3
from typing import get_args

from bot.clock import from_text, to_text
from bot.rows import JournalRow, Petition, PetitionKind, PetitionState


def add(db: sqlite3.Connection, petition: Petition) -> Petition:
    """Store a petition; `petition.id` is not used."""
    cursor = db.execute(
        "INSERT INTO petitions (game, kind, seq, asker, at, count, seat, needed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            petition.game,
            petition.kind,
            petition.seq,
            petition.asker,
            to_text(petition.at),
            petition.count,
            petition.seat,
            petition.needed,
        ),
    )
    stored = find(db, int(cursor.lastrowid or 0))
    if stored is None:
        raise sqlite3.DatabaseError("The petition just written is not there.")
    return stored


def find(db: sqlite3.Connection, petition_id: int) -> Petition | None:
    """Return a petition with its votes, or None."""
    found = db.execute(
        "SELECT id, game, kind, seq, asker, at, state, count, seat, needed FROM petitions WHERE id = ?", (petition_id,)
    ).fetchone()
    if found is None:
        return None
    number, game, kind, seq, asker, at, state, count, seat, needed = found
    known_kind = next(word for word in get_args(PetitionKind) if word == kind)
    known_state = next(word for word in get_args(PetitionState) if word == state)
    cast = db.execute("SELECT user, yes FROM votes WHERE petition = ? ORDER BY user", (number,)).fetchall()
    yes, no = (tuple(user for user, answer in cast if bool(answer) is side) for side in (True, False))
    return Petition(number, game, known_kind, seq, asker, from_text(at), known_state, count, seat, needed, yes, no)


def open_ones(db: sqlite3.Connection, game_id: int) -> tuple[Petition, ...]:
    """Return the petitions of a table that wait for answers, oldest first."""
    found = db.execute("SELECT id FROM petitions WHERE game = ? AND state = 'open' ORDER BY id", (game_id,)).fetchall()
    return tuple(petition for (number,) in found if (petition := find(db, number)) is not None)


def cast(db: sqlite3.Connection, petition_id: int, user: int, *, yes: bool) -> None:
    """Store a user's answer, replacing an earlier one."""
    db.execute("INSERT OR REPLACE INTO votes (petition, user, yes) VALUES (?, ?, ?)", (petition_id, user, yes))


def decide(db: sqlite3.Connection, petition_id: int, state: PetitionState) -> None:
    """Close a petition."""
    db.execute("UPDATE petitions SET state = ? WHERE id = ?", (state, petition_id))


def void_undos(db: sqlite3.Connection, game_id: int) -> None:
    """Close every open undo petition of a table, because the game has moved on."""
    db.execute("UPDATE petitions SET state = 'void' WHERE game = ? AND kind = 'undo' AND state = 'open'", (game_id,))


def note(db: sqlite3.Connection, row: JournalRow) -> int:
    """Add a line to the journal and return its number."""
    cursor = db.execute(
        "INSERT INTO journal (game, seq, user, at, sentence) VALUES (?, ?, ?, ?, ?)",
        (row.game, row.seq, row.user, to_text(row.at), row.sentence),
    )
    return int(cursor.lastrowid or 0)


def journal(db: sqlite3.Connection, game_id: int) -> tuple[JournalRow, ...]:
    """Return the journal of a table in order."""
    found = db.execute("SELECT game, seq, user, at, sentence FROM journal WHERE game = ? ORDER BY id", (game_id,))
    return tuple(JournalRow(game, seq, user, from_text(at), text) for game, seq, user, at, text in found)
