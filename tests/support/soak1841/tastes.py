"""What a random table likes: drawn once per game, so that games differ in more than their dice."""

import random
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Tastes:
    """Weights and probabilities of one game.

    Attributes:
        pay, consent, leave: probability of a dividend, of a yes, of leaving after a bankruptcy.
        trade, sell, found, merge, transform: weights against 10 for the plain thing to do in that step.
        trains: weight of buying a train while none is needed; `tokens`: of a token.
        reserve: money below which a player would rather buy nothing; `careful`: trains from the bank, lowest prices.
        thrift: probability of keeping the revenue while the next train is out of reach.
        build: probability of laying the best of `trials` tiles instead of any.
    """

    pay: float = 0.85
    consent: float = 0.6
    leave: float = 0.5
    trade: float = 0.3
    sell: float = 1.0
    found: float = 8.0
    merge: float = 3.0
    transform: float = 3.0
    trains: float = 6.0
    tokens: float = 8.0
    build: float = 0.7
    thrift: float = 0.3
    trials: int = 3
    reserve: int = 0
    careful: bool = False

    def hurried(self) -> "Tastes":
        """What the table likes when the game has lasted long: no trades, nobody plays on with a loan."""
        if self.careful:
            return replace(self, leave=1.0, thrift=0.0, trains=10, found=8, consent=0.9, reserve=0)
        return replace(self, leave=1.0, trade=0.0, consent=0.3, build=0.0, pay=1.0, thrift=0.0)


STYLES: Final = {
    "builders": Tastes(
        pay=0.97,
        thrift=0.8,
        sell=0.2,
        found=2,
        merge=0.4,
        transform=1,
        trains=8,
        build=1.0,
        trade=0.05,
        leave=0.0,
        reserve=150,
        careful=True,
    ),
    "surveyors": Tastes(
        pay=0.97,
        thrift=0.9,
        sell=0.05,
        found=1,
        merge=0.1,
        trains=4,
        build=1.0,
        trials=6,
        trade=0.0,
        leave=0.0,
        reserve=250,
        careful=True,
    ),
    "holders": Tastes(
        pay=1.0,
        thrift=0.5,
        sell=0.02,
        found=0.5,
        merge=0.2,
        trains=2,
        build=1.0,
        trials=5,
        trade=0.0,
        leave=0.0,
        reserve=200,
        careful=True,
    ),
    "climbers": Tastes(
        pay=1.0,
        thrift=0.85,
        sell=0.0,
        found=0.7,
        merge=0.1,
        trains=30,
        build=1.0,
        trials=5,
        trade=0.0,
        leave=0.0,
        reserve=350,
        careful=True,
    ),
    "merchants": Tastes(sell=3, trade=2, consent=0.7, found=8, merge=4, transform=4, leave=0.3),
    "mergers": Tastes(merge=30, transform=20, found=14, consent=0.95, trains=8, build=0.8, leave=0.3, thrift=0.6),
    "gamblers": Tastes(pay=0.9, sell=2, found=16, merge=4, trains=10, leave=1.0, build=0.3),
    "nobles": Tastes(pay=0.9, sell=3, found=10, merge=5, trains=5, build=0.6, leave=0.6),
    "anyone": Tastes(),
}
"""Names of the tables and what they like."""


def style_of(seed: int) -> str:
    """The style of a numbered game."""
    return random.Random(f"style {seed}").choice(list(STYLES))
