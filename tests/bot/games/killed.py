"""The bot killed at random moments of a running table, again and again; prints what was lost: nothing.

``python -m tests.bot.games.killed ../shared/games/1841_full.18xxgames.json [--kills 300]``
"""

import argparse
import asyncio
import json
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.bot.games.scripts import Script, whole
from tests.bot.games.victim import DATABASE, WORLD, keep_script

PATIENCE = 120
"""Seconds a life may take to come up on a busy machine."""
BLOW = 0.4
"""Seconds after the last word of a life within which it is killed."""


@dataclass
class Tally:
    """What a series of kills came to; everything but the first four should be 0."""

    kills: int = 0
    moves: int = 0
    mid_delivery: int = 0
    games: int = 1
    lost: int = 0
    half: int = 0
    calls_wrong: int = 0
    doubled: int = 0
    cards_wrong: int = 0
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the table that is printed."""
        return [
            f"SIGKILLs                     {self.kills}, {self.mid_delivery} of them with letters under way",
            f"games                        {self.games}",
            f"acknowledged moves           {self.moves}",
            f"acknowledged moves lost      {self.lost}",
            f"half-applied                 {self.half}",
            f"pings lost or doubled        {self.calls_wrong}",
            f"messages posted twice        {self.doubled}",
            f"not exactly one live card    {self.cards_wrong}",
            *self.notes[:10],
        ]

    @property
    def spotless(self) -> bool:
        """Whether nothing was lost, half done or doubled."""
        return not (self.lost or self.half or self.calls_wrong or self.doubled or self.cards_wrong)


@dataclass
class Series:
    """Kills of one table after another on one script."""

    folder: Path
    script: Script
    dice: random.Random
    tally: Tally = field(default_factory=Tally)
    acknowledged: int = -1

    async def kill_once(self) -> None:
        """Let the bot live for a moment, kill it, look at what is on disk."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.games.victim", str(self.folder), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(self.dice.choice((0, 1, 1, 2, 3))):
            self._heard(await asyncio.wait_for(process.stdout.readline(), PATIENCE))
        await asyncio.sleep(self.dice.random() * BLOW)
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        for line in (await process.stdout.read()).splitlines():
            self._heard(line)
        await process.wait()
        self.tally.kills += 1
        await asyncio.to_thread(self._look)

    def _heard(self, line: bytes) -> None:
        if not line.strip().endswith(b"}"):
            return
        said = json.loads(line)
        if "ack" in said:
            self.acknowledged = said["ack"]
            self.tally.moves += 1
        if "up" in said:
            self._judge(said)

    def _judge(self, said: dict[str, object]) -> None:
        wrong = {
            "half": not said["same"],
            "calls_wrong": not said["calls"],
            "doubled": said["doubled"],
            "cards_wrong": said["cards"] != 1,
        }
        for name, is_wrong in wrong.items():
            if is_wrong:
                setattr(self.tally, name, getattr(self.tally, name) + 1)
                self.tally.notes.append(f"kill {self.tally.kills}: {said}")

    def _look(self) -> None:
        """Compare the log on disk with the script: nothing acknowledged may be missing, nothing may be half there."""
        path = self.folder / DATABASE
        if not path.exists():
            return
        with closing(sqlite3.connect(path)) as db:
            if not db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entries'").fetchone()[0]:
                return
            rows = db.execute("SELECT seq, digest FROM entries ORDER BY seq").fetchall()
            under_way = db.execute("SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')").fetchone()[0]
        self.tally.mid_delivery += bool(under_way)
        self.tally.lost += len(rows) < self.acknowledged
        expected = [(number, self.script.digests[number]) for number in range(1, len(rows) + 1)]
        self.tally.half += rows != expected
        if len(rows) == len(self.script.moves):
            self._anew()

    def _anew(self) -> None:
        self.tally.games += 1
        self.acknowledged = -1
        shutil.rmtree(self.folder)
        keep_script(self.folder, self.script)


async def kill(folder: Path, script: Script, kills: int, seed: int = 1841) -> Tally:
    """Kill a running table so many times and return what came of it."""
    await asyncio.to_thread(keep_script, folder, script)
    series = Series(folder, script, random.Random(seed))
    while series.tally.kills < kills:
        # A table that is being opened has no moves to lose: the first life is left alone until it plays.
        if not (folder / WORLD).exists():
            await born(series)
        await series.kill_once()
    await quiet_life(series)
    return series.tally


async def born(series: Series) -> None:
    """Open the table: one life that ends after its first move."""
    await _live(series, 2)


async def quiet_life(series: Series) -> None:
    """One more life, to see what the last kill left."""
    await _live(series, 1)


async def _live(series: Series, words: int) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.games.victim", str(series.folder), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(words):
        series._heard(await asyncio.wait_for(process.stdout.readline(), PATIENCE))
    process.send_signal(signal.SIGKILL)
    await process.wait()


def main() -> int:
    """Kill the game named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1841)
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        script = whole(options.export)
        tally = asyncio.run(kill(Path(folder) / "table", script, options.kills, options.seed))
    lines = [*tally.lines(), f"seconds                      {time.perf_counter() - began:.0f}"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if tally.spotless else 1


if __name__ == "__main__":
    sys.exit(main())
