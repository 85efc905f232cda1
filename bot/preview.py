"""The real bot in a pretended Discord, in a local browser page: no account, no token, no network.

An adapter over simcord's public API. Discord's part of the world is forgotten when it ends; games stay in the database,
and their places are found anew at the next start.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bot.client import Railhead, Services
from bot.errors import BotError
from bot.rows import Place
from bot.switcher import Switcher
from engine.titles import TITLES

if TYPE_CHECKING:
    import simcord

LOG = logging.getLogger(__name__)

PEOPLE = ("Ann", "Bea", "Carl", "Dan")
"""Who can be acted for; the first is host of the server."""
PATIENCE = 60.0
"""Seconds a click may take on a slow machine."""
BEAT = 1.0
"""Seconds between two looks at the clock and at what has changed."""


class WorldClock:
    """The time of the pretended world; before it runs, the computer's."""

    def __init__(self) -> None:
        self._began = datetime.now(UTC)
        self.world: simcord.Env | None = None

    def now(self) -> datetime:
        """Return the world's moment, never earlier than when the program began."""
        return max(self._began, self.world.now()) if self.world is not None else self._began


class World:
    """A server with one channel and four people, its threads, and the one channel that is being shown."""

    def __init__(self, services: Services, clock: WorldClock) -> None:
        import simcord

        self.client = Railhead(replace(services, wakes_itself=False))
        self.clock = clock
        self.env = simcord.Env(self.client, settle_timeout=PATIENCE, check_errors=False)
        # Made before the bot comes online, so that ids are the same at every start: seats belong to user ids.
        self.people = [self.env.create_user(name, global_name=name) for name in PEOPLE]
        self.guild = self.env.create_guild("Railhead", owner=self.people[0])
        self.channel = self.guild.create_text_channel("games")
        self.members = [self.guild.add_member(person) for person in self.people]
        self._preview: simcord.Preview | None = None
        self._seen = 0
        self._turn = asyncio.Lock()
        self._opened = 0
        self._viewer = 0

    # -- beginning and end --------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring the bot online, set the clock, put the tables of the database into this world."""
        await self._forget_places()
        await self.env.start()
        # This world was never told the commands; the database only knows that an earlier one was.
        await self.client.tree.sync()
        self.clock.world = self.env
        await self.env.advance_time(max(0.0, (datetime.now(UTC) - self.env.now()).total_seconds()))
        await self._settle_tables()
        await self.env.settle()
        await self.open(self.channel.id)

    async def stop(self) -> None:
        """Close the page and go offline."""
        with contextlib.suppress(Exception):
            if self._preview is not None:
                await self._preview.close()
        await self.env.shutdown()

    async def _forget_places(self) -> None:
        """Move every table to this world's channel: the world in which its threads were is gone."""
        for row in await self.client.tables.listing():
            place = Place(row.id, self.guild.id, self.channel.id)
            await self.client.places.put(place)

    async def _settle_tables(self) -> None:
        """Open threads and cards of running tables, and lobby cards of those that have not begun."""
        for row in reversed(await self.client.tables.listing()):
            position = await self.client.tables.position(row.id)
            if row.status == "lobby":
                await self.client.postman.repost_lobby(position)
            elif row.status in ("running", "paused"):
                await self.client.postman.mend(position)

    # -- time and change ----------------------------------------------------------------------------

    async def beat(self) -> None:
        """Let time pass, send what is due, publish what has changed; never while somebody's click is at work."""
        start, origin = time.perf_counter(), self.env.now()
        while True:
            await asyncio.sleep(BEAT)
            passed = timedelta(seconds=time.perf_counter() - start)
            if self._turn.locked():
                continue
            async with self._turn:
                try:
                    await self._catch_up((origin + passed - self.env.now()).total_seconds())
                except Exception as error:
                    LOG.warning("the preview's clock stumbled: %s", error)

    async def _catch_up(self, behind: float) -> None:
        if behind > BEAT / 2:
            await self.env.advance_time(behind)
        await self.client.reminders.poll()
        await self.client.courier.drain()
        changes = len(self.env.http_requests)
        if self._preview is not None and changes != self._seen:
            await self._preview.refresh()
            self._seen = changes

    # -- what is shown ------------------------------------------------------------------------------

    async def open(self, channel: int) -> None:
        """Show another channel: simcord shows one at a time, so its page is made anew."""
        wanted = next((each for each in self._channels() if each.id == channel), self.channel)
        async with self._turn:
            if self._preview is not None and self._opened == wanted.id:
                return
            if self._preview is not None:
                old, self._preview = self._preview, None
                await old.close()
            # simcord's page begins with the first of them.
            viewers = sorted(self.members, key=lambda member: member.id != self._viewer)
            preview = self.env.preview(wanted, viewers=viewers, layout="channel", timezone="UTC")
            await preview.__aenter__()
            self._preview, self._opened = preview, wanted.id

    def view_as(self, person: int) -> None:
        """Keep in mind as whom the page is looked at."""
        self._viewer = person

    def _channels(self) -> "list[simcord.ChannelHandle]":
        return [self.channel, *self.channel.threads]

    def inner(self) -> str:
        """Return the address of simcord's own server."""
        return self._preview.url.partition("/#")[0] if self._preview is not None else ""

    @property
    def turn(self) -> asyncio.Lock:
        """Held by whoever moves the world."""
        return self._turn

    async def channels(self) -> dict[str, object]:
        """Return the channels with who is waited for, which one is open, and the address of its page, if any."""
        waiting = await self._waiting()
        listed = [
            {"id": str(each.id), "name": each.name, "thread": each.is_thread, "waiting": waiting.get(each.id, "")}
            for each in self._channels()
        ]
        # Between two channels there is no page; the one that is shown stays until the next one is there.
        address = f"/table#{self._preview.url.partition('#')[2]}" if self._preview is not None else ""
        return {"channels": listed, "open": str(self._opened), "address": address}

    async def _waiting(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for row in await self.client.tables.listing(status="running"):
            position = await self.client.tables.position(row.id)
            seat = position.seat(position.decision.player) if position.decision else None
            place = await self.client.places.of(row.id)
            if seat and place.thread:
                found[place.thread] = seat.name
        return found


async def show(
    services: Services,
    clock: WorldClock,
    port: int,
    said: Callable[[str], None] = print,
    made: Callable[[World], None] = lambda _world: None,
) -> None:
    """Run the preview until it is cancelled; `said` hears where it is, `made` gets the world.

    Raises:
        BotError: it cannot start; says why.
    """
    world = World(services, clock)
    made(world)
    switcher = Switcher(world)
    try:
        await switcher.start(port)
    except OSError as error:
        await switcher.stop()
        raise BotError(f"Port {port} is not free ({error.strerror}); choose another with --port.") from error
    try:
        await world.start()
        said(f"Railhead is open in your browser: http://127.0.0.1:{switcher.port}/   (Ctrl-C ends it)")
        await world.beat()
    finally:
        await switcher.stop()
        await world.stop()


def missing() -> str:
    """Return why the preview cannot run here; empty when it can."""
    try:
        import simcord
        from simcord.preview import Preview
    except ImportError as error:
        return f"{error.name or error} is not installed"
    del simcord, Preview
    return ""


def complain(reason: str, database: Path) -> int:
    """Say why there is no preview and what to do instead; return the exit code."""
    sys.stderr.write(
        f"The browser preview cannot start: {reason}\n"
        f"Play in the terminal instead:  railhead play {next(iter(TITLES))} {' '.join(PEOPLE)} --db {database}\n"
    )
    return 1
