"""Looking after the database: migrate, backup, restore."""

import argparse
import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot import config
from bot.clock import SystemClock, to_text
from bot.commands.opening import database_argument
from bot.errors import StoreError
from bot.store import explain
from migrations import MigrationError, applied, pending
from migrations import migrate as bring_up_to_date

_COMPANIONS = ("-wal", "-shm")


def migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``migrate``."""
    database_argument(parser)


def migrate(arguments: argparse.Namespace) -> int:
    """Bring the database up to date and say what was done."""
    path = config.database(arguments.db)
    path.parent.mkdir(parents=True, exist_ok=True)
    clock = SystemClock()
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            done = bring_up_to_date(connection, now=lambda: to_text(clock.now()))
            level = len(applied(connection))
    except (MigrationError, sqlite3.Error) as error:
        raise StoreError(f"{path}: {_words(error)}") from error
    labels = ", ".join(migration.label for migration in done)
    sys.stdout.write(f"{path}: {f'applied {labels}' if labels else 'was up to date'}; level {level}.\n")
    return 0


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``backup``."""
    words = "file or folder to write to (default: a dated file in the folder backups beside the database)"
    parser.add_argument("out", nargs="?", type=Path, metavar="OUT", help=words)
    database_argument(parser)


def backup(arguments: argparse.Namespace) -> int:
    """Copy the database, also while the bot runs, and check the copy."""
    path = config.database(arguments.db)
    if not path.is_file():
        raise StoreError(f"{path}: there is no database.")
    out = _backup_file(arguments.out, path)
    out.parent.mkdir(parents=True, exist_ok=True)
    copy(path, out)
    sys.stdout.write(f"{out}\n")
    return 0


def copy(path: Path, out: Path) -> None:
    """Write a checked copy of a database to `out`; an existing file is replaced only by a good copy.

    Raises:
        StoreError: cannot be read or written, or the copy is not sound.
    """
    partial = out.with_name(f"{out.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        with closing(_read_only(path)) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        check(partial)
        _to_disk(partial)
        os.replace(partial, out)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_words(error)}") from error
    finally:
        partial.unlink(missing_ok=True)


def check(path: Path) -> int:
    """Return the level of a database that is sound and ours.

    Raises:
        StoreError: damaged, of another program, or written by a newer version.
    """
    try:
        with closing(_read_only(path)) as connection:
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
            if verdict != "ok" or orphan is not None:
                raise StoreError(f"{path}: The database file is damaged.")
            pending(connection)
            level = len(applied(connection))
    except (MigrationError, sqlite3.Error) as error:
        raise StoreError(f"{path}: {_words(error)}") from error
    if not level:
        raise StoreError(f"{path}: This is no Railhead database; it is empty.")
    return level


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``restore``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that backup has written")
    database_argument(parser)


def restore(arguments: argparse.Namespace) -> int:
    """Check a backup and put it in the database's place; what was there is kept beside it."""
    path = config.database(arguments.db)
    if not arguments.file.is_file():
        raise StoreError(f"{arguments.file}: there is no such file.")
    level = check(arguments.file)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.restored")
    copy(arguments.file, fresh)
    kept = _set_aside(path) if path.exists() else None
    os.replace(fresh, path)
    sys.stdout.write(f"{path}: restored from {arguments.file}, level {level}.\n")
    if kept is not None:
        sys.stdout.write(f"What was there before is in {kept}.\n")
    return 0


def _set_aside(path: Path) -> Path:
    """Move a database away with its companions; refuse while somebody has it open.

    Raises:
        StoreError: the bot is still running.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # needs the file for itself alone
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path}: {_words(error)} Stop the bot first.") from error
    except sqlite3.DatabaseError:
        sys.stdout.write(f"{path} was damaged.\n")
    kept = path.with_name(f"{path.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    os.replace(path, kept)
    for ending in _COMPANIONS:
        companion = path.with_name(path.name + ending)
        if companion.exists():
            os.replace(companion, kept.with_name(kept.name + ending))
    return kept


def _backup_file(out: Path | None, path: Path) -> Path:
    name = f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    if out is None:
        return path.parent / "backups" / name
    return out / name if out.is_dir() else out


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _words(error: Exception) -> str:
    return explain(error) if isinstance(error, sqlite3.Error) else str(error)
