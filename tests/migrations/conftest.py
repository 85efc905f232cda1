"""A scratch database, a folder of migrations to fill, and a clock that stands still."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Folder = Callable[..., Path]


def noon() -> str:
    """The only time these tests know."""
    return "2026-01-01T12:00:00Z"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def connection(database: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(database)
    yield connection
    connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Write migration files: `folder(first="CREATE ...;", second="...")` makes 0001_first.sql, 0002_second.sql."""

    def write(**scripts: str) -> Path:
        place = tmp_path / "sql"
        place.mkdir(exist_ok=True)
        for level, (name, sql) in enumerate(scripts.items(), start=1):
            (place / f"{level:04}_{name}.sql").write_text(sql, encoding="utf-8")
        return place

    return write


def tables(connection: sqlite3.Connection) -> set[str]:
    """Name the tables that the database has."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
