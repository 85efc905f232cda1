"""Who sits where."""

from collections.abc import Sequence

from engine.context import Context
from engine.errors import InvariantError
from engine.ids import PlayerId
from engine.ops import phase


def seat(ctx: Context, players: Sequence[PlayerId]) -> None:
    """Seat the players in this order; the first one gets the priority deal.

    Raises:
        InvariantError: not the same players as before.
    """
    if sorted(players) != sorted(ctx.state.players):
        raise InvariantError(f"{players} are not the players of this game.")
    ctx.state.players[:] = players
    phase.move_priority(ctx, players[0])
