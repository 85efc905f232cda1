"""Cutting a migration file into statements, so that they run inside a transaction of ours.

`sqlite3.Connection.executescript` commits before it starts, which would part a migration from its own record.
"""

import re
import sqlite3
from collections.abc import Iterator

from migrations.errors import UnreadableMigrationError

_BLANK = re.compile(r"(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/|;)*", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")

# These end, escape or cannot run inside the one transaction that a migration is.
_FORBIDDEN = frozenset(
    {"BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "VACUUM", "ATTACH", "DETACH", "PRAGMA"}
)


def split(sql: str, name: str) -> tuple[str, ...]:
    """Return the statements of a migration file in order, without leading comments.

    Args:
        sql: The file's text.
        name: The file's name, for the error.

    Raises:
        UnreadableMigrationError: The last statement has no end, or a statement would leave the transaction.
    """
    statements = tuple(_pieces(sql, name))
    for statement in statements:
        word = _first_word(statement)
        if word in _FORBIDDEN:
            raise UnreadableMigrationError(f"Migration {name} contains {word}, which cannot be part of a migration.")
    return statements


def _pieces(sql: str, name: str) -> Iterator[str]:
    """Yield each complete statement; triggers, strings and comments may hold semicolons of their own."""
    start = end = 0
    while (semicolon := sql.find(";", end)) >= 0:
        end = semicolon + 1
        if sqlite3.complete_statement(sql[start:end]):
            if statement := _without_leading_blank(sql[start:end]):
                yield statement
            start = end
    if _without_leading_blank(sql[start:]):
        raise UnreadableMigrationError(f"Migration {name} ends in the middle of a statement.")


def _without_leading_blank(text: str) -> str:
    """Drop white space, comments and stray semicolons before the first word."""
    blank = _BLANK.match(text)
    return text[blank.end() :] if blank else text


def _first_word(statement: str) -> str:
    """Return the statement's first word in capitals, or nothing where it does not start with one."""
    word = _WORD.match(statement)
    return word.group().upper() if word else ""
