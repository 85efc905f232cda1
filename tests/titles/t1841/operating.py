"""Positions inside an operating round: trains, charters, the turn of a corporation or single steps of it."""

from collections.abc import Iterable
from typing import Self

from engine.context import Context
from engine.frames.cycle import Cycle
from engine.frames.operating import OperatingRound
from engine.ids import BANK, EntityId, TrainId
from engine.rules.trains import train_class
from engine.state import Frame, RoundMark
from tests.titles.t1841.table import Position, company


class Yard(Position):
    """A position on the operating side; `turn` begins the turn of a corporation."""

    @property
    def context(self) -> Context:
        return self.game.context

    def trains(self, name: str, *kinds: str) -> Self:
        """Give a corporation trains out of the depot."""
        state = self.game.state
        for kind in kinds:
            card = next(card for card in state.depot if train_class(card) == kind)
            state.depot.remove(card)
            state.trains.setdefault(company(name), []).append(card)
        return self

    def front(self, kind: str) -> Self:
        """Take every class before `kind` out of the depot."""
        state = self.game.state
        order = [train.id for train in self.context.data.trains]
        state.depot[:] = [card for card in state.depot if order.index(train_class(card)) >= order.index(kind)]
        return self

    def discarded(self, kind: str) -> Self:
        """Put a card of a class into the bank's discard."""
        state = self.game.state
        found = [card for card in state.depot if train_class(card) == kind]
        card = found[0] if found else TrainId(f"{kind}-9")
        state.depot[:] = [other for other in state.depot if other != card]
        state.discards.append(card)
        return self

    def charter(self, name: str, tokens: int) -> Self:
        """Put tokens on a charter."""
        self.game.state.companies[company(name)].tokens_left = tokens
        return self

    def treasury(self, **amounts: int) -> Self:
        """Fix the money of corporations and players; the bank holds the rest."""
        cash = self.game.state.cash
        for who, amount in amounts.items():
            cash[BANK] += cash.get(EntityId(who), 0) - amount
            cash[EntityId(who)] = amount
        return self

    def turn(self, name: str, *steps: Frame, waiting: Iterable[str] = (), parts: int = 2) -> Self:
        """Begin the turn of a corporation in the first operating round of set 2: all steps, or only those named."""
        chosen = steps or (self.context.rules.turns.operating_turn(self.context, company(name)),)
        running = OperatingRound(2, 1, [company(other) for other in waiting], company(name), begun=True)
        self.game.state.round = RoundMark("operating", 2, 1)
        self.begin(Cycle(2, 1, parts), running, *reversed(chosen))
        return self

    def events(self, line: str) -> list[str]:
        """Play a line and return the class names of its events."""
        self.do(line)
        return [type(event).__name__ for event in self.context.events]
