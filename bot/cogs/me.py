"""`/me`: what somebody has set for themselves, and one call to see that calls arrive."""

from dataclasses import replace
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.client import Railhead
from bot.errors import Refused
from bot.records import people
from bot.rows import Preferences
from bot.ui import parts

OFF = "off"


class Me(commands.GroupCog, group_name="me", group_description="Your own settings: time zone, quiet hours, reminders"):
    """Personal settings."""

    def __init__(self, client: Railhead) -> None:
        self.client = client

    @app_commands.command()
    async def test(self, interaction: discord.Interaction) -> None:
        """Call you once, so that you know calls arrive."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user
        only = discord.AllowedMentions(users=[user])
        view = parts.note(f"<@{user.id}> · this is how the bot calls you when it is your turn.")
        channel = interaction.channel
        direct = (await self.client.wishes(user.id)).direct
        if direct:
            await user.send(view=view)
        elif isinstance(channel, discord.abc.Messageable):
            await channel.send(view=view, allowed_mentions=only)
        where = "as a direct message" if direct else "in this channel"
        await answers.finish(interaction, f"You were called once, {where}.")

    @app_commands.command()
    async def show(self, interaction: discord.Interaction) -> None:
        """Show what you have set."""
        await answers.private(interaction, summary(await self.client.wishes(interaction.user.id)))

    @app_commands.command()
    @app_commands.describe(name="your time zone, for example Europe/Rome")
    async def zone(self, interaction: discord.Interaction, name: str) -> None:
        """Set your time zone."""
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            raise Refused("zone", f"{name} is no time zone; a zone looks like Europe/Rome.") from None
        await self._keep(interaction, zone=name)

    @zone.autocomplete("name")
    async def _zones(self, _interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = current.strip().lower().replace(" ", "_")
        names = sorted(name for name in available_timezones() if wanted in name.lower() and "/" in name)
        return [app_commands.Choice(name=name, value=name) for name in names[:25]]

    @app_commands.command()
    @app_commands.describe(start="such as 22:00, or off", end="such as 07:30")
    async def quiet(self, interaction: discord.Interaction, start: str, end: str = "") -> None:
        """Set quiet hours in your own time: calls wait until they are over."""
        hours = None if start.lower() == OFF else (_clock_time(start), _clock_time(end))
        await self._keep(interaction, quiet=hours)

    @app_commands.command()
    @app_commands.describe(hours="hours until the first reminder; 0 = as the table's pace says")
    async def reminder(self, interaction: discord.Interaction, hours: app_commands.Range[float, 0, 240]) -> None:
        """Set when you are reminded first."""
        await self._keep(interaction, first=hours or None)

    @app_commands.command()
    @app_commands.describe(direct="True: a direct message calls you, not a mention in the thread")
    async def dm(self, interaction: discord.Interaction, direct: bool) -> None:
        """Choose direct messages instead of mentions."""
        await self._keep(interaction, direct=direct)

    @app_commands.command()
    @app_commands.describe(start="first day away, such as 2026-08-01, or off", end="last day away")
    async def away(self, interaction: discord.Interaction, start: str, end: str = "") -> None:
        """Say when you are away: no reminders in that time."""
        if start.lower() == OFF:
            await self._keep(interaction, away=None)
            return
        zone = ZoneInfo((await self.client.wishes(interaction.user.id)).zone)
        first, last = _day(start, zone), _day(end or start, zone).replace(hour=23, minute=59)
        if last < first:
            raise Refused("away", "The last day away is before the first.")
        await self._keep(interaction, away=(first.astimezone(UTC), last.astimezone(UTC)))

    async def _keep(self, interaction: discord.Interaction, **changes: object) -> None:
        wishes = replace(await self.client.wishes(interaction.user.id), **changes)  # type: ignore[arg-type]
        await self.client.store.write(people.put, wishes)
        await answers.private(interaction, summary(wishes))


def _clock_time(text: str) -> time:
    try:
        return time.fromisoformat(text.strip().zfill(5))
    except ValueError:
        raise Refused("time", f"{text or 'Nothing'} is no time of day; write it as 22:00.") from None


def _day(text: str, zone: ZoneInfo) -> datetime:
    try:
        return datetime.fromisoformat(text.strip()).replace(hour=0, minute=0, tzinfo=zone)
    except ValueError:
        raise Refused("day", f"{text} is no day; write it as 2026-08-01.") from None


def summary(wishes: Preferences) -> str:
    """Return somebody's settings in words."""
    quiet = "none" if wishes.quiet is None else f"{wishes.quiet[0]:%H:%M} to {wishes.quiet[1]:%H:%M}"
    away = "no"
    if wishes.away:
        away = " to ".join(discord.utils.format_dt(moment, "d") for moment in wishes.away)
    first = "as the table's pace says" if wishes.first is None else f"after {wishes.first:g} hours"
    return "\n".join(
        (
            f"Time zone: **{wishes.zone}**",
            f"Quiet hours: **{quiet}**",
            f"First reminder: **{first}**",
            f"You are called by: **{'direct message' if wishes.direct else 'mention in the thread'}**",
            f"Away: **{away}**",
        )
    )


async def setup(client: Railhead) -> None:
    """Add the cog."""
    await client.add_cog(Me(client))
