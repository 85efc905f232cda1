"""The lobby card: what is offered, who sits, and Join, Leave, Start."""

import discord
from discord import ui

from bot.reminders import PACES
from bot.tables import Position
from bot.ui import parts, words
from bot.ui.address import Address
from engine.title import Title

JOIN = "bj"
LEAVE = "bl"
START = "bs"
"""Kinds of address of the three buttons."""


def lobby_card(position: Position, title: Title | None) -> ui.LayoutView:
    """Return the lobby card of a table that has not begun."""
    row = position.row
    at = Address("b", str(row.id), position.seq)
    lines = [f"## {words.escape(row.name)}", f"{title.name if title else row.title} · {row.wanted} players"]
    if row.edition != "book":
        lines.append(f"Rules as played on {row.edition}")
    known = {option.name: option for option in title.options} if title else {}
    lines += [f"- **{name}**: {known[name].words if name in known else ''}" for name in row.options]
    pace = PACES.get(row.pace)
    lines.append(f"Pace **{row.pace}**: {pace.words if pace else ''}")
    lines.append(f"Host <@{row.host}> · table `{row.id}`")
    buttons = [
        parts.button(at.to(JOIN), "Join", discord.ButtonStyle.success),
        parts.button(at.to(LEAVE), "Leave"),
        parts.button(at.to(START), "Start", discord.ButtonStyle.primary),
    ]
    seats = parts.text(words.seats(position.seats, row.wanted))
    return parts.layout(parts.text("\n".join(lines)), seats, parts.row(buttons))
