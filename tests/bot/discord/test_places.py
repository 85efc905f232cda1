"""Forums, undo that needs the others, the host's commands, direct messages."""

from simcord import ChannelHandle

from bot.records import people
from bot.rows import Preferences
from tests.bot.discord.conftest import Stage, said, texts


async def test_a_table_in_a_forum(stage: Stage) -> None:
    guild = stage.channel.guild
    assert guild is not None
    forum = guild.create_forum_channel("boardgames")
    await stage.ann.slash(
        stage.channel, "game new", title="count", name="Forum table", players=2, options="short", where=forum
    )
    post = forum.threads[0]
    lobby = post.history()[0]
    await stage.bea.click(lobby, label="Join")
    await stage.ann.click(lobby, label="Start")
    assert {thread.name for thread in forum.threads} == {"Forum table", "Forum table · log"}
    assert "Remind me in" in texts(post.history()[-1])


async def test_undo_past_others_asks_them(stage: Stage) -> None:
    table = await stage.begin(options="")
    first = await stage.acting()
    await first.click(stage.card(), label="Add nothing")
    second = await stage.acting()
    await second.click(stage.card(), label="Add nothing")
    asked = await first.slash(table, "game undo")
    assert "The others are asked" in said(asked)
    question = next(message for message in reversed(table.history()) if "Agree" in texts(message))
    assert stage.pings()[-1] == [str(second.id)]
    await second.click(question, label="Agree")
    assert (await stage.acting()) is first
    assert "Agreed" in texts(next(message for message in table.history() if message.id == question.id))


async def test_redo_plays_the_move_again(stage: Stage) -> None:
    table = await stage.begin(options="")
    first = await stage.acting()
    await first.click(stage.card(), label="Add nothing")
    await first.slash(table, "game undo")
    await first.slash(table, "game redo")
    assert (await stage.acting()) is not first


async def test_the_host_may_act_and_it_is_told(stage: Stage) -> None:
    table = await stage.begin(options="")
    guild = stage.channel.guild
    assert guild is not None
    import discord

    manager = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    chief = guild.add_member(stage.env.create_user("Eve"), roles=[manager])
    result = await chief.slash(table, "gm act", move="choose 2")
    assert "Done" in said(result)
    assert f"<@{chief.id}>" in said(await chief.slash(table, "show history", of="table", private=True))


async def test_the_host_needs_no_permission_of_the_server(stage: Stage) -> None:
    table = await stage.begin(options="")
    assert "Done" in said(await stage.ann.slash(table, "gm act", move="choose 2"))
    before = len(stage.pings())
    assert "was called" in said(await stage.ann.slash(table, "gm remind"))
    assert len(stage.pings()) == before + 1


async def test_a_player_who_is_not_host_has_none_of_its_powers(stage: Stage) -> None:
    table = await stage.begin(options="")
    before = (await stage.position()).seq, stage.pings()
    for command, options in (("act", {"move": "choose 2"}), ("rewind", {"count": 1}), ("remind", {}), ("fix", {})):
        assert "Only the host" in said(await stage.bea.slash(table, f"gm {command}", **options))
    assert ((await stage.position()).seq, stage.pings()) == before


async def test_pause_refuses_moves(stage: Stage) -> None:
    table = await stage.begin(options="")
    acting = await stage.acting()
    await stage.ann.slash(table, "game pause", note="holidays")
    assert "paused" in said(await acting.slash(table, "pass"))
    await stage.ann.slash(table, "game resume")
    assert "Done" in said(await acting.slash(table, "pass"))


async def test_a_seat_is_handed_over(stage: Stage) -> None:
    table = await stage.begin(options="")
    acting = await stage.acting()
    await acting.slash(table, "game replace", old=acting, new=stage.carl)
    position = await stage.position()
    assert stage.carl.id in [seat.user for seat in position.seats]


async def test_a_direct_message_calls_instead_of_a_mention(stage: Stage) -> None:
    for person in (stage.ann, stage.bea):
        await stage.services.store.write(people.put, Preferences(person.id, direct=True))
    await stage.begin()
    acting = await stage.acting()
    assert stage.pings() == []
    assert "Torino Express" in texts(dm(acting.user.dm_channel).history()[-1])


def dm(channel: ChannelHandle | None) -> ChannelHandle:
    assert channel is not None
    return channel


async def test_export_gives_a_file(stage: Stage) -> None:
    table = await stage.begin()
    result = await stage.ann.slash(table, "game export")
    assert [file.filename for message in result.followups for file in message.attachments] or (
        result.response and result.response.attachments
    )


async def test_list_and_info(stage: Stage) -> None:
    table = await stage.begin()
    assert "Torino Express" in said(await stage.carl.slash(stage.channel, "game list"))
    assert "To act: <@" in said(await stage.carl.slash(table, "game info"))
