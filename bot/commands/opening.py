"""What several verbs need: the database opened, a game found, a file or a stored game as a session."""

import argparse
import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot import config
from bot.clock import SystemClock
from bot.errors import BotError
from bot.rows import GameRow, Seat
from bot.store import Store
from bot.tables import Tables
from engine.session import Session


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database and its tables."""

    store: Store
    tables: Tables


@dataclass(frozen=True, slots=True)
class Source:
    """A game to look at as it was after `live` actions."""

    session: Session
    seats: tuple[Seat, ...]
    live: int


def database_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--db PATH``."""
    words = f"database file (default: ${config.DATABASE}, else railhead.db in your data folder)"
    parser.add_argument("--db", type=Path, metavar="PATH", help=words)


@asynccontextmanager
async def opened(arguments: argparse.Namespace) -> AsyncIterator[Opened]:
    """Open the database that the arguments name; close it afterwards.

    Raises:
        StoreError: it cannot be opened.
    """
    from engine.titles import TITLES

    clock = SystemClock()
    store = await Store.open(config.database(arguments.db), clock)
    try:
        yield Opened(store, Tables(store, clock, TITLES, secrets.randbelow))
    finally:
        await store.close()


async def find_game(tables: Tables, named: str) -> GameRow:
    """Return the table with this number or name.

    Raises:
        BotError: there is none, or several have the name.
    """
    rows = await tables.listing()
    found = [row for row in rows if named.lstrip("#") == str(row.id)]
    found = found or [row for row in rows if row.name.casefold() == named.casefold()]
    if not found:
        raise BotError(f"There is no file and no table called {named}.")
    if len(found) > 1:
        numbers = ", ".join(str(row.id) for row in found)
        raise BotError(f"Several tables are called {named}; say which number: {numbers}.")
    return found[0]


async def source(arguments: argparse.Namespace, at: int | None) -> Source:
    """Return the file or stored game that ``what`` names, as it was after action `at` (None = all).

    Raises:
        BotError, EngineError: there is none, or it cannot be played so far.
    """
    path = Path(arguments.what)
    is_file = await asyncio.to_thread(path.is_file)
    if path.suffix or is_file:
        return await asyncio.to_thread(from_file, path, at)
    async with opened(arguments) as place:
        row = await find_game(place.tables, arguments.what)
        position = await place.tables.position(row.id)
    if position.session is None:
        raise BotError("That game has not begun.")
    live = position.live if at is None else at
    position.session.at(live)
    return Source(position.session, position.seats, live)


def from_file(path: Path, at: int | None) -> Source:
    """Return the game in a file, our own or an 18xx.games export, after action `at` of its own numbering.

    Raises:
        EngineError: cannot be read or played.
    """
    from engine.interchange import games18xx, own
    from engine.titles import TITLES

    text = path.read_text(encoding="utf-8")
    if own.is_own(text):
        session = own.replay(own.read(text), TITLES)
        live = len(session.live) if at is None else at
        session.at(live)
    else:
        session = games18xx.replay(text, to=at).session
        live = len(session.live)
    seats = tuple(Seat(0, number, 0, name) for number, name in enumerate(session.setup.players, 1))
    return Source(session, seats, live)
