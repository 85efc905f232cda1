"""A short game played by itself, the same every time: something to measure where nobody brought a log."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.actions import Action, Bid, Buy, Train
from engine.decisions import Decision
from engine.ids import BANK, POOL
from engine.session import Act, Session
from engine.title import Setup, Title

_MULTIPLIER: Final = 1103515245
_INCREMENT: Final = 12345
_MODULUS: Final = 2**31

CANDIDATES: Final = 40
"""So many values of a verb are looked at: enough variety, little time."""

LIKED: Final = ("run", "pay", "train", "lay", "token", "par", "buy", "discard", "draw", "roll")
"""Verbs of somebody who builds and runs, most wanted first; other verbs only when none of these is possible."""

SELDOM: Final = 5
"""One move in so many leaves the first wish alone, or makes a bid."""


def sample_game(title: Title, actions: int) -> Session:
    """Return a game of at most so many legal actions in which companies are founded, build and run."""
    names = tuple(f"Player {number}" for number in range(1, max(3, title.players[0]) + 1))
    session = Session(title, Setup(title.id, names, (), title.editions[0], title.version))
    seed = 1
    while (decision := session.decision) is not None and len(session.live) < actions:
        seed = (seed * _MULTIPLIER + _INCREMENT) % _MODULUS
        session.play(Act(sample_move(decision, seed // 7)))  # type: ignore[arg-type]
    return session


def sample_move(decision: Decision, seed: int) -> Action:
    """Return a legal move; the same for the same number."""
    verbs = decision.verbs()
    wishes: list[str] = [verb for verb in LIKED if verb in verbs]
    if "bid" in verbs and not seed % SELDOM:
        wishes.append("bid")
    elif len(wishes) > 1 and not seed % SELDOM:
        wishes = wishes[1:]
    for verb in (*wishes, *(verb for verb in ("pass", *verbs) if verb in verbs and verb not in wishes)):
        found = list(islice(_sensible(decision, verb), CANDIDATES))
        if found:
            least = min(map(_price, found))
            found = [action for action in found if _price(action) == least]
            return found[seed // SELDOM % len(found)]
    return next(decision.enumerate())


def _sensible(decision: Decision, verb: str) -> Iterator[Action]:
    """Yield moves of a verb, without purchases that others would have to agree to."""
    for spec in decision.specs:
        if spec.name == verb:
            yield from (action for action in spec.enumerate(decision.actor) if not _from_others(action))


def _from_others(action: Action) -> bool:
    if isinstance(action, Train):
        return action.source not in (BANK, POOL)
    return isinstance(action, Buy) and action.source not in (BANK, POOL, action.item.rstrip("*"))


def _price(action: Action) -> int:
    return action.amount if isinstance(action, Bid) else action.price if isinstance(action, Train) else 0
