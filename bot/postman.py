"""Puts letters of the outbox into Discord, each once: cards, pictures, log lines, reminders."""

import io
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot import finale, letters
from bot.errors import Undeliverable
from bot.letters import Letter
from bot.narration import asks, with_names
from bot.notify import first_line
from bot.places import jump
from bot.rows import Place
from bot.tables import Position
from bot.threads import Threads
from bot.ui import card, parts, words
from bot.ui.address import Address
from bot.ui.lobby_card import lobby_card
from bot.ui.steps import step
from engine.decisions import Decision
from engine.errors import RuleError
from engine.state import RoundMark

if TYPE_CHECKING:
    from bot.client import Railhead

LOG = logging.getLogger(__name__)

MARK = 1_000_000_000
"""Added to a letter's number: the component id of a message's first text, by which the message is recognised."""
LOOK_BACK = 200
"""So many messages are looked at for one that may have been sent before a kill."""
SKEW = timedelta(minutes=5)
"""By so much our clock and Discord's may differ."""
UNKNOWN_CHANNEL = 10003
"""Discord's error code for a channel or thread that is no more."""


class Postman:
    """Delivers one letter; see `bot.courier.Deliverer`."""

    def __init__(self, client: "Railhead") -> None:
        self._client = client
        self._threads = Threads(client)
        self._complained: set[tuple[int, str]] = set()

    async def deliver(self, letter: Letter) -> int | None:
        """Deliver a letter and return the message's id.

        Raises:
            Undeliverable: the channel of the table is gone.
            discord.HTTPException: try again later.
        """
        position = await self._client.tables.position(letter.game)
        try:
            return await self._deliver(letter, position)
        except discord.Forbidden as error:
            await self._tell_host(position, error)
            raise
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:  # still in our cache, gone at Discord: opened anew at the next try
                # One that hung on the lobby's message would be found again by its number, so that is forgotten too.
                lost = ("log_thread",) if isinstance(letter.content, letters.Log) else ("thread", "lobby_message")
                await self._client.places.change(letter.game, **dict.fromkeys(lost, 0))
            raise

    async def lost(self, letter: Letter, why: str) -> None:
        """Tell the host that something is given up, and how it is had nevertheless."""
        position = await self._client.tables.position(letter.game)
        said = f"Something could not be delivered at the table {words.escape(position.row.name)}: {words.escape(why)}."
        help_ = f"`/gm fix table:{letter.game}` in a channel of that server tries again; the game itself is safe."
        await self._complain(position, f"{said} {help_}")

    async def _deliver(self, letter: Letter, position: Position) -> int | None:
        place = await self._client.places.of(letter.game)
        if not place.channel:
            raise Undeliverable("the table has no place in Discord")
        match letter.content:
            case letters.Started():
                return await self._started(letter, position, letter.content)
            case letters.Log():
                return await self._log(letter, position, letter.content.lines)
        thread = await self._threads.table(position, place)
        match letter.content:
            case letters.Card():
                return await self._card(letter, position, thread, letter.content)
            case letters.Refresh():
                return await self._refresh(letter, position, thread, letter.content)
            case letters.Pictures():
                return await self._pictures(letter, position, thread, letter.content)
            case letters.Nudge():
                return await self._nudge(letter, thread, letter.content)
            case _:
                return await self._plain(letter, position, thread)

    async def call(self, position: Position, user: int, line: str) -> None:
        """Mention somebody at their table now, outside the outbox."""
        place = await self._client.places.of(position.row.id)
        thread = await self._threads.table(position, place)
        at = Address("b", str(position.row.id), position.seq)
        rows = card.reminder_rows(at, jump(place, place.thread, place.card_message))
        only = discord.AllowedMentions(users=[discord.Object(user)])
        await thread.send(view=parts.layout(parts.text(line), *rows), allowed_mentions=only)

    async def mend(self, position: Position) -> None:
        """Open lost threads again and post the card anew when it is gone, mentioning nobody."""
        place = await self._client.places.of(position.row.id)
        thread = await self._threads.table(position, place)
        await self._threads.log(position, await self._client.places.of(position.row.id))
        place = await self._client.places.of(position.row.id)
        decision = position.decision
        seat = position.seat(decision.player) if decision else None
        if decision is None or seat is None or await self._is_there(thread, place.card_message):
            return
        line = _line(position, decision, seat.user)
        content = letters.Refresh(seat.user, seat.player, line)
        view = parts.layout(*await self._view(position, place, content))
        message = await thread.send(view=view, silent=True)
        await self._client.places.change(position.row.id, card_message=message.id)

    async def repost_lobby(self, position: Position) -> None:
        """Post the lobby card of a table that has not begun again in its channel."""
        place = await self._client.places.of(position.row.id)
        channel = self._client.get_channel(place.channel)
        if isinstance(channel, discord.TextChannel):
            message = await channel.send(view=lobby_card(position, self._client.titles.get(position.row.title)))
            await self._client.places.change(position.row.id, lobby_message=message.id)

    async def _is_there(self, thread: discord.Thread, message: int) -> bool:
        if not message:
            return False
        try:
            await thread.fetch_message(message)
        except discord.NotFound:
            return False
        return True

    async def _tell_host(self, position: Position, error: discord.Forbidden) -> None:
        """Tell the host once that the bot may not write at their table; delivery is tried again later."""
        place = await self._client.places.of(position.row.id)
        channel = self._client.get_channel(place.thread or place.channel)
        lacks = "a permission"
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread) and channel.guild.me is not None:
            lacks = ", ".join(words.missing(channel.permissions_for(channel.guild.me))) or error.text
        where = f"(<#{place.thread or place.channel}>)"
        said = f"I cannot write at the table {words.escape(position.row.name)} {where}: {lacks} is missing."
        await self._complain(position, f"{said} Nothing is lost: it is sent as soon as I may.")

    async def _complain(self, position: Position, said: str) -> None:
        """Send the host a direct message, the same words only once."""
        if (position.row.id, said) in self._complained or not position.row.host:
            return
        self._complained.add((position.row.id, said))
        try:
            host = await self._client.fetch_user(position.row.host)
            await host.send(view=parts.note(said))
        except discord.HTTPException as failure:
            LOG.warning("the host of game %d could not be told: %s", position.row.id, failure)

    # -- the beginning and the log ------------------------------------------------------------------

    async def _started(self, letter: Letter, position: Position, content: letters.Started) -> int | None:
        place = await self._client.places.of(letter.game)
        thread = await self._threads.table(position, place)
        place = await self._client.places.of(letter.game)
        await self._threads.log(position, place)
        await self._threads.close_lobby(position)
        text = "\n".join([f"**{words.escape(position.row.name)}** begins.", *content.lines])
        return await self._post(letter, thread, [parts.text(text)])

    async def _log(self, letter: Letter, position: Position, lines: tuple[str, ...]) -> int | None:
        thread = await self._threads.log(position, await self._client.places.of(letter.game))
        return await self._post(letter, thread, [parts.text("\n".join(lines))])

    # -- cards --------------------------------------------------------------------------------------

    async def _card(self, letter: Letter, position: Position, thread: discord.Thread, content: letters.Card) -> int:
        place = await self._client.places.of(letter.game)
        view = await self._view(position, place, content)
        ping = content.ping and not await self._told_directly(content.user, position, place, letter)
        message = await self._post(letter, thread, view, users=(content.user,) if ping else ())
        if place.card_message and place.card_message != message:
            await self._hush(thread, place.card_message)
        await self._client.places.change(letter.game, card_message=message)
        return message

    async def _refresh(
        self, letter: Letter, position: Position, thread: discord.Thread, content: letters.Refresh
    ) -> int:
        place = await self._client.places.of(letter.game)
        view = await self._view(position, place, content)
        if place.card_message:
            try:
                old = thread.get_partial_message(place.card_message)
                await old.edit(view=parts.layout(*view), allowed_mentions=discord.AllowedMentions.none())
            except discord.NotFound:
                LOG.info("card of game %d was deleted; posting it again", letter.game)
            else:
                return place.card_message
        message = await self._post(letter, thread, view)
        await self._client.places.change(letter.game, card_message=message)
        return message

    async def _view(
        self, position: Position, place: Place, content: letters.Card | letters.Refresh
    ) -> "list[ui.Item[ui.LayoutView]]":
        """Return a card's items; without anything to tap when the game has moved on meanwhile."""
        decision, line = position.decision, content.line
        since = content.since if isinstance(content, letters.Card) else ()
        if decision is None or decision.player != content.player:
            return [parts.text(line), *([parts.text(card.news(since))] if since else [])]
        try:
            found = await self._client.searches.thread(position.game, step, decision)
        except RuleError:
            found = None
        at = Address("b", str(position.row.id), position.seq)
        return card.items(card.Turn(at, line, since, found, jump(place, place.log_thread)))

    async def _told_directly(self, user: int, position: Position, place: Place, letter: Letter) -> bool:
        """Send the call as a direct message where the user wishes so; whether they have it, now or from before."""
        if not (await self._client.wishes(user)).direct:
            return False
        decision = position.decision
        asked = asks(decision, position.seats) if decision else "your turn"
        said = parts.text(f"{words.escape(position.row.name)}: {asked}. {jump(place, place.thread)}")
        said.id = MARK + letter.id % MARK
        try:
            person = await self._client.fetch_user(user)
            channel = person.dm_channel or await person.create_dm()
            if letter.attempts and await self._sent(channel, letter) is not None:
                return True
            await channel.send(view=parts.layout(said), nonce=letter.nonce)
        except (discord.Forbidden, discord.NotFound):
            return False
        return True

    async def _hush(self, thread: discord.Thread, message: int) -> None:
        try:
            old = await thread.fetch_message(message)
            await old.edit(view=parts.quiet(old), allowed_mentions=discord.AllowedMentions.none())
        except (discord.NotFound, discord.Forbidden) as error:
            LOG.info("the previous card could not be silenced: %s", error)

    # -- pictures, reminders, notices ---------------------------------------------------------------

    async def _pictures(
        self, letter: Letter, position: Position, thread: discord.Thread, content: letters.Pictures
    ) -> int | None:
        pictures = await self._client.painter.after_turn(position, content)
        if not pictures:
            return None
        shown = [parts.gallery(picture.name, picture.alt) for picture in pictures]
        files = tuple(discord.File(io.BytesIO(picture.data), picture.name) for picture in pictures)
        head = parts.text(f"-# After the turn of {with_names(content.actor, position.seats)}")
        return await self._post(letter, thread, [head, *shown], files=files)

    async def _nudge(self, letter: Letter, thread: discord.Thread, content: letters.Nudge) -> int:
        place = await self._client.places.of(letter.game)
        at = Address("b", str(letter.game), letter.seq)
        waiting = f" Waiting since <t:{content.since}:R>." if content.level else ""
        items = [parts.text(content.line), parts.text(f"{content.words}{waiting}")]
        rows = card.reminder_rows(at, jump(place, place.thread, place.card_message))
        return await self._post(letter, thread, [*items, *rows], users=(content.user,))

    async def _plain(self, letter: Letter, position: Position, thread: discord.Thread) -> int:
        content = letter.content
        if isinstance(content, letters.Stalled):
            text = f"<@{content.host}> {content.words} Waiting since <t:{content.since}:R>."
            return await self._post(letter, thread, [parts.text(text)], users=(content.host,))
        if isinstance(content, letters.Notice):
            return await self._post(letter, thread, [parts.text(content.words)], users=content.users)
        if isinstance(content, letters.Ended):
            return await self._finale(letter, position, thread, content)
        raise Undeliverable(f"nobody knows how to deliver {type(content).__name__}")

    async def _finale(self, letter: Letter, position: Position, thread: discord.Thread, content: letters.Ended) -> int:
        """Post standings, statistics, charts and the timelapse of a finished game."""
        place = await self._client.places.of(letter.game)
        if place.card_message:
            await self._hush(thread, place.card_message)
        told = await finale.statistics(position, await self._client.tables.log(letter.game))
        shown = await finale.pictures(self._client.painter, position)
        text = "\n".join(part for part in (finale.standings(position, content), told) if part)
        items = [parts.text(text), *(parts.gallery(picture.name, picture.alt) for picture in shown)]
        files = tuple(discord.File(io.BytesIO(picture.data), picture.name) for picture in shown)
        return await self._post(letter, thread, items, files=files)

    # -- sending ------------------------------------------------------------------------------------

    async def _post(
        self,
        letter: Letter,
        thread: discord.Thread,
        items: "list[ui.Item[ui.LayoutView]]",
        *,
        users: tuple[int, ...] = (),
        files: tuple[discord.File, ...] = (),
    ) -> int:
        """Send a message once: the nonce holds off a double within minutes, the mark on the message for good."""
        if letter.attempts and (already := await self._sent(thread, letter)) is not None:
            return already
        items[0].id = MARK + letter.id % MARK
        message = await thread.send(
            view=parts.layout(*items),
            files=list(files),
            nonce=letter.nonce,
            silent=not users,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in users]),
        )
        return message.id

    async def _sent(self, channel: discord.Thread | discord.DMChannel, letter: Letter) -> int | None:
        """Return the message of a letter that was begun before, if it is there."""
        mark = MARK + letter.id % MARK
        since = letter.begun - SKEW if letter.begun else None
        async for message in channel.history(limit=LOOK_BACK, after=since, oldest_first=since is not None):
            if any(getattr(component, "id", None) == mark for component in message.components):
                return message.id
        return None


def _line(position: Position, decision: Decision, user: int) -> str:
    mark = position.game.state.round if position.game else RoundMark("end")
    return first_line(position.row, mark, asks(decision, position.seats), user)
