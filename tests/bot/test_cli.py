"""The command line: verbs, exit codes, one plain line for every error."""

import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot import cli, config
from bot.commands.sample import sample_game
from engine.actions import Run
from engine.interchange import own
from engine.titles import TITLES

MOVES = "1 1\nundo\n1 1\nbid Bayard 25\nquit\n"


class Shell:
    """Runs verbs against a scratch database."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.database = folder / "railhead.db"
        self._capture = capture

    def __call__(self, *words: str, code: int = 0) -> str:
        """Run a verb that ends with `code` and return what it printed; errors are one line."""
        self._capture.readouterr()
        assert cli.main(words) == code
        out, err = self._capture.readouterr()
        if code:
            assert err.count("\n") <= 1
            assert "Traceback" not in err
        return str(out or err)

    def stored(self, verb: str, *words: str, code: int = 0) -> str:
        """Run a verb with ``--db``."""
        return self(verb, *words, "--db", str(self.database), code=code)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.delenv(config.TOKEN, raising=False)
    monkeypatch.delenv(config.DATABASE, raising=False)
    return Shell(tmp_path, capsys)


def played(shell: Shell, monkeypatch: pytest.MonkeyPatch, text: str = MOVES) -> str:
    monkeypatch.setattr("bot.commands.playing.sys.stdin", Typed(text.splitlines(keepends=True)))
    return shell.stored("play", "1841", "Ann", "Bea", "Carl")


class Typed:
    """Somebody at the keyboard."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        """Return the next line, empty at the end."""
        return next(self._lines, "")


# -- the frame ------------------------------------------------------------------------------------------


def test_the_promised_verbs_are_there() -> None:
    promised = (
        "serve preview play import export replay render routes case board-check verify migrate backup restore bench"
    )
    assert [verb.name for verb in cli.VERBS] == promised.split()


@pytest.mark.parametrize("verb", [verb.name for verb in cli.VERBS])
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([verb, "--help"])
    assert left.value.code == 0
    assert f"railhead {verb}" in capsys.readouterr().out


STORING = ["serve", "preview", "play", "import", "export", "render", "routes", "verify", "migrate", "backup", "restore"]


@pytest.mark.parametrize("verb", STORING)
def test_verbs_that_store_take_a_database(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([verb, "--help"])
    assert "--db PATH" in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["fly"], ["import"], ["render", "x.json"], ["preview", "--port", "many"]])
def test_wrong_use_is_one_line_and_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_serving_without_a_token_offers_the_preview(shell: Shell) -> None:
    assert "railhead preview" in shell.stored("serve", code=2)
    assert "--game" in shell.stored("play", code=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "nothing"], "no table called nothing"),
        (["import", "missing.json"], "No such file"),
        (["replay", "missing.json"], "No such file"),
        (["play", "1999", "Ann", "Bea"], "does not play 1999"),
        (["play", "1841", "Ann"], "players"),
        (["routes", "7"], "no table called 7"),
        (["board-check", "1999"], "does not play 1999"),
        (["backup"], "no database"),
        (["restore", "missing.db"], "no such file"),
    ],
)
def test_what_fails_says_why_in_one_line(shell: Shell, words: list[str], said: str) -> None:
    plain = words[0] in ("replay", "board-check")
    assert said in (shell(*words, code=1) if plain else shell.stored(*words, code=1))


def test_files_that_are_no_logs_are_refused(shell: Shell) -> None:
    for name, content in {"a.json": b"not json", "b.json": b"{}", "c.json": b"\xff\xfe\x00", "d.json": b"[1]"}.items():
        (shell.folder / name).write_bytes(content)
        shell("replay", str(shell.folder / name), code=1)
        shell.stored("import", str(shell.folder / name), code=1)


def test_a_log_of_a_newer_version_says_so(shell: Shell) -> None:
    path = shell.folder / "new.json"
    path.write_text('{"railhead": 99, "hyperdrive": true}', encoding="utf-8")
    assert "newer version" in shell("replay", str(path), code=1)


@pytest.mark.parametrize(
    ("platform", "environment", "ending"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/railhead"),
        ("linux", {"XDG_DATA_HOME": "relative"}, ".local/share/railhead"),
        ("linux", {}, ".local/share/railhead"),
        ("darwin", {}, "Library/Application Support/Railhead"),
        ("win32", {}, "AppData/Local/Railhead"),
    ],
)
def test_the_database_lies_where_the_platform_keeps_data(
    platform: str, environment: dict[str, str], ending: str
) -> None:
    assert config.data_directory(environment, platform).as_posix().endswith(ending)
    assert config.database(Path("x.db"), environment) == Path("x.db")
    assert config.database(None, {config.DATABASE: "y.db"}) == Path("y.db")


# -- games in and out -----------------------------------------------------------------------------------


def test_a_console_table_is_stored_and_goes_on(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(shell, monkeypatch)
    assert "bids L.20 for Bayard" in out
    assert "play --game 1" in out
    monkeypatch.setattr("bot.commands.playing.sys.stdin", Typed(["log\n", "fly\n", "help\n", "moves\n", "score\n"]))
    again = shell.stored("play", "--game", "1")
    assert "bid Bayard 25" in again
    assert "! There is no move called fly" in again


def test_our_own_log_goes_out_and_comes_in(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    path = shell.folder / "own.json"
    shell.stored("export", "1", "-o", str(path))
    assert shell.stored("export", "Console") == path.read_text(encoding="utf-8")
    line = json.loads(shell.stored("import", str(path), "--name", "Again"))
    assert set(line) == {"title", "players", "result", "end_reason", "actions"}
    assert (line["title"], sorted(line["players"]), line["end_reason"]) == ("1841", ["Ann", "Bea", "Carl"], None)
    assert json.loads(shell("replay", str(path)).splitlines()[-1]) == line
    first, second = (shell.stored("export", name) for name in ("1", "Again"))
    strip = re.compile(r',"at":"[^"]*"|"name":"[^"]*"|,"by":"P\d"')
    assert strip.sub("", first) == strip.sub("", second)


def test_replay_traces_every_action_and_stops_where_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    path = shell.folder / "own.json"
    shell.stored("export", "1", "-o", str(path))
    *trace, last = (json.loads(line) for line in shell("replay", str(path), "--trace", "--to", "2").splitlines())
    assert [entry["i"] for entry in trace] == [1, 2]
    assert {"round", "actors", "phase", "players", "corps"} <= set(trace[0])
    assert last["actions"] == 2


@pytest.mark.parametrize("stem", ["1841_full", "1841_lite"])
def test_a_real_export_is_replayed_to_its_result(shell: Shell, shared: Path, stem: str) -> None:
    path = shared / "games" / f"{stem}.18xxgames.json"
    line = json.loads(shell("replay", str(path)).splitlines()[-1])
    site = json.loads((shared / "games" / f"{stem}.game.json").read_text(encoding="utf-8"))
    assert line["actions"] == len(site["actions"])
    scores = {f"P{number}": line["result"][name] for number, name in enumerate(line["players"], 1)}
    assert scores == {player: int(score) for player, score in site["result"].items()}


def test_a_stored_game_is_drawn(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    out = shell.folder / "market.png"
    assert "Stock market" in shell.stored("render", "1", "--what", "market", "-o", str(out))
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "no picture called moon" in shell.stored("render", "1", "--what", "moon", "-o", str(out), code=1)
    assert "not 999" in shell.stored("render", "1", "--at", "999", "-o", str(out), code=1)
    assert "no company is to run" in shell.stored("routes", "1", code=1)


# -- keeping --------------------------------------------------------------------------------------------


def test_verify_finds_the_entry_that_differs(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    assert "1 games, 0 different." in shell.stored("verify")
    with closing(sqlite3.connect(shell.database)) as db, db:
        db.execute("UPDATE entries SET digest = 'x' WHERE seq = 3")
    assert "entry 3 leads to another position" in shell.stored("verify", code=1)


def test_a_backup_is_a_whole_checked_database(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    copy = Path(shell.stored("backup").strip())
    assert copy.parent == shell.folder / "backups"
    played(shell, monkeypatch)
    assert "restored" in shell.stored("restore", str(copy))
    assert "1 games, 0 different." in shell.stored("verify")
    assert len(list(shell.folder.glob("railhead.db.before-*"))) >= 1
    assert not list(shell.folder.rglob("*.partial"))


def test_a_backup_while_the_database_is_open(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    with closing(sqlite3.connect(shell.database)) as bot:
        bot.execute("SELECT count(*) FROM games").fetchone()
        bot.execute("BEGIN IMMEDIATE")
        bot.execute("UPDATE games SET name = 'half way'")
        shell.stored("backup", str(shell.folder / "copy.db"))
        bot.rollback()
    with closing(sqlite3.connect(shell.folder / "copy.db")) as copy:
        assert copy.execute("SELECT name FROM games").fetchall() == [("Console",)]


def test_nothing_is_restored_under_a_running_bot(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    copy = shell.stored("backup").strip()
    with closing(sqlite3.connect(shell.database)) as bot:
        bot.execute("SELECT count(*) FROM games").fetchone()
        assert "Stop the bot first" in shell.stored("restore", copy, code=1)
    assert "1 games" in shell.stored("verify")


def test_a_damaged_backup_is_not_restored(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    bad = shell.folder / "bad.db"
    bad.write_bytes(b"\0" * 5000)
    before = shell.database.read_bytes()
    shell.stored("restore", str(bad), code=1)
    (shell.folder / "empty.db").touch()
    shell.stored("restore", str(shell.folder / "empty.db"), code=1)
    assert shell.database.read_bytes() == before


def test_a_damaged_database_can_be_restored_over(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    played(shell, monkeypatch)
    copy = shell.stored("backup").strip()
    shell.database.write_bytes(b"rubbish" * 1000)
    assert "damaged" in shell.stored("restore", copy)
    assert "1 games, 0 different." in shell.stored("verify")


def test_migrate_says_what_it_did(shell: Shell) -> None:
    assert "applied 0001_tables" in shell.stored("migrate")
    assert "was up to date" in shell.stored("migrate")


# -- checks ---------------------------------------------------------------------------------------------


def test_golden_cases_pass_or_fail(shell: Shell) -> None:
    case = shell.folder / "x.case"
    case.write_text("CASE First\nGIVEN title 1841\n  players Ann Bea Carl\nTHEN cash P1 1120\n", encoding="utf-8")
    assert shell("case", str(case)) == "1 cases, 0 failed.\n"
    case.write_text(case.read_text(encoding="utf-8").replace("1120", "7"), encoding="utf-8")
    assert "1 failed" in shell("case", str(case), code=1)
    case.write_text("GIVEN nonsense", encoding="utf-8")
    shell("case", str(case), code=1)


def test_a_board_is_counted(shell: Shell) -> None:
    assert "errors: none" in shell("board-check", "1841")


def test_bench_prints_a_table_and_json(shell: Shell) -> None:
    *table, line = shell("bench", "--actions", "150", "--tables", "2", "--seconds", "1").splitlines()
    assert table[0].startswith("what")
    rows = {row["what"].partition(": ")[2]: row for row in json.loads(line)}
    assert rows["replay, per action"]["count"] == 150
    assert rows["best routes"]["proven"] == rows["best routes"]["count"] > 0
    assert rows["map, three hexes changed"]["against"] == "1841: map, encoded only"
    assert rows["map, hexes known"]["ratio"] > 0
    assert rows["map, encoded only"]["bytes"] < 500_000
    assert rows["a move, stored"]["clock"] == "wall"
    loaded = {
        row["what"].removeprefix("1841, 2 tables: "): row for row in json.loads(line) if "2 tables" in row["what"]
    }
    assert list(loaded) == [
        "open one",
        "a move alone",
        "a move in a burst",
        "its commit",
        "loop held up",
        "pictures meanwhile",
        "routes meanwhile",
    ]
    assert loaded["open one"]["count"] == 2
    assert loaded["a move in a burst"]["count"] > 0
    assert loaded["its commit"]["against"] == "a bare commit of SQLite"


def test_the_best_routes_are_told_with_their_proof(shell: Shell) -> None:
    session = sample_game(TITLES["1841"], 150)
    number = next(number for number, action in enumerate(session.live) if isinstance(action, Run))
    log = own.OwnLog(own.FORMAT, "Sample", session.setup, tuple(own.Line(entry) for entry in session.entries))
    (shell.folder / "log.json").write_text(own.write(log), encoding="utf-8")
    *trains, total = shell("routes", str(shell.folder / "log.json"), "--at", str(number)).splitlines()
    found = json.loads(shell("routes", str(shell.folder / "log.json"), "--at", str(number), "--json"))
    (best,) = found["sets"]
    assert [line.split(": ")[:2] for line in trains] == [[route["train"], route["path"]] for route in best["routes"]]
    assert total.startswith(f"{found['company']}: total L.{best['total']}, proven best, ")
    assert total.endswith(" ms")
    assert best["proven"]
    assert best["bound"] == best["total"] == sum(route["revenue"] for route in best["routes"])


@pytest.mark.parametrize(("said", "shards"), [("", 1), ("1", 1), ("4", 4), ("auto", 0), (" AUTO ", 0)])
def test_the_number_of_connections_is_a_setting(said: str, shards: int) -> None:
    assert config.shards({config.SHARDS: said}) == shards
    assert config.shards({}) == 1


@pytest.mark.parametrize("said", ["0", "-1", "many", "2.5", "²"])
def test_a_wrong_number_of_connections_is_explained(said: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(config.TOKEN, "secret")
    monkeypatch.setenv(config.SHARDS, said)
    complaint = shell.stored("serve", code=1)
    assert "RAILHEAD_SHARDS must be auto or a number from 1" in complaint
    assert "secret" not in complaint
