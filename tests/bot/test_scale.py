"""Many tables and long games: what stays in memory, what is kept on disk, where moves are tried."""

import gc
import json
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.records import entries
from bot.table import history
from bot.table.shelf import Shelf, read, refold
from bot.tables import Plan, Tables, Who
from engine.session import SNAPSHOT_EVERY, Act, Redo, Session, Undo
from engine.title import Setup
from tests.support.counting import TITLES, script
from tests.support.tables import ANN, BEA, HOST, Hall, hall

TITLE = TITLES["count"]


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "railhead.db") as opened:
        yield opened


def own_log(moves: int) -> str:
    """Return a file in our own format with so many moves taken back and played again."""
    setup = {"title": "count", "players": ["Ann", "Bea"], "options": [], "edition": "book", "version": TITLE.version}
    draw = {"entry": {"entry": "act", "action": {"verb": "draw", "actor": "chance", "outcome": "red"}}}
    turn = [{"entry": {"entry": "act", "action": {"verb": "pass", "actor": "P1"}}}, {"entry": {"entry": "undo"}}]
    return json.dumps({"railhead": 1, "name": "Long", "setup": setup, "log": [draw, *turn * (moves // 2)]})


# -- memory ---------------------------------------------------------------------------------------------


async def test_the_least_recently_used_table_is_put_back_and_answers_as_before(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        few = Tables(place.store, place.clock, TITLES, script([]), resident=2)
        numbers = [(await place.game(ANN, BEA)).position.row.id for _ in range(4)]
        digests = {}
        for game in numbers:
            outcome = await few.submit(game, ["choose 3"], ANN)
            assert outcome.position.game is not None
            digests[game] = outcome.position.game.digest()
        shelf: Shelf = few._shelf
        assert list(shelf._tables) == numbers[-2:]
        for game in numbers:
            found = (await few.position(game)).game
            assert found is not None
            assert found.digest() == digests[game]
            await few.submit(game, ["choose 3"], BEA)


async def test_locks_do_not_pile_up(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    for number in range(100, 200):
        with pytest.raises(Refused):
            await place.tables.position(number)
    await place.tables.position(game)
    gc.collect()
    assert len(place.tables._shelf._locks) == 0


async def test_moves_are_tried_off_the_event_loop(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    threads = []
    propose = Session.propose

    def watched(self: Session, entry: Act) -> object:
        threads.append(threading.current_thread())
        return propose(self, entry)

    monkeypatch.setattr(Session, "propose", watched)
    await place.tables.submit(game, ["choose 3"], ANN)
    await place.tables.submit(game, ["choose 3"], BEA)  # chance draws after it
    await place.tables.undo(game, HOST, count=1)
    assert len(threads) >= 4
    assert threading.main_thread() not in threads


# -- positions on disk ----------------------------------------------------------------------------------


async def test_an_import_keeps_positions_on_the_way(place: Hall) -> None:
    moves = 3 * SNAPSHOT_EVERY
    position = await place.tables.adopt(own_log(moves), "Long", ANN)
    kept = await place.store.read(entries.snapshots, position.row.id, TITLE.version)
    assert [snapshot.seq for snapshot in kept] == [SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY, 3 * SNAPSHOT_EVERY]


async def test_a_long_replay_is_done_once(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        game = (await place.tables.adopt(own_log(3 * SNAPSHOT_EVERY), "Long", ANN)).row.id
        await place.store.write(entries.forget_snapshots, game)
        again = Tables(place.store, place.clock, TITLES, script([]))
        seq = (await again.position(game)).seq
        kept = await place.store.read(entries.snapshots, game, TITLE.version)
        assert [snapshot.seq for snapshot in kept] == [seq]


async def test_a_position_that_differs_from_the_log_is_not_kept(place: Hall, caplog: pytest.LogCaptureFixture) -> None:
    game = (await place.tables.adopt(own_log(2 * SNAPSHOT_EVERY), "Long", ANN)).row.id
    await place.store.write(entries.forget_snapshots, game)
    await place.store.write(lambda db: db.execute("UPDATE entries SET digest = 'other' WHERE game = ?", (game,)))
    with caplog.at_level(logging.ERROR):
        await Tables(place.store, place.clock, TITLES, script([])).position(game)
    assert "another position" in caplog.text
    assert await place.store.read(entries.snapshots, game, TITLE.version) == ()


async def test_every_kept_position_leads_to_the_same_end(place: Hall) -> None:
    game = (await place.tables.adopt(own_log(3 * SNAPSHOT_EVERY), "Long", ANN)).row.id
    stored = await place.store.read(read, game, {TITLE.id: TITLE.version})
    assert stored is not None
    assert refold(TITLE, stored).digest() == stored.rows[-1].digest


def test_resuming_follows_undo_and_redo() -> None:
    setup = Setup("count", ("Ann", "Bea"), (), "book", TITLE.version)
    session = Session(TITLE, setup)
    kept = {}
    while session.decision is not None and len(session.entries) < 60:
        session.play(Act(next(session.decision.enumerate())))  # type: ignore[arg-type]
        if len(session.live) > 4 and len(session.entries) % 3 == 0:
            session.play(Undo(2))
            if len(session.entries) % 2:
                session.play(Redo())
        kept[len(session.entries)] = session.blueprint.codec.encode(session.game.state)
    resumed = Session.resume(TITLE, setup, session.entries, kept)
    assert (resumed.digest(), resumed.live, resumed.entries) == (session.digest(), session.live, session.entries)
    assert resumed._undone == session._undone


# -- trouble --------------------------------------------------------------------------------------------


async def test_a_table_that_cannot_go_on_stops_no_other(place: Hall, caplog: pytest.LogCaptureFixture) -> None:
    broken = (await place.game(ANN, BEA)).position.row.id
    good = (await place.game(ANN, BEA)).position.row.id
    for game in (broken, good):
        await place.store.write(forget_the_draw, game)
    await place.store.write(lambda db: db.execute("UPDATE games SET title = 'gone' WHERE id = ?", (broken,)))
    with caplog.at_level(logging.ERROR):
        assert await Tables(place.store, place.clock, TITLES, script([])).recover() == (good,)
    assert f"game {broken} cannot go on" in caplog.text


def forget_the_draw(db: sqlite3.Connection, game: int) -> None:
    """Leave a game as if the process had been killed before chance was drawn."""
    db.execute("DELETE FROM entries WHERE game = ?", (game,))
    db.execute("UPDATE games SET waits = 'chance' WHERE id = ?", (game,))


async def test_a_click_that_comes_again_after_others_have_moved_changes_nothing(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    first = await place.tables.submit(game, ["choose 3"], ANN, expected=1, click="55")
    await place.tables.submit(game, ["choose 2"], BEA, click="56")
    again = await place.tables.submit(game, ["choose 3"], ANN, expected=1, click="55")
    assert not first.repeated
    assert again.repeated
    assert again.position.live == 4


async def test_a_click_without_a_position_is_carried_out_once(place: Hall) -> None:
    game = (await place.tables.seat_here(Plan("count", "One keyboard", 2), ["Ann", "Bea"])).row.id
    who = Who(0, "Console")
    first = await place.tables.submit(game, ["choose 3"], who, click="77")
    again = await place.tables.submit(game, ["choose 3"], who, click="77")
    assert (first.position.live, again.position.live, again.repeated) == (2, 2, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (history.LARGEST + 1), "too_large"),
        ("[" * 100_000, "import"),
        ('{"title": "1841", "players": [1, 2], "actions": [3]}', "import"),
        ('{"title": "1841", "players": {}, "actions": []}', "import"),
        ("", "import"),
        ("null", "import"),
    ],
)
async def test_files_that_are_too_large_or_nonsense_are_refused(place: Hall, text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        await place.tables.adopt(text, "File", ANN)
    assert caught.value.code == code
    assert await place.tables.listing() == ()


async def test_a_log_without_end_is_refused_before_it_is_played(place: Hall) -> None:
    with pytest.raises(Refused, match=f"at most {history.MOST}"):
        await place.tables.adopt(own_log(history.MOST + 2), "File", ANN)
