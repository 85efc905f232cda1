"""Buttons and selects that survive a restart: one item class each, handlers found by the kind in the address."""

import re
from collections.abc import Awaitable, Callable
from typing import Protocol, Self, cast, runtime_checkable

import discord
from discord import ui

from bot.ui.address import TEMPLATE, Address, of_match

Handler = Callable[[discord.Interaction, Address, list[str]], Awaitable[None]]
"""What happens on a tap: the interaction, where it points, the values of a select."""


@runtime_checkable
class Receiver(Protocol):
    """The client, as far as a tapped component needs it."""

    async def tapped(self, interaction: discord.Interaction, at: Address, values: list[str]) -> None:
        """Carry out a tap."""
        ...


async def hand_over(interaction: discord.Interaction, at: Address, values: list[str]) -> None:
    """Give a tap to the client."""
    receiver: object = interaction.client
    if not isinstance(receiver, Receiver):
        raise TypeError(f"{type(receiver).__name__} takes no taps")
    await receiver.tapped(interaction, at, values)


def payload(interaction: discord.Interaction) -> dict[str, object]:
    """Return what Discord sent with an interaction."""
    return cast("dict[str, object]", interaction.data or {})


def template(first: str) -> str:
    """Return the pattern of addresses whose kind begins with a letter: ``b`` buttons, ``s`` selects, ``m`` modals."""
    return TEMPLATE.replace("[a-z]+", f"{first}[a-z]+", 1)


class Tap(ui.DynamicItem[ui.Button[ui.LayoutView]], template=template("b")):
    """Any button of ours."""

    def __init__(self, item: "ui.Button[ui.LayoutView]", address: Address) -> None:
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: "ui.Item[ui.LayoutView]", match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from its address."""
        if not isinstance(item, ui.Button):
            raise TypeError(f"a button was expected, not {type(item).__name__}")
        return cls(item, of_match(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the tap over to its handler."""
        await hand_over(interaction, self.address, [])


class Pick(ui.DynamicItem[ui.Select[ui.LayoutView]], template=template("s")):
    """Any select of ours."""

    def __init__(self, item: "ui.Select[ui.LayoutView]", address: Address) -> None:
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: "ui.Item[ui.LayoutView]", match: re.Match[str], /
    ) -> Self:
        """Rebuild the select from its address."""
        if not isinstance(item, ui.Select):
            raise TypeError(f"a select was expected, not {type(item).__name__}")
        return cls(item, of_match(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the choice over to its handler."""
        values = payload(interaction).get("values")
        await hand_over(interaction, self.address, [str(value) for value in values] if isinstance(values, list) else [])


class Ask(ui.Modal):
    """A dialog with one line to fill in; answered through `Railhead.on_interaction`, so that it survives a restart."""

    def __init__(self, address: Address, title: str, label: str, hint: str) -> None:
        super().__init__(title=title[:45], custom_id=str(address), timeout=600)
        self.answer: ui.TextInput[Ask] = ui.TextInput(custom_id="answer", placeholder=hint[:100], max_length=1000)
        self.add_item(ui.Label(text=label[:45], component=self.answer))

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Leave the answer to the client's own listener."""


def answers(interaction: discord.Interaction) -> list[str]:
    """Return the texts filled into a modal, in order."""
    found: list[str] = []

    def walk(component: object) -> None:
        if isinstance(component, dict):
            if component.get("custom_id") and isinstance(component.get("value"), str):
                found.append(component["value"])
            walk(component.get("component"))
            for child in component.get("components", ()):
                walk(child)

    walk(interaction.data)
    return found
