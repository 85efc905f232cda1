"""Which command tree an application was last registered with, and the news of the cards."""

import sqlite3


def digest_of(db: sqlite3.Connection, application: int) -> str:
    """Return the digest of the tree last registered; empty when none was."""
    found = db.execute("SELECT digest FROM commands WHERE application = ?", (application,)).fetchone()
    return str(found[0]) if found else ""


def keep_digest(db: sqlite3.Connection, application: int, digest: str) -> None:
    """Remember the digest of the tree that was registered."""
    db.execute("INSERT OR REPLACE INTO commands (application, digest) VALUES (?, ?)", (application, digest))


def card_content(db: sqlite3.Connection, game: int, seq: int) -> str | None:
    """Return the content (JSON) of the latest card of a table up to an entry."""
    query = "SELECT content FROM outbox WHERE game = ? AND kind = 'card' AND seq <= ? ORDER BY id DESC LIMIT 1"
    found = db.execute(query, (game, seq)).fetchone()
    return str(found[0]) if found else None
