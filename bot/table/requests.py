"""What is asked of a table, and what comes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.rows import GameRow, Seat
from engine.actions import Action
from engine.decisions import Decision
from engine.events import Event
from engine.game import Game
from engine.session import Session


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
class Moves:
    """Moves to be made, all or none.

    Attributes:
        moves: actions or lines of notation (several may be parted by ``;``).
        expected: `Position.seq` on which they were decided; None = whatever it is now.
        click: id of the interaction; the same click is carried out once.
    """

    moves: Sequence[Action | str]
    expected: int | None = None
    click: str | None = None


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
    events: tuple[Event, ...] = ()
    sentences: tuple[str, ...] = ()
    before: Decision | None = None
    after: Decision | None = None
    called: tuple[Seat, ...] = ()
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
