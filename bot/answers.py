"""Answering an interaction: in time, once, privately where it is a refusal, and never with a traceback."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable
from typing import TypeVar

import discord
from discord import app_commands, ui

from bot.errors import BotError
from bot.ui import parts, words
from bot.ui.dynamic import payload
from engine.errors import NotationError, RuleError

LOG = logging.getLogger(__name__)
T = TypeVar("T")

_SERVER_ERROR = 500
_PASSING = (404, 429)
"""Failures of Discord that are no fault of ours: its own errors, things that vanished, too many requests."""

PATIENCE = 1.5
"""Seconds of work after which an interaction is deferred; Discord gives three."""


async def private(interaction: discord.Interaction, view: "ui.LayoutView | str") -> None:
    """Show something to this user only: a first answer or a further one, as the case may be."""
    shown = parts.note(view) if isinstance(view, str) else view
    calm = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(view=shown, ephemeral=True, allowed_mentions=calm)
    else:
        await interaction.response.send_message(view=shown, ephemeral=True, allowed_mentions=calm)


async def finish(
    interaction: discord.Interaction, view: "ui.LayoutView | str", picture: discord.File | None = None
) -> None:
    """Fill in the answer that was deferred by `think`, or replace the private panel that was tapped.

    A picture must be part of the view, and the answer deferred; earlier pictures go.
    """
    shown = parts.note(view) if isinstance(view, str) else view
    if not interaction.response.is_done():
        await private(interaction, shown)
        return
    await interaction.edit_original_response(
        view=shown, attachments=[picture] if picture else [], allowed_mentions=discord.AllowedMentions.none()
    )


async def think(interaction: discord.Interaction) -> None:
    """Defer: a command or a card's button gets a private answer later, a panel's button an edited panel."""
    if interaction.response.is_done():
        return
    if is_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def in_time(interaction: discord.Interaction, work: Awaitable[T]) -> T:
    """Return the result of `work`; defers the interaction if it takes long."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait((task,), timeout=PATIENCE)
    if not done:
        await think(interaction)
    return await task


def is_panel(interaction: discord.Interaction) -> bool:
    """Whether a component of a private message was used."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def explain(interaction: discord.Interaction, error: Exception, hint: str = "", about: str = "") -> None:
    """Tell the user what went wrong: a refusal in one sentence, or an incident number while the log has the rest.

    Args:
        interaction: what they did.
        error: what came of it.
        hint: what would be legal, as a sentence.
        about: game and action, for the log.
    """
    error = getattr(error, "original", error)
    said = words.refusal(error, hint) or _platform(error, interaction)
    if said is None:
        incident = secrets.token_hex(3)
        where = about or _name(interaction)
        LOG.error("incident %s, user %s, %s", incident, interaction.user.id, where, exc_info=error)
        said = f"Something went wrong on our side; what counts stands on the newest card. Incident `{incident}`."
    try:
        await private(interaction, said)
    except discord.HTTPException as failure:
        LOG.warning("could not answer %s: %s", _name(interaction), failure)


def _platform(error: Exception, interaction: discord.Interaction) -> str | None:
    if isinstance(error, discord.Forbidden):
        return words.not_permitted(words.missing(interaction.app_permissions) or [error.text or "unknown"])
    if isinstance(error, discord.HTTPException) and (error.status >= _SERVER_ERROR or error.status in _PASSING):
        LOG.warning("Discord failed at %s: %s", _name(interaction), error)
        return "Discord has stumbled over that; what counts stands on the newest card."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "That command has changed; please restart Discord and try it again."
    if isinstance(error, app_commands.MissingPermissions):
        return "That is for those who manage the server."
    if isinstance(error, app_commands.NoPrivateMessage):
        return "Please use this in a server."
    if isinstance(error, app_commands.CommandOnCooldown):
        return f"Please wait {error.retry_after:.0f} seconds before doing that again."
    if isinstance(error, app_commands.TransformerError):
        return f"{error.value} is not a possible value here."
    return None


def _name(interaction: discord.Interaction) -> str:
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    return str(payload(interaction).get("custom_id", interaction.type.name))


async def offers(work: Awaitable[list[T]]) -> list[T]:
    """Return the proposals of an autocomplete; none when it is not this user's turn, or this is no table."""
    try:
        return await work
    except Exception as error:
        if not is_ours(error):
            LOG.exception("an autocomplete failed")
        return []


def is_ours(error: Exception) -> bool:
    """Whether an error is an answer to the player rather than a defect."""
    return isinstance(error, BotError | RuleError | NotationError)
