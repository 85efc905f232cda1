"""Moves made through Discord: whose table, whose turn, which step; shared by cards, panels and commands."""

import io
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot import answers
from bot.errors import Refused
from bot.narration import asks
from bot.offload import Searches
from bot.painting import Painter
from bot.places import Places, mention
from bot.rows import GameRow
from bot.tables import Outcome, Position, Tables, Who
from bot.ui import card, parts, words
from bot.ui.address import Address
from bot.ui.steps import Step, step
from engine import notation
from engine.actions import Action
from engine.decisions import Decision

Tapped = discord.Interaction
"""What every handler receives."""

SAID = 3
"""So many sentences of what happened stand in the answer to a move."""


def who(interaction: discord.Interaction) -> Who:
    """Return the real user behind an interaction."""
    return Who(interaction.user.id, interaction.user.display_name, interaction.permissions.manage_guild)


@dataclass(frozen=True, slots=True)
class Workers:
    """What works off the event loop: route searches, and pictures."""

    searches: Searches
    painter: Painter


class Desk:
    """Finds tables and makes moves for the cogs."""

    def __init__(self, tables: Tables, places: Places, posted: Callable[[], None], workers: Workers) -> None:
        self.tables = tables
        self.places = places
        self.workers = workers
        self.posted = posted
        """Called when something was put into the outbox."""

    # -- which table --------------------------------------------------------------------------------

    async def here(self, interaction: discord.Interaction, named: str | None = None) -> Position:
        """Return the table that is meant: the one named, else the one whose thread this is.

        Raises:
            Refused: no table here; points to the user's own tables.
        """
        if named:
            return await self.tables.position(await self._named(named, interaction.guild_id or 0))
        game = await self.places.table_at(interaction.channel_id or 0)
        if game is None:
            raise Refused("wrong_place", await self._pointer(interaction))
        return await self.tables.position(game)

    async def _named(self, named: str, guild: int) -> int:
        """Return the table of this server with a number or a name; other servers' tables are theirs alone."""
        places = await self.places.in_guild(guild)
        number = Address("b", named.strip("# ")).table
        if number in places:
            return number
        rows = [row for row in await self.tables.listing() if row.name.lower() == named.strip().lower()]
        found = next((row.id for row in rows if row.id in places), None)
        if found is None:
            raise Refused("no_such_game", f"There is no table called {words.escape(named)} in this server.")
        return found

    async def _pointer(self, interaction: discord.Interaction) -> str:
        mine = await self.tables_of(interaction.user.id, interaction.guild_id or 0)
        if not mine:
            return "This is not the thread of a table, and you sit at none; `/game list` shows all."
        links = ", ".join(link for _, link in mine[:5])
        return f"This is not the thread of a table; yours {'is' if len(mine) == 1 else 'are'} {links}."

    async def tables_of(self, user: int, guild: int) -> list[tuple[GameRow, str]]:
        """Return the running tables of a user in a server, with links."""
        places = await self.places.in_guild(guild)
        rows = await self.tables.listing(status="running", user=user)
        return [(row, mention(places[row.id])) for row in rows if row.id in places and places[row.id].thread]

    async def waiting(self, interaction: discord.Interaction) -> Position:
        """Return the table here, or else the only one where the user has to act.

        Raises:
            Refused: none, or several: names them.
        """
        game = await self.places.table_at(interaction.channel_id or 0)
        if game is not None:
            return await self.tables.position(game)
        mine = await self.tables_of(interaction.user.id, interaction.guild_id or 0)
        found = [(await self.tables.position(row.id), link) for row, link in mine]
        due = [(position, link) for position, link in found if acts(position, interaction.user.id)]
        if len(due) == 1:
            return due[0][0]
        if due:
            raise Refused("several", f"It is your turn at several tables: {', '.join(link for _, link in due)}.")
        raise Refused("not_your_turn", "It is not your turn anywhere." if mine else await self._pointer(interaction))

    # -- whose turn ---------------------------------------------------------------------------------

    async def fresh(self, interaction: discord.Interaction, at: Address) -> tuple[Position, Decision]:
        """Return the position a component belongs to and the user's decision in it.

        Raises:
            Refused: the game has moved on, is paused or over, or somebody else has to act.
        """
        position = await self.tables.position(at.table)
        if position.seat_of(interaction.user.id) is not None and position.seq != at.seq:
            raise Refused("stale", words.stale())
        return position, decision_for(position, interaction.user.id)

    async def look(self, interaction: Tapped, position: Position, decision: Decision, path: tuple[int, ...]) -> Step:
        """Return the step after some choices of a decision in a position; worked out off the event loop."""
        return await answers.in_time(interaction, self.workers.searches.thread(position.game, step, decision, path))

    # -- moving -------------------------------------------------------------------------------------

    async def advance(self, interaction: Tapped, at: Address, path: tuple[int, ...], *, sure: bool = False) -> None:
        """Follow a path of choices: ask on, ask once more when grave, or make the move."""
        position, decision = await answers.in_time(interaction, self.fresh(interaction, at))
        found = await self.look(interaction, position, decision, path)
        if found.action is None:
            await self.show(interaction, position, found, page=at.page)
        elif found.grave and not sure:
            line = notation.write_move(found.action)
            await self._private(interaction, card.confirm(found, at, line))
        else:
            await self.move(interaction, position, found.action)

    async def show(
        self, interaction: Tapped, position: Position, found: Step, *, page: int = 0, head: str = ""
    ) -> None:
        """Show a step in the user's private panel."""
        at = Address("b", str(position.row.id), position.seq)
        view = card.panel(found, at, head or headline(position), page)
        await answers.think(interaction)
        picture = await self.workers.painter.show(position, "routes", position.live) if found.told else None
        if picture is None:
            await answers.finish(interaction, view)
            return
        view.add_item(parts.gallery(picture.name, picture.alt))
        await answers.finish(interaction, view, discord.File(io.BytesIO(picture.data), picture.name))

    async def _private(self, interaction: Tapped, view: discord.ui.LayoutView) -> None:
        await answers.think(interaction)
        await answers.finish(interaction, view)

    async def move(self, interaction: Tapped, position: Position, action: Action) -> None:
        """Make one move and tell the mover what came of it; the others hear through the outbox."""
        from_card = interaction.message is not None and not interaction.message.flags.ephemeral
        if from_card and not interaction.response.is_done():
            await interaction.response.defer()
        else:
            from_card = False
            await answers.think(interaction)
        outcome = await self.submit(interaction, position, [action])
        if not from_card:
            await self.report(interaction, outcome, notation.write_move(action))

    async def submit(self, interaction: Tapped, position: Position, moves: list[Action | str]) -> Outcome:
        """Hand moves to the table and wake the courier."""
        outcome = await self.tables.submit(
            position.row.id, moves, who(interaction), expected=position.seq, click=str(interaction.id)
        )
        self.posted()
        return outcome

    async def report(self, interaction: Tapped, outcome: Outcome, line: str) -> None:
        """Answer the mover: what happened, and the next question when it is theirs again."""
        said = "\n".join([f"Done: `{line}`", *(f"-# {sentence}" for sentence in outcome.sentences[-SAID:])])
        if not acts(outcome.position, interaction.user.id):
            await answers.finish(interaction, said)
            return
        decision = decision_for(outcome.position, interaction.user.id)
        found = await self.workers.searches.thread(outcome.position.game, step, decision)
        await self.show(interaction, outcome.position, found, head=f"{said}\n{headline(outcome.position)}")


def acts(position: Position, user: int) -> bool:
    """Whether this user has to act now."""
    decision = position.decision
    seat = position.seat(decision.player) if decision and position.row.status == "running" else None
    return seat is not None and seat.user == user


def decision_for(position: Position, user: int) -> Decision:
    """Return the decision of the user whose turn it is.

    Raises:
        Refused: no seat, not running, or somebody else's turn.
    """
    decision = position.decision
    if position.seat_of(user) is None:
        raise Refused("not_seated", "You have no seat at this table; you are welcome to watch.")
    if position.row.status != "running" or decision is None:
        raise Refused("not_running", f"This table is not being played now: it is {position.row.status}.")
    if not acts(position, user):
        acting = position.seat(decision.player)
        name = words.escape(acting.name) if acting else "somebody else"
        raise Refused("not_your_turn", f"It is not your turn: {name} is asked ({asks(decision, position.seats)}).")
    return decision


def headline(position: Position) -> str:
    """Return who is asked what, for a panel."""
    decision = position.decision
    return f"**{asks(decision, position.seats)}**" if decision else "The game is over."
