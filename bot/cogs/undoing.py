"""Taking moves back: freely while that is free, else by asking the others with buttons."""

import discord

from bot import answers
from bot.client import Railhead
from bot.errors import Refused
from bot.playing import who
from bot.tables import Position
from bot.ui import parts, words
from bot.ui.address import Address

UNDO_YES = "bua"
UNDO_NO = "bun"
"""Kinds of address of the two answers; the path holds the petition's number."""


class Undoing:
    """Undo, redo and the petition for an undo."""

    def __init__(self, client: Railhead) -> None:
        self.client = client

    async def undo(self, interaction: discord.Interaction, count: int | None) -> None:
        """Take back, or ask the others."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        takeback = await self.client.tables.takeback(position.row.id, who(interaction), count)
        if takeback.reason:
            await self._ask(interaction, position, takeback.count, takeback.sentence)
            return
        await self.client.tables.undo(
            position.row.id, who(interaction), count, expected=position.seq, click=str(interaction.id)
        )
        self.client.courier.nudge()
        await answers.finish(interaction, f"Taken back: {takeback.count} move{'s' if takeback.count != 1 else ''}.")

    async def redo(self, interaction: discord.Interaction) -> None:
        """Play the undone moves again."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        await self.client.tables.redo(
            position.row.id, who(interaction), expected=position.seq, click=str(interaction.id)
        )
        self.client.courier.nudge()
        await answers.finish(interaction, "The moves are played again.")

    async def _ask(self, interaction: discord.Interaction, position: Position, count: int, why: str) -> None:
        petition = await self.client.tables.petition(position.row.id, who(interaction), "undo", count=count)
        at = Address("b", str(position.row.id), position.seq, (petition.id,))
        others = sorted({seat.user for seat in position.seats} - {interaction.user.id})
        asked = " ".join(f"<@{user}>" for user in others)
        text = f"{asked} · <@{interaction.user.id}> asks to take back {count} move{'s' if count != 1 else ''}. {why}"
        buttons = [
            parts.button(at.to(UNDO_YES), "Agree", discord.ButtonStyle.success),
            parts.button(at.to(UNDO_NO), "Refuse", discord.ButtonStyle.danger),
        ]
        if not isinstance(interaction.channel, discord.abc.Messageable):
            raise Refused("wrong_place", "Please ask in the table's thread.")
        await interaction.channel.send(
            view=parts.layout(parts.text(text), parts.row(buttons)),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in others]),
        )
        await answers.finish(interaction, "The others are asked.")

    async def answered(self, interaction: discord.Interaction, at: Address, _values: list[str]) -> None:
        """Count an answer; the message goes quiet once the petition is decided."""
        if not at.path:
            raise Refused("stale", words.stale())
        await interaction.response.defer()
        petition, outcome = await self.client.tables.vote(at.path[0], who(interaction), yes=at.kind == UNDO_YES)
        self.client.courier.nudge()
        if petition.state == "open":
            missing = petition.needed - len(petition.yes)
            await answers.private(interaction, f"Counted; {missing} more must agree.")
            return
        said = {"granted": "Agreed: taken back.", "refused": "Refused.", "void": words.stale()}[petition.state]
        del outcome
        if interaction.message is not None:
            await interaction.message.edit(view=parts.quiet(interaction.message, said))
