"""Hostile inputs against a running table, several at a time; prints what came of them.

``python -m tests.bot.games.hostile ../shared/games/1841_full.18xxgames.json [--inputs 100000]``
"""

import argparse
import asyncio
import logging
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from simcord import InteractionResult, interactions
from simcord.backend import serializers

from bot import answers
from bot.tables import Position
from bot.ui.address import Address
from bot.ui.parts import CHOOSE
from tests.bot.discord.conftest import Stage, said
from tests.bot.games.blows import COMPLETION, COMPONENT, Armoury, Blow, Json, acting
from tests.bot.games.hands import move_of
from tests.bot.games.scripts import Script, whole
from tests.bot.games.world import Play, seated, staged

AT_ONCE = 8
"""So many inputs arrive before the bot has answered the first."""
EVERY = 160
"""Inputs between two moves of the game."""
SALVO = 4
"""So often the same legal button is tapped at once."""
LONGEST = 700
"""Characters of an answer to rubbish."""
FORBIDDEN = re.compile(r"Traceback|Incident|Exception|object at 0x")


class Alarm(logging.Handler):
    """Counts what the log says at level ERROR and above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


@dataclass
class Tally:
    """What a siege came to."""

    inputs: int = 0
    moves: int = 0
    changed: int = 0
    unanswered: int = 0
    unclear: int = 0
    doubled: int = 0
    seconds: float = 0.0
    by_kind: Counter[str] = field(default_factory=Counter)
    alarms: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Keep a few examples of what went wrong."""
        if len(self.notes) < 40:
            self.notes.append(text[:500])

    @property
    def spotless(self) -> bool:
        """Whether the bot stood it all."""
        return not (self.alarms or self.changed or self.unanswered or self.unclear or self.doubled)

    def lines(self) -> list[str]:
        """Return the table that is printed."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.by_kind.most_common())
        return [
            f"hostile inputs               {self.inputs}, {AT_ONCE} at a time, {self.seconds:.0f} s",
            f"positions                    {self.moves}",
            f"errors in the log            {len(self.alarms)}",
            f"changes of state             {self.changed}",
            f"unanswered                   {self.unanswered}",
            f"answers that are not clear   {self.unclear}",
            f"salvos not counted once      {self.doubled}",
            f"kinds                        {kinds}",
            *self.notes,
            *(alarm[:300] + alarm[-900:] for alarm in self.alarms[:8]),
        ]


@dataclass
class Siege:
    """A table under attack."""

    play: Play
    dice: random.Random
    tally: Tally = field(default_factory=Tally)
    card: int = 0

    @property
    def stage(self) -> Stage:
        """Where it happens."""
        return self.play.stage

    def armoury(self) -> Armoury:
        """Return what makes the blows."""
        stage = self.stage
        known = (stage.env.backend.find_command(str(each["name"]), None, type=1) for each in stage.bot.definitions())
        registered: list[Json] = [dict(command) for command in known if command is not None]
        return Armoury(
            self.dice,
            registered,
            tuple(stage.bot.taps),
            tuple(person.id for person in stage.people),
            stage.people[-1].id,
            stage.channel.id,
            self._file,
            self._resolve,
        )

    def _file(self, name: str, data: bytes) -> Json:
        backend = self.stage.env.backend
        return dict(backend.cdn.store_attachment(backend.snowflake(), self.play.table.id, name, data, None))

    def _resolve(self, number: int, kind: str) -> Json:
        backend, guild = self.stage.env.backend, self.stage.env.guild
        if kind == "channel":
            channel = dict(serializers.channel_payload(backend, backend.get_channel(number)))
            return {"channels": {str(number): {**channel, "permissions": "8"}}}
        member = backend.get_guild(guild.id).members[number]
        known = dict(serializers.member_payload(backend, backend.get_guild(guild.id), member, with_user=False))
        return {
            "users": {str(number): dict(serializers.user_payload(backend.get_user(number)))},
            "members": {str(number): known},
        }

    async def stand(self, inputs: int) -> Tally:
        """Attack until so many inputs are done."""
        began = time.perf_counter()
        armoury = self.armoury()
        while self.tally.inputs < inputs:
            position = await self.play.position()
            before = await self.state()
            self.card = (await self.play.card()).id
            for _ in range(EVERY // AT_ONCE):
                await self.strike(list(armoury.blows(position, AT_ONCE)))
            after = await self.state()
            if after != before:
                self.tally.changed += 1
                self.tally.note(f"changed at {position.seq}: {before} to {after}")
                break  # the script no longer fits
            self.forget()
            await self.advance(await self.play.position())
        self.tally.seconds = time.perf_counter() - began
        return self.tally

    async def strike(self, blows: list[Blow]) -> None:
        """Let several inputs arrive at once and judge the answers."""
        sent = [(blow, self.emit(blow)) for blow in blows]
        await self.stage.env.settle()
        for blow, result in sent:
            self.tally.inputs += 1
            self.tally.by_kind[blow.kind.split()[0]] += 1
            self._judge(blow, result)

    def emit(self, blow: Blow) -> InteractionResult:
        """Hand an input to the bot without waiting for the answer."""
        env, table = self.stage.env, self.play.table
        record, payload = interactions.base_payload(
            env.backend, type=blow.type, channel_id=table.id, guild_id=env.guild.id, user_id=blow.user, data=blow.data
        )
        if blow.type == COMPONENT:
            stored = env.backend.get_message(table.id, self.card)
            message = dict(serializers.message_payload(env.backend, stored))
            payload["message"] = {**message, "components": blow.extra["rows"]}
            record.source_message_id = stored.id
        env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(env, record)

    def _judge(self, blow: Blow, result: InteractionResult) -> None:
        if blow.type == COMPLETION:
            self.tally.unanswered += not result.acknowledged
            return
        text = said(result) + "".join(message.content for message in result.followups)
        shown = [message for message in (result.response, *result.followups) if message is not None]
        files = [file for message in shown for file in message.attachments]
        if not result.acknowledged or not (text or result.modal or files):
            self.tally.unanswered += 1
            self.tally.note(f"unanswered: {blow.kind} {blow.data} {shown} {result}")
        elif FORBIDDEN.search(text) or (blow.refusable and len(text) > LONGEST):
            self.tally.unclear += 1
            self.tally.note(f"unclear: {blow.kind} {str(blow.data)[:200]} -> {text[:200]}")

    async def state(self) -> tuple[object, ...]:
        """Return everything about the tables that may not change."""
        position = await self.play.position()
        digest = position.game.digest() if position.game else ""
        return (position.seq, digest, await self.stage.services.store.read(rows))

    def forget(self) -> None:
        """Drop what the pretended Discord remembers of the answers, which would fill the memory."""
        backend = self.stage.env.backend
        for kept in (backend.http_requests, backend.transcript, backend.interactions, backend.interaction_tokens):
            kept.clear()
        for messages in backend.messages.values():
            for number in [number for number, message in messages.items() if message.flags & 64]:
                del messages[number]

    async def advance(self, position: Position) -> None:
        """Make the script's next move: the same button tapped several times at once, which must count once."""
        live = position.live
        if live == len(self.play.script.moves):
            return
        decision, action = position.decision, self.play.script.moves[live]
        assert decision is not None
        move = move_of(decision, action, "salvo")
        paths = [path for path in move.whole if not move.is_grave]
        if paths:
            at = Address(CHOOSE, str(position.row.id), position.seq, paths[0])
            data: Json = {"custom_id": str(at), "component_type": 2, "id": 1}
            button = {"type": 2, "custom_id": str(at), "style": 2, "label": "x", "id": 1}
            blow = Blow("salvo", acting(position), COMPONENT, data, {"rows": [{"type": 1, "components": [button]}]})
            for _ in range(SALVO):
                self.emit(blow)
            await self.stage.env.settle()
        else:
            seat = position.seat(decision.player)
            assert seat is not None
            who = next(person for person in self.stage.people if person.id == seat.user)
            by_hand = move_of(decision, action, "do")
            await self.play.hands.play(who, self.play.table, await self.play.card(), by_hand)
        after = await self.play.position()
        expected = next((n for n in self.play.script.human if n > live), len(self.play.script.moves))
        if after.live != expected:
            self.tally.doubled += 1
            self.tally.note(f"salvo at {live}: {after.live} instead of {expected}, {move}")
        self.tally.moves += 1


def is_answer(error: BaseException) -> bool:
    """Whether an error was told to the player as a refusal."""
    cause = getattr(error, "original", error)
    return isinstance(cause, Exception) and answers.is_ours(cause)


def rows(db: sqlite3.Connection) -> tuple[object, ...]:
    """Return a summary of every table that belongs to games."""
    tables = ("games", "seats", "entries", "petitions", "journal", "calls")
    known = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    counted = [db.execute(f"SELECT count(*) FROM {name}").fetchone() for name in tables if name in known]
    return (*counted, db.execute("SELECT group_concat(quote(name) || status || pace || host) FROM games").fetchone())


async def besiege(path: Path, script: Script, inputs: int, seed: int = 1) -> Tally:
    """Attack a table so often; return what came of it."""
    alarm = Alarm()
    logging.getLogger().addHandler(alarm)
    try:
        async with staged(path, script) as stage:
            play = await seated(stage, script)
            siege = Siege(play, random.Random(seed))
            tally = await siege.stand(inputs)
            tally.alarms += [*alarm.heard, *(repr(error) for error in stage.env.errors if not is_answer(error))]
            stage.env._errors_acknowledged = stage.env.error_cursor
            return tally
    finally:
        logging.getLogger().removeHandler(alarm)


def main() -> int:
    """Attack a table that plays the game named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(besiege(Path(folder) / "x.db", whole(options.export), options.inputs, options.seed))
    sys.stdout.write("\n".join(tally.lines()) + "\n")
    return 0 if tally.spotless else 1


if __name__ == "__main__":
    sys.exit(main())
