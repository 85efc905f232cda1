"""Discord in trouble: permissions missing, threads gone, answers lost; what belongs to another server; all commands."""

import re
from dataclasses import replace

import discord
import pytest
from simcord import ChannelHandle

from bot.client import Railhead, Sharded, connect
from bot.records import outbox, people
from bot.rows import Preferences
from bot.ui import words
from tests.bot.discord.conftest import Stage, said, texts


async def denied(stage: Stage, channel: ChannelHandle, **rights: bool) -> None:
    """Set rights of everybody, the bot included, in a channel."""
    found = stage.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.set_permissions(found.guild.default_role, **rights)  # type: ignore[call-overload]
    await stage.env.settle()


def direct(stage: Stage) -> list[str]:
    """Return the texts of the messages sent outside the server's channels."""
    known = {str(stage.channel.id), *(str(thread.id) for thread in stage.channel.threads)}
    found = []
    for request in stage.env.http_requests:
        match = re.fullmatch(r"/channels/(\d+)/messages", request.path)
        if request.method == "POST" and match and match[1] not in known:
            found.append(str(request.json))
    return found


# -- permissions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", sorted(words.PERMISSIONS.keys() - {"view_channel"}))
async def test_a_table_is_refused_where_a_permission_is_missing(stage: Stage, right: str) -> None:
    await denied(stage, stage.channel, **{right: False})
    result = await stage.ann.slash(stage.channel, "game new", title="count", name="Other", players=2)
    assert "The bot lacks a permission here" in said(result)
    assert words.PERMISSIONS[right] in said(result)
    assert await stage.bot.tables.listing() == ()


async def test_what_may_not_be_written_is_told_to_the_host_and_written_later(stage: Stage) -> None:
    table = await stage.begin()
    acting = await stage.acting()
    await denied(stage, stage.channel, send_messages_in_threads=False, send_messages=False)
    stage.env.inject_error("POST", f"/channels/{table.id}/messages", status=403, code=50013, times=None)
    await acting.click(stage.card(), label="Add nothing")
    await stage.env.settle()
    told = [text for text in direct(stage) if "I cannot write at the table" in text]
    assert len(told) == 1
    assert "Torino Express" in told[0]
    assert (await stage.position()).live == 2, "the move counts"
    stage.env.backend.faults.clear()
    await denied(stage, stage.channel, send_messages_in_threads=None, send_messages=None)  # type: ignore[arg-type]
    await stage.env.advance_time(30 * 3600)
    await stage.bot.courier.drain()
    await stage.env.settle()
    assert f"<@{(await stage.acting()).id}>" in texts(stage.card())


async def test_what_is_given_up_is_named_to_the_host_and_had_with_fix(stage: Stage) -> None:
    table = await stage.begin()
    stage.env.inject_error("POST", f"/channels/{table.id}/messages", status=400, code=50035, times=None)
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    for _ in range(40):
        await stage.env.advance_time(7 * 3600)
        await stage.bot.courier.drain()
    await stage.env.settle()
    counts = await stage.bot.store.read(outbox.counts)
    assert counts.get("failed", 0) > 0
    assert sum("could not be delivered" in text for text in direct(stage)) >= 1
    stage.env.backend.faults.clear()
    result = await stage.ann.slash(table, "gm fix")
    assert "on the way" in said(result)
    await stage.env.settle()
    counts = await stage.bot.store.read(outbox.counts)
    assert "failed" not in counts
    assert counts.get("waiting", 0) == 0
    name = (await stage.acting()).name
    assert sum(f"{name} adds a number" in texts(message) for message in table.history()) == 1


# -- things that are gone -------------------------------------------------------------------------------


async def test_a_thread_gone_at_discord_but_still_in_the_cache_is_opened_again(stage: Stage) -> None:
    table = await stage.begin()
    stage.env.inject_error("POST", f"/channels/{table.id}/messages", status=404, code=10003, times=None)
    stage.env.inject_error("PATCH", f"/channels/{table.id}/messages/*", status=404, code=10003, times=None)
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    for _ in range(3):
        await stage.env.advance_time(60)
        await stage.bot.courier.drain()
    await stage.env.settle()
    place = await stage.bot.places.of((await stage.position()).row.id)
    assert place.thread != table.id
    fresh = next(thread for thread in stage.channel.threads if thread.id == place.thread)
    assert any("adds a number" in texts(message) for message in fresh.history())


async def test_a_table_whose_channel_was_deleted_moves_to_another(stage: Stage) -> None:
    await stage.begin()
    game = (await stage.position()).row.id
    guild = stage.channel.guild
    assert guild is not None
    other = guild.create_text_channel("other")
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await stage.env.settle()
    assert "Only the host" in said(await stage.bea.slash(other, "gm fix", table=str(game)))
    await stage.ann.slash(other, "gm fix", table=str(game))
    place = await stage.bot.places.of(game)
    assert place.channel == other.id
    table = next(thread for thread in other.threads if thread.id == place.thread)
    await (await stage.acting()).slash(table, "do", move="choose 3")
    assert (await stage.position()).live == 2


# -- answers that are lost ------------------------------------------------------------------------------


async def test_a_letter_sent_before_a_kill_is_found_behind_much_talk(stage: Stage) -> None:
    table = await stage.begin()
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    count = len(table.history())
    await stage.bot.store.write(lambda db: db.execute("UPDATE outbox SET state = 'sending' WHERE kind = 'card'"))
    for number in range(60):
        await stage.carl.send(table, f"talk {number}")
    await stage.env.advance_time(7200)
    await stage.bot.courier.drain()
    await stage.env.settle()
    assert len(table.history()) == count + 60


async def test_a_direct_call_sent_before_a_kill_is_not_repeated(stage: Stage) -> None:
    await stage.begin()
    for person in (stage.ann, stage.bea):
        await stage.bot.store.write(people.put, Preferences(person.id, direct=True))
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    await stage.env.settle()
    sent, pings = len(direct(stage)), len(stage.pings())
    assert sent == 1
    await stage.bot.store.write(
        lambda db: db.execute("UPDATE outbox SET state = 'sending' WHERE id = (SELECT max(id) FROM outbox)")
    )
    await stage.bot.courier.drain()
    await stage.env.settle()
    assert (len(direct(stage)), len(stage.pings())) == (sent, pings)


# -- whose table ----------------------------------------------------------------------------------------


async def test_a_table_is_nothing_in_another_server(stage: Stage) -> None:
    await stage.begin()
    game = (await stage.position()).row.id
    guild = stage.env.create_guild("Elsewhere", owner=None)
    channel = guild.create_text_channel("games")
    role = guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    carl = guild.add_member(stage.carl.user, roles=[role])
    for command in ("game info", "game export", "game join", "game start", "gm fix"):
        result = await carl.slash(channel, command, table=str(game))
        assert "in this server" in said(result), command
        assert "in this server" in said(await carl.slash(channel, command, table="Torino Express")), command


async def test_buttons_of_another_servers_table_are_stale(stage: Stage) -> None:
    await stage.begin()
    acting = await stage.acting()
    card = stage.card()
    place = await stage.bot.places.of((await stage.position()).row.id)
    await stage.bot.places.put(replace(place, guild=1))
    assert "The game has moved on" in said(await acting.click(card, label="Add nothing"))
    assert (await stage.position()).live == 1


# -- nothing half-finished ------------------------------------------------------------------------------


def commands_of(bot: Railhead) -> set[str]:
    return {command.qualified_name for command in bot.tree.walk_commands()}


async def test_the_help_names_only_what_there_is(stage: Stage) -> None:
    known = commands_of(stage.bot)
    groups = {name.split()[0] for name in known}
    for name in re.findall(r"`/([a-z -]+)`", "\n".join(words.HELP)):
        assert name in known | groups, name
    assert "me heads-up" not in known, "offered once the engine knows who is next"


FILLED: dict[str, dict[str, object]] = {
    "game new": {"title": "count", "name": "Second", "players": 2},
    "game rename": {"name": "Third"},
    "game pace": {"pace": "fast"},
    "gm act": {"move": "pass"},
    "gm rewind": {"count": 1},
    "me zone": {"name": "Europe/Rome"},
    "me quiet": {"start": "22:00", "end": "07:00"},
    "me away": {"start": "2030-01-01"},
    "me reminder": {"hours": 4},
    "me dm": {"direct": False},
    "show company": {"name": "X"},
    "game undo": {},
    "do": {"move": "choose 2"},
}
LAST = ("game abandon",)
ELSEWHERE = ("game import", "game replace")
"""Need a file or two people; tested on their own."""


async def test_every_command_answers_at_a_running_table(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    table = await stage.begin(options="")
    names = sorted(commands_of(stage.bot) - {*LAST, *ELSEWHERE})
    groups = {name.split()[0] for name in names if " " in name}
    for name in [name for name in [*names, *LAST] if name not in groups]:
        options = FILLED.get(name) or required(stage.bot, name)
        result = await stage.ann.slash(table, name, **options)
        assert result.acknowledged, name
        assert "Incident" not in said(result), name
    assert "incident" not in caplog.text


def required(bot: Railhead, name: str) -> dict[str, object]:
    """Return something for every option that a command cannot do without."""
    command = next(each for each in bot.tree.walk_commands() if each.qualified_name == name)
    assert isinstance(command, discord.app_commands.Command)
    numbers = (discord.AppCommandOptionType.integer, discord.AppCommandOptionType.number)
    needed = [parameter for parameter in command.parameters if parameter.required]
    return {each.name: 1 if each.type in numbers else "X" for each in needed}


# -- many servers ---------------------------------------------------------------------------------------


async def test_a_plain_connection_unless_more_are_asked_for(stage: Stage) -> None:
    assert type(connect(stage.services)) is Railhead
    assert type(connect(stage.services, 1)) is Railhead
    several, advised = connect(stage.services, 3), connect(stage.services, 0)
    assert isinstance(several, Sharded)
    assert isinstance(advised, Sharded)
    assert several.shard_count == 3
    assert not advised.shard_count


async def test_a_game_begins_over_several_connections(stage: Stage) -> None:
    bot = connect(stage.services, 2)
    await stage.env.restart_bot(bot)
    stage.bot = bot
    await stage.begin()
    await (await stage.acting()).click(stage.card(), label="Add nothing")
    assert (await stage.position()).live == 2
