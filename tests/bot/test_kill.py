"""A process killed in the middle of play: nothing acknowledged is lost, nothing half applied, nothing told twice."""

import asyncio
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random
from sqlite3 import Connection

import pytest

from bot.courier import Courier
from tests.support.tables import Recorder, hall


async def killed_after(path: Path, lines: int, moment: float) -> dict[int, int]:
    """Play in a process, kill it `moment` seconds after so many acknowledgements; return game -> last acknowledged."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.mover", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    said = [await asyncio.wait_for(process.stdout.readline(), 30) for _ in range(lines)]
    await asyncio.sleep(moment)
    process.send_signal(signal.SIGKILL)
    said += (await process.stdout.read()).splitlines()
    assert await process.wait() == -signal.SIGKILL
    whole = [line.split() for line in said if line.strip()]
    return {int(game): int(seq) for game, seq in whole}


def gaps(db: Connection) -> list[tuple[int, int, int]]:
    """Return games whose entries are not numbered 1 to n."""
    found = db.execute("SELECT game, count(*), max(seq) FROM entries GROUP BY game HAVING count(*) != max(seq)")
    return found.fetchall()


def nonces(db: Connection) -> Counter[str]:
    """Count the nonces of the outbox."""
    return Counter(nonce for (nonce,) in db.execute("SELECT nonce FROM outbox"))


def open_calls(db: Connection) -> list[tuple[int, str, str, str]]:
    """Return running games with the seat the log waits for and the seat that was called."""
    found = db.execute(
        "SELECT games.id, waits, coalesce(player, ''), coalesce(ended, '') FROM games"
        " LEFT JOIN (SELECT game, player FROM calls WHERE calls.ended IS NULL) AS call ON call.game = games.id"
        " WHERE status = 'running' AND games.waits != player"
    )
    return found.fetchall()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process like that")
async def test_killed_at_random_points(tmp_path: Path) -> None:
    path, dice, acknowledged = tmp_path / "railhead.db", Random(1841), {}
    for _ in range(4):
        acknowledged.update(await killed_after(path, dice.randint(3, 25), dice.random() / 50))
        async with hall(path) as place:
            for game, seq in acknowledged.items():
                log = await place.tables.log(game)
                assert len(log) >= seq, "an acknowledged move is lost"
                position = await place.tables.position(game)
                assert position.game is not None
                assert position.game.digest() == log[-1].digest, "the log does not fold to what was committed"
            assert await place.store.read(gaps) == []
            await place.tables.recover()
            assert await place.store.read(open_calls) == []
    async with hall(path) as place:
        recorder = Recorder()
        courier = Courier(place.store, place.clock, recorder)
        await courier.drain()
        await courier.stop()
        assert set((await place.store.read(nonces)).values()) == {1}
        assert len({letter.nonce for letter in recorder.letters}) == len(recorder.letters)
