"""Migrations that go well: order, record, transactions, statements of every shape."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import migrations
from tests.migrations.conftest import Folder, noon, tables

PLAYERS = "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT);"
SEATS = "CREATE TABLE seats (player INTEGER REFERENCES players (id));"


def test_applies_all_in_order_and_tells_which(connection: sqlite3.Connection, folder: Folder) -> None:
    done = migrations.migrate(connection, folder(players=PLAYERS, seats=SEATS), now=noon)
    assert [migration.label for migration in done] == ["0001_players", "0002_seats"]
    assert tables(connection) == {"players", "seats", "schema_migrations"}


def test_records_each_with_checksum_and_time(connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS)
    migrations.migrate(connection, place, now=noon)
    (row,) = migrations.applied(connection)
    assert (row.level, row.name, row.applied_at) == (1, "players", noon())
    assert row.checksum == migrations.available(place)[0].checksum


def test_second_run_has_nothing_to_do(connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS)
    migrations.migrate(connection, place, now=noon)
    assert migrations.migrate(connection, place, now=noon) == ()


def test_applies_only_what_is_new(connection: sqlite3.Connection, folder: Folder) -> None:
    migrations.migrate(connection, folder(players=PLAYERS), now=noon)
    done = migrations.migrate(connection, folder(players=PLAYERS, seats=SEATS), now=noon)
    assert [migration.name for migration in done] == ["seats"]


def test_survives_closing_the_file(database: Path, connection: sqlite3.Connection, folder: Folder) -> None:
    migrations.migrate(connection, folder(players=PLAYERS), now=noon)
    connection.close()
    again = sqlite3.connect(database)
    assert [row.name for row in migrations.applied(again)] == ["players"]
    again.close()


def test_pending_and_applied_write_nothing(database: Path, connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS)
    assert [migration.name for migration in migrations.pending(connection, place)] == ["players"]
    assert migrations.applied(connection) == ()
    assert not connection.in_transaction
    assert tables(connection) == set()
    assert database.stat().st_size == 0


@pytest.mark.parametrize("isolation", [None, "", "IMMEDIATE"])
def test_any_isolation_level_will_do(database: Path, folder: Folder, isolation: str | None) -> None:
    connection = sqlite3.connect(database, isolation_level=isolation)  # type: ignore[arg-type]
    migrations.migrate(connection, folder(players=PLAYERS + "INSERT INTO players VALUES (1, 'Ann');"), now=noon)
    assert not connection.in_transaction
    assert connection.execute("SELECT name FROM players").fetchall() == [("Ann",)]
    connection.close()


def test_a_row_factory_does_not_matter(connection: sqlite3.Connection, folder: Folder) -> None:
    connection.row_factory = sqlite3.Row
    place = folder(players=PLAYERS)
    migrations.migrate(connection, place, now=noon)
    assert migrations.applied(connection)[0].name == "players"


AWKWARD = """
-- a comment; with a semicolon
CREATE TABLE notes (body TEXT DEFAULT 'a;b', "odd;name" TEXT); /* another; one */
CREATE TABLE tally (n INTEGER);
CREATE TRIGGER count_notes AFTER INSERT ON notes BEGIN
    INSERT INTO tally VALUES (1);
    INSERT INTO tally VALUES (CASE WHEN new.body = 'x' THEN 2 ELSE 3 END);
END;
;
INSERT INTO notes (body) VALUES ('it''s; fine'); -- the end
"""


def test_semicolons_in_strings_comments_and_triggers(connection: sqlite3.Connection, folder: Folder) -> None:
    migrations.migrate(connection, folder(notes=AWKWARD), now=noon)
    assert connection.execute("SELECT body FROM notes").fetchall() == [("it's; fine",)]
    assert connection.execute("SELECT n FROM tally ORDER BY n").fetchall() == [(1,), (3,)]


@pytest.mark.parametrize("empty", ["", "\n", "-- nothing yet\n", "/* nothing */", ";;"])
def test_a_file_may_be_empty(connection: sqlite3.Connection, folder: Folder, empty: str) -> None:
    migrations.migrate(connection, folder(nothing=empty), now=noon)
    assert migrations.applied(connection)[0].name == "nothing"


def test_line_endings_do_not_change_the_checksum(folder: Folder) -> None:
    place = folder(players="CREATE TABLE a (b);\nCREATE TABLE c (d);\n")
    before = migrations.available(place)
    (place / "0001_players.sql").write_bytes(b"CREATE TABLE a (b);\r\nCREATE TABLE c (d);\r\n")
    assert migrations.available(place) == before


def test_a_table_may_be_rebuilt_under_foreign_keys(connection: sqlite3.Connection, folder: Folder) -> None:
    rows = "INSERT INTO players VALUES (1, 'Ann'); INSERT INTO seats VALUES (1);"
    migrations.migrate(connection, folder(players=PLAYERS, seats=SEATS, rows=rows), now=noon)
    connection.execute("PRAGMA foreign_keys = ON")
    rebuild = """
        CREATE TABLE players_new (id INTEGER PRIMARY KEY, name TEXT, zone TEXT);
        INSERT INTO players_new (id, name) SELECT id, name FROM players;
        DROP TABLE players;
        ALTER TABLE players_new RENAME TO players;
    """
    migrations.migrate(connection, folder(players=PLAYERS, seats=SEATS, rows=rows, rebuild=rebuild), now=noon)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert connection.execute("SELECT player FROM seats").fetchall() == [(1,)]


def test_a_running_migration_keeps_others_out(database: Path, connection: sqlite3.Connection, folder: Folder) -> None:
    place = folder(players=PLAYERS)
    other = sqlite3.connect(database, timeout=0)

    def meanwhile() -> str:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            migrations.migrate(other, place, now=noon)
        return noon()

    assert len(migrations.migrate(connection, place, now=meanwhile)) == 1
    other.close()


def test_what_another_process_did_just_before_is_not_done_again(database: Path, folder: Folder) -> None:
    place = folder(players=PLAYERS, seats=SEATS)
    faster = sqlite3.connect(database)

    class Overtaken(sqlite3.Connection):
        """Waits so long for the lock that someone else finishes first."""

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql == "BEGIN IMMEDIATE":
                migrations.migrate(faster, place, now=noon)
            return super().execute(sql, *parameters)

    slower = sqlite3.connect(database, factory=Overtaken)
    assert migrations.migrate(slower, place, now=noon) == ()
    assert [row.level for row in migrations.applied(slower)] == [1, 2]
    slower.close()
    faster.close()


def test_the_projects_own_files_are_readable_and_apply(connection: sqlite3.Connection) -> None:
    done = migrations.migrate(connection, now=noon)
    assert done == migrations.available()
    assert migrations.pending(connection) == ()
