"""Chance as a player: draws the answer to a question the engine asks CHANCE."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.errors import BotError
from engine.actions import Action
from engine.decisions import Amount, Decision, Domain, Subset, Value
from engine.ids import CHANCE

T = TypeVar("T")

Pick = Callable[[int], int]
"""Given n, a number from 0 to n - 1, all equally likely."""


def is_chance(decision: Decision | None) -> bool:
    """Whether the game waits for a draw or a roll."""
    return decision is not None and decision.player == CHANCE


def draw(decision: Decision, pick: Pick) -> Action:
    """Return a random legal answer, each candidate equally likely.

    Raises:
        BotError: the question has no legal answer.
    """
    spec = _one_of(decision.specs, pick)
    given: dict[str, Value] = {}
    while (domain := spec.domain(given)) is not None:
        given[spec.fields[len(given)].name] = _value(domain, pick)
    action = spec.build(decision.actor, given)
    if (refusal := decision.rejection(action)) is not None:
        raise BotError(f"Chance drew what is not allowed: {refusal}")
    return action


def question(decision: Decision, drawn: int) -> str:
    """Return the key of a chance question: the same question has the same key, also after an undo.

    `drawn` is how often chance has answered before in the moves that count. The position itself is left out on
    purpose: taking back and doing some other trifle first must not buy a new draw.
    """
    verbs = (f"{spec.name}({', '.join(field.name for field in spec.fields)})" for spec in decision.specs)
    text = "\n".join([str(drawn), decision.actor, decision.prompt, decision.paragraph, *verbs])
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _value(domain: Domain, pick: Pick) -> Value:
    if isinstance(domain, Amount) and not domain.filters:
        numbers = range(domain.low, domain.high + 1, domain.step)
        return _one_of(numbers, pick)
    if isinstance(domain, Subset) and not domain.filters and domain.least == domain.most:
        return ",".join(_some_of(domain.members, domain.least, pick))
    return _one_of(tuple(domain.options()), pick)


def _one_of(values: Sequence[T], pick: Pick) -> T:
    if not values:
        raise BotError("Chance is asked a question without an answer.")
    return values[pick(len(values))]


def _some_of(members: Sequence[str], count: int, pick: Pick) -> list[str]:
    left = list(range(len(members)))
    chosen = sorted(left.pop(pick(len(left))) for _ in range(count))
    return [members[index] for index in chosen]
