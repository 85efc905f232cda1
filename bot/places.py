"""Where tables live in Discord: channel, threads and messages, kept apart from the games themselves."""

from dataclasses import replace

from bot.errors import Refused
from bot.records import places
from bot.rows import Place
from bot.store import Store


class Places:
    """The places of all tables; read from the database, which is small and local."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, game: int) -> Place:
        """Return the place of a table; all zero when it has none yet."""
        return await self._store.read(places.of_game, game)

    async def put(self, place: Place) -> None:
        """Replace a table's place."""
        await self._store.write(places.put, place)

    async def change(self, game: int, **ids: int) -> Place:
        """Set some of the ids of a table's place and return it."""
        place = replace(await self.of(game), **ids)
        await self._store.write(places.put, place)
        return place

    async def table_at(self, channel: int) -> int | None:
        """Return the table whose thread, log thread or lobby post is `channel`."""
        found = await self._store.read(places.in_channel, channel)
        own = (place.game for place in found if channel in (place.thread, place.log_thread))
        return next(own, None)

    async def in_guild(self, guild: int) -> dict[int, Place]:
        """Return game -> place of a server, newest table first."""
        return {place.game: place for place in await self._store.read(places.in_guild, guild)}


def mention(place: Place) -> str:
    """Return a link to the table: its thread, or the channel of its lobby.

    Raises:
        Refused: the table is nowhere in Discord.
    """
    channel = place.thread or place.channel
    if not channel:
        raise Refused("nowhere", "That table has no thread in Discord.")
    return f"<#{channel}>"


def jump(place: Place, channel: int, message: int = 0) -> str:
    """Return the address of a channel, thread or message, for a link button; empty when there is none."""
    if not (place.guild and channel):
        return ""
    address = f"https://discord.com/channels/{place.guild}/{channel}"
    return f"{address}/{message}" if message else address
