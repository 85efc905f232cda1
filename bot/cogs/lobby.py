"""`/game`: open, join, leave, start, list, show, undo; and the lobby card's buttons."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.cogs.undoing import UNDO_NO, UNDO_YES, Undoing
from bot.errors import Refused
from bot.narration import asks
from bot.places import jump
from bot.playing import who
from bot.reminders import PACES
from bot.tables import Plan, Position
from bot.ui import lobby_card as lobby
from bot.ui import parts, words
from bot.ui.address import Address

LISTED = 20
"""So many tables are listed at once."""


@app_commands.guild_only()
class Lobby(commands.GroupCog, group_name="game", group_description="Tables: open, join, start, list, take back"):
    """Life of a table."""

    def __init__(self, client: Railhead) -> None:
        self.client = client
        self.undoing = Undoing(client)
        client.taps |= {
            lobby.JOIN: self.tap_join,
            lobby.LEAVE: self.tap_leave,
            lobby.START: self.tap_start,
            UNDO_YES: self.undoing.answered,
            UNDO_NO: self.undoing.answered,
        }

    # -- opening ------------------------------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(
        title="which game",
        name="what the table is called",
        players="how many seats",
        options="variants, parted by commas",
        pace="how fast you mean to play",
        where="text channel or forum; this one if left out",
        edition="the rulebook, or the rules as another site plays them",
    )
    @app_commands.choices(pace=[app_commands.Choice(name=f"{p.name}: {p.words}", value=p.name) for p in PACES.values()])
    async def new(  # noqa: PLR0917 - the options of the command
        self,
        interaction: discord.Interaction,
        title: str,
        name: app_commands.Range[str, 1, 60],
        players: app_commands.Range[int, 2, 8],
        options: str = "",
        pace: str = "standard",
        where: discord.TextChannel | discord.ForumChannel | None = None,
        edition: str = "book",
    ) -> None:
        """Open a table: a lobby card with Join, Leave and Start."""
        await answers.think(interaction)
        channel = where or _channel_of(interaction)
        lacking = _lacking(channel)
        if lacking:
            raise Refused("permission", words.not_permitted(lacking))
        chosen = tuple(sorted(part.strip() for part in options.split(",") if part.strip()))
        plan = Plan(title, name, players, chosen, edition, pace)
        position = await self.client.tables.create(plan, who(interaction))
        await self._post(position, channel)
        place = await self.client.places.of(position.row.id)
        link = jump(place, place.thread or place.channel, place.lobby_message)
        await answers.finish(interaction, f"The table is open. {link}")

    async def _post(self, position: Position, channel: discord.TextChannel | discord.ForumChannel) -> None:
        view = lobby.lobby_card(position, self.client.titles.get(position.row.title))
        guild = channel.guild.id
        if isinstance(channel, discord.ForumChannel):
            post = await channel.create_thread(name=parts.clip(position.row.name, 100), view=view)
            ids = {"thread": post.thread.id, "lobby_message": post.message.id}
        else:
            message = await channel.send(view=view)
            ids = {"lobby_message": message.id}
        await self.client.places.change(position.row.id, guild=guild, channel=channel.id, **ids)

    @new.autocomplete("title")
    async def _titles(self, _interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = current.strip().lower()
        found = [title for title in self.client.titles.values() if wanted in title.name.lower() + title.id]
        return [app_commands.Choice(name=title.name, value=title.id) for title in found[:25]]

    @new.autocomplete("options")
    async def _options(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        title = self.client.titles.get(str(interaction.namespace.title or ""))
        if title is None:
            return []
        *chosen, last = [part.strip() for part in current.split(",")]
        taken = [option for option in title.options if option.name in chosen]
        barred = {other for option in taken for other in option.excludes}
        found = []
        for option in title.options:
            if option.name not in {*chosen, *barred} and last.lower() in option.name.lower():
                value = ", ".join([*chosen, option.name])
                shown = f"{value}: {option.words} [{option.paragraph}]"
                found.append(app_commands.Choice(name=parts.clip(shown, 100), value=parts.clip(value, 100)))
        return found[:25]

    @new.autocomplete("edition")
    async def _editions(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        title = self.client.titles.get(str(interaction.namespace.title or ""))
        editions = title.editions if title else ("book",)
        return [app_commands.Choice(name=name, value=name) for name in editions if current.strip().lower() in name]

    # -- joining, leaving, starting -----------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(table="name or number of the table")
    async def join(self, interaction: discord.Interaction, table: str) -> None:
        """Take a seat."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table)
        await self._joined(interaction, position.row.id)

    @app_commands.command()
    @app_commands.describe(table="name or number of the table")
    async def leave(self, interaction: discord.Interaction, table: str) -> None:
        """Give your seat back before the start."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table)
        await self._left(interaction, position.row.id)

    @app_commands.command()
    @app_commands.describe(table="name or number of the table")
    async def start(self, interaction: discord.Interaction, table: str) -> None:
        """Draw the seating and begin."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table)
        await self._started(interaction, position.row.id)

    async def tap_join(self, interaction: discord.Interaction, at: Address, _values: list[str]) -> None:
        """The card's Join."""
        await answers.think(interaction)
        await self._joined(interaction, at.table)

    async def tap_leave(self, interaction: discord.Interaction, at: Address, _values: list[str]) -> None:
        """The card's Leave."""
        await answers.think(interaction)
        await self._left(interaction, at.table)

    async def tap_start(self, interaction: discord.Interaction, at: Address, _values: list[str]) -> None:
        """The card's Start."""
        await answers.think(interaction)
        await self._started(interaction, at.table)

    async def _joined(self, interaction: discord.Interaction, game: int) -> None:
        position = await self.client.tables.join(game, who(interaction))
        await self._redraw(position)
        await answers.finish(interaction, f"You sit at **{words.escape(position.row.name)}**.")

    async def _left(self, interaction: discord.Interaction, game: int) -> None:
        position = await self.client.tables.leave(game, who(interaction))
        await self._redraw(position)
        await answers.finish(interaction, f"You have left **{words.escape(position.row.name)}**.")

    async def _started(self, interaction: discord.Interaction, game: int) -> None:
        outcome = await self.client.tables.start(game, who(interaction))
        self.client.courier.nudge()
        await answers.finish(interaction, f"**{words.escape(outcome.position.row.name)}** begins.")

    async def _redraw(self, position: Position) -> None:
        place = await self.client.places.of(position.row.id)
        channel = self.client.get_channel(place.thread or place.channel)
        if not place.lobby_message or not isinstance(channel, discord.TextChannel | discord.Thread):
            return
        view = lobby.lobby_card(position, self.client.titles.get(position.row.title))
        try:
            await channel.get_partial_message(place.lobby_message).edit(view=view)
        except discord.NotFound:
            message = await channel.send(view=view)
            await self.client.places.change(position.row.id, lobby_message=message.id)

    # -- looking ------------------------------------------------------------------------------------

    @app_commands.command(name="list")
    @app_commands.describe(mine="True: only tables where you sit")
    async def list_tables(self, interaction: discord.Interaction, mine: bool = False) -> None:
        """List the tables of this server."""
        await answers.think(interaction)
        rows = await self.client.tables.listing(user=interaction.user.id if mine else None)
        places = await self.client.places.in_guild(interaction.guild_id or 0)
        lines = [words.table_line(row, places[row.id]) for row in rows if row.id in places]
        more = [f"-# and {len(lines) - LISTED} older ones"] if len(lines) > LISTED else []
        await answers.finish(interaction, "\n".join([*lines[:LISTED], *more]) or "No table yet: `/game new` opens one.")

    @app_commands.command()
    @app_commands.describe(table="name or number; the table of this thread if left out")
    async def info(self, interaction: discord.Interaction, table: str = "") -> None:
        """Say what a table plays, who sits where and who is asked."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table or None)
        place = await self.client.places.of(position.row.id)
        lines = [words.table_line(position.row, place), words.seats(position.seats, position.row.wanted)]
        if position.row.options:
            lines.append(f"Options: {', '.join(position.row.options)}")
        decision = position.decision
        seat = position.seat(decision.player) if decision else None
        if decision and seat:
            waiting = await self.client.reminders.overdue(position.row.id)
            since = f", waiting {discord.utils.format_dt(waiting[0].began, 'R')}" if waiting else ""
            lines.append(f"To act: <@{seat.user}> ({asks(decision, position.seats)}){since}")
        await answers.finish(interaction, "\n".join(lines))

    @app_commands.command()
    @app_commands.describe(table="name or number; the table of this thread if left out")
    async def export(self, interaction: discord.Interaction, table: str = "") -> None:
        """Give you the game's log as a file."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table or None)
        text = await self.client.tables.export(position.row.id)
        file = discord.File(io.BytesIO(text.encode()), f"railhead-{position.row.id}.json")
        await interaction.followup.send(file=file, ephemeral=True)

    # -- taking back --------------------------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(count="how many moves; back to before your own last one if left out")
    async def undo(
        self, interaction: discord.Interaction, count: app_commands.Range[int, 1, 500] | None = None
    ) -> None:
        """Take a move back; the others are asked where that is not free."""
        await self.undoing.undo(interaction, count)

    @app_commands.command()
    async def redo(self, interaction: discord.Interaction) -> None:
        """Play the moves of the latest undo again."""
        await self.undoing.redo(interaction)

    @join.autocomplete("table")
    @leave.autocomplete("table")
    @start.autocomplete("table")
    async def _lobbies(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        rows = await self.client.tables.listing(status="lobby")
        places = await self.client.places.in_guild(interaction.guild_id or 0)
        found = [row for row in rows if row.id in places and current.strip().lower() in row.name.lower()]
        return [app_commands.Choice(name=parts.clip(row.name, 100), value=str(row.id)) for row in found[:25]]

    @info.autocomplete("table")
    @export.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        rows = await self.client.tables.listing()
        places = await self.client.places.in_guild(interaction.guild_id or 0)
        found = [row for row in rows if row.id in places and current.strip().lower() in row.name.lower()]
        return [app_commands.Choice(name=parts.clip(row.name, 100), value=str(row.id)) for row in found[:25]]


def _channel_of(interaction: discord.Interaction) -> discord.TextChannel | discord.ForumChannel:
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refused("channel", "A table needs a text channel or a forum; name one with `where:`.")
    return channel


def _lacking(channel: discord.TextChannel | discord.ForumChannel) -> list[str]:
    return words.missing(channel.permissions_for(channel.guild.me))


async def setup(client: Railhead) -> None:
    """Add the cog."""
    cog = Lobby(client)
    await client.add_cog(cog)
