"""Petitions: what one player asks and the others must agree to."""

from dataclasses import replace
from datetime import datetime
from sqlite3 import Connection
from typing import cast, get_args

from bot import ledger
from bot.errors import Refused
from bot.records import petitions
from bot.reminders import grace
from bot.rows import JournalRow, Petition, PetitionKind, PetitionState
from bot.table import moves
from bot.table.requests import Outcome, Takeback, Who
from bot.table.shelf import House, Table, running

Verdict = tuple[Petition, Outcome | None]
"""A petition after an answer, and what it led to when it is a granted undo."""


async def ask(house: House, table: Table, who: Who, kind: str, about: tuple[int | None, int]) -> Petition:
    """Ask the others: `about` is (actions to take back or None, seat).

    Raises:
        Refused: unknown kind, no seat here, nothing to take back, or the grace period is not over.
    """
    if kind not in get_args(PetitionKind):
        raise Refused("petition", f"There is no vote called {kind}.")
    moves.authorise(table, None, replace(who, mandate="seat"))
    others = {seat.user for seat in table.seats} - {who.user}
    count, seat = about
    if kind == "undo":
        count = (await moves.takeback(table, replace(who, mandate="seat"), count)).count
        needed = len(others)
    else:
        running(table)
        await _require_overdue(house, table)
        needed = len(others) // 2 + 1
    now = house.clock.now()
    known = cast(PetitionKind, kind)
    petition = Petition(0, table.row.id, known, table.seq, who.user, now, "open", count or 0, seat, max(1, needed))
    return await house.store.write(petitions.add, petition)


async def vote(house: House, table: Table, petition: Petition, who: Who, *, yes: bool) -> Verdict:
    """Answer a petition; carry it out when that decides it.

    Raises:
        Refused: not open any more, own petition, or no seat here.
    """
    is_host = who.user == table.row.host or who.manager
    if petition.state != "open" or (petition.kind == "undo" and petition.seq != table.seq):
        raise Refused("stale", "That vote is over.")
    if not is_host:
        moves.authorise(table, None, replace(who, mandate="seat"))
    if who.user == petition.asker and not is_host:
        raise Refused("own_vote", "You asked; the others answer.")
    petition = await house.store.write(_cast, petition.id, who.user, yes)
    verdict = _verdict(petition, table, "host" if is_host else "seat", yes)
    if verdict is None:
        return petition, None
    return await _decide(house, table, petition, verdict)


def _cast(db: Connection, petition_id: int, user: int, answer: object) -> Petition:
    petitions.cast(db, petition_id, user, yes=bool(answer))
    found = petitions.find(db, petition_id)
    if found is None:
        raise Refused("stale", "That vote is over.")
    return found


def _verdict(petition: Petition, table: Table, role: str, answer: object) -> PetitionState | None:
    if role == "host":
        return "granted" if answer else "refused"
    others = len({seat.user for seat in table.seats} - {petition.asker})
    if len(petition.yes) >= petition.needed:
        return "granted"
    if len(petition.no) > others - petition.needed:
        return "refused"
    return None


async def _decide(house: House, table: Table, petition: Petition, verdict: PetitionState) -> Verdict:
    outcome = None
    if verdict == "granted" and petition.kind == "undo":
        asker = next((seat.name for seat in table.seats if seat.user == petition.asker), "A player")
        back = Takeback(petition.count, "", "")
        outcome = await moves.undo(house, table, Who(petition.asker, f"{asker} (by consent)"), back)
    await house.store.write(_close, table, petition, verdict, house.clock.now())
    return replace(petition, state=verdict), outcome


def _close(db: Connection, table: Table, petition: Petition, verdict: PetitionState, now: datetime) -> None:
    petitions.decide(db, petition.id, verdict)
    if petition.kind == "undo" and verdict == "granted":
        return
    words = {
        "undo": "The others want to leave the moves as they are.",
        "act": f"The table {_lets(verdict)} the host act for the waiting seat.",
        "replace": f"The table {_lets(verdict)} the waiting seat be handed to somebody else.",
    }
    line = JournalRow(table.row.id, table.seq, petition.asker, now, words[petition.kind])
    ledger.announce(db, line, table.row)


def _lets(verdict: PetitionState) -> str:
    return "lets" if verdict == "granted" else "does not let"


async def _require_overdue(house: House, table: Table) -> None:
    found = await house.store.read(grace, table.row.id)
    if found is None:
        raise Refused("not_overdue", "Nobody has to act.")
    if house.clock.now() < found[1]:
        raise Refused("not_overdue", f"The grace period of this turn ends <t:{int(found[1].timestamp())}:R>.")
