"""Long route searches happen in another process, which ends when nobody needs it; short ones at once."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache

import pytest

from bot.commands.sample import sample_game
from bot.offload import Searches
from engine.game import Game
from engine.ids import CompanyId
from engine.policies import RouteProposal
from engine.session import Session
from engine.titles import TITLES


@cache
def played() -> Session:
    return sample_game(TITLES["1841"], 250)


def position() -> Game:
    """A fresh position in which a company runs several routes."""
    session = played()
    number = max(number for number, action in enumerate(session.live) if type(action).__name__ == "Run")
    return session.at(number)


def known(game: Game, budget: int) -> tuple[RouteProposal, ...]:
    assert game.decision is not None
    return game.blueprint.rules.running.search(game.context, CompanyId(game.decision.actor), budget)


@pytest.fixture
async def searches() -> AsyncIterator[Searches]:
    made = Searches(quick=1, idle=0.05)
    yield made
    made.close()


async def test_a_short_search_needs_no_process() -> None:
    searches = Searches()
    game = position()
    await searches.ready(game)
    assert not searches.has_process
    assert known(game, 1)[0].proven


async def test_a_long_search_goes_to_a_process_that_ends_when_idle(searches: Searches) -> None:
    game, same = position(), position()
    assert not known(same, 1)[0].proven
    await asyncio.gather(searches.ready(game), searches.ready(game))
    assert known(game, 1) == known(same, 200_000)
    assert known(game, 1)[0].proven
    for _ in range(100):
        if not searches.has_process:
            break
        await asyncio.sleep(0.05)
    assert not searches.has_process


async def test_what_is_asked_meanwhile_sees_the_answer(searches: Searches) -> None:
    game = position()
    assert game.decision is not None
    found = await searches.thread(game, lambda decision: list(decision.enumerate()), game.decision)
    assert found
    assert known(game, 1)[0].proven


async def test_nothing_is_searched_when_nobody_runs(searches: Searches) -> None:
    await searches.ready(None)
    await searches.ready(played().at(0))
    assert not searches.has_process


async def test_without_a_process_a_thread_searches(searches: Searches, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise BrokenProcessPool("killed")

    game = position()
    monkeypatch.setattr("bot.workshop.Workshop._start", broken)
    await searches.ready(game)
    assert known(game, 1)[0].proven


async def test_a_title_that_only_this_process_knows_is_searched_in_a_thread(searches: Searches) -> None:
    game = position()
    game.blueprint.title = replace(game.blueprint.title, name="mine")
    try:
        await searches.ready(game)
    finally:
        game.blueprint.title = TITLES["1841"]
    assert not searches.has_process
    assert known(game, 1)[0].proven
