"""A process that plays the counting game without end and says what was acknowledged: made to be killed.

``python -m tests.support.mover DATABASE``: one line ``game seq`` on stdout for each acknowledged request.
"""

import asyncio
import sys
from pathlib import Path

from bot.courier import Courier
from bot.tables import Plan, Tables
from tests.support.tables import ANN, BEA, HOST, Hall, Recorder, hall


async def play(path: Path) -> None:
    """Recover, then move, undo and deliver until killed."""
    async with hall(path) as place:
        await place.tables.recover()
        courier = Courier(place.store, place.clock, Recorder())
        while True:
            game = await table(place.tables)
            await one_game(place, game)
            await courier.drain()


async def table(tables: Tables) -> int:
    """Return a running table, or start one."""
    rows = await tables.listing(status="running")
    if rows:
        return rows[0].id
    lobby = await tables.create(Plan("count", "Killed", 2), ANN)
    await tables.join(lobby.row.id, BEA)
    acknowledge(lobby.row.id, (await tables.start(lobby.row.id, ANN)).position.seq)
    return lobby.row.id


async def one_game(place: Hall, game: int) -> None:
    """Play a game to its end, taking every third move back once."""
    while (decision := (await place.tables.position(game)).decision) is not None:
        who = ANN if (await place.tables.position(game)).seat_of(ANN.user) == await seat(place, game) else BEA
        seq = (await place.tables.submit(game, ["choose 1"], who)).position.seq
        acknowledge(game, seq)
        if seq % 3 == 0 and decision.player == "P1":
            acknowledge(game, (await place.tables.undo(game, HOST, 1)).position.seq)


async def seat(place: Hall, game: int) -> object:
    """Return the seat that has to act."""
    position = await place.tables.position(game)
    return position.seat(position.decision.player) if position.decision else None


def acknowledge(game: int, seq: int) -> None:
    """Tell the parent that this is on disk."""
    sys.stdout.write(f"{game} {seq}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
