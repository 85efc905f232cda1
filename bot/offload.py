"""Route searches off the event loop: short ones at once, long ones in another process that ends when idle."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from bot.workshop import Workshop
from engine.game import Blueprint, Game
from engine.ids import CompanyId
from engine.policies import RouteProposal
from engine.title import Setup
from engine.titles import TITLES, find

P = ParamSpec("P")
T = TypeVar("T")

QUICK: Final = 1_000
"""Steps of a search that is made on the loop, about 20 ms; nearly every real one ends within a tenth of that."""

IDLE: Final = 60.0
"""Seconds after which the process ends when nobody searches."""


class Searches:
    """Sees to it that the best routes of a position are known before something slow asks for them."""

    def __init__(self, quick: int = QUICK, idle: float = IDLE) -> None:
        """Take the longest search on the loop in steps, and when the process ends in seconds."""
        self._quick = quick
        self._workshop = Workshop(idle)
        self._open: dict[int, asyncio.Task[None]] = {}

    @property
    def has_process(self) -> bool:
        """Whether the process is there."""
        return self._workshop.is_open

    async def thread(self, game: Game | None, work: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
        """Return what `work` returns in a thread, after the routes of the game's position are known."""
        await self.ready(game)
        return await asyncio.to_thread(work, *args, **options)

    async def ready(self, game: Game | None) -> None:
        """Search the routes of the company that is to run, if there is one and they are not known."""
        if game is None or game.decision is None or "run" not in game.decision.verbs():
            return
        key = id(game.context)
        if key not in self._open:
            company = CompanyId(game.decision.actor)
            found = game.blueprint.rules.running.search(game.context, company, self._quick)
            if all(each.proven or each.work > self._quick for each in found):
                return
            task = self._open[key] = asyncio.ensure_future(self._far(game, company))
            task.add_done_callback(lambda _: self._open.pop(key, None))
        await asyncio.shield(self._open[key])

    async def _far(self, game: Game, company: CompanyId) -> None:
        """Have the other process search; a title that it could not find is searched in a thread."""
        running, blueprint = game.blueprint.rules.running, game.blueprint
        if TITLES.get(blueprint.title.id) is not blueprint.title:
            await asyncio.to_thread(running.search, game.context, company)
            return
        position = blueprint.codec.encode(game.state)
        found = await self._workshop.run(search, blueprint.title.id, blueprint.setup, position, company)
        running.learn(game.context, company, found)

    def close(self) -> None:
        """End the process; searches that still run are given up."""
        self._workshop.close()


def search(title: str, setup: Setup, position: bytes, company: CompanyId) -> tuple[RouteProposal, ...]:
    """Return the proposals for a position that was handed over as plain data: the other process runs this."""
    blueprint = Blueprint(find(title), setup)
    game = Game(blueprint, blueprint.codec.decode(position))
    return blueprint.rules.running.search(game.context, company)
