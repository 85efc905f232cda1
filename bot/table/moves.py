"""Moves, undo and redo: tried on a copy, written, and only then the position; chance is drawn right afterwards."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import ParamSpec, TypeVar

from bot import chance, ledger, narration, notify
from bot.errors import BotError, Refused
from bot.records import entries
from bot.records.entries import Snapshot
from bot.rows import EntryRow, Seat
from bot.table.requests import Moves, Outcome, Takeback, Who
from bot.table.shelf import House, Table, running
from bot.table.trail import judge
from engine import notation
from engine.actions import Action
from engine.decisions import Decision
from engine.errors import NotationError, RuleError
from engine.events import Event
from engine.ids import CHANCE
from engine.session import SNAPSHOT_EVERY, Act, Entry, Redo, Session, Undo

P = ParamSpec("P")
T = TypeVar("T")

_MOVED_ON = "The game has moved on; look at the newest card."
_MOST_DRAWS = 10_000


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried on a copy: the copy, the entries, what happened, and the sentences for it."""

    session: Session
    rows: tuple[EntryRow, ...]
    events: tuple[Event, ...] = ()
    told: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose hand writes entries: the real user, the time, the click it came from."""

    user: int
    at: datetime
    click: str | None = None


async def submit(house: House, table: Table, moves: Moves, who: Who) -> Outcome:
    """Make moves, all or none.

    Raises:
        Refused: not allowed, not theirs to make, or the game has moved on; nothing has changed.
    """
    try:
        await settle(house, table)
        session = running(table)
        expect(table, moves.expected)
        lines = split(moves.moves)
        hand = Hand(who.user, house.clock.now(), moves.click)
        tried = await apart(house, _try, table, session, lines, who, hand)
        return await commit(house, table, tried)
    except Refused:
        # Asked only now: a click that comes twice is rare, and every question costs a wait for the database.
        if await is_repeated(house, moves.click):
            return Outcome(table.position(), repeated=True)
        raise


async def apart(house: House, work: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
    """Return what `work` returns, done in the thread for moves: some take long enough to hold everybody else up."""
    return await asyncio.get_running_loop().run_in_executor(house.hands, partial(work, *args, **options))


def split(moves: Sequence[Action | str]) -> tuple[Action | str, ...]:
    """Return single moves: lines parted by ``;`` or line ends, empty ones left out.

    Raises:
        Refused: there is none.
    """
    found: list[Action | str] = []
    for move in moves:
        if isinstance(move, str):
            found += [part.strip() for part in move.replace("\n", ";").split(";") if part.strip()]
        else:
            found.append(move)
    if not found:
        raise Refused("notation", "Nothing was written; a move looks like: lay K5 9 1.")
    return tuple(found)


def expect(table: Table, seq: int | None) -> None:
    """Refuse what was decided on another position.

    Raises:
        Refused: the game has moved on.
    """
    if seq is not None and seq != table.seq:
        raise Refused("stale", _MOVED_ON)


async def is_repeated(house: House, click: str | None) -> bool:
    """Whether this very click has been carried out before."""
    return click is not None and await house.store.read(entries.by_click, click) is not None


def authorise(table: Table, decision: Decision | None, who: Who) -> None:
    """Refuse whoever may not answer this decision.

    Raises:
        Refused: ``not_host``, ``not_seated`` or ``not_your_turn``, with one sentence.
    """
    if who.mandate == "host":
        require_host(table, who)
        return
    mine = [seat.player for seat in table.seats if seat.user == who.user]
    if not mine:
        raise Refused("not_seated", "You have no seat at this table; you are welcome to watch.")
    if decision is not None and decision.player not in mine:
        asks = narration.asks(decision, table.seats)
        name = next((seat.name for seat in table.seats if seat.player == decision.player), str(decision.player))
        raise Refused("not_your_turn", f"It is {name}'s turn: {asks}.", decision.paragraph)


def require_host(table: Table, who: Who) -> None:
    """Refuse whoever is neither the host of the table nor manages the server.

    Raises:
        Refused: not the host.
    """
    if who.user != table.row.host and not who.manager:
        raise Refused("not_host", "Only the host of the table or a manager of the server may do that.")


def _try(table: Table, session: Session, lines: Sequence[Action | str], who: Who, hand: Hand) -> Tried:
    trial = session.fork()
    tried = Tried(trial, ())
    for number, line in enumerate(lines, 1):
        decision = trial.decision
        try:
            authorise(table, decision, who)
            action = _action(line, decision)
            tried = _step(tried, table, Act(action), decision, hand)  # type: ignore[arg-type]
        except (Refused, RuleError) as error:
            raise refusal(error, f"Move {number} of {len(lines)}: " if len(lines) > 1 else "") from error
    if who.mandate == "host":
        acted = "; ".join(line if isinstance(line, str) else notation.write(line) for line in lines)
        tried = replace(tried, note=narration.with_names(f"{who.name} acted for the host: {acted}.", table.seats))
    return tried


def refusal(error: Refused | RuleError, before: str = "") -> Refused:
    """Return an error as a refusal, with words before its sentence."""
    return Refused(error.code, before + error.sentence, error.paragraph)


def _action(line: Action | str, decision: Decision | None) -> Action:
    if decision is None:
        raise Refused("not_running", "The game is over.")
    if not isinstance(line, str):
        return line
    try:
        return notation.read(line, decision.actor)
    except NotationError as error:
        raise Refused("notation", str(error)) from error


def _step(tried: Tried, table: Table, entry: Act, decision: Decision, hand: Hand) -> Tried:
    session = tried.session
    proposal = session.propose(entry)
    session.accept(proposal)
    currency = session.blueprint.data.currency
    told = narration.moved(entry.action, decision, proposal.events, table.seats, currency)
    told = notify.log_lines(told, decision, session.decision, table.seats)
    row = EntryRow(
        table.row.id,
        table.seq + len(tried.rows) + 1,
        entry,
        decision.player,
        hand.user,
        hand.at,
        session.digest(),
        click=None if tried.rows else hand.click,
        secret=decision.secret,
        barrier=decision.barrier,
    )
    return Tried(session, (*tried.rows, row), tried.events + proposal.events, tried.told + told)


# -- undo and redo --------------------------------------------------------------------------------------


async def takeback(table: Table, who: Who, count: int | None) -> Takeback:
    """Return what an undo by this user would do.

    Raises:
        Refused: no seat here, or nothing to take back.
    """
    if who.mandate == "host":
        require_host(table, who)
        count = count or _to_last_move(table)
    else:
        authorise(table, None, who)
    decision = table.session.decision if table.session else None
    return judge(table.trail, decision, table.seats, who.user, count)


async def undo(house: House, table: Table, who: Who, back: Takeback, click: str | None = None) -> Outcome:
    """Carry out an undo that has been found free, or has been consented to."""
    session = table.session
    if session is None:
        raise Refused("nothing_to_undo", "There is nothing to take back.")
    gone = session.live[-back.count :]
    moves = ", ".join(narration.with_names(notation.write(action), table.seats) for action in gone[-5:])
    line = f"{who.name} took back {len(gone)} {'move' if len(gone) == 1 else 'moves'}: {moves}."
    return await _rewrite(house, table, Undo(back.count), line, Hand(who.user, house.clock.now(), click))


async def redo(house: House, table: Table, who: Who, moves: Moves) -> Outcome:
    """Play what the latest undo took back again.

    Raises:
        Refused: nothing to redo, or somebody else's undo.
    """
    expect(table, moves.expected)
    if not table.trail.undos:
        raise Refused("nothing_to_redo", "There is nothing to redo.")
    undoer = await house.store.read(entries.user_of, table.row.id, table.trail.undos[-1])
    if who.mandate == "host":
        require_host(table, who)
    elif undoer != who.user:
        raise Refused("not_yours", "Only whoever took the moves back, or the host, can redo them.")
    line = f"{who.name} played the moves taken back again."
    return await _rewrite(house, table, Redo(), line, Hand(who.user, house.clock.now(), moves.click))


def _to_last_move(table: Table) -> int:
    """Return how many actions go back to the last one that chance did not make."""
    players = [str(seat.player) for seat in table.seats]
    index = table.trail.last_of(players)
    return len(table.trail.live) - index if index is not None else len(table.trail.live)


async def _rewrite(house: House, table: Table, entry: Undo | Redo, line: str, hand: Hand) -> Outcome:
    if table.row.status not in ("running", "finished") or table.session is None:
        running(table)
        raise BotError("A running game has no position.")
    trial = table.session.fork()
    try:
        trial.accept(await apart(house, trial.propose, entry))
    except RuleError as error:
        raise refusal(error) from error
    seat = next((str(seat.player) for seat in table.seats if seat.user == hand.user), "")
    row = EntryRow(table.row.id, table.seq + 1, entry, seat, hand.user, hand.at, trial.digest(), hand.click)
    return await commit(house, table, Tried(trial, (row,), (), (line,), line))


# -- writing --------------------------------------------------------------------------------------------


async def commit(house: House, table: Table, tried: Tried) -> Outcome:
    """Write what was tried; then it is the position; then draw what chance is asked."""
    before = table.session.decision if table.session else None
    called = await _write(house, table, tried)
    drawn = await settle(house, table)
    after = table.session.decision if table.session else None
    called = drawn.called or called
    return Outcome(table.position(), tried.events + drawn.events, tried.told + drawn.sentences, before, after, called)


async def settle(house: House, table: Table) -> Outcome:
    """Draw everything that chance is asked now, in one transaction; nothing happens when it is not asked."""
    session = table.session
    if session is None or table.row.status != "running" or not chance.is_chance(session.decision):
        return Outcome(table.position())
    tried = Tried(session.fork(), ())
    while (decision := tried.session.decision) is not None and chance.is_chance(decision):
        if len(tried.rows) > _MOST_DRAWS:
            raise BotError("Chance is asked without end.")
        tried = await _draw(house, table, tried, decision)
    called = await _write(house, table, tried)
    return Outcome(table.position(), tried.events, tried.told, called=called)


async def _draw(house: House, table: Table, tried: Tried, decision: Decision) -> Tried:
    drawn = sum(mark.player == CHANCE for mark in table.trail.after(tried.rows).live)
    key = chance.question(decision, drawn)
    known = await house.store.read(entries.answer, table.row.id, key)
    entry = await apart(house, _answer, known, decision, house.pick)
    tried = await apart(house, _step, tried, table, entry, decision, Hand(0, house.clock.now()))
    return replace(tried, rows=(*tried.rows[:-1], replace(tried.rows[-1], question=key)))


def _answer(known: Entry | None, decision: Decision, pick: chance.Pick) -> Act:
    """Return how chance answered this question before, where that is still possible, else a new draw."""
    if isinstance(known, Act) and decision.rejection(known.action) is None:
        return known
    return Act(chance.draw(decision, pick))  # type: ignore[arg-type]


async def _write(house: House, table: Table, tried: Tried) -> tuple[Seat, ...]:
    written = await house.store.write(ledger.write, page_of(table, tried))
    table.row = written.row
    table.session = tried.session
    table.seq = tried.rows[-1].seq
    table.trail = table.trail.after(tried.rows)
    return written.called


def page_of(table: Table, tried: Tried) -> ledger.Page:
    """Return everything that has to be written for what was tried."""
    game, old = tried.session.game, table.session
    last = tried.rows[-1]
    best = sorted(game.state.scores.items(), key=lambda item: -item[1])
    return ledger.Page(
        row=table.row,
        seats=table.seats,
        seq=last.seq,
        at=last.at,
        before=old.decision if old else None,
        after=game.decision,
        mark=game.state.round,
        live=len(tried.session.live),
        first=len(old.live) if old else 0,
        events=tried.events,
        lines=tried.told,
        outcome=game.state.outcome or ("" if game.decision else "over"),
        scores=tuple((str(player), score) for player, score in best),
        rows=tried.rows,
        snapshots=_snapshots(table, tried),
        note=tried.note,
    )


def _snapshots(table: Table, tried: Tried) -> tuple[Snapshot, ...]:
    last = tried.rows[-1]
    if last.seq // SNAPSHOT_EVERY == table.seq // SNAPSHOT_EVERY:
        return ()
    blueprint = tried.session.blueprint
    position = blueprint.codec.encode(tried.session.game.state)
    return (Snapshot(table.row.id, last.seq, blueprint.title.version, last.digest, position),)
