"""A store in a scratch file, a clock to set, tables of the counting game, and a deliverer that remembers."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from bot.letters import Content, Letter
from bot.store import Store
from bot.tables import Outcome, Plan, Tables, Who
from engine.title import Title
from tests.support.counting import TITLES, Scripted

NEW_YEAR = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

ANN, BEA, CARL, DAN = (Who(number, name) for number, name in ((11, "Ann"), (22, "Bea"), (33, "Carl"), (44, "Dan")))
STRANGER = Who(99, "Eve")
HOST = Who(11, "Ann", mandate="host")


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = NEW_YEAR) -> None:
        self.moment = now

    def now(self) -> datetime:
        """Return the moment last set."""
        return self.moment

    def forward(self, **span: float) -> datetime:
        """Move on by `timedelta(**span)` and return the new time."""
        self.moment += timedelta(**span)
        return self.moment


@dataclass
class Recorder:
    """A deliverer that keeps what it delivered; `failing` raises that many times first."""

    letters: list[Letter] = field(default_factory=list)
    failing: int = 0

    async def deliver(self, letter: Letter) -> int | None:
        """Keep the letter, or fail."""
        if self.failing:
            self.failing -= 1
            raise ConnectionError("no network")
        self.letters.append(letter)
        return 1000 + letter.id

    def of(self, kind: type[Content]) -> list[Content]:
        """Return the delivered contents of a kind."""
        return [letter.content for letter in self.letters if isinstance(letter.content, kind)]


@dataclass
class Hall:
    """Everything a test needs, on one file."""

    path: Path
    store: Store
    clock: SetClock
    tables: Tables
    chance: Scripted

    async def game(self, *people: Who, options: Sequence[str] = (), name: str = "Torino Express") -> Outcome:
        """Start a game with these people; with the scripted chance they sit in this order."""
        people = people or (ANN, BEA)
        plan = Plan("count", name, len(people), tuple(options))
        lobby = await self.tables.create(plan, people[0])
        for who in people[1:]:
            await self.tables.join(lobby.row.id, who)
        return await self.tables.start(lobby.row.id, people[0])

    async def contents(self) -> list[Content]:
        """Return every letter in the outbox, in order, whatever became of it."""
        return await self.store.read(all_contents)


def all_contents(db: sqlite3.Connection) -> list[Content]:
    """Return the contents of the outbox in order."""
    decoder: msgspec.json.Decoder[Content] = msgspec.json.Decoder(Content)
    return [decoder.decode(text) for (text,) in db.execute("SELECT content FROM outbox ORDER BY id")]


@asynccontextmanager
async def hall(
    path: Path, titles: dict[str, Title] | None = None, clock: SetClock | None = None
) -> AsyncIterator[Hall]:
    """Open a store at `path` with tables on it; afterwards close it."""
    clock = clock or SetClock()
    chance = Scripted([])
    store = await Store.open(path, clock)
    try:
        yield Hall(path, store, clock, Tables(store, clock, titles or TITLES, chance), chance)
    finally:
        await store.close()
