"""Taps on cards and panels, `/turn` and `/do`."""

import asyncio
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.errors import Refused
from bot.playing import Tapped, acts, decision_for
from bot.tables import Position
from bot.ui import card, grave, parts, typed, words
from bot.ui.address import Address, path_of
from bot.ui.dynamic import Ask
from bot.ui.steps import is_long, typed_value
from engine import notation
from engine.actions import Action
from engine.decisions import Decision
from engine.errors import NotationError, RuleError
from engine.game import Game

TYPED = "mt"
"""Kind of address of the dialog in which a value is typed."""
NOT_DUE = "It is not your turn, so there is nothing to be reminded of."


class Play(commands.Cog):
    """Making moves."""

    def __init__(self, client: Railhead) -> None:
        self.client = client
        client.taps |= {
            parts.CHOOSE: self.choose,
            parts.PICK: self.pick,
            parts.PAGE: self.choose,
            parts.TYPE: self.ask,
            parts.SURE: self.confirm,
            TYPED: self.fill,
            card.MORE: self.more,
            card.MUTE: self.mute,
            card.LATER: self.later,
            card.PANEL: self.open,
        }

    # -- components ---------------------------------------------------------------------------------

    async def choose(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Follow a button."""
        await self.client.desk.advance(interaction, at, at.path)

    async def confirm(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Make a grave move that was asked about once more."""
        await self.client.desk.advance(interaction, at, at.path, sure=True)

    async def pick(self, interaction: Tapped, at: Address, values: list[str]) -> None:
        """Follow the option of a select: its value is a whole path."""
        path = path_of(values[0] if values else "")
        await self.client.desk.advance(interaction, at.to(at.kind), path)

    async def ask(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Open the dialog for a number or routes; it must be the first answer, so nothing slow happens here."""
        _, decision = await self.client.desk.fresh(interaction, at)
        walk = decision.walk(at.path)
        if walk.spec is None or walk.domain is None:
            raise Refused("stale", words.stale())
        limits = walk.domain.hint() if is_long(walk.domain) else "2-1=J6-K5-L4 3-1=…"
        await interaction.response.send_modal(Ask(at.to(TYPED), walk.spec.words, walk.field.capitalize(), limits))

    async def fill(self, interaction: Tapped, at: Address, values: list[str]) -> None:
        """Take the value typed into the dialog and make the move."""
        await answers.think(interaction)
        position, decision = await self.client.desk.fresh(interaction, at)
        text = values[0] if values else ""
        action = await self.client.searches.thread(position.game, typed_value, decision, at.path, text)
        await self.client.desk.move(interaction, position, action)

    async def open(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Open the private panel from a reminder, at the position as it is now."""
        await answers.think(interaction)
        position = await self.client.tables.position(at.table)
        decision = decision_for(position, interaction.user.id)
        found = await self.client.desk.look(interaction, position, decision, ())
        await self.client.desk.show(interaction, position, found)

    async def more(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Show everything that happened since the player's last turn."""
        lines = await self.client.news(at.table, at.seq)
        await answers.private(interaction, parts.clip("\n".join(f"- {line}" for line in lines), parts.TEXT))

    async def mute(self, interaction: Tapped, at: Address, _values: list[str]) -> None:
        """Send no more reminders for this turn."""
        call = await self.client.reminders.mute(at.table, interaction.user.id)
        if call is None:
            raise Refused("not_your_turn", NOT_DUE)
        await answers.private(interaction, "No more reminders for this turn.")

    async def later(self, interaction: Tapped, at: Address, values: list[str]) -> None:
        """Move the next reminder."""
        minutes = next((minutes for _, minutes in card.DELAYS if [str(minutes)] == values), None)
        if minutes is None:
            raise Refused("stale", words.stale())
        until = self.client.clock.now() + timedelta(minutes=minutes)
        call = await self.client.reminders.snooze(at.table, interaction.user.id, until)
        if call is None:
            raise Refused("not_your_turn", NOT_DUE)
        await answers.private(interaction, f"You will be reminded {discord.utils.format_dt(until, 'R')}.")

    # -- commands -----------------------------------------------------------------------------------

    @app_commands.command(name="turn")
    @app_commands.guild_only()
    async def turn(self, interaction: Tapped) -> None:
        """Open a private panel with what you may do now."""
        await answers.think(interaction)
        position = await self.client.desk.waiting(interaction)
        decision = decision_for(position, interaction.user.id)
        found = await self.client.desk.look(interaction, position, decision, ())
        await self.client.desk.show(interaction, position, found)

    @app_commands.command(name="do")
    @app_commands.guild_only()
    @app_commands.describe(move="A line such as lay K5 9 1; several moves are parted by ; and count all or none")
    async def do(self, interaction: Tapped, move: str) -> None:
        """Make one or several moves in one line."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        decision = decision_for(position, interaction.user.id)
        lines = [line.strip() for line in move.split(";") if line.strip()]
        if not lines:
            raise NotationError("Nothing was written; a move looks like: lay K5 9 1.")
        try:
            if (action := await self._asked_first(position, lines)) is not None:
                at = Address("b", str(position.row.id), position.seq)
                await answers.finish(interaction, await asyncio.to_thread(grave.question, decision, action, at))
                return
            outcome = await self.client.desk.submit(interaction, position, [*lines])
        except (Refused, RuleError, NotationError) as error:
            hint = await self.client.searches.thread(position.game, _hint, decision, lines)
            await answers.explain(interaction, error, hint)
            return
        await self.client.desk.report(interaction, outcome, "; ".join(lines))

    async def _asked_first(self, position: Position, lines: list[str]) -> Action | None:
        if position.game is None:
            return None
        return await self.client.searches.thread(position.game, grave.asked_first, position.game, lines)

    @do.autocomplete("move")
    async def _complete(self, interaction: Tapped, current: str) -> list[app_commands.Choice[str]]:
        return await answers.offers(self._lines(interaction, current))

    async def _lines(self, interaction: Tapped, current: str) -> list[app_commands.Choice[str]]:
        position = await self.client.desk.here(interaction)
        if position.game is None or not acts(position, interaction.user.id):
            return []
        found = await self.client.searches.thread(position.game, _continuations, position.game, current)
        return [app_commands.Choice(name=item.name, value=item.value) for item in found]


def _hint(decision: Decision, lines: list[str]) -> str:
    """Return what would be legal instead of the first line (later lines depend on it)."""
    try:
        return typed.hint(decision, notation.read(lines[0], decision.actor))
    except NotationError:
        return typed.hint(decision, None) if len(lines) == 1 else ""


def _continuations(game: Game, text: str) -> list[typed.Completion]:
    """Return completions of the last move in a line of several, the earlier ones being played on a copy."""
    *before, last = text.split(";")
    front = "; ".join(part.strip() for part in before if part.strip())
    if before:
        game = game.copy()
    try:
        for line in before:
            if game.decision is not None and line.strip():
                game.apply(notation.read(line, game.decision.actor))
    except (RuleError, NotationError):
        return []
    if game.decision is None:
        return []
    found = typed.complete_line(game.decision, last.lstrip())
    joined = [(item, f"{front}; {item.value}" if front else item.value) for item in found]
    return [typed.Completion(item.name, line) for item, line in joined if len(line) <= typed.NAME]


async def setup(client: Railhead) -> None:
    """Add the cog."""
    await client.add_cog(Play(client))
