"""Migrations that are refused or fail: nothing is changed, and one plain sentence says why."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import migrations
from tests.migrations.conftest import Folder, noon, tables

PLAYERS = "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT);"
SEATS = "CREATE TABLE seats (player INTEGER REFERENCES players (id));"


def content(connection: sqlite3.Connection) -> list[str]:
    """The whole database as text."""
    return list(connection.iterdump())


def test_a_changed_file(connection: sqlite3.Connection, folder: Folder) -> None:
    migrations.migrate(connection, folder(players=PLAYERS), now=noon)
    before = content(connection)
    edited = folder(players=PLAYERS + " -- edited", seats=SEATS)
    with pytest.raises(migrations.ChangedMigrationError, match="0001_players was changed"):
        migrations.migrate(connection, edited, now=noon)
    with pytest.raises(migrations.ChangedMigrationError):
        migrations.pending(connection, edited)
    assert content(connection) == before


def test_a_newer_database(connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS, seats=SEATS)
    migrations.migrate(connection, place, now=noon)
    (place / "0002_seats.sql").unlink()
    with pytest.raises(migrations.NewerDatabaseError, match=r"level 2, .* only 1: install a newer version"):
        migrations.migrate(connection, place, now=noon)


@pytest.mark.parametrize("names", [("0002_b.sql",), ("0001_a.sql", "0003_c.sql"), ("0001_a.sql", "0001_b.sql")])
def test_a_gap_or_a_double_among_the_files(connection: sqlite3.Connection, tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text(PLAYERS, encoding="utf-8")
    with pytest.raises(migrations.MigrationGapError, match="was expected"):
        migrations.migrate(connection, tmp_path, now=noon)
    assert tables(connection) == set()


def test_a_gap_in_the_database(connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS, seats=SEATS)
    migrations.migrate(connection, place, now=noon)
    connection.execute("DELETE FROM schema_migrations WHERE level = 1")
    connection.commit()
    with pytest.raises(migrations.MigrationGapError, match="has migration 0002 but never had 0001"):
        migrations.migrate(connection, place, now=noon)


@pytest.mark.parametrize("name", ["1_a.sql", "0001-a.sql", "0001_A.sql", "0001_.sql", "a.sql", "0001_a_.sql"])
def test_a_wrong_file_name(connection: sqlite3.Connection, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(PLAYERS, encoding="utf-8")
    with pytest.raises(migrations.UnreadableMigrationError, match="not named like"):
        migrations.pending(connection, tmp_path)


def test_a_file_that_is_not_text(connection: sqlite3.Connection, tmp_path: Path) -> None:
    (tmp_path / "0001_a.sql").write_bytes(b"\xff\xfe")
    with pytest.raises(migrations.UnreadableMigrationError, match="not UTF-8"):
        migrations.pending(connection, tmp_path)


@pytest.mark.parametrize("tail", ["CREATE TABLE x (y)", "INSERT INTO players VALUES ('un", "/* open"])
def test_an_unfinished_statement(connection: sqlite3.Connection, folder: Folder, tail: str) -> None:
    with pytest.raises(migrations.UnreadableMigrationError, match="middle of a statement"):
        migrations.migrate(connection, folder(players=PLAYERS + tail), now=noon)
    assert tables(connection) == set()


@pytest.mark.parametrize(
    "word", ["BEGIN", "commit", "END", "ROLLBACK", "SAVEPOINT a", "VACUUM", "PRAGMA user_version = 1"]
)
def test_a_statement_that_would_leave_the_transaction(
    connection: sqlite3.Connection, folder: Folder, word: str
) -> None:
    with pytest.raises(migrations.UnreadableMigrationError, match="cannot be part of a migration"):
        migrations.migrate(connection, folder(players=f"{PLAYERS} /* sly */ {word};"), now=noon)
    assert tables(connection) == set()


def test_a_failure_keeps_what_came_before_and_nothing_of_itself(connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS, seats=SEATS + "INSERT INTO nowhere VALUES (1);")
    with pytest.raises(migrations.FailedMigrationError, match=r"0002_seats failed at statement 2 \(no such table"):
        migrations.migrate(connection, place, now=noon)
    assert tables(connection) == {"players", "schema_migrations"}
    assert [migration.name for migration in migrations.pending(connection, place)] == ["seats"]
    assert not connection.in_transaction


def test_a_failure_can_be_mended_and_tried_again(connection: sqlite3.Connection, folder: Folder) -> None:
    with pytest.raises(migrations.FailedMigrationError):
        migrations.migrate(connection, folder(players=PLAYERS, seats="SELECT nonsense;"), now=noon)
    assert len(migrations.migrate(connection, folder(players=PLAYERS, seats=SEATS), now=noon)) == 1


def test_the_very_first_failure_leaves_no_table(connection: sqlite3.Connection, folder: Folder) -> None:
    with pytest.raises(migrations.FailedMigrationError):
        migrations.migrate(connection, folder(players=PLAYERS + "SELECT nonsense;"), now=noon)
    assert tables(connection) == set()


def test_an_interrupt_rolls_back(connection: sqlite3.Connection, folder: Folder) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrations.migrate(connection, folder(players=PLAYERS), now=interrupted)
    assert not connection.in_transaction
    assert tables(connection) == set()


def test_rows_left_pointing_at_nothing(connection: sqlite3.Connection, folder: Folder) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    place = folder(players=PLAYERS, seats=SEATS, orphan="INSERT INTO seats VALUES (7);")
    with pytest.raises(migrations.FailedMigrationError, match="rows of seats that point at nothing in players"):
        migrations.migrate(connection, place, now=noon)
    assert connection.execute("SELECT count(*) FROM seats").fetchone() == (0,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_an_open_transaction(connection: sqlite3.Connection, folder: Folder) -> None:
    connection.execute("BEGIN")
    with pytest.raises(migrations.OpenTransactionError, match="middle of a transaction"):
        migrations.migrate(connection, folder(players=PLAYERS), now=noon)


def test_another_programs_database(connection: sqlite3.Connection, folder: Folder) -> None:
    connection.execute("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(migrations.ForeignDatabaseError, match="not a Railhead database"):
        migrations.migrate(connection, folder(players=PLAYERS), now=noon)
    assert tables(connection) == {"recipes"}


def test_a_file_that_is_no_database(database: Path, connection: sqlite3.Connection, folder: Folder) -> None:
    database.write_bytes(b"these are not the bytes of a database" * 100)
    for ask in (migrations.applied, lambda it: migrations.pending(it, folder(players=PLAYERS))):
        with pytest.raises(migrations.CorruptDatabaseError, match=r"damaged .* restore a backup"):
            ask(connection)
    with pytest.raises(migrations.CorruptDatabaseError):
        migrations.migrate(connection, folder(players=PLAYERS), now=noon)


@pytest.fixture
def damaged(database: Path, folder: Folder) -> Iterator[sqlite3.Connection]:
    """A database whose last pages were overwritten, so that its table of tables still reads well."""
    rows = "INSERT INTO players VALUES (1, hex(randomblob(40000)));"
    whole = sqlite3.connect(database)
    migrations.migrate(whole, folder(players=PLAYERS + rows), now=noon)
    whole.execute("CREATE INDEX names ON players (name)")
    whole.close()
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xee" * (size - 8192))
    connection = sqlite3.connect(database)
    yield connection
    connection.close()


def test_a_damaged_page(damaged: sqlite3.Connection, folder: Folder) -> None:
    rows = "INSERT INTO players VALUES (1, hex(randomblob(40000)));"
    with pytest.raises(migrations.CorruptDatabaseError, match="damaged"):
        migrations.migrate(damaged, folder(players=PLAYERS + rows, seats=SEATS), now=noon)


def test_every_refusal_is_one_of_ours_and_documented() -> None:
    refusals = [getattr(migrations, name) for name in migrations.__all__ if name.endswith("Error")]
    assert len(refusals) == 9
    for refusal in refusals:
        assert issubclass(refusal, migrations.MigrationError)
        assert refusal.__doc__
