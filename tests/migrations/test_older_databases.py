"""Databases that earlier versions wrote, stored as SQL text: each is brought up to date and played on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import migrations
from bot import cli
from bot.commands.checking import compare
from bot.courier import Courier
from bot.letters import Card
from bot.records import calls, entries, people, petitions, places
from bot.table.shelf import read
from tests.support.counting import TITLES
from tests.support.tables import ANN, BEA, CARL, DAN, Hall, Recorder, hall

STORED = Path(__file__).parent.parent / "data" / "databases"
LEVELS = range(1, len(migrations.available()))


def stored(level: int, path: Path) -> Path:
    """Write the database that the version with so many migrations left behind."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((STORED / f"level_{level:04}.sql").read_text(encoding="utf-8"))
    return path


def test_every_migration_has_a_database_from_before_it() -> None:
    assert sorted(file.name for file in STORED.glob("*.sql")) == [f"level_{level:04}.sql" for level in LEVELS]


@pytest.mark.parametrize("level", LEVELS)
async def test_the_games_of_an_older_database_go_on(level: int, tmp_path: Path) -> None:
    async with hall(stored(level, tmp_path / "railhead.db")) as place:
        assert len(await place.store.read(migrations.applied)) == len(migrations.available())
        rows = {row.name: row for row in await place.tables.listing()}
        assert {name: row.status for name, row in rows.items()} == {
            "Finished": "finished",
            "Torino Express": "running",
            "Waiting": "lobby",
        }
        running = rows["Torino Express"].id
        position = await place.tables.position(running)
        assert position.decision is not None
        assert position.decision.player == "P2"
        assert [type(row.entry).__name__ for row in await place.tables.log(running)] == ["Act", "Act", "Undo", "Act"]
        await place.tables.submit(running, ["choose 1"], BEA)
        await place.tables.submit(running, ["choose 1"], CARL)
        await place.tables.join(rows["Waiting"].id, ANN)
        assert [seat.user for seat in (await place.tables.position(rows["Waiting"].id)).seats] == [DAN.user, ANN.user]


@pytest.mark.parametrize("level", LEVELS)
async def test_the_games_of_an_older_database_replay_as_they_were(level: int, tmp_path: Path) -> None:
    async with hall(stored(level, tmp_path / "railhead.db")) as place:
        title = TITLES["count"]
        for row in await place.tables.listing():
            found = await place.store.read(read, row.id, {title.id: title.version})
            assert found is not None
            if row.version:
                assert compare(title, found) == ""


@pytest.mark.parametrize("level", LEVELS)
async def test_what_was_due_in_an_older_database_is_still_due(level: int, tmp_path: Path) -> None:
    async with hall(stored(level, tmp_path / "railhead.db")) as place:
        recorder = Recorder()
        courier = Courier(place.store, place.clock, recorder)
        assert await courier.drain() > 0
        await courier.stop()
        users = [card.user for card in recorder.of(Card) if isinstance(card, Card)]
        assert users == [BEA.user], "of the calls of the running table only the latest"
        assert len(await place.store.read(calls.waiting)) == 1
        await check_people_and_places(place)


async def check_people_and_places(place: Hall) -> None:
    wishes = await place.store.read(people.of_user, BEA.user)
    assert (wishes.zone, wishes.first, wishes.direct) == ("Europe/Rome", 5.0, True)
    assert (await place.store.read(places.of_game, 2)).thread == 9004
    asked = await place.store.read(petitions.open_ones, 2)
    assert [(petition.kind, petition.asker) for petition in asked] == [("undo", ANN.user)]
    assert await place.store.read(entries.by_click, "101") is not None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE schema_migrations SET checksum = 'other' WHERE level = 1", "0001_tables was changed"),
        ("INSERT INTO schema_migrations VALUES (99, 'later', 'x', '')", "never had"),
    ],
)
def test_migrate_refuses_a_database_of_another_past(
    change: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored(LEVELS[-1], tmp_path / "railhead.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    assert cli.main(["migrate", "--db", str(path)]) == 1
    assert words in capsys.readouterr().err


def test_migrate_refuses_a_newer_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = stored(LEVELS[-1], tmp_path / "railhead.db")
    assert cli.main(["migrate", "--db", str(path)]) == 0
    with closing(sqlite3.connect(path)) as connection, connection:
        next_level = len(migrations.available()) + 1
        connection.execute("INSERT INTO schema_migrations VALUES (?, 'later', 'x', '')", (next_level,))
    assert cli.main(["migrate", "--db", str(path)]) == 1
    assert "install a newer version" in capsys.readouterr().err
