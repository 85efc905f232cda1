"""What a random table likes: drawn once per game, so that games differ in more than their dice."""

import random
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Tastes:
    """Weights and probabilities of one game.

    Attributes:
        pay, consent, leave: probability of a dividend, of a yes, of leaving after a bankruptcy.
        trade, sell, found, merge, transform: weights against 10 for the plain thing to do in that step.
        trains: weight of buying a train while none is needed; `tokens`: of a token.
        thrift: probability of keeping the revenue while the next train is out of reach.
        build: probability of laying the best of some tiles instead of any.
        daring: probability of a purchase or sale chosen for its consequences up the chain of presidents.
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
    daring: float = 0.2
    thrift: float = 0.3


STYLES: Final = {
    "builders": Tastes(
        thrift=0.8, pay=0.95, sell=0.3, found=4, merge=0.6, transform=1, trains=12, build=1.0, trade=0.1, daring=0
    ),
    "holders": Tastes(
        thrift=0.6, pay=0.98, sell=0.05, found=3, merge=0.3, trains=4, build=1.0, trade=0.05, daring=0, leave=0.1
    ),
    "merchants": Tastes(sell=3, trade=2, consent=0.7, found=8, merge=4, transform=4, daring=0.5),
    "mergers": Tastes(merge=30, transform=20, found=14, consent=0.95, trains=8, build=0.8),
    "gamblers": Tastes(pay=0.9, sell=2, found=16, merge=4, trains=10, leave=1.0, daring=0.8, build=0.3),
    "nobles": Tastes(pay=0.9, sell=3, found=10, merge=5, trains=5, daring=1.0, build=0.6, leave=0.6),
    "anyone": Tastes(),
}
"""Names of the tables and what they like."""


def style_of(seed: int) -> str:
    """The style of a numbered game."""
    return random.Random(f"style {seed}").choice(list(STYLES))
