"""Components V2 in small pieces: rows of buttons, selects with pages, plain texts; and silencing an old message."""

from collections.abc import Iterable

import discord
from discord import ui

from bot.ui.address import Address
from bot.ui.steps import BUTTONS, Choice, Step
from bot.ui.words import question

SELECT = 25
"""Options of one select (Discord)."""
LABEL = 80
"""Characters of a button's label (Discord)."""
OPTION = 100
"""Characters of a select option's label (Discord)."""
ALT = 1024
"""Characters of an alt text (Discord)."""
TEXT = 3600
"""Characters of text on one card; Discord's limit for all texts together is 4000."""

CHOOSE = "bc"
PICK = "sc"
PAGE = "bp"
TYPE = "bt"
SURE = "by"
"""Kinds of address: tap a choice, pick it from a select, turn the page, type a value, confirm a grave move."""


def clip(text: str, limit: int) -> str:
    """Return `text` with at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def button(
    address: Address, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button["ui.LayoutView"]:
    """Return a button for an address."""
    return ui.Button(label=clip(label, LABEL), style=style, custom_id=str(address))


def row(buttons: Iterable[ui.Button["ui.LayoutView"]]) -> ui.ActionRow["ui.LayoutView"]:
    """Return up to five buttons side by side."""
    return ui.ActionRow(*buttons)


def choice_rows(step: Step, at: Address, page: int = 0) -> list[ui.ActionRow["ui.LayoutView"]]:
    """Return the rows for a step: buttons up to five choices, else a select of one page and buttons to turn it.

    `at` names game and position; a value that can also be typed gets a button for it.
    """
    if len(step.choices) <= BUTTONS:
        buttons = [_choice_button(at, choice) for choice in step.choices]
        rows = [row(buttons)] if buttons else []
    else:
        rows = _paged(step, at, page)
    if step.is_typed:
        words = "Type routes" if step.asks == "routes" else f"Type the {step.asks}"
        rows.append(row([button(at.to(TYPE, step.path), words)]))
    return rows


def _choice_button(at: Address, choice: Choice) -> ui.Button["ui.LayoutView"]:
    style = discord.ButtonStyle.danger if choice.grave else discord.ButtonStyle.primary
    return button(at.to(CHOOSE, choice.path), choice.words, style)


def _paged(step: Step, at: Address, page: int) -> list[ui.ActionRow["ui.LayoutView"]]:
    pages = -(-len(step.choices) // SELECT)
    page = min(page, pages - 1)
    shown = step.choices[page * SELECT : (page + 1) * SELECT]
    # The values are whole paths: some choices are spread-out verbs whose paths differ in length.
    options = [
        discord.SelectOption(label=clip(choice.words, OPTION), value=".".join(map(str, choice.path)))
        for choice in shown
    ]
    asks = question(step.asks) if step.asks else "Choose"
    where = f" ({page + 1} of {pages})" if pages > 1 else ""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(at.to(PICK, step.path, page)), placeholder=asks + where, options=options
    )
    rows: list[ui.ActionRow[ui.LayoutView]] = [ui.ActionRow(select)]
    if pages > 1:
        turns = [("Back", page - 1), ("More", page + 1)]
        rows.append(row(button(at.to(PAGE, step.path, to), words) for words, to in turns if 0 <= to < pages))
    return rows


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """Return a view that discord.py need not remember: its components are found again by their addresses."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def text(words: str) -> ui.TextDisplay["ui.LayoutView"]:
    """Return a text, cut to what fits."""
    return ui.TextDisplay(clip(words or "…", TEXT))


def note(words: str) -> ui.LayoutView:
    """Return a message that is only text, as an answer in a panel."""
    return layout(text(words))


def quiet(message: discord.Message, words: str = "") -> ui.LayoutView:
    """Return the message's layout without anything to tap, links excepted, and `words` below it."""
    view = ui.LayoutView.from_message(message, timeout=None)
    kept = [item for item in view.children if not _is_tappable(item)]
    return layout(*kept, *([text(f"-# {words}")] if words else []))


def _is_tappable(item: "ui.Item[ui.LayoutView]") -> bool:
    if not isinstance(item, ui.ActionRow):
        return False
    return any(not (isinstance(child, ui.Button) and child.url) for child in item.children)


def gallery(name: str, alt: str) -> "ui.MediaGallery[ui.LayoutView]":
    """Return one attached picture in full width, by file name and alt text; two in a gallery would be cropped."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=clip(alt, ALT)))
