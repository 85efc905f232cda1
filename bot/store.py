"""The database: opening, migrating, and one function per transaction on the connection's own thread."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import aiosqlite

from bot.clock import Clock, to_text
from bot.errors import StoreError
from migrations import MigrationError, migrate

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[sqlite3.Connection, P], T]

BUSY_SECONDS = 10
_PRIMARY_CODE = 0xFF  # SQLite's extended result codes carry the primary one in their lowest byte
_MEANINGS = (
    ({sqlite3.SQLITE_FULL}, "The disk is full; nothing was changed."),
    ({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}, "The database file is damaged: restore a backup."),
    ({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}, "The database file cannot be opened."),
    ({sqlite3.SQLITE_READONLY}, "The database file may not be written."),
    ({sqlite3.SQLITE_IOERR}, "The disk failed while reading or writing the database."),
    ({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}, "Another program keeps the database locked."),
)


class Store:
    """One SQLite file. `read` and `write` run a function of `bot.records` as one transaction.

    Durability: write-ahead log with full synchronisation, so that what was committed survives a power cut.
    """

    def __init__(self, database: aiosqlite.Connection, path: Path) -> None:
        self._database = database
        self._closed = False
        self.path = path

    @classmethod
    async def open(cls, path: Path, clock: Clock) -> "Store":
        """Open the file, create it and its folder when missing, and bring it up to date.

        Raises:
            StoreError: damaged, written by a newer version, not a Railhead database, not writable, disk full.
        """
        with _explained(path):
            # Tried first without a thread of its own, which aiosqlite would leave behind after a failure.
            await asyncio.to_thread(_try, path)
            database = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
        store = cls(database, path)
        try:
            await store._run(_prepare, clock)
        except BaseException:
            await database.close()
            raise
        return store

    async def close(self) -> None:
        """Close the file after the transaction in hand; later ones are refused."""
        if self._closed:
            return
        self._closed = True
        await self._database.close()

    @property
    def closed(self) -> bool:
        """Whether `close` has been called."""
        return self._closed

    async def read(self, work: "Work[P, T]", *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work(connection, ...)` on one consistent view of the database.

        Raises:
            StoreError: the database cannot be read.
        """
        return await self._run(_in_transaction, "BEGIN", lambda connection: work(connection, *args, **kwargs))

    async def write(self, work: "Work[P, T]", *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work(connection, ...)` as one transaction: all of it is kept, or after any exception nothing.

        Raises:
            StoreError: the database cannot be written. Exceptions of `work` itself pass through.
        """
        return await self._run(_in_transaction, "BEGIN IMMEDIATE", lambda connection: work(connection, *args, **kwargs))

    async def _run(self, work: "Work[P, T]", *args: P.args, **kwargs: P.kwargs) -> T:
        # aiosqlite offers no public way to run one whole function on its thread; statement by statement would cost
        # a thread hop each and let two transactions of the same connection interleave.
        def whole() -> T:
            if self._closed:
                raise StoreError(f"{self.path}: The database is closed.")
            return work(self._database._conn, *args, **kwargs)

        if self._closed:
            raise StoreError(f"{self.path}: The database is closed.")
        with _explained(self.path):
            result: T = await self._database._execute(whole)  # type: ignore[no-untyped-call]
            return result


def _try(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
        connection.execute("PRAGMA schema_version")


def _prepare(connection: sqlite3.Connection, clock: Clock) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection, now=lambda: to_text(clock.now()))


def _in_transaction(connection: sqlite3.Connection, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what SQLite, the migrations and the file system complain about into one plain sentence."""
    try:
        yield
    except MigrationError as error:
        raise StoreError(f"{path}: {error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {explain(error)}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}.") from error


def explain(error: sqlite3.Error) -> str:
    """Return what an error of SQLite means for whoever runs the bot, as a sentence."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    return next((words for codes, words in _MEANINGS if code in codes), f"The database refused: {error}.")
