"""How the house holds up: many open tables, bursts of moves while pictures and routes are worked out, reminders."""

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from statistics import quantiles
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot.clock import SystemClock, to_text
from bot.commands.paces import Measure
from bot.commands.sample import sample_move
from bot.commands.serving import SWITCH
from bot.letters import Pictures
from bot.offload import Searches
from bot.pictures import Studio
from bot.reminders import Reminders
from bot.store import Store
from bot.tables import Position, Tables, Who
from engine.actions import Action
from engine.ids import CHANCE
from engine.interchange import own
from engine.session import Session
from engine.title import Title

P = ParamSpec("P")
T = TypeVar("T")

TABLES: Final = 200
RATE: Final = 20
"""Moves begun together, once a second."""
SECONDS: Final = 10
ALONE: Final = 100
"""Moves made one after the other, and bare commits to compare with."""
PENDING: Final = 10_000
"""Reminders that wait."""
_TICK: Final = 0.005
_GUEST: Final = 1_000
"""Pretended user ids begin here."""


@dataclass(slots=True)
class Times:
    """Milliseconds, by what was measured."""

    alone: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)


class TimedStore(Store):
    """A store that says how long each writing transaction took, the wait for its turn included."""

    times: list[float]

    async def write(
        self, work: "Callable[Concatenate[sqlite3.Connection, P], T]", *args: P.args, **options: P.kwargs
    ) -> T:
        """Write, and note the time."""
        begun = time.perf_counter()
        result = await super().write(work, *args, **options)
        self.times.append(_since(begun))
        return result


@dataclass(frozen=True, slots=True)
class Crowd:
    """Many tables of one game on one scratch database, stopped at different moves."""

    store: TimedStore
    title: Title
    games: tuple[int, ...]

    def tables(self) -> Tables:
        """Return the tables with nothing in memory, as after a start."""
        return Tables(self.store, SystemClock(), {self.title.id: self.title}, lambda _: 0)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move that is about to be made."""

    position: Position
    who: Who
    action: Action


async def measure_load(session: Session, tables: int = TABLES, seconds: int = SECONDS) -> tuple[Measure, ...]:
    """Measure a crowded house: tables opened from disk, moves alone and in bursts, the event loop, reminders.

    The notes of the first row say how much memory one table takes, and the whole process, in MB.
    """
    times = Times()
    sys.setswitchinterval(SWITCH)
    async with crowd(session, tables) as place:
        house = place.tables()
        grown = -_memory()
        for game in place.games:
            begun = time.perf_counter()
            await house.position(game)
            times.opened.append(_since(begun))
        grown += _memory()
        bare = await asyncio.to_thread(_bare_commits, place.store.path.with_name("bare.db"))
        await _alone(place, house, times)
        place.store.times.clear()
        await _bursts(place, house, times, seconds)
        commits = tuple(place.store.times)
        armed = await measure_reminders(place.store, place.games)
    name = f"{session.blueprint.title.id}, {tables} tables"
    plain = _measure("a bare commit of SQLite", bare)
    memory = (("table_mb", round(grown / tables, 2)), ("process_mb", round(_memory())))
    opened = _measure(f"{name}: open one", times.opened)
    return (
        replace(opened, notes=(*opened.notes, *memory)),
        replace(_measure(f"{name}: a move alone", times.alone), clock="cpu"),
        _measure(f"{name}: a move in a burst", times.moves),
        plain,
        replace(_measure(f"{name}: its commit", commits), against=plain),
        _measure(f"{name}: loop held up", times.late),
        _measure(f"{name}: pictures meanwhile", times.pictures),
        _measure(f"{name}: routes meanwhile", times.searches),
        _measure(f"{PENDING} reminders: armed", (armed,)),
    )


def _measure(what: str, times: Sequence[float]) -> Measure:
    """Return a row with the 99th percentile in its notes."""
    late = quantiles(times, n=100, method="inclusive")[-1] if len(times) > 1 else 0.0
    return Measure(what, tuple(times), clock="wall", notes=(("p99_ms", round(late, 3)),))


# -- the crowd ------------------------------------------------------------------------------------------


@asynccontextmanager
async def crowd(session: Session, count: int) -> AsyncIterator[Crowd]:
    """Open a scratch database with so many copies of a game, each cut off at another move."""
    with tempfile.TemporaryDirectory() as folder:
        store = await TimedStore.open(Path(folder) / "bench.db", SystemClock())
        assert isinstance(store, TimedStore)
        store.times = []
        title = session.blueprint.title
        tables = Tables(store, SystemClock(), {title.id: title}, lambda _: 0)
        lines = tuple(own.Line(entry) for entry in session.entries)
        text = own.write(own.OwnLog(own.FORMAT, "Bench", session.setup, lines))
        first = await tables.adopt(text, "Bench", Who(_GUEST, "Bench"))
        games = await store.write(_copies, first.row.id, count)
        try:
            yield Crowd(store, title, games)
        finally:
            await store.close()


def _copies(db: sqlite3.Connection, first: int, count: int) -> tuple[int, ...]:
    """Copy a stored game so many times, cut off between three tenths and nine tenths, where a player has to act."""
    found = db.execute("SELECT seq, player FROM entries WHERE game = ? ORDER BY seq", (first,)).fetchall()
    cuts = [seq - 1 for seq, player in found if player != CHANCE and len(found) * 0.3 < seq < len(found) * 0.9]
    players = dict(found)
    games = []
    for number in range(count):
        cut = cuts[number * len(cuts) // count]
        db.execute(
            "INSERT INTO games (title, name, options, edition, version, wanted, host, pace, status, created, waits)"
            " SELECT title, name || ?, options, edition, version, wanted, host, pace, 'running', created, ?"
            " FROM games WHERE id = ?",
            (f" {number}", players[cut + 1], first),
        )
        game = int(db.execute("SELECT max(id) FROM games").fetchone()[0])
        db.execute(
            "INSERT INTO seats SELECT ?, number, ? + number, name FROM seats WHERE game = ?",
            (game, _GUEST + number * 10, first),
        )
        db.execute(
            "INSERT INTO entries SELECT ?, seq, entry, player, user, at, digest, NULL, question, secret, barrier"
            " FROM entries WHERE game = ? AND seq <= ?",
            (game, first, cut),
        )
        db.execute(
            "INSERT INTO snapshots SELECT ?, seq, version, digest, position FROM snapshots WHERE game = ? AND seq <= ?",
            (game, first, cut),
        )
        games.append(game)
    return tuple(games)


# -- bursts ---------------------------------------------------------------------------------------------


async def _bursts(place: Crowd, house: Tables, times: Times, seconds: int) -> None:
    """Make `RATE` moves a second at random moments and tables, while somebody draws and somebody searches."""
    lots = random.Random(7)
    work = [
        asyncio.create_task(_tick(times.late)),
        asyncio.create_task(_draw(place, house, times.pictures)),
        asyncio.create_task(_search(place, house, times.searches)),
    ]
    for _ in range(seconds):
        chosen = [await _choose(house, game) for game in lots.sample(place.games, min(RATE, len(place.games)))]
        moves = [(move, lots.random()) for move in chosen if move is not None]
        await asyncio.gather(*(_move(house, move, later, times.moves) for move, later in moves))
    for task in work:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _alone(place: Crowd, house: Tables, times: Times) -> None:
    """Make one move after the other with nothing else going on; the processor's time counts."""
    for game in place.games[:ALONE]:
        chosen = await _choose(house, game)
        if chosen is not None:
            begun = time.process_time()
            await _move(house, chosen, 0, [])
            times.alone.append((time.process_time() - begun) * 1000)


def _bare_commits(path: Path) -> list[float]:
    """Return the times of plain commits that survive a power cut, each of a small row and a position."""
    times = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, entry TEXT, position BLOB)")
        for _ in range(ALONE):
            begun = time.perf_counter()
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO rows (entry, position) VALUES (?, ?)", ("x" * 300, b"x" * 5000))
            db.execute("COMMIT")
            times.append(_since(begun))
    return times


async def _choose(house: Tables, game: int) -> Chosen | None:
    """Choose a move at a table; not measured, as it stands for a player who thinks."""
    position = await house.position(game)
    decision = position.decision
    seat = position.seat(decision.player) if decision else None
    if decision is None or seat is None:
        return None
    action = await asyncio.to_thread(sample_move, decision, position.seq)
    return Chosen(position, Who(seat.user, seat.name), action)


async def _move(house: Tables, move: Chosen, later: float, times: list[float]) -> None:
    await asyncio.sleep(later)
    game, seq = move.position.row.id, move.position.seq
    begun = time.perf_counter()
    await house.submit(game, [move.action], move.who, expected=seq, click=f"{game}.{seq}")
    times.append(_since(begun))


async def _tick(late: list[float]) -> None:
    """Note by how much each short sleep was longer than asked."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(_TICK)
        late.append(max(0.0, _since(begun) - _TICK * 1000))


async def _draw(place: Crowd, house: Tables, times: list[float]) -> None:
    studio = Studio()
    try:
        while True:
            for game in place.games:
                position = await house.position(game)
                begun = time.perf_counter()
                await studio.after_turn(position, Pictures(position.live, "operating", "", max(0, position.live - 5)))
                times.append(_since(begun))
    finally:
        studio.close()


async def _search(place: Crowd, house: Tables, times: list[float]) -> None:
    """Search routes at one table after the other where trains may run, as a card or a panel does."""
    searches = Searches()
    try:
        while True:
            for game in place.games:
                position = await house.position(game)
                fresh = position.game.copy() if position.game else None
                begun = time.perf_counter()
                if fresh is not None and fresh.decision is not None and "run" in fresh.decision.verbs():
                    await searches.ready(fresh)
                    times.append(_since(begun))
                await asyncio.sleep(0.02)
    finally:
        searches.close()


# -- reminders ------------------------------------------------------------------------------------------


async def measure_reminders(store: Store, games: Sequence[int]) -> float:
    """Return the milliseconds from the start of the reminders until all that wait are armed."""
    await store.write(_pend, games)
    reminders = Reminders(store, SystemClock(), lambda: None)
    begun = time.perf_counter()
    await reminders.poll()
    return _since(begun)


def _pend(db: sqlite3.Connection, games: Sequence[int]) -> None:
    """Put waiting reminders into the database, the first of them in an hour."""
    now = SystemClock().now()
    for number in range(PENDING):
        game, due = games[number % len(games)], to_text(now + timedelta(hours=1, seconds=number))
        call = db.execute(
            "INSERT INTO calls (game, seq, player, user, began, pinged, ended) VALUES (?, 0, 'P1', ?, ?, ?, ?)",
            (game, _GUEST, due, due, due),
        ).lastrowid
        db.execute(
            "INSERT INTO reminders (call, game, user, level, due) VALUES (?, ?, ?, 1, ?)", (call, game, _GUEST, due)
        )


# -- measuring ------------------------------------------------------------------------------------------


def _since(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def _memory() -> float:
    """Return the memory of this process in MB; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * 4096 / 1e6
