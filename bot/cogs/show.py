"""`/show`: pictures and texts of a position, now or earlier, for all or in private."""

import asyncio
import io
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.errors import Refused
from bot.tables import Position
from bot.ui import parts, words
from engine import notation

PICTURES = {
    "map": "The map",
    "market": "The stock market",
    "players": "What everybody holds",
    "trains": "Trains and phases",
    "tiles": "Tiles that are left",
    "bank": "What the bank and the pool hold",
    "routes": "The best routes of the company that is to run, else the latest ones",
    "timelapse": "The map from the first move on",
}
"""What can be shown as a picture, and the description of its command."""

LINES = 25
"""Lines of the log shown at once."""


@app_commands.guild_only()
class Show(commands.GroupCog, group_name="show", group_description="Look at the table, now or as it was"):
    """Looking."""

    def __init__(self, client: Railhead) -> None:
        self.client = client

    async def picture(self, interaction: discord.Interaction, what: str, at: int | None, *, private: bool) -> None:
        """Show one picture."""
        position = await self.client.desk.here(interaction)  # before the answer is begun: a refusal is private
        live = _live(position, at)
        await interaction.response.defer(ephemeral=private, thinking=True)
        found = await self.client.painter.show(position, what, live)
        if found is None:
            raise Refused("no_picture", "There is nothing to show yet.")
        head = "\n".join([f"-# {words.escape(position.row.name)} · after move {live}", *found.lines])
        view = parts.layout(parts.text(head), parts.gallery(found.name, found.alt))
        file = discord.File(io.BytesIO(found.data), found.name)
        await interaction.edit_original_response(view=view, attachments=[file])

    @app_commands.command()
    @app_commands.describe(name="short name of the company", at="after which move", private="for you alone")
    async def company(
        self, interaction: discord.Interaction, name: str, at: int | None = None, private: bool = False
    ) -> None:
        """Show one company."""
        await self.picture(interaction, f"company:{name.strip().upper()}", at, private=private)

    @app_commands.command()
    @app_commands.describe(at="up to which move", private="for you alone")
    async def log(self, interaction: discord.Interaction, at: int | None = None, private: bool = True) -> None:
        """Show the latest moves in notation."""
        position = await self.client.desk.here(interaction)  # before the answer is begun: a refusal is private
        live = _live(position, at)
        await interaction.response.defer(ephemeral=private, thinking=True)
        moves = position.session.live[:live] if position.session else ()
        lines = [f"{number}. {notation.write(move)}" for number, move in enumerate(moves, 1)][-LINES:]
        text = "```\n" + "\n".join(lines) + "\n```" if lines else "Nothing has happened yet."
        await answers.finish(interaction, text)

    @app_commands.command()
    @app_commands.describe(
        of="prices, wealth, or what happened to the table itself", at="up to which move", private="for you alone"
    )
    async def history(
        self,
        interaction: discord.Interaction,
        of: Literal["prices", "wealth", "table"] = "prices",
        at: int | None = None,
        private: bool = False,
    ) -> None:
        """Show how prices or wealth went, or what happened to the table: undo, pauses, hand-overs."""
        if of != "table":
            await self.picture(interaction, of, at, private=private)
            return
        position = await self.client.desk.here(interaction)
        await interaction.response.defer(ephemeral=private, thinking=True)
        rows = (await self.client.tables.journal(position.row.id))[-LINES:]
        lines = [f"{discord.utils.format_dt(row.at, 'd')} <@{row.user}>: {row.sentence}" for row in rows]
        await answers.finish(interaction, "\n".join(lines) or "Nothing out of the ordinary.")

    @company.autocomplete("name")
    async def _companies(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await answers.offers(self._named(interaction, current.strip()))

    async def _named(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        position = await self.client.desk.here(interaction)
        if position.game is None:
            return []
        known = await asyncio.to_thread(lambda: position.game.blueprint.data.companies if position.game else {})
        found = [company for company in known.values() if current.lower() in (company.id + company.name).lower()]
        names = [(parts.clip(f"{company.id} · {company.name}", 100), company.id) for company in found[:25]]
        return [app_commands.Choice(name=name, value=str(value)) for name, value in names]


def _live(position: Position, at: int | None) -> int:
    if position.session is None:
        raise Refused("not_running", "The table has not begun.")
    live = position.live if at is None else at
    if not 0 <= live <= position.live:
        raise Refused("no_such_action", f"The game has {position.live} moves so far, not {at}.")
    return live


def attach(show: Show, group: app_commands.Group) -> None:
    """Add one command for each picture."""
    for what, description in PICTURES.items():
        group.add_command(_command(show, what, description))


def _command(show: Show, what: str, description: str) -> "app_commands.Command[Show, ..., None]":
    async def callback(interaction: discord.Interaction, at: int | None = None, *, private: bool = False) -> None:
        await show.picture(interaction, what, at, private=private)

    made: app_commands.Command[Show, ..., None] = app_commands.Command(
        name=what, description=description, callback=callback
    )
    return app_commands.describe(at="after which move; the latest if left out", private="for you alone")(made)


async def setup(client: Railhead) -> None:
    """Add the cog."""
    show = Show(client)
    if isinstance(show.app_command, app_commands.Group):
        attach(show, show.app_command)
    await client.add_cog(show)
