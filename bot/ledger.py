"""What is written when a game moves: entries, letters, calls and reminders, all in the transaction of the move."""

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime

from bot import notify
from bot.errors import Overtaken, Refused
from bot.letters import Card, Content, Ended, Letter, Log, Notice, Pictures, Refresh
from bot.quiet import allowed_from, first_after, reminder_due
from bot.records import calls, entries, games, outbox, people, petitions
from bot.records.entries import Snapshot
from bot.rows import Call, EntryRow, GameRow, JournalRow, Seat
from engine.decisions import Decision
from engine.events import Event
from engine.state import RoundMark


@dataclass(frozen=True, slots=True)
class Page:
    """Everything about one accepted request that is not yet on disk.

    Attributes:
        row, seats: the table before it; `seq`: number of the last entry afterwards; `at`: when.
        before, after: decisions around it; `mark`: the round afterwards; `live`: actions that count afterwards.
        first: actions that counted before; `events`: what happened; `lines`: the log's sentences.
        outcome, scores: how and with what result the game ended, if it did.
        rows: the new entries; `snapshots`: positions worth keeping; `note`: a line for the journal, or empty.
    """

    row: GameRow
    seats: tuple[Seat, ...]
    seq: int
    at: datetime
    before: Decision | None
    after: Decision | None
    mark: RoundMark
    live: int
    first: int
    events: tuple[Event, ...] = ()
    lines: tuple[str, ...] = ()
    outcome: str = ""
    scores: tuple[tuple[str, int], ...] = ()
    rows: tuple[EntryRow, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a page: the table's row afterwards, and the seats that newly have to act."""

    row: GameRow
    called: tuple[Seat, ...]


def write(db: sqlite3.Connection, page: Page) -> Written:
    """Write a page: its entries and everything that follows from them.

    Raises:
        Overtaken: the log has grown since the page was begun.
        Refused: the click it comes from has been answered before; nothing is written.
    """
    click = page.rows[0].click
    if click is not None and entries.by_click(db, click) is not None:
        raise Refused("repeated", "That has been done already.")
    if entries.last(db, page.row.id) != page.seq - len(page.rows):
        raise Overtaken("Another process has moved in this game.")
    for entry in page.rows:
        entries.append(db, entry)
    for snapshot in page.snapshots:
        entries.keep_snapshot(db, snapshot)
    petitions.void_undos(db, page.row.id)
    if page.note:
        petitions.note(db, JournalRow(page.row.id, page.seq, page.rows[-1].user, page.at, page.note))
    _post_pictures(db, page)
    if page.lines:
        _post(db, page, Log(page.lines))
    called = summon(db, page)
    row = replace(page.row, waits=str(page.after.player) if page.after else "")
    if page.after is None:
        row = replace(row, status="finished", ended=page.outcome)
        _post(db, page, Ended(page.outcome, page.scores))
    elif row.status == "finished":
        row = replace(row, status="running", ended="")
    games.save(db, row)
    return Written(row, called)


def summon(db: sqlite3.Connection, page: Page) -> tuple[Seat, ...]:
    """Open, continue or close the call of a table; post the card; return the seats that newly have to act."""
    call = calls.open_call(db, page.row.id)
    due = notify.summons(call, page.after, page.seats)
    if page.after is None:
        calls.end(db, page.row.id, page.at)
    if page.after is None or due.seat is None:
        return ()
    line = notify.card_line(page.row, page.mark, page.after, page.seats)
    if due.kind == "same":
        _post(db, page, Refresh(due.seat.user, due.seat.player, line))
        return ()
    calls.end(db, page.row.id, page.at)
    call = begin_call(db, page.row, due.seat, (page.seq, page.at))
    if not due.seat.user:  # a seat without a Discord user: nobody to tell
        return (due.seat,)
    since = outbox.said(db, page.row.id, entries.last_of(db, page.row.id, due.seat.player))
    is_awake = call.pinged == call.began
    card = Card(due.seat.user, due.seat.player, page.after.actor, line, since, is_awake)
    post(db, page.row, card, f"card{call.id}", (page.seq, page.at))
    return (due.seat,)


def begin_call(db: sqlite3.Connection, row: GameRow, seat: Seat, moment: tuple[int, datetime]) -> Call:
    """Open a call for a seat at (last entry, time) and arm its first reminder: the call itself in quiet hours."""
    seq, now = moment
    wishes = people.of_user(db, seat.user)
    told = allowed_from(now, wishes)
    call = calls.begin(db, Call(0, row.id, seq, seat.player, seat.user, now, told))
    if told > now:
        calls.arm(db, call, 0, told)
    elif seat.user:
        calls.arm(db, call, 1, allowed_from(reminder_due(call, 1, first_after(row, wishes)), wishes))
    return call


def announce(db: sqlite3.Connection, line: JournalRow, row: GameRow, users: tuple[int, ...] = ()) -> None:
    """Note something about the table itself in the journal and tell the table; mentions only `users`."""
    number = petitions.note(db, line)
    post(db, row, Notice(line.sentence, users), f"note{number}", (line.seq, line.at))


def post(db: sqlite3.Connection, row: GameRow, content: Content, nonce: str, moment: tuple[int, datetime]) -> None:
    """Put a letter about a table into the outbox at (last entry, time); the nonce is completed with the table.

    A table without Discord users (console, import) gets no letters.
    """
    if any(seat.user for seat in games.seats(db, row.id)):
        seq, now = moment
        outbox.post(db, Letter(0, row.id, seq, f"{row.id}.{nonce}", content), now)


def _post(db: sqlite3.Connection, page: Page, content: Content) -> None:
    kind = str(type(content).__struct_config__.tag)
    post(db, page.row, content, f"{page.seq}.{kind}", (page.seq, page.at))


def _post_pictures(db: sqlite3.Connection, page: Page) -> None:
    turn = notify.turn_ended(page.events)
    if turn is None:
        return
    last = outbox.last_pictures(db, page.row.id)
    first = last.live if last is not None and last.live < page.live else page.first
    _post(db, page, Pictures(page.live, turn.kind, turn.actor, first))
