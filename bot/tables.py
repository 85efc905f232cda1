"""Every request to a table: create, join, start, move, undo; the one door between Discord, console and engine.

All of it is serialised per game, committed before memory moves, and knows no rule.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.clock import Clock
from bot.rows import EntryRow, GameRow, JournalRow, Petition, Seat, Status
from bot.store import Store
from engine.actions import Action
from engine.decisions import Decision
from engine.events import Event
from engine.game import Game
from engine.session import Session
from engine.title import Title

Pick = Callable[[int], int]
"""Chance: given n, a number from 0 to n - 1. The live bot uses `secrets.randbelow`, tests a script."""


@dataclass(frozen=True, slots=True)
class Who:
    """The real user behind a request.

    Attributes:
        user: Discord id; `name`: display name.
        manager: has the server's permission to manage it.
        mandate: ``seat`` = acts for their own seat; ``host`` = acts in the host's name (``/gm``), for any seat.
    """

    user: int
    name: str
    manager: bool = False
    mandate: Literal["seat", "host"] = "seat"


@dataclass(frozen=True, slots=True)
class Plan:
    """What ``/game new`` asks for."""

    title: str
    name: str
    players: int
    options: tuple[str, ...] = ()
    edition: str = "book"
    pace: str = "standard"


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one moment.

    Attributes:
        row: the table; `seats` by number (empty before anybody joined); `seq`: last entry's number, what buttons carry.
        live: number of actions that count; `game`: the engine's position, None in a lobby.
        session: the whole fold, for `at` and sandboxes (`session.fork()`); read it, never `accept` on it.
    """

    row: GameRow
    seats: tuple[Seat, ...]
    seq: int
    live: int
    game: Game | None
    session: Session | None

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None in a lobby and at the end."""
        return self.game.decision if self.game else None

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of a user; of several, the one that has to act."""
        mine = [seat for seat in self.seats if seat.user == user]
        acting = self.decision.player if self.decision else None
        return next((seat for seat in mine if seat.player == acting), mine[0] if mine else None)

    def seat(self, player: str) -> Seat | None:
        """Return the seat with the engine's name `player` (``P1`` ...)."""
        return next((seat for seat in self.seats if seat.player == player), None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request led to.

    Attributes:
        position: afterwards, chance already drawn; `events`, `sentences`: what happened, chance included.
        before, after: the decisions around it; `called`: the seats that *newly* have to act.
        repeated: this very click had been carried out before; nothing happened now.
    """

    position: Position
    events: tuple[Event, ...]
    sentences: tuple[str, ...]
    before: Decision | None
    after: Decision | None
    called: tuple[Seat, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Takeback:
    """What an undo would do.

    Attributes:
        count: live actions taken back; `reason`: why it needs consent: ``""`` = free, ``others_acted``, ``barrier``.
        sentence: the same in words.
    """

    count: int
    reason: Literal["", "others_acted", "barrier"]
    sentence: str


class Tables:
    """The tables of one database. All methods raise `Refused` (nothing changed) or `StoreError`."""

    def __init__(self, store: Store, clock: Clock, titles: Mapping[str, Title], pick: Pick) -> None:
        raise NotImplementedError

    # -- life of a table --------------------------------------------------------------------------------

    async def create(self, plan: Plan, host: Who) -> Position:
        """Open a lobby; the host takes the first seat."""
        raise NotImplementedError

    async def join(self, game_id: int, who: Who) -> Position:
        """Take a free seat in a lobby."""
        raise NotImplementedError

    async def leave(self, game_id: int, who: Who) -> Position:
        """Give a seat in a lobby back."""
        raise NotImplementedError

    async def start(self, game_id: int, who: Who) -> Outcome:
        """Draw the seating and begin; the host, or anybody once all seats are taken."""
        raise NotImplementedError

    async def pause(self, game_id: int, who: Who, note: str = "") -> Position:
        """Stop the clock and refuse moves until `resume`; any seat or the host."""
        raise NotImplementedError

    async def resume(self, game_id: int, who: Who) -> Position:
        """Go on after a pause: reminders start anew."""
        raise NotImplementedError

    async def abandon(self, game_id: int, who: Who, note: str = "") -> Position:
        """End a table without a result; host or manager."""
        raise NotImplementedError

    async def rename(self, game_id: int, who: Who, name: str) -> Position:
        """Give the table another name; host or manager."""
        raise NotImplementedError

    async def set_pace(self, game_id: int, who: Who, pace: str) -> Position:
        """Change the pace; host or manager; counts from the next call."""
        raise NotImplementedError

    async def replace(self, game_id: int, who: Who, seat: int, heir: Who) -> Position:
        """Hand a seat with its history to `heir`; its owner, host or manager."""
        raise NotImplementedError

    # -- moves ------------------------------------------------------------------------------------------

    async def submit(
        self, game_id: int, moves: Sequence[Action | str], who: Who, *, expected: int | None = None, click: str | None = None
    ) -> Outcome:
        """Make one or several moves, all or none; text is notation, several lines may be parted by ``;``.

        Args:
            game_id: the table.
            moves: actions or lines of notation.
            who: the real user; must hold the acting seat (or have the host's mandate).
            expected: `Position.seq` on which the move was decided; None = whatever it is now.
            click: id of the interaction; the same click is carried out once.
        """
        raise NotImplementedError

    async def takeback(self, game_id: int, who: Who, count: int | None = None) -> Takeback:
        """Return what an undo by this user would do (None = back to before their own last action); changes nothing."""
        raise NotImplementedError

    async def undo(
        self, game_id: int, who: Who, count: int | None = None, *, expected: int | None = None, click: str | None = None
    ) -> Outcome:
        """Take actions back where that is free, or with the host's mandate; else refused with code ``consent``."""
        raise NotImplementedError

    async def redo(
        self, game_id: int, who: Who, *, expected: int | None = None, click: str | None = None
    ) -> Outcome:
        """Play the actions of the latest undo again; whoever undid, or the host."""
        raise NotImplementedError

    async def petition(self, game_id: int, who: Who, kind: str, *, count: int | None = None, seat: int = 0) -> Petition:
        """Ask the others: ``undo`` of `count` actions; ``act`` or ``replace`` for a seat after the grace period."""
        raise NotImplementedError

    async def vote(self, petition_id: int, who: Who, *, yes: bool) -> tuple[Petition, Outcome | None]:
        """Answer a petition; the host's answer decides at once. A granted undo is carried out: its Outcome is returned."""
        raise NotImplementedError

    # -- looking ----------------------------------------------------------------------------------------

    async def position(self, game_id: int) -> Position:
        """Return the table as it is now; loaded from disk when needed."""
        raise NotImplementedError

    async def at(self, game_id: int, live: int) -> Game:
        """Return the engine's position after the first `live` live actions."""
        raise NotImplementedError

    async def listing(self, *, status: Status | None = None, user: int | None = None) -> tuple[GameRow, ...]:
        """Return tables, newest first; only those of a status, only those where `user` sits."""
        raise NotImplementedError

    async def log(self, game_id: int) -> tuple[EntryRow, ...]:
        """Return the whole log."""
        raise NotImplementedError

    async def journal(self, game_id: int) -> tuple[JournalRow, ...]:
        """Return what happened to the table itself (undo, host's acts, pauses, replacements)."""
        raise NotImplementedError

    async def export(self, game_id: int) -> str:
        """Return the game in our own log format (JSON)."""
        raise NotImplementedError

    async def adopt(self, text: str, name: str, who: Who) -> Position:
        """Store an imported log (our own or an 18xx.games export) as a table with `who` in the first seat."""
        raise NotImplementedError

    async def recover(self) -> tuple[int, ...]:
        """At start-up: draw chance that a kill left pending; return the games touched. The courier sends the rest."""
        raise NotImplementedError
