"""The process for pictures: it comes when needed, goes when idle, and is done without where it cannot be had."""

import asyncio
import os
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from bot.commands.sample import sample_game
from bot.letters import Pictures
from bot.pictures import Folded, Studio, paint
from bot.rows import GameRow, Seat
from bot.tables import Position
from bot.workshop import Workshop
from engine.errors import RuleError
from engine.session import Session
from engine.titles import TITLES
from tests.support.tables import NEW_YEAR


@pytest.fixture
async def workshop() -> AsyncIterator[Workshop]:
    made = Workshop(idle=0.05)
    yield made
    made.close()


@pytest.fixture(scope="module")
def session() -> Session:
    return sample_game(TITLES["1841"], 130)


def table(session: Session) -> Position:
    setup = session.setup
    seats = tuple(Seat(1, number, number, name) for number, name in enumerate(setup.players, 1))
    row = GameRow(1, setup.title, "x", (), setup.edition, setup.version, len(seats), 1, "standard", "running", NEW_YEAR)
    return Position(row, seats, len(session.entries), len(session.live), session.game, session)


async def test_work_is_done_in_another_process_that_ends_when_idle(workshop: Workshop) -> None:
    seen = [workshop.is_open]
    assert await workshop.run(os.getpid) != os.getpid()
    seen.append(workshop.is_open)
    await asyncio.sleep(0.3)
    seen.append(workshop.is_open)
    assert seen == [False, True, False]
    assert await workshop.run(os.getpid) != os.getpid(), "and it comes again"


async def test_an_error_of_the_work_comes_through_whole(workshop: Workshop, session: Session) -> None:
    live = len(session.live)
    with pytest.raises(RuleError) as caught:
        await workshop.run(paint, Folded.of(session, live), "map", live + 5, ())
    assert caught.value.code == "no_such_action"


async def test_without_a_process_a_thread_does_it(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_args: object, **_options: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refused)
    assert await workshop.run(os.getpid) == os.getpid()


def test_a_folded_game_is_the_same_game(session: Session) -> None:
    live = 100
    again = Folded.of(session, live).session()
    assert again.live == session.live[:live]
    assert again.digest() == session.at(live).digest()


async def test_the_studio_draws_what_a_thread_would_draw(session: Session, tmp_path: Path) -> None:
    studio, live = Studio(), len(session.live)
    try:
        drawn = await studio.after_turn(table(session), Pictures(live, "operating", "", live - 3))
        assert [picture.name for picture in drawn] == ["map.png", "market.png"]
        shown = await studio.show(table(session), "market", live)
        assert shown is not None
        assert shown.data.startswith(b"\x89PNG")
        company = next(iter(session.blueprint.data.companies))
        about = await studio.show(table(session), f"company:{company}", live)
        assert about is not None
        assert about.lines[0].startswith(f"**{company}**")
        assert await studio.show(table(session), "company:NOBODY", live) is None
    finally:
        studio.close()
