"""A whole real game through the bot, in bad weather and with restarts; prints what it cost.

``python -m tests.bot.games.whole ../shared/games/1841_full.18xxgames.json [--errors 0.05] [--pictures] [--to N]``
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from bot.client import Railhead
from bot.pictures import Studio
from bot.tables import Tables
from engine.actions import Merge
from tests.bot.discord.conftest import Stage
from tests.bot.games.scripts import Script, first, scripted, whole
from tests.bot.games.weather import Weather, weather
from tests.bot.games.world import Play, seated, staged

EVERY = 100
"""Restarts besides those in the middle of a merger, in actions."""
PATIENT = 12
"""So often a player tries the same move when Discord fails."""


@dataclass(frozen=True)
class Report:
    """What a whole game through the bot came to."""

    play: Play
    storm: Weather
    restarts: tuple[int, ...]
    seconds: float
    scores: dict[str, int]
    counts: Counter[str]

    def lines(self) -> list[str]:
        """Return the table that is printed."""
        moves = len(self.play.script.human)
        found = [
            f"actions {len(self.play.script.moves)}, by hand {moves}, {self.seconds:.0f} s, "
            f"{self.seconds / moves * 1000:.0f} ms a move",
            f"restarts after {', '.join(map(str, self.restarts))}",
            f"calls to Discord {self.storm.calls}, failed {dict(self.storm.failed)}",
            f"moves tried again {self.play.again}",
            f"ladders and taps {dict(self.play.hands.taps)}",
        ]
        found += [f"{what:18} {count:6} {count / moves:6.2f} a move" for what, count in sorted(self.counts.items())]
        return [*found, f"standings {self.scores}"]


async def restart(stage: Stage) -> None:
    """Start the bot anew with nothing in memory but what is on disk."""
    old = stage.services
    tables = Tables(old.store, old.clock, old.titles, first)
    stage.services = replace(old, tables=tables)
    bot = Railhead(stage.services)
    await stage.env.restart_bot(bot)
    stage.bot = bot


def mergers(script: Script) -> set[int]:
    """Return numbers of live actions in the middle of a merger: after its beginning and two moves on."""
    begun = [number for number, move in enumerate(script.moves, 1) if isinstance(move, Merge)]
    return {number + later for number in begun for later in (0, 2)}


async def play_whole(path: Path, script: Script, errors: float, *, pictures: bool = False) -> Report:
    """Play a script to its end in bad weather, restarting in every merger; check that nothing is lost or doubled."""
    began = time.perf_counter()
    restarts = []
    due = mergers(script) | set(range(EVERY, len(script.moves), EVERY))
    async with staged(path, script, Studio() if pictures else None) as stage:
        play = await seated(stage, script)
        play.patience = PATIENT
        with weather(errors) as storm:
            for number in sorted(due):
                await play.through(number)
                await restart(stage)
                restarts.append((await play.position()).live)
            await play.through()
        position = await play.position()
        assert position.game is not None
        scores = {str(player): score for player, score in position.game.state.scores.items()}
        await check(play, scores)
        return Report(play, storm, tuple(restarts), time.perf_counter() - began, scores, counted(play))


async def check(play: Play, scores: dict[str, int]) -> None:
    """Check end, calls and pictures against the engine alone."""
    assert scores == play.script.scores
    assert play.called() == play.script.calls(), "a ping is lost or doubled"
    assert play.marks() == 1, "a message was posted twice"
    missing = len(play.script.turns) - len(play.pictured())
    assert missing == 0, f"{missing} pictures missing"
    assert play.alive_cards() == (0 if scores else 1)


def counted(play: Play) -> Counter[str]:
    """Count what the bot sent: messages by place, edits, calls, pictures."""
    found = play.messages()
    found["pings"] = len(play.called())
    for request in play.stage.env.http_requests:
        if request.path.endswith("/callback"):
            found["answers"] += 1
        elif request.method == "PATCH" and "/messages/" in request.path:
            found["edits"] += 1
    return found


def main() -> int:
    """Play the game named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path)
    parser.add_argument("--errors", type=float, default=0.05)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--to", type=int)
    options = parser.parse_args()
    script = whole(options.export)
    if options.to:
        script = scripted(script.title, script.setup, script.moves[: options.to])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "railhead.db"
        report = asyncio.run(play_whole(path, script, options.errors, pictures=options.pictures))
    sys.stdout.write("\n".join(report.lines()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
