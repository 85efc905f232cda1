"""`/help`: one screen."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.ui import words


class Help(commands.Cog):
    """The help screen."""

    @app_commands.command(name="help")
    async def help(self, interaction: discord.Interaction) -> None:
        """Explain the bot in one screen."""
        await answers.private(interaction, "\n".join(words.HELP))


async def setup(client: Railhead) -> None:
    """Add the cog."""
    await client.add_cog(Help())
