"""What users have set for themselves."""

import sqlite3
from datetime import time

from bot.clock import from_text, to_text
from bot.rows import Preferences

_COLUMNS = "user, zone, quiet_from, quiet_to, first, direct, heads_up, away_from, away_to"


def of_user(db: sqlite3.Connection, user: int) -> Preferences:
    """Return the settings of a user; the defaults when they have set nothing."""
    found = db.execute(f"SELECT {_COLUMNS} FROM people WHERE user = ?", (user,)).fetchone()
    if found is None:
        return Preferences(user)
    _, zone, quiet_from, quiet_to, first, direct, heads_up, away_from, away_to = found
    quiet = (time.fromisoformat(quiet_from), time.fromisoformat(quiet_to)) if quiet_from else None
    away = (from_text(away_from), from_text(away_to)) if away_from else None
    return Preferences(user, zone, quiet, first, bool(direct), bool(heads_up), away)


def put(db: sqlite3.Connection, wishes: Preferences) -> None:
    """Store the settings of a user."""
    quiet = [moment.isoformat() for moment in wishes.quiet] if wishes.quiet else [None, None]
    away = [to_text(moment) for moment in wishes.away] if wishes.away else [None, None]
    db.execute(
        f"INSERT OR REPLACE INTO people ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (wishes.user, wishes.zone, *quiet, wishes.first, wishes.direct, wishes.heads_up, *away),
    )
