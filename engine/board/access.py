"""Access: where somebody's network begins and where it may go. The board is handed one and knows no owner."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Protocol

from engine.ids import HexId, StopRef


class Access(Protocol):
    """What a network search asks. Answers must depend on `key` and the board alone."""

    @property
    def key(self) -> Hashable:
        """Equal keys give equal answers: results may be cached by board version and key."""
        ...

    @property
    def starts(self) -> Collection[StopRef]:
        """Stops the network begins at; it leaves them in all directions even if they may not be passed."""
        ...

    def may_pass(self, stop: StopRef) -> bool:
        """Whether track continues through this stop; a stop that may not be passed can still be reached.

        Off-map boxes and ports are never passed; nobody asks for them.
        """
        ...

    def may_cross(self, hex_: HexId, edge: int) -> bool:
        """Whether one may leave the hex over this edge."""
        ...

    def may_enter(self, hex_: HexId) -> bool:
        """Whether the hex may be used at all."""
        ...


@dataclass(frozen=True)
class TokenAccess:
    """Access of somebody with tokens.

    Attributes:
        starts: stops with own tokens that count for the question asked (bases for track, any for tokens).
        blocked: stops full of foreign tokens.
        walls: closed hexsides, both faces listed: ``(hex, edge)`` and the neighbour's.
        closed: hexes that may not be entered.
    """

    starts: frozenset[StopRef]
    blocked: frozenset[StopRef] = frozenset()
    walls: frozenset[tuple[HexId, int]] = frozenset()
    closed: frozenset[HexId] = frozenset()

    @property
    def key(self) -> Hashable:
        """The access itself: it is plain data."""
        return self

    def may_pass(self, stop: StopRef) -> bool:
        """Whether the stop is not blocked."""
        return stop not in self.blocked

    def may_cross(self, hex_: HexId, edge: int) -> bool:
        """Whether the hexside is no wall."""
        return (hex_, edge) not in self.walls

    def may_enter(self, hex_: HexId) -> bool:
        """Whether the hex is not closed."""
        return hex_ not in self.closed
