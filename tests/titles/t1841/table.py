"""A table of 1841 for tests: moves as lines of notation, refusals by code, positions put together by hand."""

from collections.abc import Iterable
from typing import Self

import pytest

from engine.errors import RuleError
from engine.game import Blueprint, Game
from engine.ids import BANK, POOL, CompanyId, EntityId, HexId, MarkerId, PhaseId, PlayerId, PrivateId
from engine.notation import read
from engine.ops import companies, market, shares
from engine.rules.market import starts_of
from engine.state import Frame, PlacedTile, State
from engine.title import Setup
from engine.titles import find

ONLINE = "18xx.games"


def player(number: int) -> PlayerId:
    return PlayerId(EntityId(f"P{number}"))


def company(name: str) -> CompanyId:
    return CompanyId(EntityId(name))


def marker(name: str) -> MarkerId:
    return MarkerId(name)


class Table:
    """A running game; `do` plays lines, `refused` expects a refusal and returns it."""

    def __init__(self, seats: int = 3, options: Iterable[str] = (), edition: str = "book") -> None:
        names = tuple(f"N{number}" for number in range(1, seats + 1))
        setup = Setup("1841", names, tuple(sorted(options)), edition)
        self.game: Game = Blueprint(find("1841"), setup).first()

    def do(self, *lines: str) -> Self:
        for line in lines:
            self.game.apply(read(line))
        return self

    def refused(self, line: str) -> RuleError:
        before = self.game.digest()
        with pytest.raises(RuleError) as caught:
            self.game.apply(read(line))
        assert self.game.digest() == before
        return caught.value

    def code(self, line: str) -> tuple[str, str]:
        """Code and paragraph of the refusal of a line."""
        error = self.refused(line)
        return error.code, error.paragraph

    @property
    def actor(self) -> str:
        assert self.game.decision is not None
        return self.game.decision.actor

    @property
    def verbs(self) -> tuple[str, ...]:
        assert self.game.decision is not None
        return self.game.decision.verbs()

    def offers(self, verb: str, field: str) -> list[object]:
        """Values of one field among all listed actions of a verb."""
        assert self.game.decision is not None
        specs = [spec for spec in self.game.decision.specs if spec.name == verb]
        listed = [action for spec in specs for action in spec.enumerate(self.game.decision.actor)]
        return list(dict.fromkeys(getattr(action, field) for action in listed))

    def cash(self, who: str) -> int:
        return self.game.state.cash[EntityId(who)]

    def owner(self, item: str) -> str:
        return self.game.state.privates[PrivateId(item)]

    def percent(self, who: str, name: str) -> int:
        context = self.game.context
        return context.rules.shares.percent(context, EntityId(who), company(name))

    def price(self, name: str) -> int:
        return self.game.context.rules.market.price(self.game.context, marker(name))

    def president(self, name: str) -> str | None:
        return self.game.context.rules.control.president(self.game.context, company(name))


class Position(Table):
    """A table past the auction, with corporations and holdings put on it by hand."""

    def __init__(self, seats: int = 3, options: Iterable[str] = (), edition: str = "book", *, phase: str = "2") -> None:
        super().__init__(seats, options, edition)
        state = self.game.state
        state.stack.clear()
        state.phase = PhaseId(phase)
        for item in state.privates:
            state.privates[item] = POOL
        if int(phase) >= 4:
            state.privates.clear()
            state.reserved.clear()

    def own(self, item: str, who: str) -> Self:
        self.game.state.privates[PrivateId(item)] = EntityId(who)
        return self

    def money(self, **amounts: int) -> Self:
        cash = self.game.state.cash
        for who, amount in amounts.items():
            cash[BANK] += cash[EntityId(who)] - amount
            cash[EntityId(who)] = amount
        return self

    def run(self, name: str, price: int, *, operated: bool = True, **held: int) -> Self:
        """A running corporation: percent by holder, the first one presides; the rest is the initial offering."""
        context = self.game.context
        companies.create(context, company(name))
        cells = starts_of(context.data.market, ("par", "par_major"))
        found = cells.get(price) or self._cell(price)
        market.place(context, marker(name), found)
        context.state.companies[company(name)].operated = operated
        for number, (who, percent) in enumerate(held.items()):
            self.give(company(name), EntityId(who), percent, first=number == 0)
        return self

    def token(self, name: str, *stops: str) -> Self:
        for stop in stops:
            self.game.state.tokens.setdefault(stop, []).append(company(name))
        return self

    def tile(self, hex_id: str, number: str, turn: int = 0) -> Self:
        state = self.game.state
        state.tiles[HexId(hex_id)] = PlacedTile(next(t for t in state.tile_counts if t == number), turn)
        self.game.context.board.changed(HexId(hex_id))
        return self

    def begin(self, *stack: Frame) -> Self:
        self.game = Game(self.game.blueprint, self._with(stack))
        return self

    def _with(self, stack: tuple[Frame, ...]) -> State:
        self.game.state.stack[:] = stack
        return self.game.state

    def give(self, name: CompanyId, who: EntityId, percent: int, *, first: bool) -> None:
        """Out of the initial offering; `first` = the president's certificate with it."""
        context = self.game.context
        sizes = context.state.companies[name].sizes
        if first:
            shares.move(context, name, [0], name, who)
            percent -= sizes[0]
        shares.move(context, name, shares.ordinary(context, name, name, percent // sizes[1]), name, who)

    def _cell(self, price: int) -> tuple[int, int]:
        rows = self.game.context.data.market.rows
        return next(
            (r, c) for r, cells in enumerate(rows) for c, cell in enumerate(cells) if cell and cell.price == price
        )
