"""Undo and redo: whose moves go back freely, who must agree, and what chance says the second time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.letters import Card, Log, Notice
from bot.tables import Who
from engine.session import Act, Redo, Undo
from tests.support.tables import ANN, BEA, CARL, HOST, STRANGER, Hall, hall

BEA_AS_HOST = Who(22, "Bea", mandate="host")


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "railhead.db") as opened:
        yield opened


@pytest.fixture
async def game(place: Hall) -> int:
    """Three players; Ann has added 1, Bea is to act."""
    number = (await place.game(ANN, BEA, CARL)).position.row.id
    await place.tables.submit(number, ["choose 1"], ANN)
    return number


async def test_ones_own_last_move_goes_back_freely(place: Hall, game: int) -> None:
    assert (await place.tables.takeback(game, ANN)).reason == ""
    outcome = await place.tables.undo(game, ANN)
    assert (outcome.position.seq, outcome.position.live) == (3, 1)
    assert [seat.name for seat in outcome.called] == ["Ann"]


async def test_undo_and_redo_are_appended_and_leave_a_line_each(place: Hall, game: int) -> None:
    await place.tables.undo(game, ANN)
    outcome = await place.tables.redo(game, ANN)
    assert [type(row.entry) for row in await place.tables.log(game)] == [Act, Act, Undo, Redo]
    assert outcome.after is not None
    assert outcome.after.player == "P2"
    lines = [line for content in await place.contents() if isinstance(content, Log) for line in content.lines]
    assert lines[-2:] == ["Ann took back 1 move: Ann: choose 1.", "Ann played the moves taken back again."]
    assert [row.sentence for row in await place.tables.journal(game)] == lines[-2:]


async def test_past_somebody_elses_move_it_needs_consent(place: Hall, game: int) -> None:
    await place.tables.submit(game, ["choose 2"], BEA)
    back = await place.tables.takeback(game, ANN)
    assert (back.count, back.reason) == (2, "others_acted")
    with pytest.raises(Refused) as caught:
        await place.tables.undo(game, ANN)
    assert caught.value.code == "consent"
    assert (await place.tables.takeback(game, BEA)).reason == ""


async def test_past_a_draw_it_needs_consent(place: Hall, game: int) -> None:
    await place.tables.submit(game, ["choose 2"], BEA)
    await place.tables.submit(game, ["choose 3"], CARL)
    back = await place.tables.takeback(game, CARL)
    assert (back.count, back.reason) == (2, "barrier")


async def test_chance_gives_the_same_answer_to_the_same_question(place: Hall, game: int) -> None:
    place.chance.numbers = [0, 3]
    await place.tables.submit(game, ["choose 2"], BEA)
    await place.tables.submit(game, ["choose 3"], CARL)
    asked = place.chance.asked
    drawn = (await place.tables.log(game))[-1]
    await place.tables.undo(game, HOST)
    outcome = await place.tables.submit(game, ["choose 5"], CARL)
    again = (await place.tables.log(game))[-1]
    assert again.entry == drawn.entry
    assert again.question == drawn.question
    assert place.chance.asked == asked
    assert outcome.position.seq == 8


async def test_the_host_decides_alone(place: Hall, game: int) -> None:
    await place.tables.submit(game, ["choose 2"], BEA)
    assert (await place.tables.undo(game, HOST, 2)).position.live == 1
    with pytest.raises(Refused) as caught:
        await place.tables.undo(game, BEA_AS_HOST, 1)
    assert caught.value.code == "not_host"


async def test_only_whoever_undid_may_redo(place: Hall, game: int) -> None:
    await place.tables.undo(game, ANN)
    with pytest.raises(Refused) as caught:
        await place.tables.redo(game, BEA)
    assert caught.value.code == "not_yours"
    await place.tables.redo(game, HOST)
    with pytest.raises(Refused) as nothing:
        await place.tables.redo(game, ANN)
    assert nothing.value.code == "nothing_to_redo"


async def test_a_stranger_can_take_nothing_back(place: Hall, game: int) -> None:
    with pytest.raises(Refused) as caught:
        await place.tables.undo(game, STRANGER)
    assert caught.value.code == "not_seated"
    with pytest.raises(Refused) as nothing:
        await place.tables.undo(game, CARL)
    assert nothing.value.code == "nothing_to_undo"


async def test_when_all_others_agree_the_moves_go_back(place: Hall, game: int) -> None:
    await place.tables.submit(game, ["choose 2"], BEA)
    petition = await place.tables.petition(game, BEA, "undo", count=2)
    assert petition.needed == 2
    with pytest.raises(Refused):
        await place.tables.vote(petition.id, BEA, yes=True)
    petition, outcome = await place.tables.vote(petition.id, CARL, yes=True)
    assert (petition.state, outcome) == ("open", None)
    petition, outcome = await place.tables.vote(petition.id, ANN, yes=True)
    assert petition.state == "granted"
    assert outcome is not None
    assert outcome.position.live == 1


async def test_one_no_ends_the_vote(place: Hall, game: int) -> None:
    await place.tables.submit(game, ["choose 2"], BEA)
    petition = await place.tables.petition(game, BEA, "undo", count=2)
    petition, outcome = await place.tables.vote(petition.id, CARL, yes=False)
    assert (petition.state, outcome) == ("refused", None)
    assert any(isinstance(content, Notice) for content in await place.contents())
    with pytest.raises(Refused):
        await place.tables.vote(petition.id, ANN, yes=True)


async def test_a_vote_on_an_undo_is_void_once_the_game_moves_on(place: Hall, game: int) -> None:
    petition = await place.tables.petition(game, CARL, "undo", count=1)
    await place.tables.submit(game, ["choose 2"], BEA)
    with pytest.raises(Refused) as caught:
        await place.tables.vote(petition.id, BEA, yes=True)
    assert caught.value.code == "stale"


async def test_an_undo_survives_a_restart(place: Hall, game: int) -> None:
    await place.tables.undo(game, ANN)
    await place.tables.submit(game, ["choose 4"], ANN)
    await place.tables.undo(game, ANN)
    async with hall(place.path) as again:
        outcome = await again.tables.redo(game, ANN)
        assert outcome.position.live == 2
        live = outcome.position.game
        assert live is not None
        assert live.state.extra.sums["P1"] == 4  # type: ignore[attr-defined]


async def test_a_finished_game_can_be_reopened_by_the_host(place: Hall) -> None:
    game = (await place.game(ANN, BEA, options=["short"])).position.row.id
    await place.tables.submit(game, ["close game"], ANN)
    assert (await place.tables.position(game)).row.status == "finished"
    with pytest.raises(Refused):
        await place.tables.undo(game, ANN)
    outcome = await place.tables.undo(game, HOST)
    assert outcome.position.row.status == "running"
    assert isinstance((await place.contents())[-1], Card)
