"""The browser preview: its page, the channels beside it, and what a restart makes of stored tables."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot import preview
from bot.client import Services
from bot.errors import BotError
from bot.store import Store
from bot.tables import Plan, Tables, Who
from tests.bot.discord.conftest import DotPainter
from tests.support.counting import TITLES, script


@asynccontextmanager
async def running(path: Path) -> AsyncIterator[tuple[preview.World, str]]:
    """Run the preview on any free port."""
    clock = preview.WorldClock()
    store = await Store.open(path, clock)
    services = Services(store, clock, Tables(store, clock, TITLES, script([])), TITLES, DotPainter())
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    worlds: list[preview.World] = []

    def heard(words: str) -> None:
        address.set_result(words.split("browser: ")[1].split("/ ", maxsplit=1)[0])

    task = asyncio.ensure_future(preview.show(services, clock, 0, said=heard, made=worlds.append))
    try:
        await asyncio.wait((task, address), timeout=30, return_when=asyncio.FIRST_COMPLETED)
        yield worlds[0], await address
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await store.close()


async def get(url: str, **headers: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text()


async def test_the_page_frames_the_pretended_discord(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (_, url):
        assert "Viewing as" in (await get(url + "/"))[1]
        assert "SimCord" in (await get(url + "/table"))[1]
        assert '"name": "games"' in (await get(url + "/railhead/channels"))[1]


async def test_only_this_computers_own_page_is_answered(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (_, url):
        assert (await get(url + "/railhead/channels", Origin="http://elsewhere.example"))[0] == 403
        assert (await get(url + "/railhead/channels", Host="elsewhere.example"))[0] == 403


async def test_stored_tables_have_threads_again_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (world, _):
        people = [Who(person.id, person.name) for person in world.people]
        table = await world.client.tables.create(Plan("count", "Torino Express", 2), people[0])
        await world.client.tables.join(table.row.id, people[1])
        await world.client.tables.start(table.row.id, people[0])
    async with running(tmp_path / "a.db") as (world, url):
        assert [person.id for person in world.people] == [person.user for person in people]
        assert {thread.name for thread in world.channel.threads} == {"Torino Express", "Torino Express · log"}
        listed = (await get(url + "/railhead/channels"))[1]
        assert '"waiting": "Ann"' in listed or '"waiting": "Bea"' in listed
        thread = next(thread for thread in world.channel.threads if thread.name == "Torino Express")
        await world.open(thread.id)
        assert (await get(url + "/table"))[0] == 200


async def test_who_reads_while_the_channel_changes_gets_the_new_page(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (world, url):
        async with world.turn:
            world._preview, kept = None, world._preview
            assert (await world.channels())["address"] == ""
            reading = asyncio.ensure_future(get(url + "/table"))
            await asyncio.sleep(0.1)
            assert not reading.done()
            world._preview = kept
        assert (await reading)[0] == 200


async def test_the_next_channel_opens_for_the_person_who_was_chosen(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (world, _):
        people = [Who(person.id, person.name) for person in world.people]
        table = await world.client.tables.create(Plan("count", "Torino Express", 2), people[0])
        await world.client.tables.join(table.row.id, people[1])
        await world.client.tables.start(table.row.id, people[0])
    async with running(tmp_path / "a.db") as (world, url):
        thread = world.channel.threads[0]
        said = {"kind": "viewer", "viewer_id": str(world.people[2].id)}
        async with aiohttp.ClientSession() as session, session.post(url + "/api/action", json=said):
            pass
        await world.open(thread.id)
        assert world._preview is not None
        assert world._preview.viewers[0].id == world.people[2].id
        shown = world._preview
        await world.open(thread.id)
        assert world._preview is shown


async def test_every_start_has_the_commands(tmp_path: Path) -> None:
    for _ in range(2):
        async with running(tmp_path / "a.db") as (world, _):
            assert not await world.client.sync_if_changed()
            names = {command.name for command in await world.client.tree.fetch_commands()}
            assert {"game", "do", "help"} <= names


async def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    async with running(tmp_path / "a.db") as (_, url):
        clock = preview.WorldClock()
        store = await Store.open(tmp_path / "b.db", clock)
        services = Services(store, clock, Tables(store, clock, TITLES, script([])), TITLES, DotPainter())
        with pytest.raises(BotError, match="is not free"):
            await preview.show(services, clock, int(url.rpartition(":")[2]))
        await store.close()


def test_without_simcord_the_terminal_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert preview.complain("simcord is not installed", Path("games.db")) == 1
    assert "railhead play" in capsys.readouterr().err
