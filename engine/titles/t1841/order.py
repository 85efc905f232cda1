"""Who comes first in 1841: players who left the game are passed over [4.5.1]."""

from engine.context import Position
from engine.ids import PlayerId
from engine.rules.order import MarketOrder
from engine.titles.t1841.extra import extra_of


class Order1841(MarketOrder):
    """Operating order as everywhere [4]; only players who are still in take turns."""

    def clockwise(self, pos: Position, first: PlayerId) -> tuple[PlayerId, ...]:
        """Players still in the game, from `first` on; `first` stays at the head even if he has left."""
        gone = extra_of(pos).bankrupt
        head, *rest = super().clockwise(pos, first)
        return (head, *(player for player in rest if player not in gone))
