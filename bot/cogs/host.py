"""The host: the rest of `/game` (pause, hand over, rename ...) and `/gm`; every act is in the table's journal."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.cogs.lobby import Lobby
from bot.errors import Refused
from bot.narration import asks
from bot.playing import who
from bot.records import outbox
from bot.reminders import PACES
from bot.rows import Place
from bot.tables import Position, Who
from bot.ui import words

FILE_LIMIT = 4 * 1024 * 1024
"""Largest log that is imported, in bytes."""


@app_commands.guild_only()
class Host(
    commands.GroupCog, group_name="gm", group_description="For the host and for who manages the server; all is logged"
):
    """`/gm`, and the commands of `/game` for running a table."""

    def __init__(self, client: Railhead) -> None:
        self.client = client

    # -- /gm ----------------------------------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(move="a line such as lay K5 9 1, for whoever has to act")
    async def act(self, interaction: discord.Interaction, move: str) -> None:
        """Move for whoever has to act."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        outcome = await self.client.tables.submit(
            position.row.id, [move], mandate(interaction), expected=position.seq, click=str(interaction.id)
        )
        self.client.courier.nudge()
        await answers.finish(interaction, "\n".join(["Done.", *outcome.sentences]))

    @app_commands.command()
    @app_commands.describe(count="how many moves")
    async def rewind(self, interaction: discord.Interaction, count: app_commands.Range[int, 1, 500]) -> None:
        """Take moves back without asking."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        await self.client.tables.undo(
            position.row.id, mandate(interaction), count, expected=position.seq, click=str(interaction.id)
        )
        self.client.courier.nudge()
        await answers.finish(interaction, f"Taken back: {count} move{'s' if count != 1 else ''}.")

    @app_commands.command()
    async def remind(self, interaction: discord.Interaction) -> None:
        """Call whoever has to act once more, now."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        require_host(interaction, position)
        decision = position.decision
        seat = position.seat(decision.player) if decision else None
        if decision is None or seat is None or not isinstance(interaction.channel, discord.abc.Messageable):
            raise Refused("not_running", "Nobody has to act at this table.")
        text = f"<@{seat.user}> · {words.escape(position.row.name)} · {asks(decision, position.seats)}"
        await self.client.postman.call(position, seat.user, text)
        await answers.finish(interaction, f"{words.escape(seat.name)} was called.")

    @app_commands.command()
    @app_commands.describe(table="name or number; it moves to this channel if its own is gone")
    async def fix(self, interaction: discord.Interaction, table: str = "") -> None:
        """Look after lost threads and cards, and send what is still due."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction, table or None)
        require_host(interaction, position)
        await self._rehome(interaction, position)
        await self.client.postman.mend(position)
        due = await self.client.store.write(outbox.hurry, position.row.id, self.client.clock.now())
        self.client.courier.nudge()
        said = f"{due} message{'s are' if due != 1 else ' is'} on the way." if due else "Nothing was left to be sent."
        await answers.finish(interaction, f"Threads and card are in order. {said}")

    async def _rehome(self, interaction: discord.Interaction, position: Position) -> None:
        """Let a table whose channel was deleted live in the channel of this interaction."""
        place = await self.client.places.of(position.row.id)
        if interaction.guild is None or interaction.guild.get_channel(place.channel) is not None:
            return
        channel = interaction.channel
        home = channel.parent if isinstance(channel, discord.Thread) else channel
        if isinstance(home, discord.TextChannel | discord.ForumChannel):
            await self.client.places.put(Place(position.row.id, home.guild.id, home.id))

    # -- the rest of /game --------------------------------------------------------------------------

    async def pause(self, interaction: discord.Interaction, note: str) -> None:
        """Stop the clock."""
        position = await self._here(interaction)
        await self.client.tables.pause(position.row.id, who(interaction), note)
        await self._tell(interaction, "The table is paused; `/game resume` goes on.")

    async def resume(self, interaction: discord.Interaction) -> None:
        """Go on."""
        position = await self._here(interaction)
        await self.client.tables.resume(position.row.id, who(interaction))
        await self._tell(interaction, "The table goes on.")

    async def abandon(self, interaction: discord.Interaction, note: str) -> None:
        """End without a result."""
        position = await self._here(interaction)
        await self.client.tables.abandon(position.row.id, who(interaction), note)
        await self._tell(interaction, "The table was ended without a result.")

    async def rename(self, interaction: discord.Interaction, name: str) -> None:
        """Give another name."""
        position = await self._here(interaction)
        await self.client.tables.rename(position.row.id, who(interaction), name)
        await self._tell(interaction, f"The table is now called **{words.escape(name)}**.")

    async def pace(self, interaction: discord.Interaction, pace: str) -> None:
        """Change the pace."""
        position = await self._here(interaction)
        await self.client.tables.set_pace(position.row.id, who(interaction), pace)
        await self._tell(interaction, f"Pace **{pace}**: {PACES[pace].words}.")

    async def hand_over(self, interaction: discord.Interaction, old: discord.User, new: discord.User) -> None:
        """Hand a seat over."""
        position = await self._here(interaction)
        seat = next((seat for seat in position.seats if seat.user == old.id), None)
        if seat is None:
            raise Refused("not_seated", f"{words.escape(old.display_name)} has no seat at this table.")
        heir = Who(new.id, new.display_name)
        await self.client.tables.replace(position.row.id, who(interaction), seat.number, heir)
        await self._tell(interaction, f"<@{new.id}> now plays in the place of {words.escape(old.display_name)}.")

    async def adopt(self, interaction: discord.Interaction, file: discord.Attachment, name: str) -> None:
        """Store an imported log."""
        await answers.think(interaction)
        if file.size > FILE_LIMIT:
            raise Refused("too_large", f"That file is too large; the limit is {FILE_LIMIT // 1024 // 1024} MiB.")
        try:
            text = (await file.read()).decode()
        except UnicodeDecodeError:
            raise Refused("not_a_log", "That file is no log: it is not text.") from None
        position = await self.client.tables.adopt(text, name, who(interaction))
        channel = interaction.channel
        home = channel.parent if isinstance(channel, discord.Thread) else channel
        if isinstance(home, discord.TextChannel | discord.ForumChannel):
            await self.client.places.change(position.row.id, guild=home.guild.id, channel=home.id)
            await self.client.postman.mend(position)
        await answers.finish(interaction, f"Imported as table `{position.row.id}`.")

    async def _here(self, interaction: discord.Interaction) -> Position:
        await answers.think(interaction)
        return await self.client.desk.here(interaction)

    async def _tell(self, interaction: discord.Interaction, said: str) -> None:
        self.client.courier.nudge()
        await answers.finish(interaction, said)


def require_host(interaction: discord.Interaction, position: Position) -> None:
    """Refuse whoever is neither the host of the table nor manages the server.

    Raises:
        Refused: not the host.
    """
    user = who(interaction)
    if user.user != position.row.host and not user.manager:
        raise Refused("not_host", "Only the host of the table or a manager of the server may do that.")


def mandate(interaction: discord.Interaction) -> Who:
    """Return the real user, acting in the host's name."""
    return replace(who(interaction), mandate="host")


def attach(host: Host, game: app_commands.Group) -> None:
    """Add the commands for running a table to `/game`."""

    @game.command()
    @app_commands.describe(note="why, for everybody to read")
    async def pause(interaction: discord.Interaction, note: app_commands.Range[str, 0, 200] = "") -> None:
        """Stop the clock and all moves."""
        await host.pause(interaction, note)

    @game.command()
    async def resume(interaction: discord.Interaction) -> None:
        """Go on after a pause."""
        await host.resume(interaction)

    @game.command()
    @app_commands.describe(note="why, for everybody to read")
    async def abandon(interaction: discord.Interaction, note: app_commands.Range[str, 0, 200] = "") -> None:
        """End the table without a result."""
        await host.abandon(interaction, note)

    @game.command()
    async def rename(interaction: discord.Interaction, name: app_commands.Range[str, 1, 60]) -> None:
        """Give the table another name."""
        await host.rename(interaction, name)

    @game.command()
    @app_commands.choices(pace=[app_commands.Choice(name=f"{p.name}: {p.words}", value=p.name) for p in PACES.values()])
    async def pace(interaction: discord.Interaction, pace: str) -> None:
        """Change how fast the table means to play."""
        await host.pace(interaction, pace)

    @game.command()
    @app_commands.describe(old="who gives the seat up", new="who takes it")
    async def replace(interaction: discord.Interaction, old: discord.User, new: discord.User) -> None:
        """Hand a seat over with its history."""
        await host.hand_over(interaction, old, new)

    @game.command(name="import")
    @app_commands.describe(file="a log exported here or from 18xx.games", name="what the table is called")
    async def import_(
        interaction: discord.Interaction, file: discord.Attachment, name: app_commands.Range[str, 1, 60]
    ) -> None:
        """Make a table of a log."""
        await host.adopt(interaction, file, name)


async def setup(client: Railhead) -> None:
    """Add the cog; needs the cog of `/game`."""
    host = Host(client)
    lobby = client.get_cog(Lobby.__name__)
    if not isinstance(lobby, Lobby) or not isinstance(lobby.app_command, app_commands.Group):
        raise RuntimeError("the cog of /game must be loaded first")
    attach(host, lobby.app_command)
    await client.add_cog(host)
