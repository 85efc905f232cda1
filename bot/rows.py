"""Rows of the database as plain frozen values; see `migrations/` for the tables and `bot.records` for the queries.

Users are Discord ids (64-bit whole numbers); the console and tests use small ones. Moments are aware UTC datetimes.
"""

from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Literal

from engine.ids import PlayerId
from engine.session import Entry

Status = Literal["lobby", "running", "paused", "finished", "abandoned"]
PetitionKind = Literal["undo", "act", "replace"]
PetitionState = Literal["open", "granted", "refused", "void"]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One table.

    Attributes:
        title: id of the title; `version`: its rules version when the game started.
        wanted: how many seats the lobby offers; `host`: user id; `pace`: a key of `bot.reminders.PACES`.
        ended: why the game ended, empty before.
        note: why the table is paused or abandoned, empty otherwise.
        waits: seat that has to act (``P1`` ...), ``chance`` when a draw is pending, empty otherwise.
    """

    id: int
    title: str
    name: str
    options: tuple[str, ...]
    edition: str
    version: int
    wanted: int
    host: int
    pace: str
    status: Status
    created: datetime
    ended: str = ""
    note: str = ""
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: `number` counts from 1 (order of joining in the lobby, playing seat ``P<number>`` after the start)."""

    game: int
    number: int
    user: int
    name: str

    @property
    def player(self) -> PlayerId:
        """The engine's name for this seat."""
        return PlayerId(f"P{self.number}")  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a game's log.

    Attributes:
        seq: 1, 2, 3 ... without gap; `player`: the seat it was made for (or ``chance``).
        user: who really did it, 0 = the bot.
        digest: of the position afterwards.
        click: id of the interaction it came from, or None; `question`: key of the chance question it answers, or None.
        secret: its content is hidden from others while the question is open; `barrier`: its question was a barrier.
    """

    game: int
    seq: int
    entry: Entry
    player: str
    user: int
    at: datetime
    digest: str = ""
    click: str | None = None
    question: str | None = None
    secret: bool = False
    barrier: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A stretch of time in which one seat has to act: opened when somebody *newly* has to, closed when that ends.

    Attributes:
        seq: last entry when it was opened; `pinged`: when they were told (later than `began` in quiet hours).
        muted: the user pressed "not this turn".
    """

    id: int
    game: int
    seq: int
    player: str
    user: int
    began: datetime
    pinged: datetime
    ended: datetime | None = None
    muted: bool = False


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """A reminder that waits: level 0 = the call itself, held back by quiet hours; 1, 2, 3 = the reminders."""

    id: int
    call: int
    game: int
    user: int
    level: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a user has set with ``/me``.

    Attributes:
        zone: IANA name; `quiet`: from and to in local time, or None; `first`: hours until the first reminder, or None.
        direct: direct message instead of the channel; `heads_up`: told when next; `away`: from and to, or None.
    """

    user: int
    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    first: float | None = None
    direct: bool = False
    heads_up: bool = False
    away: tuple[datetime, datetime] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table lives in Discord; 0 = not there yet. Kept apart from the game: Discord may forget it."""

    game: int
    guild: int = 0
    channel: int = 0
    lobby_message: int = 0
    thread: int = 0
    log_thread: int = 0
    card_message: int = 0


@dataclass(frozen=True, slots=True)
class Petition:
    """A request that the others must agree to.

    Attributes:
        seq: last entry when it was asked; an undo is void once the game has moved on.
        count: actions to take back (undo); `seat`: seat to act for or to hand over.
        yes, no: users who have answered; `needed`: how many yes grant it.
    """

    id: int
    game: int
    kind: PetitionKind
    seq: int
    asker: int
    at: datetime
    state: PetitionState = "open"
    count: int = 0
    seat: int = 0
    needed: int = 1
    yes: tuple[int, ...] = field(default=())
    no: tuple[int, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One line about the table itself: undo, redo, host's acts, pause, replacement; `user` is who really did it."""

    game: int
    seq: int
    user: int
    at: datetime
    sentence: str
