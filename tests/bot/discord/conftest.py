"""A pretended Discord with the real bot in it, playing the toy title."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest
import simcord
from simcord import ChannelHandle, InteractionResult
from simcord.actors import MemberActor

from bot.client import Railhead, Services
from bot.letters import Pictures
from bot.painting import Picture
from bot.store import Store
from bot.tables import Position, Tables
from tests.support.counting import TITLES, script

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)

Json = dict[str, object]


class DotPainter:
    """Draws one dot, always."""

    async def after_turn(self, position: Position, due: Pictures) -> tuple[Picture, ...]:
        return (Picture("map.png", PNG, f"map after {due.live}"), Picture("market.png", PNG, "market"))

    async def show(self, position: Position, what: str, live: int) -> Picture | None:
        return Picture(f"{what}.png", PNG, f"{what} after {live}")


class WorldClock:
    """The pretended world's time; its first moment while there is no world yet."""

    def __init__(self) -> None:
        self.world: simcord.Env | None = None

    def now(self) -> datetime:
        return self.world.now() if self.world else datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Stage:
    """Everything a test acts with."""

    env: simcord.Env
    bot: Railhead
    services: Services
    channel: ChannelHandle
    people: list[MemberActor] = field(default_factory=list)

    @property
    def ann(self) -> MemberActor:
        return self.people[0]

    @property
    def bea(self) -> MemberActor:
        return self.people[1]

    @property
    def carl(self) -> MemberActor:
        return self.people[2]

    async def open_table(self, *, options: str = "short", players: int = 2) -> int:
        """Open a lobby as Ann."""
        await self.ann.slash(
            self.channel, "game new", title="count", name="Torino Express", players=players, options=options
        )
        return (await self.bot.tables.listing())[0].id

    async def begin(self, *, options: str = "short") -> ChannelHandle:
        """Open, join and start a table of Ann and Bea; return its thread."""
        await self.open_table(options=options)
        await self.bea.click(self.lobby(), label="Join")
        await self.ann.click(self.lobby(), label="Start")
        return self.table()

    def lobby(self) -> discord.Message:
        return next(m for m in reversed(self.channel.history()) if "Join" in texts(m))

    def table(self) -> ChannelHandle:
        return next(thread for thread in self.channel.threads if not (thread.name or "").endswith("log"))

    def log(self) -> ChannelHandle:
        return next(thread for thread in self.channel.threads if (thread.name or "").endswith("log"))

    def card(self) -> discord.Message:
        """The newest turn card."""
        return next(m for m in reversed(self.table().history()) if "Remind me in" in texts(m))

    async def position(self) -> Position:
        return await self.bot.tables.position((await self.bot.tables.listing())[0].id)

    async def acting(self) -> MemberActor:
        """Whose turn it is."""
        position = await self.position()
        assert position.decision is not None
        seat = position.seat(position.decision.player)
        assert seat is not None
        return next(person for person in self.people if person.id == seat.user)

    async def other(self) -> MemberActor:
        acting = await self.acting()
        return next(person for person in self.people[:2] if person is not acting)

    def pings(self) -> list[list[str]]:
        """Whom the bot's messages may have mentioned, in order, empty ones left out."""
        found = []
        for request in self.env.http_requests:
            body = request.json
            if request.method == "POST" and request.path.endswith("/messages") and isinstance(body, dict):
                users = (body.get("allowed_mentions") or {}).get("users") or []
                if users:
                    found.append([str(user) for user in users])
        return found


def texts(message: object) -> str:
    """Every word on a message: texts, labels, placeholders."""
    parts: list[str] = []

    def walk(item: object) -> None:
        if isinstance(item, dict):
            parts.extend(str(item[key]) for key in ("content", "label", "placeholder") if item.get(key))
            for value in item.values():
                walk(value)
        elif isinstance(item, list | tuple):
            for value in item:
                walk(value)

    components = getattr(message, "components", [])
    walk([item if isinstance(item, dict) else item.to_dict() for item in components])
    return "\n".join(parts)


def said(result: InteractionResult) -> str:
    """What the bot answered to an interaction."""
    shown = [message for message in (result.response, *result.followups) if message is not None]
    return "\n".join(texts(message) for message in shown)


def ids(message: object) -> list[str]:
    """The custom ids on a message."""
    found: list[str] = []

    def walk(item: object) -> None:
        if isinstance(item, dict):
            if item.get("custom_id"):
                found.append(str(item["custom_id"]))
            for value in item.values():
                walk(value)
        elif isinstance(item, list | tuple):
            for value in item:
                walk(value)

    walk([item if isinstance(item, dict) else item.to_dict() for item in getattr(message, "components", [])])
    return found


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = WorldClock()
    store = await Store.open(tmp_path / "railhead.db", clock)
    tables = Tables(store, clock, TITLES, script([]))
    services = Services(store, clock, tables, TITLES, DotPainter(), wakes_itself=False)
    bot = Railhead(services)
    env = clock.world = simcord.Env(bot, settle_timeout=20)
    await env.start()
    try:
        guild = env.create_guild("Club")
        made = Stage(env, bot, services, guild.create_text_channel("games"))
        made.people = [guild.add_member(env.create_user(name)) for name in ("Ann", "Bea", "Carl")]
        yield made
    finally:
        await env.shutdown()
        await store.close()
