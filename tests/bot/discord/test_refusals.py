"""What the bot refuses, in one private sentence each; what breaks, and who is called."""

import json
import logging

import pytest

from tests.bot.discord.conftest import Stage, ids, said, texts


async def test_a_stranger_has_no_seat(stage: Stage) -> None:
    table = await stage.begin()
    result = await stage.carl.slash(table, "pass")
    assert result.ephemeral
    assert "You have no seat at this table" in said(result)


async def test_the_wrong_seat_is_told_whose_turn_it_is(stage: Stage) -> None:
    table = await stage.begin()
    acting, other = await stage.acting(), await stage.other()
    assert f"It is not your turn: {acting.name}" in said(await other.slash(table, "pass"))
    assert "It is not your turn" in said(await other.click(stage.card(), label="Add nothing"))


async def test_the_wrong_place_points_to_the_right_one(stage: Stage) -> None:
    table = await stage.begin()
    result = await stage.ann.slash(stage.channel, "pass")
    assert f"<#{table.id}>" in said(result)


async def test_a_refusal_names_paragraph_and_what_is_legal(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    result = await acting.slash(table, "bid", item="big", amount=500)
    assert "A bid is between 1 and 100. [1.3]" in said(result)
    assert "1 to 100" in said(result)


async def test_a_missing_option_is_asked_for(stage: Stage) -> None:
    table = await stage.begin()
    result = await (await stage.acting()).slash(table, "bid", item="big")
    assert "Say also which amount: 1 to 100. [1.2]" in said(result)


async def test_a_button_of_an_earlier_position_is_stale(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    panel = await acting.slash(table, "turn")
    assert panel.response is not None
    await acting.click(stage.card(), label="Add nothing")
    late = await acting.click(panel.response, label="Add nothing")
    assert "The game has moved on" in said(late)
    assert (await stage.position()).live == 2


async def test_the_previous_card_goes_quiet(stage: Stage) -> None:
    await stage.begin()
    first = stage.card()
    await (await stage.acting()).click(first, label="Add nothing")
    old = next(message for message in stage.table().history() if message.id == first.id)
    assert ids(old) == []
    assert texts(old).startswith("<@")


async def test_small_steps_edit_the_card_and_call_nobody(stage: Stage) -> None:
    await stage.begin(options="")
    calls = len(stage.pings())
    for _ in range(2):
        await (await stage.acting()).click(stage.card(), label="Add nothing")
    # Bea (or Ann) closes the round, chance shows a colour, the first seat is called anew: one call for each change.
    assert len(stage.pings()) == calls + 2


async def test_each_call_names_exactly_one_user(stage: Stage) -> None:
    await stage.begin(options="")
    for _ in range(4):
        await (await stage.acting()).click(stage.card(), label="Add nothing")
    assert all(len(users) == 1 for users in stage.pings())


async def test_a_restart_keeps_the_buttons_alive(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    from bot.client import Railhead

    bot = Railhead(stage.services)
    await stage.env.restart_bot(bot)
    stage.bot = bot
    await acting.click(stage.card(), label="Add nothing")
    assert (await stage.position()).live == 2


async def test_commands_are_registered_once(stage: Stage) -> None:
    from bot.client import Railhead

    bot = Railhead(stage.services)
    await stage.env.restart_bot(bot)
    puts = [request for request in stage.env.http_requests if request.method == "PUT"]
    assert len([request for request in puts if request.path.endswith("/commands")]) == 1


async def test_every_command_fits(stage: Stage) -> None:
    for definition in stage.bot.definitions():
        assert len(json.dumps(definition)) <= 8000, definition["name"]
    assert len(stage.bot.definitions()) <= 100


async def test_a_failed_post_is_tried_again_and_not_doubled(stage: Stage) -> None:
    await stage.begin()
    table = stage.table()
    stage.env.inject_error("POST", f"/channels/{table.id}/messages", status=500, times=None)
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    stage.env.backend.faults.clear()
    await stage.env.advance_time(3600)
    await stage.bot.courier.drain()
    name = (await stage.acting()).name
    assert sum(f"{name} adds a number" in texts(message) for message in table.history()) == 1
    assert str(stage.card().id) == str(table.history()[-1].id)


async def test_a_deleted_thread_is_opened_again(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    me = stage.channel.guild
    assert me is not None
    thread = stage.bot.get_channel(table.id)
    await thread.delete()  # type: ignore[union-attr]
    await stage.env.settle()
    await acting.slash(stage.log(), "do", move="choose 3")
    assert (await stage.position()).live == 2
    assert stage.table().id != table.id
    assert "Remind me in" in texts(stage.card())


async def test_our_own_fault_has_a_number_and_no_traceback(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.begin()

    async def broken(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(stage.bot.tables, "submit", broken)
    with caplog.at_level(logging.ERROR):
        result = await (await stage.acting()).slash(table, "pass")
    assert "Incident `" in said(result)
    assert "secret detail" not in said(result)
    assert "ZeroDivisionError" in caplog.text
    assert stage.env.errors


async def test_me_test_calls_once(stage: Stage) -> None:
    await stage.carl.slash(stage.channel, "me test")
    assert stage.pings() == [[str(stage.carl.id)]]


async def test_settings_are_kept(stage: Stage) -> None:
    await stage.carl.slash(stage.channel, "me zone", name="Europe/Rome")
    await stage.carl.slash(stage.channel, "me quiet", start="22:00", end="7:30")
    shown = said(await stage.carl.slash(stage.channel, "me show"))
    assert "Europe/Rome" in shown
    assert "22:00 to 07:30" in shown
    assert "is no time zone" in said(await stage.carl.slash(stage.channel, "me zone", name="Nowhere"))


async def test_a_reminder_mentions_the_player_and_can_be_silenced(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    await stage.env.advance_time(9 * 3600)
    await stage.bot.reminders.poll()
    await stage.env.settle()
    reminder = stage.table().history()[-1]
    assert f"<@{acting.id}>" in texts(reminder)
    assert stage.pings()[-1] == [str(acting.id)]
    result = await acting.click(reminder, label="No reminders this turn")
    assert "No more reminders" in said(result)


async def test_undo_is_free_then_asked_for(stage: Stage) -> None:
    table = await stage.begin(options="")
    first = await stage.acting()
    await first.click(stage.card(), label="Add nothing")
    assert "Taken back" in said(await first.slash(table, "game undo"))
    assert (await stage.acting()) is first
