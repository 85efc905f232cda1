"""Where tables live in Discord."""

import sqlite3
from dataclasses import astuple

from bot.rows import Place

_COLUMNS = "game, guild, channel, lobby_message, thread, log_thread, card_message"


def of_game(db: sqlite3.Connection, game_id: int) -> Place:
    """Return the place of a table; all zeros when it has none."""
    found = db.execute(f"SELECT {_COLUMNS} FROM places WHERE game = ?", (game_id,)).fetchone()
    return Place(*found) if found else Place(game_id)


def put(db: sqlite3.Connection, place: Place) -> None:
    """Store a place, replacing the table's earlier one."""
    db.execute(f"INSERT OR REPLACE INTO places ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(place))


def every(db: sqlite3.Connection) -> tuple[Place, ...]:
    """Return all places, newest table first."""
    return tuple(Place(*values) for values in db.execute(f"SELECT {_COLUMNS} FROM places ORDER BY game DESC"))


def in_channel(db: sqlite3.Connection, channel: int) -> tuple[Place, ...]:
    """Return the tables whose channel, thread or log thread has this id, newest first."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM places WHERE ? IN (channel, thread, log_thread) ORDER BY game DESC", (channel,)
    )
    return tuple(Place(*values) for values in found)


def in_guild(db: sqlite3.Connection, guild: int) -> tuple[Place, ...]:
    """Return the tables of a server, newest first."""
    found = db.execute(f"SELECT {_COLUMNS} FROM places WHERE guild = ? ORDER BY game DESC", (guild,))
    return tuple(Place(*values) for values in found)
