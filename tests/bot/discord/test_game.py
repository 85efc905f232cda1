"""A table from the lobby to the end, by every way of making a move."""

import pytest

from tests.bot.discord.conftest import Stage, ids, said, texts


async def test_a_lobby_card_takes_seats(stage: Stage) -> None:
    await stage.open_table(players=3)
    assert "<@" in texts(stage.lobby())
    await stage.bea.click(stage.lobby(), label="Join")
    assert f"2. <@{stage.bea.id}>" in texts(stage.lobby())
    await stage.bea.click(stage.lobby(), label="Leave")
    assert f"<@{stage.bea.id}>" not in texts(stage.lobby())
    assert "One round instead of three." in texts(stage.lobby())


async def test_options_come_from_the_title(stage: Stage) -> None:
    found = await stage.ann.autocomplete(stage.channel, "game new", "options", "", title="count", name="x", players=2)
    assert [choice["value"] for choice in found] == ["sealed", "short"] or {c["value"] for c in found} == {
        "short",
        "sealed",
    }
    assert "One round instead of three. [2.1]" in "".join(choice["name"] for choice in found)


async def test_the_start_opens_two_threads_and_calls_one_player(stage: Stage) -> None:
    await stage.begin()
    assert len(stage.channel.threads) == 2
    acting = await stage.acting()
    line = texts(stage.card()).splitlines()[0]
    assert line == f"<@{acting.id}> · count · Torino Express · OR 1.1 · {acting.name} adds a number"
    assert stage.pings() == [[str(acting.id)]]
    assert "Playing in" in "".join(texts(message) for message in stage.channel.history())


async def test_a_whole_game_by_buttons(stage: Stage) -> None:
    await stage.begin()
    for _ in range(2):
        await (await stage.acting()).click(stage.card(), label="Add nothing")
    assert (await stage.position()).row.status == "finished"
    last = stage.table().history()[-1]
    assert "is over" in texts(last)
    assert "Time to act: " in texts(last)
    assert [file.filename for file in last.attachments] == ["prices.png", "wealth.png", "timelapse.png"]


async def test_a_private_panel_walks_through_the_choices(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    shown = await acting.click(stage.card(), label="Add a number")
    assert shown.ephemeral
    panel = shown.response
    assert panel is not None
    assert "number 3" in texts(panel)
    await acting.click(panel, label="number 3")
    assert (await stage.acting()) is not acting
    assert (await stage.position()).live == 2


async def test_an_amount_is_typed_into_a_dialog(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    panel = (await acting.click(stage.card(), label="Bid")).response
    assert panel is not None
    await acting.click(panel, label="big")
    message = panel.message
    shown = await acting.click(message, label="Type the amount")
    assert shown.modal is not None
    refused = await acting.submit_modal(shown, {"answer": "500"})
    assert "A bid is between 1 and 100. Possible: 1 to 100. [1.3]" in said(refused)
    shown = await acting.click(message, label="Type the amount")
    await acting.submit_modal(shown, {"answer": "42"})
    assert (await stage.acting()) is not acting


async def test_an_amount_is_picked_from_a_select(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    panel = (await acting.click(stage.card(), label="Bid")).response
    assert panel is not None
    await acting.click(panel, label="big")
    select = next(name for name in ids(panel) if name.startswith("rh:sc"))
    await acting.select(panel.message, ["1.0.4"], custom_id=select)
    assert (await stage.position()).live == 2


async def test_a_verb_command(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    offered = await acting.autocomplete(table, "bid", "item", "sm")
    assert [choice["value"] for choice in offered] == ["small"]
    result = await acting.slash(table, "bid", item="small", amount=7)
    assert result.ephemeral
    assert "Done: `bid small 7`" in said(result)
    assert (await stage.acting()) is not acting


async def test_do_completes_and_moves(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    offered = await acting.autocomplete(table, "do", "move", "choose")
    assert "choose 3" in [choice["value"] for choice in offered]
    assert "Done" in said(await acting.slash(table, "do", move="choose 3"))


async def test_several_moves_count_all_or_none(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    before = (await stage.position()).seq
    result = await acting.slash(table, "do", move="choose 3; choose 9")
    assert "Done" not in said(result)
    assert (await stage.position()).seq == before


async def test_a_grave_move_asks_once_more(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    asked = await acting.slash(table, "close", item="game")
    assert "cannot be taken back" in said(asked)
    assert (await stage.position()).row.status == "running"
    assert asked.response is not None
    await acting.click(asked.response, label="Yes, do it")
    assert (await stage.position()).row.status == "finished"


async def test_a_grave_line_asks_once_more(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    asked = await acting.slash(table, "do", move="close game")
    assert "cannot be taken back" in said(asked)
    assert (await stage.position()).row.status == "running"
    assert asked.response is not None
    await acting.click(asked.response, label="Yes, do it")
    assert (await stage.position()).row.status == "finished"


async def test_a_grave_line_stands_alone(stage: Stage) -> None:
    table = await stage.begin(options="")
    acting = await stage.acting()
    before = (await stage.position()).seq
    result = await acting.slash(table, "do", move="close game; choose 3")
    assert "write it alone" in said(result)
    assert (await stage.position()).seq == before


async def test_a_grave_button_asks_once_more(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    panel = (await acting.click(stage.card(), label="End the game")).response
    assert panel is not None
    await acting.click(panel, label="game")
    assert "cannot be taken back" in texts(panel)


async def test_turn_opens_a_panel_anywhere(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    assert "Add a number" in said(await acting.slash(stage.channel, "turn"))


async def test_pictures_follow_a_turn(stage: Stage) -> None:
    await stage.begin(options="")
    for _ in range(2):
        await (await stage.acting()).click(stage.card(), label="Add nothing")
    pictured = [message for message in stage.table().history() if message.attachments]
    assert [file.filename for file in pictured[-1].attachments] == ["map.png", "market.png"]


async def test_history_is_a_chart_of_prices_or_wealth_or_the_table_s_own_story(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    await acting.slash(table, "do", move="choose 3")
    for of in ("prices", "wealth"):
        shown = await acting.slash(table, "show history", of=of)
        assert shown.response is not None
        assert [file.filename for file in shown.response.attachments] == [f"{of}.png"]
    assert "Nothing out of the ordinary" in said(await acting.slash(table, "show history", of="table"))


async def test_the_log_thread_is_silent_and_complete(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    await acting.slash(table, "do", move="choose 3")
    assert f"{acting.name} adds 3" in "".join(texts(message) for message in stage.log().history())
    assert stage.pings()[-1] == [str((await stage.acting()).id)]


async def test_show_has_a_picture_with_alt_text(stage: Stage) -> None:
    table = await stage.begin()
    result = await stage.carl.slash(table, "show map", private=True)
    assert result.ephemeral
    assert result.response is not None
    assert [file.filename for file in result.response.attachments] == ["map.png"]


@pytest.mark.parametrize("command", ["help", "me show"])
async def test_one_screen_answers(stage: Stage, command: str) -> None:
    result = await stage.carl.slash(stage.channel, command)
    assert result.ephemeral
    assert len(said(result)) > 100
