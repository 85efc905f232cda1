"""What happens to a table while its game runs: pause, end, name, pace, a seat handed over; all of it in the journal."""

from collections.abc import Callable
from dataclasses import replace
from sqlite3 import Connection

from bot import ledger
from bot.errors import Refused
from bot.records import calls, games, outbox
from bot.rows import GameRow, JournalRow, Seat
from bot.table.lobby import clean, known_pace
from bot.table.moves import require_host
from bot.table.requests import Who
from bot.table.shelf import House, Table

Follow = Callable[[Connection, ledger.Page], object]


async def pause(house: House, table: Table, who: Who, note: str) -> None:
    """Stop the clock and refuse moves.

    Raises:
        Refused: no seat and not the host, or the game does not run.
    """
    _require_seat(table, who)
    _require_status(table, "running", "The game is not running.")
    row = replace(table.row, status="paused", note=note.strip())
    words = f"{who.name} paused the table{f': {row.note}' if row.note else ''}."
    await _change(house, table, row, _line(house, table, who, words), _stop)


async def resume(house: House, table: Table, who: Who) -> None:
    """Go on after a pause; whoever has to act is called anew.

    Raises:
        Refused: no seat and not the host, or the table is not paused.
    """
    _require_seat(table, who)
    _require_status(table, "paused", "The table is not paused.")
    row = replace(table.row, status="running", note="")
    await _change(house, table, row, _line(house, table, who, f"{who.name} resumed the table."), ledger.summon)


async def abandon(house: House, table: Table, who: Who, note: str) -> None:
    """End a table without a result.

    Raises:
        Refused: not the host, or over already.
    """
    require_host(table, who)
    if table.row.status in ("finished", "abandoned"):
        raise Refused("not_running", "The game is over already.")
    row = replace(table.row, status="abandoned", note=note.strip(), waits="")
    words = f"{who.name} gave the table up{f': {row.note}' if row.note else ''}."
    await _change(house, table, row, _line(house, table, who, words), _stop)


async def rename(house: House, table: Table, who: Who, name: str) -> None:
    """Give the table another name.

    Raises:
        Refused: not the host, or no fit name.
    """
    require_host(table, who)
    row = replace(table.row, name=clean(name))
    words = f"{who.name} renamed the table from {table.row.name} to {row.name}."
    await _change(house, table, row, _line(house, table, who, words))


async def set_pace(house: House, table: Table, who: Who, pace: str) -> None:
    """Change the pace; it counts from the next call.

    Raises:
        Refused: not the host, or no such pace.
    """
    require_host(table, who)
    known_pace(pace)
    line = _line(house, table, who, f"{who.name} changed the pace from {table.row.pace} to {pace}.")
    await _change(house, table, replace(table.row, pace=pace), line)


async def replace_seat(house: House, table: Table, who: Who, number: int, heir: Who) -> None:
    """Hand a seat with its history to somebody else; they are called if it is their turn.

    Raises:
        Refused: not its owner and not the host, no such seat, or the heir sits here already.
    """
    old = next((seat for seat in table.seats if seat.number == number), None)
    if old is None:
        raise Refused("no_such_seat", f"There is no seat {number}; there are {len(table.seats)}.")
    if old.user != who.user:
        require_host(table, who)
    if any(seat.user == heir.user for seat in table.seats):
        raise Refused("seated", f"{heir.name} already has a seat at this table.")
    taken = [(seat.user, seat.name) for seat in table.seats if seat is not old]
    name = heir.name if all(heir.name != other for _, other in taken) else f"{heir.name} ({number})"
    seat = Seat(old.game, number, heir.user, name)
    seats = tuple(seat if each is old else each for each in table.seats)
    line = _line(house, table, who, f"{name} takes over the seat of {old.name} ({who.name}'s decision).")
    row = replace(table.row, host=heir.user) if table.row.host == old.user else table.row

    def follow(db: Connection, page: ledger.Page) -> None:
        games.hand_over(db, seat)
        if row.status == "running":
            ledger.summon(db, page)

    table_seats, table.seats = table.seats, seats
    try:
        await _change(house, table, row, line, follow)
    except BaseException:
        table.seats = table_seats
        raise


def _line(house: House, table: Table, who: Who, words: str) -> JournalRow:
    return JournalRow(table.row.id, table.seq, who.user, house.clock.now(), words)


async def _change(
    house: House, table: Table, row: GameRow, line: JournalRow, follow: Follow = lambda _db, _page: None
) -> None:
    """Write a changed row, its journal line, the notice, and what follows, in one transaction."""
    session = table.session
    page = None
    if session is not None:
        live = len(session.live)
        state, decision = session.game.state, session.decision
        page = ledger.Page(row, table.seats, table.seq, line.at, decision, decision, state.round, live, live)

    def write(db: Connection) -> None:
        games.save(db, row)
        ledger.announce(db, line, row)
        if page is not None:
            follow(db, page)

    await house.store.write(write)
    table.row = row


def _stop(db: Connection, page: ledger.Page) -> None:
    """Nobody has to act any more: end the call, cancel reminders, drop letters that call somebody."""
    calls.end(db, page.row.id, page.at)
    for kind in ("card", "refresh", "nudge", "stalled"):
        outbox.supersede(db, page.row.id, kind)


def _require_seat(table: Table, who: Who) -> None:
    if all(seat.user != who.user for seat in table.seats):
        require_host(table, who)


def _require_status(table: Table, status: str, sentence: str) -> None:
    if table.row.status != status:
        raise Refused("not_running", sentence)
