"""A pretended Discord with the real bot and a table of a real title in it."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import simcord
from simcord import ChannelHandle, ResponseMessage
from simcord.actors import MemberActor

from bot.client import Railhead, Services
from bot.painting import Painter
from bot.postman import MARK
from bot.records import outbox
from bot.store import Store
from bot.tables import Position, Tables
from engine.title import Title
from tests.bot.discord.conftest import DotPainter, Stage, WorldClock, texts
from tests.bot.games.hands import LADDERS, Hands, Move, move_of
from tests.bot.games.scripts import Script, first

NAMES = ("Ann", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")


class Keeper(Protocol):
    """Keeps the pretended Discord beyond the life of the bot."""

    def begin(self) -> None:
        """Put back what was kept, and keep what happens from now on."""
        ...


@dataclass
class Play:
    """A script being played at a table.

    Attributes:
        game, table: its number and its thread; `hands`: what was tapped.
        done: moves made by hand so far; `again`: tries that Discord let fail.
        patience: so often a move is tried.
    """

    stage: Stage
    script: Script
    game: int
    table: ChannelHandle
    hands: Hands = field(default_factory=Hands)
    done: int = 0
    again: int = 0
    patience: int = 1

    async def position(self) -> Position:
        """Return the table as it is."""
        return await self.stage.bot.tables.position(self.game)

    async def step(self) -> None:
        """Make the next move on the next ladder; the same move again as long as Discord fails."""
        position = await self.position()
        assert position.live < len(self.script.moves)
        goal = self.script.human[self.done]
        assert position.live == goal, f"the table is at {position.live}, the script at {goal}"
        for attempt in range(self.patience):
            await self._try(position, goal)
            after = await self.position()
            if after.seq != position.seq:
                self.again += attempt
                break
        else:
            raise AssertionError(f"nothing happened: {self._move(position, goal)}")
        await self.deliver()
        self.done += 1
        await self._check()

    async def _try(self, position: Position, goal: int) -> None:
        assert position.decision is not None
        seat = position.seat(position.decision.player)
        assert seat is not None
        who = next(person for person in self.stage.people if person.id == seat.user)
        await self.hands.play(who, self.table, await self.card(), self._move(position, goal))

    def _move(self, position: Position, goal: int) -> Move:
        assert position.decision is not None
        return move_of(position.decision, self.script.moves[goal], LADDERS[self.done % len(LADDERS)])

    async def deliver(self) -> None:
        """Let time pass until everything is delivered; usually it is at once."""
        while await self.stage.services.store.read(outbox.next_due):
            await self.stage.env.advance_time(60)
            self.stage.bot.courier.nudge()
            await self.stage.env.settle()

    async def _check(self) -> None:
        position = await self.position()
        expected = self.script.human[self.done] if self.done < len(self.script.human) else len(self.script.moves)
        assert position.live == expected
        assert position.game is not None
        assert position.game.digest() == self.script.digests[position.live], f"after action {position.live}"

    async def card(self) -> ResponseMessage:
        """Return the newest card."""
        place = await self.stage.bot.places.of(self.game)
        stored = self.stage.env.backend.get_message(place.thread, place.card_message)
        return ResponseMessage(self.stage.env, stored)

    async def through(self, until: int | None = None) -> None:
        """Play on to the end, or until so many actions are done."""
        while self.done < len(self.script.human) and (until is None or self.script.human[self.done] < until):
            await self.step()

    # -- what came of it ----------------------------------------------------------------------------

    def called(self) -> list[str]:
        """Return the players called by a mention, in order."""
        seats = {str(person.id): f"P{number}" for number, person in enumerate(self.stage.people, 1)}
        assert all(len(users) == 1 for users in self.stage.pings())
        return [seats[users[0]] for users in self.stage.pings()]

    def messages(self) -> Counter[str]:
        """Count what stands in table and log thread: messages, pictures, tables shown as cards."""
        found: Counter[str] = Counter()
        for message in self.table.history():
            found["pictures"] += len(message.attachments)
            found["table"] += 1
        found["log"] = len(self.stage.log().history())
        return found

    def pictured(self) -> list[list[str]]:
        """Return the file names of each message with pictures."""
        return [[file.filename for file in m.attachments] for m in self.table.history() if m.attachments]

    def marks(self) -> int:
        """Return how often the most frequent letter stands in the table's threads; 1 when none was posted twice."""
        marks = Counter(
            number
            for thread in (self.table, self.stage.log())
            for message in thread.history()
            if (number := getattr(message.components[0], "id", 0) if message.components else 0) >= MARK
        )
        return max(marks.values())

    def alive_cards(self) -> int:
        """Count messages in the table thread on which a move can still be made."""
        return sum("Remind me in" in texts(message) for message in self.table.history())


@asynccontextmanager
async def staged(
    path: Path, script: Script, painter: Painter | None = None, keeper: Callable[[simcord.Env], Keeper] | None = None
) -> AsyncIterator[Stage]:
    """Start a pretended Discord with as many people as the script has seats, and one who watches.

    A keeper gives the world back what an earlier life of the bot has left in it.
    """
    clock = WorldClock()
    store = await Store.open(path, clock)
    titles: dict[str, Title] = {script.title.id: script.title}
    services = Services(
        store, clock, Tables(store, clock, titles, first), titles, painter or DotPainter(), wakes_itself=False
    )
    bot = Railhead(services)
    env = clock.world = simcord.Env(bot, settle_timeout=120)
    # Made before the bot comes online, so that ids are the same in every life.
    guild = env.create_guild("Club")
    stage = Stage(env, bot, services, guild.create_text_channel("games"))
    names = NAMES[: len(script.setup.players) + 1]
    stage.people = [guild.add_member(env.create_user(name)) for name in names]
    if keeper is not None:
        keeper(env).begin()
    await env.start()
    try:
        yield stage
    finally:
        await env.shutdown()
        await store.close()


async def seated(stage: Stage, script: Script) -> Play:
    """Open, fill and start the script's table."""
    setup = script.setup
    players: list[MemberActor] = stage.people[: len(setup.players)]
    await stage.ann.slash(
        stage.channel,
        "game new",
        title=setup.title,
        name="Torino Express",
        players=len(players),
        options=", ".join(setup.options),
        edition=setup.edition,
    )
    for person in players[1:]:
        await person.click(stage.lobby(), label="Join")
    await stage.ann.click(stage.lobby(), label="Start")
    game = (await stage.bot.tables.listing())[0].id
    return Play(stage, script, game, stage.table())
