"""The Discord client: intents, command tree, components that survive a restart, one place for errors."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.clock import Clock
from bot.courier import Courier
from bot.errors import Refused
from bot.letters import Card
from bot.offload import Searches
from bot.painting import Painter
from bot.places import Places
from bot.playing import Desk, Workers
from bot.postman import Postman
from bot.records import commands as registered
from bot.records import people
from bot.reminders import Reminders
from bot.rows import Preferences
from bot.store import Store
from bot.tables import Tables
from bot.ui import words
from bot.ui.address import OURS, Address, parse
from bot.ui.dynamic import Handler, Pick, Tap, payload
from bot.ui.dynamic import answers as filled
from engine.title import Title

LOG = logging.getLogger(__name__)

COGS = ("lobby", "host", "play", "verbs", "show", "me", "help")
"""Modules of `bot.cogs`, in the order of loading."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the client works with; made by the command line, the preview or a test.

    Attributes:
        wakes_itself: False where somebody else lets time pass, polls the reminders and nudges the courier.
    """

    store: Store
    clock: Clock
    tables: Tables
    titles: Mapping[str, Title]
    painter: Painter
    wakes_itself: bool = True


class Tree(app_commands.CommandTree):
    """The slash commands; errors become one sentence to the player."""

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain what went wrong."""
        await answers.explain(interaction, error)


class Railhead(commands.Bot):
    """The bot. Asks for the guilds intent only and never reads a message's content."""

    def __init__(self, services: Services, shards: int | None = None) -> None:
        """Take what to work with; `shards` counts only for `Sharded`, None = as many as Discord advises."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            shard_count=shards,
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.store = services.store
        self.clock = services.clock
        self.tables = services.tables
        self.titles = services.titles
        self.painter = services.painter
        self.places = Places(services.store)
        self.postman = Postman(self)
        self.courier = Courier(services.store, services.clock, self.postman, self.postman.lost)
        self.searches = Searches()
        self.desk = Desk(services.tables, self.places, self.courier.nudge, Workers(self.searches, self.painter))
        self.reminders = Reminders(services.store, services.clock, self.courier.nudge)
        self.taps: dict[str, Handler] = {}
        self._wakes_itself = services.wakes_itself
        if not services.wakes_itself:
            self.courier.rely_on_nudges()

    async def setup_hook(self) -> None:
        """Load the cogs, listen to the components of all messages ever sent, register changed commands."""
        self.add_dynamic_items(Tap, Pick)
        for name in COGS:
            await self.load_extension(f"bot.cogs.{name}")
        await self.sync_if_changed()

    async def sync_if_changed(self) -> bool:
        """Register the command tree with Discord unless it is what Discord was last told; whether it did."""
        digest = hashlib.sha256(json.dumps(self.definitions(), sort_keys=True).encode()).hexdigest()
        application = self.application_id or 0
        if await self.store.read(registered.digest_of, application) == digest:
            return False
        await self.tree.sync()
        await self.store.write(registered.keep_digest, application, digest)
        return True

    def definitions(self) -> list[dict[str, object]]:
        """Return the command definitions as Discord receives them."""
        return [cast("dict[str, object]", command.to_dict(self.tree)) for command in self.tree.get_commands()]

    async def on_ready(self) -> None:
        """Send what a restart left undone and arm the reminders; also after every reconnect, which does no harm."""
        LOG.info("online as %s in %d servers", self.user, len(self.guilds))
        await self.tables.recover()
        self.courier.nudge()
        if self._wakes_itself:
            self.reminders.start()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer modals here rather than in a view, so that one that was open during a restart is answered too.

        Components of ours that no pattern fits any more are answered too.
        """
        custom_id = str(payload(interaction).get("custom_id", ""))
        if not custom_id.startswith(OURS):
            return
        address = parse(custom_id)
        if address is None or (interaction.type is discord.InteractionType.component and address.kind[0] not in "bs"):
            await answers.explain(interaction, Refused("stale", words.stale()))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.tapped(interaction, address, filled(interaction))

    async def tapped(self, interaction: discord.Interaction, at: Address, values: list[str]) -> None:
        """Call the handler of a component; errors become one sentence to the player."""
        handler = self.taps.get(at.kind)
        try:
            if handler is None or not await self._is_of(interaction, at):
                raise Refused("stale", words.stale())
            await handler(interaction, at, values)
        except Exception as error:
            await answers.explain(interaction, error, about=f"game {at.game} at {at.seq}, {at}")

    async def _is_of(self, interaction: discord.Interaction, at: Address) -> bool:
        """Whether the table of a component lives in this server; rights in one server count for its own tables only."""
        return (await self.places.of(at.table)).guild == (interaction.guild_id or 0)

    async def news(self, game: int, seq: int) -> tuple[str, ...]:
        """Return everything the card of an entry had to tell."""
        content = await self.store.read(registered.card_content, game, seq)
        return msgspec.json.decode(content, type=Card).since if content else ()

    async def wishes(self, user: int) -> Preferences:
        """Return what a user has set with ``/me``."""
        return await self.store.read(people.of_user, user)

    async def close(self) -> None:
        """Finish the letter in hand and go offline."""
        self.reminders.stop()
        await self.courier.stop()
        self.searches.close()
        await super().close()


class Sharded(Railhead, commands.AutoShardedBot):
    """The same bot over several connections to Discord, all in this process: for very many servers."""


def connect(services: Services, shards: int | None = None) -> Railhead:
    """Return the bot for so many connections: 1 = a plain one, 0 = as many as Discord advises."""
    if shards is None or shards == 1:
        return Railhead(services)
    return Sharded(services, shards or None)


async def serve(services: Services, token: str, shards: int | None = None) -> None:
    """Run the bot until it is stopped."""
    client = connect(services, shards)
    async with client:
        try:
            await client.start(token)
        except asyncio.CancelledError:
            LOG.info("stopping")
