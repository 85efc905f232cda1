"""Every request to a table: create, join, start, move, undo; the one door between Discord, console and engine.

All of it is serialised per game, committed before memory moves, and knows no rule. Methods raise `Refused` (nothing
has changed; one sentence says why) or `StoreError`.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from bot.chance import Pick
from bot.clock import Clock
from bot.errors import BotError, Refused
from bot.records import entries, games, petitions
from bot.records.games import Chosen
from bot.rows import EntryRow, GameRow, JournalRow, Petition, Status
from bot.store import Store
from bot.table import consent, history, lobby, moves, upkeep
from bot.table.requests import Moves, Outcome, Plan, Position, Takeback, Who
from bot.table.shelf import RESIDENT, House, Shelf
from engine.actions import Action
from engine.errors import EngineError
from engine.game import Game
from engine.title import Title

LOG = logging.getLogger(__name__)

__all__ = ["Moves", "Outcome", "Pick", "Plan", "Position", "Tables", "Takeback", "Who"]


class Tables:
    """The tables of one database."""

    def __init__(
        self, store: Store, clock: Clock, titles: Mapping[str, Title], pick: Pick, resident: int = RESIDENT
    ) -> None:
        """Take the database, the time, the titles and chance; `resident` games stay in memory."""
        self._store = store
        self._shelf = Shelf(store, titles, resident)
        self._importing = asyncio.Lock()
        # One thread for all tables: moves take milliseconds, and side by side they would only share the interpreter.
        self._house = House(store, clock, self._shelf, pick, ThreadPoolExecutor(1, "moves"))

    # -- life of a table --------------------------------------------------------------------------------

    async def create(self, plan: Plan, host: Who) -> Position:
        """Open a lobby; the host takes the first seat."""
        return await self.position(await lobby.create(self._house, plan, host))

    async def seat_here(self, plan: Plan, names: Sequence[str]) -> Position:
        """Begin a game for people at this keyboard, in this order; no Discord user holds a seat."""
        game_id = await lobby.create(self._house, plan, Who(0, names[0]))
        async with self._shelf.hold(game_id) as table:
            await lobby.begin(self._house, table, self._shelf.title(plan.title), [(0, name) for name in names])
            return table.position()

    async def join(self, game_id: int, who: Who) -> Position:
        """Take a free seat in a lobby."""
        async with self._shelf.hold(game_id) as table:
            await lobby.join(self._house, table, who)
            return table.position()

    async def leave(self, game_id: int, who: Who) -> Position:
        """Give a seat in a lobby back."""
        async with self._shelf.hold(game_id) as table:
            await lobby.leave(self._house, table, who)
            return table.position()

    async def start(self, game_id: int, who: Who) -> Outcome:
        """Draw the seating and begin; the host, or any player once all seats are taken."""
        async with self._shelf.hold(game_id) as table:
            return await lobby.start(self._house, table, who)

    async def pause(self, game_id: int, who: Who, note: str = "") -> Position:
        """Stop the clock and refuse moves until `resume`; any seat or the host."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.pause(self._house, table, who, note)
            return table.position()

    async def resume(self, game_id: int, who: Who) -> Position:
        """Go on after a pause: whoever has to act is called anew."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.resume(self._house, table, who)
            return table.position()

    async def abandon(self, game_id: int, who: Who, note: str = "") -> Position:
        """End a table without a result; host or manager."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.abandon(self._house, table, who, note)
            return table.position()

    async def rename(self, game_id: int, who: Who, name: str) -> Position:
        """Give the table another name; host or manager."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.rename(self._house, table, who, name)
            return table.position()

    async def set_pace(self, game_id: int, who: Who, pace: str) -> Position:
        """Change the pace; host or manager; counts from the next call."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.set_pace(self._house, table, who, pace)
            return table.position()

    async def replace(self, game_id: int, who: Who, seat: int, heir: Who) -> Position:
        """Hand a seat with its history to `heir`; its owner, host or manager."""
        async with self._shelf.hold(game_id) as table:
            await upkeep.replace_seat(self._house, table, who, seat, heir)
            return table.position()

    # -- moves ------------------------------------------------------------------------------------------

    async def submit(
        self,
        game_id: int,
        what: Sequence[Action | str],
        who: Who,
        *,
        expected: int | None = None,
        click: str | None = None,
    ) -> Outcome:
        """Make one or several moves, all or none; text is notation, several lines may be parted by ``;``.

        Args:
            game_id: the table.
            what: actions or lines of notation.
            who: the real user; must hold the acting seat (or have the host's mandate).
            expected: `Position.seq` on which the move was decided; None = whatever it is now.
            click: id of the interaction; the same click is carried out once.
        """
        async with self._shelf.hold(game_id) as table:
            return await moves.submit(self._house, table, Moves(what, expected, click), who)

    async def takeback(self, game_id: int, who: Who, count: int | None = None) -> Takeback:
        """Return what an undo by this user would do (None = back to before their own last action); changes nothing."""
        async with self._shelf.hold(game_id) as table:
            return await moves.takeback(table, who, count)

    async def undo(
        self, game_id: int, who: Who, count: int | None = None, *, expected: int | None = None, click: str | None = None
    ) -> Outcome:
        """Take actions back where that is free, or with the host's mandate; else refused with code ``consent``."""
        async with self._shelf.hold(game_id) as table:
            if await moves.is_repeated(self._house, click):
                return Outcome(table.position(), repeated=True)
            moves.expect(table, expected)
            back = await moves.takeback(table, who, count)
            if back.reason and who.mandate == "seat":
                raise Refused("consent", back.sentence)
            return await moves.undo(self._house, table, who, back, click)

    async def redo(self, game_id: int, who: Who, *, expected: int | None = None, click: str | None = None) -> Outcome:
        """Play the actions of the latest undo again; whoever undid, or the host."""
        async with self._shelf.hold(game_id) as table:
            if await moves.is_repeated(self._house, click):
                return Outcome(table.position(), repeated=True)
            return await moves.redo(self._house, table, who, Moves((), expected, click))

    async def petition(self, game_id: int, who: Who, kind: str, *, count: int | None = None, seat: int = 0) -> Petition:
        """Ask the others: ``undo`` of `count` actions; ``act`` or ``replace`` for a seat after the grace period."""
        async with self._shelf.hold(game_id) as table:
            return await consent.ask(self._house, table, who, kind, (count, seat))

    async def vote(self, petition_id: int, who: Who, *, yes: bool) -> tuple[Petition, Outcome | None]:
        """Answer a petition; the host's answer decides at once. A granted undo is carried out."""
        petition = await self._store.read(petitions.find, petition_id)
        if petition is None:
            raise Refused("stale", "That vote is over.")
        async with self._shelf.hold(petition.game) as table:
            petition = await self._store.read(petitions.find, petition_id) or petition
            return await consent.vote(self._house, table, petition, who, yes=yes)

    # -- looking ----------------------------------------------------------------------------------------

    async def position(self, game_id: int) -> Position:
        """Return the table as it is now; loaded from disk when needed."""
        async with self._shelf.hold(game_id) as table:
            return table.position()

    async def at(self, game_id: int, live: int) -> Game:
        """Return the engine's position after the first `live` live actions."""
        async with self._shelf.hold(game_id) as table:
            return await history.at(table, live)

    async def listing(self, *, status: Status | None = None, user: int | None = None) -> tuple[GameRow, ...]:
        """Return tables, newest first; only those of a status, only those where `user` sits."""
        return await self._store.read(games.listing, Chosen(status, user))

    async def log(self, game_id: int) -> tuple[EntryRow, ...]:
        """Return the log; answers that are still hidden are left out at its end."""
        async with self._shelf.hold(game_id) as table:
            return history.readable(table, await self._store.read(entries.of_game, game_id))

    async def journal(self, game_id: int) -> tuple[JournalRow, ...]:
        """Return what happened to the table itself (undo, host's acts, pauses, replacements)."""
        return await self._store.read(petitions.journal, game_id)

    async def export(self, game_id: int) -> str:
        """Return the game in our own log format (JSON), without what is still hidden."""
        async with self._shelf.hold(game_id) as table:
            if table.session is None:
                raise Refused("not_running", "The game has not begun.")
            return history.export(table, history.readable(table, await self._store.read(entries.of_game, game_id)))

    async def adopt(self, text: str, name: str, who: Who) -> Position:
        """Store an imported log (our own or an 18xx.games export) as a table with `who` in the first seat."""
        return (await self.adopt_counted(text, name, who))[0]

    async def adopt_counted(self, text: str, name: str, who: Who) -> tuple[Position, int]:
        """Do the same and also return how many of the file's actions were applied."""
        async with self._importing:  # one at a time: a file may take the processor for long
            game_id, applied = await history.adopt(self._house, text, name, who)
        return await self.position(game_id), applied

    async def recover(self) -> tuple[int, ...]:
        """At start-up: draw chance that a kill left pending; return the games touched. The courier sends the rest."""
        touched = []
        for row in await self._store.read(games.awaiting_chance):
            try:
                async with self._shelf.hold(row.id) as table:
                    await moves.settle(self._house, table)
            except (BotError, EngineError) as error:  # one table that cannot go on must not hold up the others
                LOG.error("game %d cannot go on: %s", row.id, error)
                continue
            touched.append(row.id)
        return tuple(touched)
