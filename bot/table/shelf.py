"""Games in memory: loaded on demand, the least recently used put back, one lock for each."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from sqlite3 import Connection
from weakref import WeakValueDictionary

import msgspec

from bot.chance import Pick
from bot.clock import Clock
from bot.errors import BotError, Overtaken, Refused
from bot.records import entries, games
from bot.records.entries import Snapshot
from bot.rows import EntryRow, GameRow, Seat
from bot.store import Store
from bot.table.requests import Position
from bot.table.trail import Trail
from engine.errors import LogError, RuleError
from engine.session import SNAPSHOT_EVERY, Session
from engine.title import Setup, Title

LOG = logging.getLogger(__name__)

RESIDENT = 200
"""So many games stay in memory."""

_MOVED_ON = "The game has moved on; look at the newest card."


@dataclass(slots=True)
class Table:
    """One loaded game; changed only after the change is on disk, and only under its lock."""

    row: GameRow
    seats: tuple[Seat, ...]
    seq: int = 0
    session: Session | None = None
    trail: Trail = field(default_factory=Trail)

    def position(self) -> Position:
        """Return what others may see."""
        session = self.session
        live = len(session.live) if session else 0
        return Position(self.row, self.seats, self.seq, live, session.game if session else None, session)


@dataclass(frozen=True, slots=True)
class Stored:
    """What the database holds of one game."""

    row: GameRow
    seats: tuple[Seat, ...]
    rows: tuple[EntryRow, ...]
    snapshots: tuple[Snapshot, ...]


class Shelf:
    """The loaded games of one database."""

    def __init__(self, store: Store, titles: Mapping[str, Title], resident: int = RESIDENT) -> None:
        self._store = store
        self._titles = titles
        self._resident = resident
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, game_id: int) -> AsyncIterator[Table]:
        """Lend a table under its lock. Any exception but a refusal evicts it, so that memory is never ahead of disk.

        Raises:
            Refused: there is no such game, or it cannot be replayed by this version.
        """
        async with self._lock(game_id):
            try:
                table = self._tables.get(game_id) or await self._load(game_id)
                self._tables[game_id] = table
                self._tables.move_to_end(game_id)
                yield table
            except Refused:
                raise
            except Overtaken as error:
                self._tables.pop(game_id, None)
                raise Refused("stale", _MOVED_ON) from error
            except BaseException:
                self._tables.pop(game_id, None)
                raise
        self._shrink()

    def title(self, title_id: str) -> Title:
        """Return a title.

        Raises:
            Refused: this version does not have it.
        """
        if title_id not in self._titles:
            known = ", ".join(self._titles)
            raise Refused("no_title", f"Railhead does not play {title_id}; it plays {known}.")
        return self._titles[title_id]

    async def _load(self, game_id: int) -> Table:
        versions = {name: title.version for name, title in self._titles.items()}
        stored = await self._store.read(read, game_id, versions)
        if stored is None:
            raise Refused("no_such_game", f"There is no table number {game_id}.")
        if stored.row.status == "lobby" or (stored.row.status == "abandoned" and not stored.row.version):
            return Table(stored.row, stored.seats)
        session, trail = await asyncio.to_thread(_unpack, self.title(stored.row.title), stored)
        if (snapshot := missing_snapshot(stored, session)) is not None:
            await self._store.write(entries.keep_snapshot, snapshot)
        return Table(stored.row, stored.seats, len(stored.rows), session, trail)

    def _lock(self, game_id: int) -> asyncio.Lock:
        """Return the lock of a game; it is there as long as somebody holds it or waits for it."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def _shrink(self) -> None:
        for game_id in list(self._tables)[: max(0, len(self._tables) - self._resident)]:
            if game_id not in self._locks:
                del self._tables[game_id]


@dataclass(frozen=True, slots=True)
class House:
    """What every request to a table needs; `hands`: the thread in which moves are tried."""

    store: Store
    clock: Clock
    shelf: Shelf
    pick: Pick
    hands: Executor


def read(db: Connection, game_id: int, versions: Mapping[str, int]) -> Stored | None:
    """Return everything about a game; of its positions only those made by the current rules version of its title."""
    row = games.find(db, game_id)
    if row is None:
        return None
    kept = entries.snapshots(db, game_id, versions.get(row.title, 0))
    return Stored(row, games.seats(db, game_id), entries.of_game(db, game_id), kept)


def setup_of(row: GameRow, seats: tuple[Seat, ...]) -> Setup:
    """Return what the engine was told when the game began."""
    names = tuple(seat.name for seat in seats)
    return Setup(row.title, names, tuple(sorted(row.options)), row.edition, row.version)


def _unpack(title: Title, stored: Stored) -> tuple[Session, Trail]:
    return refold(title, stored), Trail().after(stored.rows)


def missing_snapshot(stored: Stored, session: Session) -> Snapshot | None:
    """Return the position to keep where much had to be replayed: after an import, or with new rules."""
    newest = max((snapshot.seq for snapshot in stored.snapshots), default=0)
    if len(stored.rows) - newest < SNAPSHOT_EVERY:
        return None
    last = stored.rows[-1]
    if session.digest() != last.digest:
        LOG.error("game %d replays to another position than it had after entry %d", stored.row.id, last.seq)
        return None
    title, position = session.blueprint.title, session.blueprint.codec.encode(session.game.state)
    return Snapshot(stored.row.id, last.seq, title.version, last.digest, position)


def refold(title: Title, stored: Stored) -> Session:
    """Return the session of a stored game.

    Raises:
        Refused: its log does not fold with this version.
    """
    log = [row.entry for row in stored.rows]
    setup = setup_of(stored.row, stored.seats)
    positions = {snapshot.seq: snapshot.position for snapshot in stored.snapshots}
    try:
        return Session.resume(title, setup, log, positions)
    except msgspec.ValidationError:
        return _refold_all(title, setup, stored)
    except (LogError, RuleError) as error:
        raise Refused("unreplayable", f"This version cannot continue the game: {error}") from error


def _refold_all(title: Title, setup: Setup, stored: Stored) -> Session:
    """Fold without stored positions: their form has changed."""
    try:
        return Session.fold(title, setup, [row.entry for row in stored.rows])
    except (LogError, RuleError) as error:
        raise Refused("unreplayable", f"This version cannot continue the game: {error}") from error


def running(table: Table) -> Session:
    """Return the session of a game that can be played on.

    Raises:
        Refused: it has not begun, is paused, abandoned or over.
    """
    row = table.row
    sentences = {
        "lobby": "The game has not begun.",
        "paused": f"The table is paused{': ' + row.note if row.note else ''}.",
        "finished": "The game is over.",
        "abandoned": "The table was given up.",
    }
    if row.status in sentences:
        raise Refused("not_running", sentences[row.status])
    if table.session is None:
        raise BotError("A running game has no position.")
    return table.session
