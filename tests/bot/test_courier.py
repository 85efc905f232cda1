"""Delivery: each letter once, failures tried again, nothing lost over a restart."""

import asyncio
from pathlib import Path

import pytest

from bot.courier import PAUSES, Courier
from bot.errors import StoreError, Undeliverable
from bot.letters import Card, Letter, Log, Started
from bot.records import outbox
from tests.support.tables import ANN, BEA, Hall, Recorder, hall


def courier_of(place: Hall, deliverer: Recorder) -> Courier:
    return Courier(place.store, place.clock, deliverer)


async def test_everything_goes_out_once_and_in_order(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        game = (await place.game(ANN, BEA)).position.row.id
        await place.tables.submit(game, ["choose 1"], ANN)
        recorder = Recorder()
        courier = courier_of(place, recorder)
        assert await courier.drain() == 4
        assert [type(letter.content) for letter in recorder.letters] == [Started, Log, Log, Card]
        assert await courier.drain() == 0
        await courier.stop()


async def test_nobody_is_called_who_has_nothing_to_do(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        game = (await place.game(ANN, BEA)).position.row.id
        await place.tables.submit(game, ["choose 1"], ANN)
        recorder = Recorder()
        courier = courier_of(place, recorder)
        await courier.drain()
        await courier.stop()
        cards = [card for card in recorder.of(Card) if isinstance(card, Card)]
        assert [card.user for card in cards] == [BEA.user], "Ann's card was outdated before it went out"


async def test_a_failure_is_tried_again_after_a_pause(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        recorder = Recorder(failing=1)
        courier = courier_of(place, recorder)
        assert await courier.drain() == 2, "the others do not wait for the one that failed"
        assert await courier.drain() == 0
        place.clock.moment += PAUSES[0]
        assert await courier.drain() == 1
        assert recorder.letters[-1].attempts == 1
        await courier.stop()


async def test_a_letter_that_fails_for_ever_is_given_up(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        courier = courier_of(place, Recorder(failing=1000))
        for pause in PAUSES:
            await courier.drain()
            place.clock.moment += pause
        await courier.drain()
        await courier.stop()
        states = await place.store.read(lambda db: db.execute("SELECT DISTINCT state FROM outbox").fetchall())
        assert states == [("failed",)]


class NoThread(Recorder):
    async def deliver(self, letter: Letter) -> int | None:
        raise Undeliverable("The thread was deleted.")


async def test_what_can_never_arrive_is_given_up_at_once(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        courier = courier_of(place, NoThread())
        assert await courier.drain() == 0
        await courier.stop()
        found = await place.store.read(lambda db: db.execute("SELECT DISTINCT state, error FROM outbox").fetchall())
        assert found == [("failed", "The thread was deleted.")]


async def test_a_letter_in_hand_at_a_kill_is_sent_again_with_the_same_nonce(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        taken = await place.store.write(outbox.take, 1, place.clock.now())
    async with hall(tmp_path / "railhead.db") as again:
        recorder = Recorder()
        courier = courier_of(again, recorder)
        await courier.drain()
        await courier.stop()
        assert taken is not None
        assert (recorder.letters[0].nonce, recorder.letters[0].attempts) == (taken.nonce, 1)


async def test_a_nudge_starts_a_round_that_ends(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        recorder = Recorder()
        courier = courier_of(place, recorder)
        await place.game(ANN, BEA)
        courier.nudge()
        courier.nudge()
        await courier.stop()
        assert len(recorder.letters) <= 3
        fresh = courier_of(place, recorder)
        await fresh.drain()
        await fresh.stop()
        assert len({letter.nonce for letter in recorder.letters}) == len(recorder.letters) == 3


async def test_whoever_is_to_hear_of_it_hears_what_is_given_up(tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []

    async def lost(letter: Letter, why: str) -> None:
        told.append((letter.nonce, why))
        raise ConnectionError("nor can this be told")

    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        courier = Courier(place.store, place.clock, NoThread(), lost)
        await courier.drain()
        await courier.stop()
        assert len(told) == 3
        assert {why for _, why in told} == {"The thread was deleted."}


async def test_what_was_given_up_is_tried_again_on_request_but_not_what_is_outdated(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        game = (await place.game(ANN, BEA)).position.row.id
        courier = courier_of(place, NoThread())
        await courier.drain()
        await courier.stop()
        await place.tables.submit(game, ["choose 1"], ANN)
        due = await place.store.write(outbox.hurry, game, place.clock.now())
        recorder = Recorder()
        again = courier_of(place, recorder)
        assert await again.drain() == due == 4
        await again.stop()
        assert [card.user for card in recorder.of(Card) if isinstance(card, Card)] == [BEA.user]


async def test_nobody_is_called_on_request_at_a_paused_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        game = (await place.game(ANN, BEA)).position.row.id
        courier = courier_of(place, NoThread())
        await courier.drain()
        await courier.stop()
        await place.tables.pause(game, ANN, "")
        await place.store.write(outbox.hurry, game, place.clock.now())
        recorder = Recorder()
        again = courier_of(place, recorder)
        await again.drain()
        await again.stop()
        assert recorder.of(Card) == []
        assert len(recorder.of(Log)) == 1


async def test_a_letter_knows_when_its_first_delivery_was_begun(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        await place.game(ANN, BEA)
        begun = place.clock.now()
        first = await place.store.write(outbox.take, 1, begun)
        later = await place.store.write(outbox.take, 1, place.clock.forward(hours=3))
        assert first is not None
        assert later is not None
        assert (first.begun, first.attempts) == (None, 0)
        assert (later.begun, later.attempts) == (begun, 1)


class Cut(Recorder):
    """Works until the database fails under it."""

    def __init__(self, place: Hall) -> None:
        super().__init__()
        self.place = place

    async def deliver(self, letter: Letter) -> int | None:
        await super().deliver(letter)
        if letter.game == 1:
            raise StoreError("The disk is full.")
        await asyncio.sleep(0.05)
        return letter.id


async def test_a_failing_database_leaves_no_second_hand_at_a_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        for _ in range(2):
            await place.game(ANN, BEA)
        cut = Cut(place)
        courier = courier_of(place, cut)
        put_back = courier._put_back

        async def fails(letter: Letter, error: Exception) -> None:
            await put_back(letter, error)
            raise StoreError("The disk is full.")

        courier._put_back = fails  # type: ignore[method-assign]
        with pytest.raises(StoreError):
            await courier.drain()
        assert sum(letter.game == 2 for letter in cut.letters) == 3, (
            "the other table was finished before the round ended"
        )
        await courier.stop()
