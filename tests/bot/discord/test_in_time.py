"""Discord waits three seconds for a first answer: what takes longer is announced, and answered later."""

import asyncio
from typing import cast

import discord
import pytest

from bot import answers
from tests.bot.discord.conftest import Stage, said


@pytest.fixture
def slow(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Keep the position of every table back until the event is set."""
    gate, position = asyncio.Event(), stage.bot.tables.position

    async def late(game: int) -> object:
        await gate.wait()
        return await position(game)

    monkeypatch.setattr(stage.bot.tables, "position", late)
    gate.set()
    return gate


async def announced(stage: Stage, gate: asyncio.Event) -> int:
    """Wait for a moment, then let the table answer; return how many interactions had a first answer until then."""
    await asyncio.sleep(0.4)
    gate.set()
    return answered(stage)


def answered(stage: Stage) -> int:
    return sum(request.path.endswith("/callback") for request in stage.env.http_requests)


@pytest.mark.parametrize("way", ["turn", "verb", "do"])
async def test_a_slow_table_is_announced(stage: Stage, slow: asyncio.Event, way: str) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    ways = {
        "turn": lambda: acting.slash(table, "turn"),
        "verb": lambda: acting.slash(table, "pass"),
        "do": lambda: acting.slash(table, "do", move="pass"),
    }
    slow.clear()
    before = answered(stage)
    result, after = await asyncio.gather(ways[way](), announced(stage, slow))
    assert after == before + 1
    assert result.ephemeral
    assert "Done" in said(result) or "Add nothing" in said(result)


@pytest.mark.parametrize(("seconds", "expected"), [(0.0, []), (0.2, ["announced"])])
async def test_only_what_takes_long_is_announced(
    monkeypatch: pytest.MonkeyPatch, seconds: float, expected: list[str]
) -> None:
    """Taps on a card, whose answer need not be private; the pretended Discord would not let time pass meanwhile."""
    seen: list[str] = []

    async def think(_interaction: object) -> None:
        seen.append("announced")

    async def work() -> str:
        await asyncio.sleep(seconds)
        return "done"

    monkeypatch.setattr(answers, "think", think)
    monkeypatch.setattr(answers, "PATIENCE", 0.05)
    assert await answers.in_time(cast(discord.Interaction, None), work()) == "done"
    assert seen == expected


async def test_a_refusal_of_a_public_picture_is_private(stage: Stage) -> None:
    await stage.begin()
    result = await stage.carl.slash(stage.channel, "show map")
    assert result.ephemeral
    assert "not the thread of a table" in said(result)
