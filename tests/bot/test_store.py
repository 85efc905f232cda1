"""The database: opening, refusing with a sentence, whole transactions, and the records one by one."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.letters import Card, Content, Letter, Notice, Pictures
from bot.records import outbox, people, places
from bot.rows import Place, Preferences
from bot.store import Store
from tests.support.tables import ANN, BEA, NEW_YEAR, Hall, SetClock, hall


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "railhead.db") as opened:
        yield opened


def pragma(db: sqlite3.Connection, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


async def test_what_is_committed_survives_a_power_cut(place: Hall) -> None:
    assert await place.store.read(pragma, "journal_mode") == "wal"
    assert await place.store.read(pragma, "synchronous") == 2, "FULL"
    assert await place.store.read(pragma, "foreign_keys") == 1


async def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "railhead.db"
    async with hall(path):
        assert path.is_file()


async def expect_no(path: Path, *words: str) -> None:
    with pytest.raises(StoreError) as caught:
        await Store.open(path, SetClock())
    text = str(caught.value)
    assert text.startswith(str(path))
    assert text.endswith(".")
    assert "\n" not in text
    assert all(word in text for word in words)


async def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "railhead.db"
    path.write_bytes(b"this is not a database at all " * 100)
    await expect_no(path, "damaged", "backup")


async def test_a_file_with_a_hole_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "railhead.db"
    async with hall(path) as place:
        await place.game(ANN, BEA)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    await expect_no(path, "damaged")


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "railhead.db"
    async with hall(path) as place:
        await place.store.write(
            lambda db: db.execute(
                "INSERT INTO schema_migrations SELECT 1 + max(level), 'x', 'y', 'z' FROM schema_migrations"
            )
        )
    await expect_no(path, "newer version")


async def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "railhead.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    await expect_no(path, "another program")


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    await expect_no(tmp_path, "cannot be opened")


async def fill(place: Hall, game: int) -> None:
    """Move and take back until something gives."""
    for _ in range(2000):
        await place.tables.submit(game, ["choose 1"], ANN)
        await place.tables.undo(game, ANN)


async def test_a_full_disk_changes_nothing_and_says_so(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    pages = await place.store.read(pragma, "page_count")
    await place.store.read(pragma, f"max_page_count = {pages}")
    with pytest.raises(StoreError, match="disk is full"):
        await fill(place, game)
    seq = (await place.tables.position(game)).seq
    assert len(await place.tables.log(game)) == seq
    await place.store.read(pragma, "max_page_count = 100000")
    now = (await place.tables.position(game)).decision
    assert now is not None


async def test_a_transaction_is_kept_whole_or_not_at_all(place: Hall) -> None:
    def half(db: sqlite3.Connection) -> None:
        people.put(db, Preferences(1, "Europe/Rome"))
        raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        await place.store.write(half)
    assert await place.store.read(people.of_user, 1) == Preferences(1)


async def test_transactions_side_by_side_do_not_mix(place: Hall) -> None:
    def count(db: sqlite3.Connection) -> int:
        wishes = people.of_user(db, 1)
        people.put(db, replace(wishes, first=(wishes.first or 0) + 1))
        return int(wishes.first or 0)

    seen = await asyncio.gather(*(place.store.write(count) for _ in range(20)))
    assert sorted(seen) == list(range(20))


async def test_settings_come_back_as_they_were_put(place: Hall) -> None:
    away = (NEW_YEAR, NEW_YEAR + timedelta(days=3))
    wishes = Preferences(7, "America/New_York", (time(22, 30), time(7)), 4.5, direct=True, heads_up=True, away=away)
    await place.store.write(people.put, wishes)
    assert await place.store.read(people.of_user, 7) == wishes


async def test_places_are_found_by_thread_and_by_server(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    home = Place(game, guild=1, channel=2, thread=3, log_thread=4)
    await place.store.write(places.put, home)
    assert await place.store.read(places.of_game, game) == home
    assert await place.store.read(places.of_game, 99) == Place(99)
    for channel in (2, 3, 4):
        assert await place.store.read(places.in_channel, channel) == (home,)
    assert await place.store.read(places.in_guild, 1) == (home,)
    assert await place.store.read(places.every) == (home,)


async def test_a_nonce_is_posted_once(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    letter = Letter(0, game, 1, "once", Notice("Hello."))
    assert await place.store.write(outbox.post, letter, NEW_YEAR)
    assert not await place.store.write(outbox.post, letter, NEW_YEAR)


async def test_newer_letters_make_older_ones_pointless(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    old: list[Content] = [Card(22, "P2", "P2", "old"), Pictures(1, "lot", "P1", 0)]
    new: list[Content] = [Card(11, "P1", "P1", "new"), Pictures(2, "lot", "P1", 1)]
    for number, content in enumerate([*old, *new]):
        await place.store.write(outbox.post, Letter(0, game, number, f"n{number}", content), NEW_YEAR)
    left = []
    while letter := await place.store.write(outbox.take, game, NEW_YEAR):
        await place.store.write(outbox.done, letter, None, NEW_YEAR)
        left.append(letter.content)
    assert all(content not in left for content in old)
    assert all(content in left for content in new)


async def test_every_nonce_fits_discord(place: Hall) -> None:
    game = (await place.game(ANN, BEA, options=["short"])).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)
    await place.tables.submit(game, ["choose 1"], BEA)
    nonces = await place.store.read(lambda db: db.execute("SELECT nonce FROM outbox").fetchall())
    assert nonces
    assert all(len(nonce) <= 25 for (nonce,) in nonces)
