"""The threads of a table: found, opened when missing, opened again when somebody deleted them."""

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.errors import Undeliverable
from bot.rows import Place
from bot.tables import Position
from bot.ui import parts, words

if TYPE_CHECKING:
    from bot.client import Railhead

LOG = logging.getLogger(__name__)

WEEK: Final = 10080
"""Minutes until Discord archives an idle thread: the longest it offers."""
NAME = 100
"""Characters of a thread's name (Discord)."""
THREAD_EXISTS = 160004
"""Discord's error code for a second thread on the same message."""

Parent = discord.TextChannel | discord.ForumChannel


class Threads:
    """Finds and opens the threads of tables."""

    def __init__(self, client: "Railhead") -> None:
        self._client = client

    async def table(self, position: Position, place: Place) -> discord.Thread:
        """Return the table's thread, opened (again) if it must be.

        Raises:
            Undeliverable: its channel is gone.
            discord.Forbidden: the bot may not open threads there.
        """
        thread = await self._find(place.thread)
        if thread is None:
            thread = await self._open(position, place)
            await self._client.places.change(position.row.id, thread=thread.id)
        return thread

    async def log(self, position: Position, place: Place) -> discord.Thread:
        """Return the log thread, opened if it must be; raises as `table`."""
        thread = await self._find(place.log_thread)
        if thread is None:
            parent = await self._parent(place)
            name = parts.clip(f"{position.row.name} · log", NAME)
            thread = await self._standalone(parent, name, f"Log of {words.escape(position.row.name)}")
            await self._client.places.change(position.row.id, log_thread=thread.id)
        return thread

    async def close_lobby(self, position: Position) -> None:
        """Take the buttons off the lobby card and point to the table."""
        place = await self._client.places.of(position.row.id)
        parent = await self._parent(place)
        where = parent if isinstance(parent, discord.TextChannel) else await self._find(place.thread)
        if where is None or not place.lobby_message:
            return
        try:
            message = await where.fetch_message(place.lobby_message)
            await message.edit(
                view=parts.quiet(message, f"Playing in <#{place.thread}>, log in <#{place.log_thread}>."),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.NotFound, discord.Forbidden) as error:
            LOG.info("the lobby card of game %d stays as it is: %s", position.row.id, error)

    async def _find(self, thread_id: int) -> discord.Thread | None:
        if not thread_id:
            return None
        found = self._client.get_channel(thread_id)
        if found is None:
            try:
                found = await self._client.fetch_channel(thread_id)
            except discord.NotFound:
                return None
        if not isinstance(found, discord.Thread):
            return None
        if found.archived and not found.locked:
            return await found.edit(archived=False)
        return found

    async def _parent(self, place: Place) -> Parent:
        try:
            found = self._client.get_channel(place.channel) or await self._client.fetch_channel(place.channel)
        except discord.NotFound:
            raise Undeliverable("the channel of the table was deleted") from None
        if not isinstance(found, Parent):
            raise Undeliverable("the channel of the table takes no threads")
        return found

    async def _open(self, position: Position, place: Place) -> discord.Thread:
        parent = await self._parent(place)
        name = parts.clip(position.row.name, NAME)
        if isinstance(parent, discord.TextChannel) and place.lobby_message and not place.thread:
            lobby = parent.get_partial_message(place.lobby_message)
            try:
                return await lobby.create_thread(name=name, auto_archive_duration=WEEK)
            except discord.NotFound:
                LOG.info("the lobby card of game %d was deleted", position.row.id)
            except discord.HTTPException as error:
                # Opened before a kill and not noted down: a thread has the id of the message it hangs on.
                found = await self._find(place.lobby_message) if error.code == THREAD_EXISTS else None
                if found is not None:
                    return found
                if error.code != THREAD_EXISTS:
                    raise
        return await self._standalone(parent, name, f"Table of {words.escape(position.row.name)}")

    async def _standalone(self, parent: Parent, name: str, first: str) -> discord.Thread:
        if isinstance(parent, discord.ForumChannel):
            post = await parent.create_thread(name=name, view=parts.note(first), auto_archive_duration=WEEK)
            return post.thread
        kind = discord.ChannelType.public_thread
        return await parent.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
