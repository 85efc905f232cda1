"""Reminders: when they fall due, whom they spare, and that a restart loses none and sends none twice."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import reminders as module
from bot.courier import Courier
from bot.errors import Refused, StoreError
from bot.letters import Card, Nudge, Stalled
from bot.quiet import PACES, allowed_from, first_after, reminder_due
from bot.records import calls, people
from bot.reminders import Reminders, due
from bot.rows import Call, GameRow, Preferences, ReminderRow
from tests.support.tables import ANN, BEA, CARL, HOST, NEW_YEAR, Hall, Recorder, SetClock, hall

NIGHT = (time(22), time(8))
ROW = GameRow(1, "count", "x", (), "book", 1, 2, 11, "standard", "running", NEW_YEAR)
CALL = Call(1, 1, 1, "P1", 11, NEW_YEAR, NEW_YEAR)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "railhead.db") as opened:
        yield opened


def reminders_of(place: Hall) -> Reminders:
    return Reminders(place.store, place.clock, lambda: None)


async def nudges(place: Hall) -> list[Nudge]:
    return [content for content in await place.contents() if isinstance(content, Nudge)]


# -- arithmetic -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "hours"), [(1, 8), (2, 24), (3, 48)])
def test_reminders_come_after_8_24_and_48_hours(level: int, hours: int) -> None:
    first = first_after(ROW, Preferences(11))
    assert reminder_due(CALL, level, first) == NEW_YEAR + timedelta(hours=hours)


def test_ones_own_wish_beats_the_tables_pace() -> None:
    assert first_after(replace(ROW, pace="fast"), Preferences(11)) == timedelta(hours=2)
    assert first_after(replace(ROW, pace="fast"), Preferences(11, first=5)) == timedelta(hours=5)


def test_between_two_reminders_lies_at_least_the_first_pause() -> None:
    late = NEW_YEAR + timedelta(hours=23)
    assert reminder_due(CALL, 2, timedelta(hours=8), late) == late + timedelta(hours=8)


@pytest.mark.parametrize(
    ("zone", "moment", "expected"),
    [
        ("UTC", datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 12, tzinfo=UTC)),
        ("UTC", datetime(2026, 1, 1, 23, tzinfo=UTC), datetime(2026, 1, 2, 8, tzinfo=UTC)),
        ("UTC", datetime(2026, 1, 2, 3, tzinfo=UTC), datetime(2026, 1, 2, 8, tzinfo=UTC)),
        ("UTC", datetime(2026, 1, 2, 8, tzinfo=UTC), datetime(2026, 1, 2, 8, tzinfo=UTC)),
        ("Europe/Rome", datetime(2026, 1, 1, 21, 30, tzinfo=UTC), datetime(2026, 1, 2, 7, tzinfo=UTC)),
        ("Europe/Rome", datetime(2026, 3, 28, 23, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC)),
        ("Nowhere/Atall", datetime(2026, 1, 1, 23, tzinfo=UTC), datetime(2026, 1, 2, 8, tzinfo=UTC)),
    ],
)
def test_quiet_hours_are_local_and_postpone(zone: str, moment: datetime, expected: datetime) -> None:
    assert allowed_from(moment, Preferences(1, zone, NIGHT)) == expected


def test_quiet_hours_may_lie_within_one_day() -> None:
    wishes = Preferences(1, "UTC", (time(9), time(17)))
    assert allowed_from(NEW_YEAR, wishes) == NEW_YEAR.replace(hour=17)
    assert allowed_from(NEW_YEAR.replace(hour=18), wishes) == NEW_YEAR.replace(hour=18)


def test_absence_ending_at_night_waits_for_the_morning() -> None:
    away = (NEW_YEAR, NEW_YEAR + timedelta(days=2, hours=11))
    assert allowed_from(NEW_YEAR, Preferences(1, "UTC", NIGHT, away=away)) == datetime(2026, 1, 4, 8, tzinfo=UTC)


@given(
    minutes=st.integers(0, 365 * 24 * 60),
    begin=st.times(),
    end=st.times(),
    zone=st.sampled_from(["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
)
def test_a_postponed_moment_is_never_earlier_never_quiet_and_never_far(
    minutes: int, begin: time, end: time, zone: str
) -> None:
    moment = NEW_YEAR + timedelta(minutes=minutes)
    wishes = Preferences(1, zone, (begin, end))
    later = allowed_from(moment, wishes)
    assert moment <= later <= moment + timedelta(hours=26)
    assert allowed_from(later, wishes) == later


def test_due_is_a_pure_question_over_rows() -> None:
    rows = [ReminderRow(n, 1, 1, 11, 1, NEW_YEAR + timedelta(hours=n)) for n in (3, 1, 2)]
    assert [row.id for row in due(rows, NEW_YEAR + timedelta(hours=2))] == [1, 2]


# -- a table --------------------------------------------------------------------------------------------


async def test_three_reminders_with_growing_words_then_table_and_host_are_told(place: Hall) -> None:
    await place.game(ANN, BEA)
    reminders = reminders_of(place)
    for hours, sent in ((7.9, 0), (0.2, 1), (15, 1), (1, 2), (23, 2), (1, 3), (500, 3)):
        place.clock.forward(hours=hours)
        await reminders.poll()
        assert len(await nudges(place)) == sent
    found = await nudges(place)
    assert [nudge.level for nudge in found] == [1, 2, 3]
    assert len({nudge.words for nudge in found}) == 3
    stalled = [content for content in await place.contents() if isinstance(content, Stalled)]
    assert [(content.user, content.host) for content in stalled] == [(ANN.user, ANN.user)]


async def test_a_move_cancels_the_reminders_of_its_turn(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    place.clock.forward(hours=7)
    await place.tables.submit(game, ["choose 1"], ANN)
    place.clock.forward(hours=2)
    assert await reminders_of(place).poll() == 0
    place.clock.forward(hours=6)
    await reminders_of(place).poll()
    assert [nudge.user for nudge in await nudges(place)] == [BEA.user]


async def test_a_call_in_quiet_hours_is_silent_and_comes_in_the_morning(place: Hall) -> None:
    await place.store.write(people.put, Preferences(BEA.user, "UTC", NIGHT))
    game = (await place.game(ANN, BEA)).position.row.id
    place.clock.moment = datetime(2026, 1, 1, 23, tzinfo=UTC)
    await place.tables.submit(game, ["choose 1"], ANN)
    cards = [content for content in await place.contents() if isinstance(content, Card)]
    assert [(card.user, card.ping) for card in cards] == [(ANN.user, True), (BEA.user, False)]
    place.clock.moment = datetime(2026, 1, 2, 7, 59, tzinfo=UTC)
    assert await reminders_of(place).poll() == 0
    place.clock.forward(minutes=1)
    assert await reminders_of(place).poll() == 1
    assert [nudge.level for nudge in await nudges(place)] == [0]
    place.clock.forward(hours=8)
    await reminders_of(place).poll()
    assert [nudge.level for nudge in await nudges(place)] == [0, 1], "its own clock starts in the morning"


async def test_settings_changed_meanwhile_still_count(place: Hall) -> None:
    await place.game(ANN, BEA)
    await place.store.write(people.put, Preferences(ANN.user, "UTC", (time(19), time(21))))
    place.clock.forward(hours=8)
    reminders = reminders_of(place)
    assert await reminders.poll() == 0
    place.clock.forward(hours=1)
    assert await reminders.poll() == 1


async def test_not_this_turn_and_later(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    reminders = reminders_of(place)
    assert await reminders.snooze(game, BEA.user, NEW_YEAR) is None
    assert await reminders.snooze(game, ANN.user, NEW_YEAR + timedelta(hours=30)) is not None
    place.clock.forward(hours=29)
    assert await reminders.poll() == 0
    place.clock.forward(hours=1)
    assert await reminders.poll() == 1
    assert await reminders.mute(game, ANN.user) is not None
    place.clock.forward(days=30)
    assert await reminders.poll() == 0
    await place.tables.submit(game, ["choose 1"], ANN)
    place.clock.forward(hours=8)
    assert await reminders.poll() == 1, "the next call is not muted"


async def test_a_paused_table_is_left_alone(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.pause(game, BEA, "holidays")
    with pytest.raises(Refused, match="holidays"):
        await place.tables.submit(game, ["choose 1"], ANN)
    place.clock.forward(days=10)
    reminders = reminders_of(place)
    assert await reminders.poll() == 0
    await place.tables.resume(game, ANN)
    assert [content.user for content in await place.contents() if isinstance(content, Card)] == [ANN.user, ANN.user]
    place.clock.forward(hours=8)
    assert await reminders.poll() == 1


async def test_a_seat_handed_over_is_called_anew(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    with pytest.raises(Refused):
        await place.tables.replace(game, BEA, 1, CARL)
    position = await place.tables.replace(game, HOST, 1, CARL)
    assert position.row.host == CARL.user
    assert [content.user for content in await place.contents() if isinstance(content, Card)] == [ANN.user, CARL.user]
    await place.tables.submit(game, ["choose 1"], CARL)
    with pytest.raises(Refused):
        await place.tables.submit(game, ["choose 1"], ANN)


async def test_after_the_grace_period_the_table_may_vote(place: Hall) -> None:
    game = (await place.game(ANN, BEA, CARL)).position.row.id
    with pytest.raises(Refused) as caught:
        await place.tables.petition(game, BEA, "replace", seat=1)
    assert caught.value.code == "not_overdue"
    overdue = await reminders_of(place).overdue(game)
    assert overdue is not None
    assert overdue[1] == NEW_YEAR + timedelta(hours=48)
    place.clock.forward(hours=48)
    petition = await place.tables.petition(game, BEA, "replace", seat=1)
    assert petition.needed == 2


# -- a month --------------------------------------------------------------------------------------------


async def test_a_month_with_restarts_loses_no_reminder_and_sends_none_twice(tmp_path: Path) -> None:
    path, clock, recorder = tmp_path / "railhead.db", SetClock(), Recorder()
    async with hall(path, clock=clock) as place:
        await place.store.write(people.put, Preferences(BEA.user, "America/New_York", NIGHT))
        for number in range(4):
            await place.game(ANN, BEA, name=f"Table {number}")
    for day in range(30):
        async with hall(path, clock=clock) as place:
            reminders = reminders_of(place)
            courier = Courier(place.store, clock, recorder)
            for _ in range(3):
                clock.forward(hours=7.3 if day % 2 else 9.1)
                await reminders.poll()
                await courier.drain()
            await move(place, day)
            await courier.stop()
    async with hall(path, clock=clock) as place:
        await check_the_month(place, recorder)


async def move(place: Hall, day: int) -> None:
    """Make a move at one or two of the tables, by whoever has to."""
    for game in {1 + day % 4, 1 + day % 3}:
        position = await place.tables.position(game)
        if position.decision is not None:
            seat = position.seat(position.decision.player)
            assert seat is not None
            await place.tables.submit(game, ["choose 1"], ANN if seat.user == ANN.user else BEA)


async def check_the_month(place: Hall, recorder: Recorder) -> None:
    nonces = [letter.nonce for letter in recorder.letters]
    assert len(nonces) == len(set(nonces))
    for game in range(1, 5):
        for call in await place.store.read(calls.of_game, game):
            prefix = f"{game}.r{call.id}."
            levels = [nonce.removeprefix(prefix) for nonce in nonces if nonce.startswith(prefix)]
            assert levels == sorted(levels), "in order"
            waited = (call.ended or place.clock.now()) - call.pinged
            expected = [level for level in (1, 2, 3) if waited > timedelta(hours={1: 8, 2: 24, 3: 48}[level] + 30)]
            assert set(map(str, expected)) <= set(levels), (call, levels)
    bea = [
        letter for letter in recorder.letters if isinstance(letter.content, Nudge) and letter.content.user == BEA.user
    ]
    assert bea, "Bea was reminded, and never between 22 and 8 in New York (03 to 13 UTC)"
    sent = await place.store.read(
        lambda db: db.execute(
            "SELECT done FROM outbox WHERE kind = 'nudge' AND state = 'done' AND content LIKE '%\"user\":22%'"
        ).fetchall()
    )
    assert all(not 3 <= datetime.fromisoformat(done).hour < 13 for (done,) in sent)


async def test_the_scheduler_wakes_at_the_next_row(tmp_path: Path) -> None:
    clock = SetClock()
    async with hall(tmp_path / "railhead.db", clock=clock) as place:
        await place.game(ANN, BEA)
        clock.forward(hours=8)
        told = asyncio.Event()
        reminders = Reminders(place.store, clock, told.set)
        reminders.start()
        await asyncio.wait_for(told.wait(), 5)
        reminders.stop()
        assert [nudge.level for nudge in await nudges(place)] == [1]


def test_every_pace_names_its_first_reminder() -> None:
    spans = [pace.first for pace in PACES.values()]
    assert all(earlier < later for earlier, later in pairwise(spans))
    assert all(str(int(pace.first.total_seconds() // 3600)) in pace.words for pace in PACES.values())


# -- trouble and numbers --------------------------------------------------------------------------------


async def test_one_more_reminder_may_be_asked_for_after_silence(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    reminders = reminders_of(place)
    await reminders.mute(game, ANN.user)
    assert await reminders.snooze(game, ANN.user, place.clock.now() + timedelta(hours=2)) is not None
    place.clock.forward(hours=2)
    assert await reminders.poll() == 1
    place.clock.forward(days=30)
    assert await reminders.poll() == 0
    assert await reminders.snooze(game, ANN.user, place.clock.now() + timedelta(hours=1)) is not None
    place.clock.forward(hours=1)
    assert await reminders.poll() == 1
    assert {nudge.words for nudge in await nudges(place)} == {"You asked to be reminded: it is your turn."}


async def test_a_reminder_that_fails_is_put_off_and_holds_up_no_other(
    place: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad = (await place.game(ANN, BEA)).position.row.id
    good = (await place.game(ANN, BEA)).position.row.id
    send = module._send

    def fails(db: object, game: GameRow, *rest: object) -> None:
        if game.id == bad:
            raise ZeroDivisionError
        send(db, game, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_send", fails)
    place.clock.forward(hours=8)
    assert await reminders_of(place).poll() == 1
    assert f"of game {bad} is put off" in caplog.text
    assert [row.due for row in await place.store.read(calls.waiting) if row.game == bad] == [
        place.clock.now() + module.PUT_OFF
    ]
    assert [row.level for row in await place.store.read(calls.waiting) if row.game == good] == [2]
    monkeypatch.undo()
    place.clock.forward(hours=1)
    assert await reminders_of(place).poll() == 1


async def test_after_a_failure_of_the_database_reminders_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SetClock()
    async with hall(tmp_path / "railhead.db", clock=clock) as place:
        await place.game(ANN, BEA)
        clock.forward(hours=8)
        told, failures = asyncio.Event(), list[int]()
        read = place.store.read

        async def once_broken(*args: object) -> object:
            if not failures:
                failures.append(1)
                raise StoreError("The disk failed.")
            return await read(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(place.store, "read", once_broken)
        monkeypatch.setattr(module, "SOON", timedelta(0))
        reminders = Reminders(place.store, clock, told.set)
        reminders.start()
        await asyncio.wait_for(told.wait(), 5)
        reminders.stop()


async def test_among_thousands_that_wait_only_the_due_are_fetched(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.store.write(pend, game, 10_000)
    place.clock.forward(hours=8)
    reminders = reminders_of(place)
    assert await reminders.poll() == 1
    plan = await place.store.read(
        lambda db: db.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM reminders WHERE state = 'waiting' AND due <= ? ORDER BY due, id", ("",)
        ).fetchall()
    )
    assert "reminders_due" in str(plan)


def pend(db: sqlite3.Connection, game: int, count: int) -> None:
    """Put reminders far ahead into the database, each of a call that is over."""
    far = "2027-01-01T00:00:00.000000+00:00"
    for _ in range(count):
        call = db.execute(
            "INSERT INTO calls (game, seq, player, user, began, pinged, ended) VALUES (?, 0, 'P1', 11, ?, ?, ?)",
            (game, far, far, far),
        ).lastrowid
        db.execute("INSERT INTO reminders (call, game, user, level, due) VALUES (?, ?, 11, 1, ?)", (call, game, far))
