"""Tables: lobby, start, moves, refusals, and what a move writes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.letters import Card, Ended, Log, Pictures, Refresh, Started
from bot.tables import Plan, Who
from engine.actions import Choose
from engine.ids import EntityId
from tests.support.counting import script
from tests.support.tables import ANN, BEA, CARL, HOST, STRANGER, Hall, hall


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "railhead.db") as opened:
        yield opened


async def refused(code: str, awaitable: object) -> Refused:
    with pytest.raises(Refused) as caught:
        await awaitable  # type: ignore[misc]
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
    return caught.value


# -- lobby ----------------------------------------------------------------------------------------------


async def test_a_lobby_fills_and_empties(place: Hall) -> None:
    lobby = await place.tables.create(Plan("count", "Torino Express", 3), ANN)
    assert [seat.name for seat in lobby.seats] == ["Ann"]
    assert (await place.tables.join(lobby.row.id, BEA)).seats[1].user == BEA.user
    assert len((await place.tables.leave(lobby.row.id, BEA)).seats) == 1
    await refused("last", place.tables.leave(lobby.row.id, ANN))


async def test_nobody_sits_twice_and_nobody_sits_in_a_full_room(place: Hall) -> None:
    lobby = await place.tables.create(Plan("count", "Torino Express", 2), ANN)
    await refused("seated", place.tables.join(lobby.row.id, ANN))
    await place.tables.join(lobby.row.id, BEA)
    await refused("full", place.tables.join(lobby.row.id, CARL))


async def test_when_the_host_leaves_the_next_in_line_is_host(place: Hall) -> None:
    lobby = await place.tables.create(Plan("count", "Torino Express", 2), ANN)
    await place.tables.join(lobby.row.id, BEA)
    assert (await place.tables.leave(lobby.row.id, ANN)).row.host == BEA.user


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan("chess", "x", 2), "no_title"),
        (Plan("count", "x", 7), "players"),
        (Plan("count", "x", 2, ("flying",)), "option"),
        (Plan("count", "x", 2, edition="pirate"), "edition"),
        (Plan("count", "x", 2, pace="glacial"), "pace"),
        (Plan("count", "   ", 2), "name"),
    ],
)
async def test_what_cannot_be_played_is_refused_before_anybody_joins(place: Hall, plan: Plan, code: str) -> None:
    await refused(code, place.tables.create(plan, ANN))


async def test_only_the_host_begins_while_seats_are_free(place: Hall) -> None:
    lobby = await place.tables.create(Plan("count", "Torino Express", 3), ANN)
    await place.tables.join(lobby.row.id, BEA)
    await refused("not_host", place.tables.start(lobby.row.id, BEA))
    await place.tables.start(lobby.row.id, ANN)
    await refused("begun", place.tables.start(lobby.row.id, ANN))
    await refused("begun", place.tables.join(lobby.row.id, CARL))


async def test_seating_is_drawn_and_told(place: Hall) -> None:
    place.chance.numbers = [1, 0]
    outcome = await place.game(ANN, BEA)
    assert [seat.name for seat in outcome.position.seats] == ["Bea", "Ann"]
    assert Started(("Seating, drawn by lot: Bea, Ann.",)) in await place.contents()


async def test_two_players_of_the_same_name_stay_apart(place: Hall) -> None:
    outcome = await place.game(ANN, Who(55, "Ann"))
    assert [seat.name for seat in outcome.position.seats] == ["Ann", "Ann (2)"]


# -- moves ----------------------------------------------------------------------------------------------


async def test_chance_is_drawn_at_the_start_and_logged(place: Hall) -> None:
    place.chance.numbers = [0, 0, 2]
    outcome = await place.game(ANN, BEA)
    log = await place.tables.log(outcome.position.row.id)
    assert [(row.player, row.user) for row in log] == [("chance", 0)]
    assert log[0].question is not None
    assert outcome.called[0].name == "Ann"


async def test_a_move_by_notation_and_by_action(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    first = await place.tables.submit(game, ["choose 3"], ANN)
    assert first.position.seq == 2
    assert [seat.name for seat in first.called] == ["Bea"]
    second = await place.tables.submit(game, [Choose(EntityId("P2"), "4")], BEA, expected=2)
    assert second.position.seq == 4, "the round ends, so chance draws again"
    assert [seat.name for seat in second.called] == ["Ann"]


@pytest.mark.parametrize(
    ("who", "move", "code", "paragraph"),
    [
        (BEA, "choose 3", "not_your_turn", "1.2"),
        (STRANGER, "choose 3", "not_seated", ""),
        (ANN, "choose 9", "not_offered", "1.2"),
        (ANN, "P2: choose 3", "not_your_turn", "1.2"),
        (ANN, "fly 3", "notation", ""),
        (ANN, "  ;  ", "notation", ""),
        (Who(22, "Bea", mandate="host"), "choose 3", "not_host", ""),
    ],
)
async def test_refusals_name_their_reason_and_change_nothing(
    place: Hall, who: Who, move: str, code: str, paragraph: str
) -> None:
    before = (await place.game(ANN, BEA)).position
    error = await refused(code, place.tables.submit(before.row.id, [move], who))
    assert error.paragraph == paragraph
    after = await place.tables.position(before.row.id)
    assert after.session is before.session
    assert len(await place.tables.log(before.row.id)) == before.seq


async def test_several_moves_count_all_or_none(place: Hall) -> None:
    solo = Who(11, "Ann", mandate="host")
    game = (await place.game(ANN, BEA)).position.row.id
    await refused("not_offered", place.tables.submit(game, ["choose 1; P2: choose 9"], solo))
    assert (await place.tables.position(game)).seq == 1
    outcome = await place.tables.submit(game, ["choose 1; P2: choose 2"], solo)
    assert outcome.position.seq == 4
    assert [sentence for sentence in outcome.sentences if "adds" in sentence] == ["Ann adds 1.", "Bea adds 2."]


async def test_a_stale_button_is_told_that_the_game_has_moved_on(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.submit(game, ["choose 3"], ANN, expected=1)
    await refused("stale", place.tables.submit(game, ["choose 3"], BEA, expected=1))


async def test_of_two_moves_at_once_one_wins(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    tries = [place.tables.submit(game, ["choose 3"], ANN, expected=1) for _ in range(8)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Outcome"] + ["Refused"] * 7
    assert (await place.tables.position(game)).seq == 2


async def test_a_double_click_is_answered_once(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    tries = [place.tables.submit(game, ["choose 3"], ANN, click="i-1") for _ in range(2)]
    results = await asyncio.gather(*tries)
    assert [result.repeated for result in results] == [False, True]
    assert (await place.tables.position(game)).seq == 2


async def test_the_host_may_act_for_a_seat_and_the_journal_says_so(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)
    await place.tables.submit(game, ["choose 2"], HOST)
    log = await place.tables.log(game)
    assert (log[2].player, log[2].user) == ("P2", ANN.user)
    assert "Ann acted for the host" in (await place.tables.journal(game))[0].sentence


# -- what a move writes ---------------------------------------------------------------------------------


async def test_the_card_has_the_stable_first_line(place: Hall) -> None:
    await place.game(ANN, BEA)
    card = next(content for content in await place.contents() if isinstance(content, Card))
    assert card.line == "<@11> · count · Torino Express · OR 1.1 · Ann adds a number"
    assert (card.user, card.ping) == (ANN.user, True)


async def test_only_who_newly_has_to_act_gets_a_card(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)
    await place.tables.submit(game, ["choose 1"], BEA)
    cards = [content.user for content in await place.contents() if isinstance(content, Card)]
    assert cards == [11, 22, 11]


async def test_whoever_goes_on_has_the_card_edited_and_is_not_called(place: Hall) -> None:
    place.chance.numbers = [1, 0]
    outcome = await place.game(ANN, BEA)
    assert outcome.called[0].name == "Bea"
    host = Who(11, "Ann", mandate="host")
    await place.tables.submit(outcome.position.row.id, ["choose 1; P2: choose 1"], host)
    contents = await place.contents()
    assert [type(content) for content in contents if isinstance(content, Card | Refresh)] == [Card, Refresh]


async def test_pictures_are_due_when_a_turn_ends_and_the_newest_win(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    assert not [content for content in await place.contents() if isinstance(content, Pictures)]
    for _ in range(2):
        await place.tables.submit(game, ["choose 1"], ANN)
        await place.tables.submit(game, ["choose 1"], BEA)
    pictures = [content for content in await place.contents() if isinstance(content, Pictures)]
    assert [(content.live, content.first) for content in pictures] == [(3, 2), (6, 3)]
    waiting = await place.store.read(
        lambda db: db.execute("SELECT seq FROM outbox WHERE kind = 'pictures' AND state = 'waiting'").fetchall()
    )
    assert len(waiting) == 1


async def test_the_end_is_told_with_the_scores(place: Hall) -> None:
    game = (await place.game(ANN, BEA, options=["short"])).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)
    outcome = await place.tables.submit(game, ["choose 5"], BEA)
    assert outcome.after is None
    assert (outcome.position.row.status, outcome.position.row.ended) == ("finished", "all rounds played")
    assert Ended("all rounds played", (("P2", 5), ("P1", 1))) in await place.contents()
    await refused("not_running", place.tables.submit(game, ["choose 1"], ANN))


async def test_hidden_answers_stay_out_of_the_log(place: Hall) -> None:
    game = (await place.game(ANN, BEA, options=["sealed"])).position.row.id
    await place.tables.submit(game, ["choose 3"], ANN)
    lines = [line for content in await place.contents() if isinstance(content, Log) for line in content.lines]
    assert lines[-1] == "Ann has answered in secret."
    assert all(row.player != "P1" for row in await place.tables.log(game))
    assert '"option":"3"' not in await place.tables.export(game)


async def test_memory_is_never_ahead_of_disk(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    game = (await place.game(ANN, BEA)).position.row.id

    def burn(*_: object) -> None:
        raise RuntimeError("the disk is on fire")

    with monkeypatch.context() as patch:
        patch.setattr("bot.records.games.save", burn)
        with pytest.raises(RuntimeError):
            await place.tables.submit(game, ["choose 3"], ANN)
    position = await place.tables.position(game)
    assert position.seq == 1
    assert len(await place.tables.log(game)) == 1
    assert (await place.tables.submit(game, ["choose 3"], ANN, expected=1)).position.seq == 2


async def test_two_processes_on_one_file_cannot_both_move(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    async with hall(place.path) as other:
        await other.tables.position(game)
        await place.tables.submit(game, ["choose 1"], ANN)
        await refused("stale", other.tables.submit(game, ["choose 2"], ANN))
        assert (await other.tables.submit(game, ["choose 2"], BEA)).position.seq == 4


async def test_a_game_is_the_same_after_a_restart(place: Hall) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)
    before = await place.tables.position(game)
    async with hall(place.path) as again:
        after = await again.tables.position(game)
        assert before.game is not None
        assert after.game is not None
        assert (after.seq, after.live) == (before.seq, before.live)
        assert after.game.digest() == before.game.digest()


async def test_pending_chance_is_drawn_at_start_up(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    game = (await place.game(ANN, BEA)).position.row.id
    await place.tables.submit(game, ["choose 1"], ANN)

    async def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("bot.table.moves.settle", killed_after_commit(killed))
        with pytest.raises(KeyboardInterrupt):
            await place.tables.submit(game, ["choose 1"], BEA)
    async with hall(place.path) as again:
        assert (await again.store.read(lambda db: db.execute("SELECT waits FROM games").fetchone()))[0] == "chance"
        assert await again.tables.recover() == (game,)
        assert (await again.tables.position(game)).seq == 4
        assert await again.tables.recover() == ()


def killed_after_commit(kill: object) -> object:
    """Let the settling before the move pass and strike at the one after the commit."""
    seen = []

    async def settle(*arguments: object) -> object:
        seen.append(arguments)
        if len(seen) > 1:
            await kill()  # type: ignore[operator]
        return None

    return settle


async def test_many_games_share_little_memory(tmp_path: Path) -> None:
    async with hall(tmp_path / "railhead.db") as place:
        games = [(await place.game(ANN, BEA, name=f"Table {number}")).position.row.id for number in range(5)]
        for game in games:
            await place.tables.submit(game, ["choose 1"], ANN)
        assert {row.id for row in await place.tables.listing(status="running", user=BEA.user)} == set(games)
        assert await place.tables.listing(user=STRANGER.user) == ()


def test_scripted_chance_gives_what_was_written() -> None:
    assert [script([3, 1])(2) for _ in range(1)] == [1]
