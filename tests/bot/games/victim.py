"""A running bot that is made to be killed, in a pretended Discord that survives it.

``python -m tests.bot.games.victim FOLDER``: plays the script in the folder on the database in the folder. On stdout one
JSON line each time: ``{"up": live, ...}`` when everything a kill left undone is done, ``{"ack": live}`` after each
answered move, ``{"end": live}`` when the script is over.
"""

import asyncio
import json
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path

import simcord
from simcord.actors import MemberActor
from simcord.http import router

from engine.ids import CHANCE
from engine.titles import TITLES
from tests.bot.discord.conftest import Stage
from tests.bot.games.scripts import Script
from tests.bot.games.world import Play, seated, staged

SCRIPT, DATABASE, WORLD = "script.pickle", "railhead.db", "discord.pickle"
FORGOTTEN = ("subscribers", "http_requests", "transcript", "faults", "interactions", "interaction_tokens")
"""What belongs to one life of the bot, and is not Discord's to remember."""


def keep_script(folder: Path, script: Script) -> None:
    """Write a script for the victim."""
    folder.mkdir(exist_ok=True)
    values = {each.name: getattr(script, each.name) for each in fields(script) if each.name != "title"}
    (folder / SCRIPT).write_bytes(pickle.dumps((script.title.id, values)))


def read_script(folder: Path) -> Script:
    """Return the script that was written."""
    title, values = pickle.loads((folder / SCRIPT).read_bytes())
    return Script(title=TITLES[title], **values)


@dataclass
class Discord:
    """The pretended Discord on disk: written after each call that changed it, all or nothing.

    Attributes:
        calls: users mentioned, one entry for each message that mentioned somebody.
    """

    path: Path
    env: simcord.Env
    calls: list[list[str]] = field(default_factory=list)

    def begin(self) -> None:
        """Put what an earlier life has left into the new world; write it after each call from now on."""
        if self.path.exists():
            kept, self.calls = pickle.loads(self.path.read_bytes())
            vars(self.env.backend).update(kept)
        dispatch: Callable[..., object] = router.dispatch

        def written(backend: object, method: str, path: str, **kwargs: object) -> object:
            answer = dispatch(backend, method, path, **kwargs)
            if method != "GET":
                self._note(method, path, kwargs.get("json"))
                self._write()
            return answer

        router.dispatch = written

    def _note(self, method: str, path: str, body: object) -> None:
        if method == "POST" and path.endswith("/messages") and isinstance(body, dict):
            users = (body.get("allowed_mentions") or {}).get("users") or []
            if users:
                self.calls.append([str(user) for user in users])

    def _write(self) -> None:
        kept = {name: value for name, value in vars(self.env.backend).items() if name not in FORGOTTEN}
        fresh = self.path.with_suffix(".new")
        fresh.write_bytes(pickle.dumps((kept, self.calls)))
        os.replace(fresh, self.path)  # atomic


async def live(folder: Path) -> None:
    """Come up, do what a kill left undone, say how things are, and play on until killed."""
    script = read_script(folder)
    worlds: list[Discord] = []

    def keeper(env: simcord.Env) -> Discord:
        worlds.append(Discord(folder / WORLD, env))
        return worlds[0]

    async with staged(folder / DATABASE, script, keeper=keeper) as stage:
        play = await at_table(stage, script)
        await play.deliver()
        position = await play.position()
        assert position.game is not None
        calls = [seat(stage.people, users) for users in worlds[0].calls]
        say(
            up=position.live,
            same=position.game.digest() == script.digests[position.live],
            calls=calls == script.calls(position.live),
            doubled=play.marks() > 1,
            cards=play.alive_cards(),
        )
        while play.done < len(script.human):
            await play.step()
            say(ack=(await play.position()).live)
        say(end=len(script.moves))


async def at_table(stage: Stage, script: Script) -> Play:
    """Return the table of an earlier life, or a new one."""
    rows = await stage.bot.tables.listing()
    if not rows:
        return await seated(stage, script)
    position = await stage.bot.tables.position(rows[0].id)
    done = sum(player != CHANCE for player in script.players[: position.live])
    return Play(stage, script, rows[0].id, stage.table(), done=done)


def seat(people: list[MemberActor], users: list[str]) -> str:
    """Return the seat of the only user mentioned."""
    (user,) = users
    return f"P{[str(person.id) for person in people].index(user) + 1}"


def say(**words: object) -> None:
    """Tell the parent."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1])))
