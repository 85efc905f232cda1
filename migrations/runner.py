"""Brings a database up to date, one numbered SQL file at a time.

Each file is applied in one transaction together with its row in `schema_migrations`: after a failure or a kill the
database holds all of it or nothing of it. The functions are synchronous and take a plain `sqlite3.Connection`,
so that they can run in the thread that owns an asynchronous connection.
"""

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

from migrations.errors import (
    ChangedMigrationError,
    CorruptDatabaseError,
    FailedMigrationError,
    ForeignDatabaseError,
    MigrationGapError,
    NewerDatabaseError,
    OpenTransactionError,
    UnreadableMigrationError,
)
from migrations.statements import split

_FILE_NAME = re.compile(r"(?P<level>\d{4})_(?P<name>[a-z0-9]+(?:_[a-z0-9]+)*)\.sql")
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY_CODE = 0xFF  # SQLite's extended result codes carry the primary one in their lowest byte

_CREATE_RECORD = """
    CREATE TABLE IF NOT EXISTS schema_migrations (
        level INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
    )
"""
_READ_RECORD = "SELECT level, name, checksum, applied_at FROM schema_migrations ORDER BY level"
_WRITE_RECORD = "INSERT INTO schema_migrations (level, name, checksum, applied_at) VALUES (?, ?, ?, ?)"
_FIND_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


@dataclass(frozen=True, slots=True)
class Migration:
    """One SQL file: its number, its name without number and ending, the SHA-256 of its text, and the text."""

    level: int
    name: str
    checksum: str
    sql: str = field(repr=False)

    @property
    def label(self) -> str:
        """The file's name without the ending, as in `0002_reminders`."""
        return f"{self.level:04}_{self.name}"


@dataclass(frozen=True, slots=True)
class AppliedMigration:
    """One row of `schema_migrations`: what a database says it has been through."""

    level: int
    name: str
    checksum: str
    applied_at: str


def available(directory: Traversable | None = None) -> tuple[Migration, ...]:
    """Read the migrations that belong to this code, by level.

    Args:
        directory: Where the SQL files lie; without it, this package.

    Raises:
        UnreadableMigrationError: A file's name is not `NNNN_name.sql`, or its text is not UTF-8.
        MigrationGapError: The numbers are not 1, 2, 3 ... without gap or repetition.
    """
    folder = files("migrations") if directory is None else directory
    found = (_read(entry) for entry in folder.iterdir() if entry.name.endswith(".sql"))
    migrations = tuple(sorted(found, key=lambda migration: migration.label))
    for expected, migration in enumerate(migrations, start=1):
        if migration.level != expected:
            raise MigrationGapError(f"Migration {expected:04} was expected where {migration.label} stands.")
    return migrations


def applied(connection: sqlite3.Connection) -> tuple[AppliedMigration, ...]:
    """Read what the database has been through, by level; changes nothing.

    Raises:
        CorruptDatabaseError: The file is damaged, or is no SQLite database.
        ForeignDatabaseError: The database has tables, but none of ours.
    """
    with _damage_named():
        tables = {row[0] for row in connection.execute(_FIND_TABLES)}
        if not tables:
            return ()
        if "schema_migrations" not in tables:
            raise ForeignDatabaseError("This is not a Railhead database: it has tables of another program.")
        return tuple(AppliedMigration(*row) for row in connection.execute(_READ_RECORD))


def pending(connection: sqlite3.Connection, directory: Traversable | None = None) -> tuple[Migration, ...]:
    """Tell which migrations the database still needs, by level; changes nothing.

    Raises:
        MigrationError: Any reason why they could not be applied (see `migrate`), except failing.
    """
    migrations = available(directory)
    history = applied(connection)
    _check_history(history, migrations)
    return migrations[len(history) :]


def migrate(
    connection: sqlite3.Connection, directory: Traversable | None = None, *, now: Callable[[], str]
) -> tuple[Migration, ...]:
    """Bring the database up to date and return what was applied, by level.

    Args:
        connection: A connection outside any transaction. Its foreign-key setting is restored afterwards.
        directory: Where the SQL files lie; without it, this package.
        now: Gives the time to record for each migration, as text.

    Raises:
        OpenTransactionError: The connection is inside a transaction.
        CorruptDatabaseError: The file is damaged, or is no SQLite database.
        ForeignDatabaseError: The database belongs to another program.
        NewerDatabaseError: The database has migrations that this code does not know.
        ChangedMigrationError: A migration was edited after this database had it.
        MigrationGapError: A number is missing, in the files or in the database.
        UnreadableMigrationError: A file cannot be read as a migration.
        FailedMigrationError: A statement failed. The migrations before it are kept; it and the rest stay pending.
    """
    if connection.in_transaction:
        raise OpenTransactionError("The database cannot be migrated in the middle of a transaction.")
    waiting = pending(connection, directory)
    scripts = [(migration, split(migration.sql, migration.label)) for migration in waiting]
    with _damage_named():
        _check_health(connection)
        with _foreign_keys_off(connection):
            return tuple(migration for migration, script in scripts if _apply(connection, migration, script, now))


def _read(entry: Traversable) -> Migration:
    """Read one file. Line endings are evened out, so that a checkout on Windows has the same checksum."""
    match = _FILE_NAME.fullmatch(entry.name)
    if match is None:
        raise UnreadableMigrationError(f"Migration file {entry.name} is not named like 0001_some_name.sql.")
    try:
        sql = entry.read_bytes().decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UnreadableMigrationError(f"Migration file {entry.name} is not UTF-8 text.") from error
    checksum = hashlib.sha256(sql.encode("utf-8")).hexdigest()
    return Migration(int(match["level"]), match["name"], checksum, sql)


def _check_history(history: tuple[AppliedMigration, ...], migrations: tuple[Migration, ...]) -> None:
    """Refuse a database whose past is not the beginning of our list of migrations."""
    for expected, row in enumerate(history, start=1):
        if row.level != expected:
            raise MigrationGapError(f"The database has migration {row.level:04} but never had {expected:04}.")
    if len(history) > len(migrations):
        raise NewerDatabaseError(
            f"The database is at level {len(history)}, but this version of Railhead knows only {len(migrations)}: "
            "install a newer version."
        )
    for row, migration in zip(history, migrations, strict=False):
        if row.checksum != migration.checksum:
            raise ChangedMigrationError(
                f"Migration {migration.label} was changed after the database had it: restore the file as it was."
            )


def _check_health(connection: sqlite3.Connection) -> None:
    """Refuse to build on a damaged file."""
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise CorruptDatabaseError(f"The database file is damaged ({verdict}): restore a backup.")


def _apply(
    connection: sqlite3.Connection, migration: Migration, script: tuple[str, ...], now: Callable[[], str]
) -> bool:
    """Apply one migration and record it, in one transaction; false if another process was faster."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        is_ours = _claim(connection, migration, now())
        if is_ours:
            _run(connection, migration, script)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return is_ours


def _claim(connection: sqlite3.Connection, migration: Migration, time: str) -> bool:
    """Write the migration's record, unless another process wrote it while we waited for the lock."""
    connection.execute(_CREATE_RECORD)
    taken = connection.execute("SELECT checksum FROM schema_migrations WHERE level = ?", (migration.level,)).fetchone()
    if taken is None:
        connection.execute(_WRITE_RECORD, (migration.level, migration.name, migration.checksum, time))
    elif taken[0] != migration.checksum:
        raise ChangedMigrationError(f"Another version of Railhead has just applied its own {migration.level:04}.")
    return taken is None


def _run(connection: sqlite3.Connection, migration: Migration, script: tuple[str, ...]) -> None:
    """Execute the statements; afterwards every foreign key must point at something."""
    for number, statement in enumerate(script, start=1):
        try:
            connection.execute(statement)
        except sqlite3.Error as error:
            if _is_damage(error):
                raise
            raise FailedMigrationError(
                f"Migration {migration.label} failed at statement {number} ({error}); nothing of it was kept."
            ) from error
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise FailedMigrationError(
            f"Migration {migration.label} leaves rows of {orphan[0]} that point at nothing in {orphan[2]}; "
            "nothing of it was kept."
        )


@contextmanager
def _foreign_keys_off(connection: sqlite3.Connection) -> Iterator[None]:
    """Suspend foreign keys, so that a migration may rebuild a table that others point at."""
    was_on = bool(connection.execute("PRAGMA foreign_keys").fetchone()[0])
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        if was_on:
            connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def _damage_named() -> Iterator[None]:
    """Turn SQLite's complaints about a broken file into our own error."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
        raise CorruptDatabaseError(f"The database file is damaged ({error}): restore a backup.") from error


def _is_damage(error: sqlite3.Error) -> bool:
    """Tell whether an error speaks of a broken file rather than of a statement or a lock."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _DAMAGED
