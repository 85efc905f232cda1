"""The turn card and the private panel: what somebody may do now, ready to tap."""

from dataclasses import dataclass

import discord
from discord import ui

from bot.ui import parts
from bot.ui.address import Address
from bot.ui.steps import Step
from bot.ui.words import question

LINES = 3
"""So many lines of what happened stand on the card, the rest is behind a button."""

MORE = "bh"
MUTE = "bm"
LATER = "sr"
PANEL = "bv"
"""Kinds of address: all that happened, no reminders this turn, remind me in, open the private panel."""

DELAYS = (("1 hour", 60), ("3 hours", 180), ("8 hours", 480), ("1 day", 1440), ("2 days", 2880))
"""Offers of the "remind me in" select: words and minutes."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a card says.

    Attributes:
        at: game and position; `line`: the stable first line.
        since: what happened since the player's last turn, oldest first; `log`: link to the log thread, or empty.
        step: the question in choices, None while it cannot be answered with taps.
    """

    at: Address
    line: str
    since: tuple[str, ...]
    step: Step | None
    log: str = ""


def items(turn: Turn) -> "list[ui.Item[ui.LayoutView]]":
    """Return the turn card: the stable line, the news, the choices, reminders and links."""
    found: list[ui.Item[ui.LayoutView]] = [parts.text(turn.line)]
    if turn.since:
        found.append(parts.text(news(turn.since)))
    if turn.step is not None:
        if turn.step.path:
            found.append(parts.text(f"**{turn.step.chosen}** · {question(turn.step.asks)}"))
        if turn.step.told:
            found.append(parts.text("\n".join(turn.step.told)))
        found.extend(parts.choice_rows(turn.step, turn.at))
    found.append(_foot(turn))
    found.append(_later(turn.at))
    return found


def reminder_rows(at: Address, link: str) -> "list[ui.ActionRow[ui.LayoutView]]":
    """Return what a reminder offers: a panel, peace for this turn, a later reminder, a link to the card."""
    buttons = [
        parts.button(at.to(PANEL, ()), "My move", discord.ButtonStyle.primary),
        parts.button(at.to(MUTE, ()), "No reminders this turn"),
    ]
    if link:
        buttons.append(ui.Button(label="Card", url=link))
    return [parts.row(buttons), _later(at)]


def _later(at: Address) -> "ui.ActionRow[ui.LayoutView]":
    later: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(at.to(LATER, ())),
        placeholder="Remind me in…",
        options=[discord.SelectOption(label=words, value=str(minutes)) for words, minutes in DELAYS],
    )
    return ui.ActionRow(later)


def news(since: tuple[str, ...]) -> str:
    """Return the last lines of what happened, each as small text."""
    return "\n".join(f"-# {line}" for line in since[-LINES:])


def _foot(turn: Turn) -> ui.ActionRow[ui.LayoutView]:
    buttons = [parts.button(turn.at.to(MUTE, ()), "No reminders this turn")]
    if len(turn.since) > LINES:
        buttons.insert(0, parts.button(turn.at.to(MORE, ()), f"All that happened ({len(turn.since)})"))
    if turn.log:
        buttons.append(ui.Button(label="Log", url=turn.log))
    return parts.row(buttons)


def panel(step: Step, at: Address, head: str, page: int = 0) -> ui.LayoutView:
    """Return the private panel for a step: what is chosen so far, what is asked, the choices, and a way back."""
    words = [head]
    if step.chosen:
        words.append(f"**{step.chosen}**")
    if step.asks:
        limits = step.domain.hint() if step.is_typed and step.asks != "routes" and step.domain else ""
        possible = step.choices or step.is_typed
        asked = question(step.asks, limits)
        words.append(asked if possible else "Nothing can be chosen here; start over.")
    words.extend(step.told)
    items: list[ui.Item[ui.LayoutView]] = [parts.text("\n".join(words))]
    items.extend(parts.choice_rows(step, at, page))
    if step.path:
        items.append(parts.row([parts.button(at.to(parts.CHOOSE, ()), "Start over")]))
    return parts.layout(*items)


def confirm(step: Step, at: Address, line: str) -> ui.LayoutView:
    """Return the question before something that cannot be taken back."""
    words = f"**{step.chosen}** cannot be taken back. Do it?\n`{line}`"
    buttons = [
        parts.button(at.to(parts.SURE, step.path), "Yes, do it", discord.ButtonStyle.danger),
        parts.button(at.to(parts.CHOOSE, ()), "No"),
    ]
    return parts.layout(parts.text(words), parts.row(buttons))
