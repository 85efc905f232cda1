"""One command per action verb, made from the engine's actions: options typed, completed from what is legal now."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import structs

from bot import answers
from bot.client import Railhead
from bot.errors import Refused
from bot.playing import decision_for
from bot.ui import grave, typed
from bot.ui.address import Address
from engine import notation
from engine.actions import VERBS, Action
from engine.errors import NotationError, RuleError

DRAWN = ("draw", "roll")
"""Verbs of chance: nobody types them."""

OPTIONS = {
    "amount": "how much money",
    "company": "which company",
    "count": "how many",
    "hex": "where, such as K5",
    "item": "what: a company, a concession or a certificate (company with * = president's)",
    "option": "which answer",
    "partner": "with which company",
    "price": "for how much money",
    "replaces": "whose token it replaces",
    "routes": "trains and their routes, such as 2-1=J6-K5-L4 3-1=…",
    "source": "from whom: the bank, the pool, a company, a player",
    "stop": "which stop of the hex, such as c0",
    "target": "into what",
    "tile": "tile number",
    "train": "which train",
    "turn": "rotation from 0 to 5",
}
"""What an option means, by field name of the actions."""

Choices = list[app_commands.Choice[str]]
Complete = Callable[[discord.Interaction, str], Coroutine[None, None, Choices]]


class Verbs(commands.Cog):
    """The verb commands; removed and added with the cog."""

    def __init__(self, client: Railhead) -> None:
        self.client = client
        for verb in VERBS:
            if verb not in DRAWN:
                client.tree.add_command(command(self, verb), override=True)

    async def make(self, interaction: discord.Interaction, verb: str, options: dict[str, str | int]) -> None:
        """Carry out a verb command."""
        await answers.think(interaction)
        position = await self.client.desk.here(interaction)
        decision = decision_for(position, interaction.user.id)
        action: Action | None = None
        try:
            action = await self.client.searches.thread(position.game, typed.build, decision, verb, options)
            if grave.is_grave(decision, action):
                at = Address("b", str(position.row.id), position.seq)
                await answers.finish(interaction, await asyncio.to_thread(grave.question, decision, action, at))
                return
            outcome = await self.client.desk.submit(interaction, position, [action])
        except (RuleError, NotationError, Refused) as error:
            hint = await asyncio.to_thread(typed.hint, decision, action, verb) if _wants_hint(error) else ""
            await answers.explain(interaction, error, hint)
            return
        await self.client.desk.report(interaction, outcome, notation.write_move(action))

    async def complete(self, interaction: discord.Interaction, verb: str, name: str, text: str) -> Choices:
        """Return what may be filled into one option, given the others."""
        position = await self.client.desk.here(interaction)
        decision = decision_for(position, interaction.user.id)
        given = {field: value for field, value in vars(interaction.namespace).items() if value not in (None, "")}
        given[name] = text
        found = await self.client.searches.thread(position.game, typed.complete_option, decision, verb, name, given)
        is_number = typed.types(verb)[name] is int
        # A Choice of an integer option carries a number; discord.py types the list of all options alike.
        return [
            app_commands.Choice(name=item.name, value=cast("str", int(item.value)) if is_number else item.value)
            for item in found
        ]


def _wants_hint(error: Exception) -> bool:
    return not isinstance(error, Refused | RuleError) or error.code not in ("missing", "stale", "not_running")


def command(cog: Verbs, verb: str) -> "app_commands.Command[Verbs, ..., None]":
    """Return the slash command of a verb: its first option is required, others only when several values are legal."""
    kinds = typed.types(verb)
    required = {field.name for field in structs.fields(VERBS[verb]) if field.required}

    async def callback(interaction: discord.Interaction, **options: str | int | None) -> None:
        await cog.make(interaction, verb, {name: value for name, value in options.items() if value is not None})

    first = next(iter(kinds), "")
    parameters = [_parameter(name, kind, needed=name == first and name in required) for name, kind in kinds.items()]
    interaction = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction
    )
    callback.__signature__ = inspect.Signature([interaction, *parameters])  # type: ignore[attr-defined]
    words = (VERBS[verb].__doc__ or verb).strip().split("\n")[0].replace("`", "")
    made: app_commands.Command[Verbs, ..., None] = app_commands.Command(
        name=verb, description=words[:100], callback=callback
    )
    app_commands.describe(**{name: OPTIONS.get(name, name) for name in kinds})(made)
    for name in kinds:
        made.autocomplete(name)(_completer(cog, verb, name))
    return app_commands.guild_only()(made)


def _parameter(name: str, kind: object, *, needed: bool) -> inspect.Parameter:
    default = inspect.Parameter.empty if needed else None
    annotation = (int if needed else int | None) if kind is int else (str if needed else str | None)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _completer(cog: Verbs, verb: str, name: str) -> Complete:
    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        return await answers.offers(cog.complete(interaction, verb, name, str(current).strip()))

    return complete


async def setup(client: Railhead) -> None:
    """Add the cog."""
    await client.add_cog(Verbs(client))
