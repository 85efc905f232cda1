"""A game's past: earlier positions, the readable log, export and import."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from sqlite3 import Connection

from bot import ledger
from bot.clock import to_text
from bot.errors import Refused
from bot.letters import Started
from bot.records import entries, games
from bot.records.entries import Snapshot
from bot.rows import EntryRow, GameRow
from bot.table.lobby import clean, unique
from bot.table.moves import refusal
from bot.table.requests import Who
from bot.table.shelf import House, Table, setup_of
from engine.errors import LogError, RuleError
from engine.game import Game
from engine.ids import CHANCE
from engine.interchange import own
from engine.session import SNAPSHOT_EVERY, Act, Session
from engine.title import Title

LARGEST = 4 * 1024 * 1024
"""Characters of the largest file that is imported; the log of a long game has a tenth of that."""
MOST = 5_000
"""Entries of the longest log that is imported."""


async def at(table: Table, live: int) -> Game:
    """Return the engine's position after the first `live` live actions.

    Raises:
        Refused: there are not so many, or the game has not begun.
    """
    if table.session is None:
        raise Refused("not_running", "The game has not begun.")
    try:
        return await asyncio.to_thread(table.session.at, live)
    except RuleError as error:
        raise refusal(error) from error


def readable(table: Table, rows: Sequence[EntryRow]) -> tuple[EntryRow, ...]:
    """Return the log without the answers at its end that are still hidden."""
    decision = table.session.decision if table.session else None
    shown = tuple(rows)
    if decision is not None and decision.secret:
        while shown and shown[-1].secret:
            shown = shown[:-1]
    return shown


def export(table: Table, rows: Sequence[EntryRow]) -> str:
    """Return a log as a file in our own format; it names no Discord user."""
    lines = tuple(own.Line(row.entry, row.player, to_text(row.at)) for row in rows)
    return own.write(own.OwnLog(own.FORMAT, table.row.name, setup_of(table.row, table.seats), lines))


async def adopt(house: House, text: str, name: str, who: Who) -> tuple[int, int]:
    """Store the game of a file as a table, `who` in the first seat; return its number and the actions applied.

    Raises:
        Refused: the file cannot be read or played; says where and why.
    """
    if len(text) > LARGEST:
        raise Refused("too_large", f"That file is too large; the limit is {LARGEST // 1024 // 1024} MiB.")
    try:
        session, applied = await asyncio.to_thread(fold_file, house, text)
    except (LogError, RuleError) as error:
        raise Refused("import", f"The file cannot be imported: {error}") from error
    setup = session.setup
    title = session.blueprint.title
    decision = session.decision
    row = GameRow(
        id=0,
        title=setup.title,
        name=clean(name),
        options=setup.options,
        edition=setup.edition,
        version=setup.version,
        wanted=len(setup.players),
        host=who.user,
        pace="standard",
        status="running" if decision else "finished",
        created=house.clock.now(),
        ended=session.game.state.outcome,
        waits=str(decision.player) if decision else "",
    )
    past = await asyncio.to_thread(retrace, title, session, row)
    people = [(who.user if number == 0 else 0, player) for number, player in enumerate(setup.players)]
    return await house.store.write(_store, row, unique(people), past), applied


@dataclass(frozen=True, slots=True)
class Past:
    """A folded log, its rows for the database, and positions worth keeping."""

    session: Session
    rows: tuple[EntryRow, ...]
    snapshots: tuple[Snapshot, ...] = ()


def fold_file(house: House, text: str) -> tuple[Session, int]:
    """Return the session of a file, our own or an 18xx.games export, and how many of the file's actions it holds.

    Raises:
        LogError: cannot be read or played.
        RuleError: the setup cannot be played.
    """
    if not own.is_own(text):
        from engine.interchange import games18xx  # brings every title with it

        try:
            imported = games18xx.read(text)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise LogError(0, "this is no log of ours and no export of 18xx.games.") from error
        return imported.session, imported.applied
    log = own.read(text)
    if len(log.log) > MOST:
        raise LogError(MOST, f"the log has {len(log.log)} entries; at most {MOST} are imported.")
    session = own.replay(log, {log.setup.title: house.shelf.title(log.setup.title)})
    return session, len(session.live)


def retrace(title: Title, session: Session, row: GameRow) -> Past:
    """Return a folded session with its log as rows of a new table and its positions at regular distances.

    A row says who was asked, and the digest after its entry.
    """
    again = Session(title, session.setup)
    codec = again.blueprint.codec
    rows: list[EntryRow] = []
    kept: list[Snapshot] = []
    for number, entry in enumerate(session.entries, 1):
        rows.append(_retraced(again, EntryRow(0, number, entry, "", 0, row.created)))
        if number % SNAPSHOT_EVERY == 0:
            kept.append(Snapshot(0, number, title.version, rows[-1].digest, codec.encode(again.game.state)))
    return Past(session, tuple(rows), tuple(kept))


def _retraced(again: Session, row: EntryRow) -> EntryRow:
    decision = again.decision
    again.play(row.entry)
    if not isinstance(row.entry, Act) or decision is None:
        return replace(row, digest=again.digest())
    question = f"imported {row.seq}" if decision.player == CHANCE else None
    return replace(
        row,
        player=str(decision.player),
        digest=again.digest(),
        question=question,
        secret=decision.secret,
        barrier=decision.barrier,
    )


def _store(db: Connection, row: GameRow, people: list[tuple[int, str]], past: Past) -> int:
    game_id = games.add(db, row)
    row = replace(row, id=game_id)
    seats = games.set_seats(db, game_id, people)
    for entry in past.rows:
        entries.append(db, replace(entry, game=game_id))
    for snapshot in past.snapshots:
        entries.keep_snapshot(db, replace(snapshot, game=game_id))
    session, seq = past.session, len(past.rows)
    line = f"Imported after {len(session.live)} moves. Seating: {', '.join(seat.name for seat in seats)}."
    ledger.post(db, row, Started((line,)), "started", (seq, row.created))
    mark, decision, live = session.game.state.round, session.decision, len(session.live)
    ledger.summon(db, ledger.Page(row, seats, seq, row.created, None, decision, mark, live, live))
    return game_id
