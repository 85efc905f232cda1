"""A company is to run: the card, the panel, the command and the picture say what is best, and whether it is proven."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.commands.sample import sample_move
from bot.pictures import Studio
from bot.tables import Position, Who
from bot.ui.parts import LABEL, clip
from engine.actions import Run
from engine.ids import CompanyId
from engine.policies import RouteProposal
from engine.title import Setup
from engine.titles import TITLES
from tests.bot.discord.conftest import Stage, said, texts
from tests.bot.games.scripts import scripted
from tests.bot.games.world import seated, staged


@pytest.fixture
async def station(tmp_path: Path) -> AsyncIterator[Stage]:
    """A table of 1841 at the first decision to run trains."""
    setup = Setup("1841", ("Ann", "Bea", "Carl"), (), "book", TITLES["1841"].version)
    script = scripted(TITLES["1841"], setup, ())
    async with staged(tmp_path / "railhead.db", script, Studio()) as stage:
        play = await seated(stage, script)
        for number in range(200):
            position = await play.position()
            assert position.decision is not None
            if "run" in position.decision.verbs():
                break
            seat = position.seat(position.decision.player)
            assert seat is not None
            move = sample_move(position.decision, number * 3 + 1)
            await stage.bot.tables.submit(play.game, [move], Who(seat.user, seat.name))
        stage.bot.courier.nudge()
        await stage.env.settle()
        await play.deliver()
        yield stage


def best(position: Position) -> RouteProposal:
    assert position.game is not None
    assert position.decision is not None
    company = CompanyId(position.decision.actor)
    (found,) = position.game.blueprint.rules.running.search(position.game.context, company)
    return found


async def test_every_place_tells_the_best_routes_with_sums_and_proof(station: Stage) -> None:
    position = await station.position()
    found = best(position)
    total = f"L.{found.total} in all, proven best"
    trains = [
        f"{route.train}: {'-'.join(route.path)} = L.{money}"
        for route, money in zip(found.routes, found.revenues, strict=True)
    ]
    assert trains
    assert all(line in texts(station.card()) for line in (total, *trains))
    acting = await station.acting()
    panel = await acting.slash(station.table(), "turn")
    assert all(line in said(panel) for line in (total, *trains))
    assert panel.response is not None
    assert [file.filename for file in panel.response.attachments] == ["routes.png"]
    shown = await acting.slash(station.table(), "show routes", private=True)
    assert all(line in said(shown) for line in (total, *trains))

    await acting.click(station.card(), label=clip(" · ".join((total, *trains)), LABEL))
    after = await station.position()
    assert after.session is not None
    last = after.session.live[-1]
    assert isinstance(last, Run)
    assert last.routes == found.routes
    shown = await acting.slash(station.table(), "show routes", private=True)
    assert "ran last" in said(shown)


async def test_a_broken_route_is_refused_with_its_reason(station: Stage) -> None:
    found = best(await station.position())
    acting = await station.acting()
    route = found.routes[0]
    result = await acting.slash(station.table(), "run", routes=f"{route.train}={route.path[0]}")
    assert result.ephemeral
    assert f"Train {route.train}: A route needs two stops" in said(result)
    assert "proven best" in said(result)
