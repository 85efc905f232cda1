"""Tokens of SFLi: always five, those in Pisa and Firenze stay, at least one in a city [4.6.10]."""

from typing import Final

from engine.actions import Action, Discard
from engine.context import Context, Position
from engine.decisions import Decision
from engine.frames.asking import passing
from engine.frames.base import Turn
from engine.ids import CompanyId, HexId, StopRef
from engine.titles.t1841.exchange import Party, ask
from engine.titles.t1841.merger_tokens import (
    double_hex,
    drop_twins,
    on_map,
    removal_refusal,
    removal_spec,
    take_off,
    token_limit,
)
from engine.titles.t1841.network import is_city

FIXED: Final = (HexId("Q11"), HexId("R14"))
"""Pisa and Firenze."""


class TuscanTokens(Turn, tag="tuscan_tokens"):
    """The new president may take tokens outside Pisa and Firenze off the map; for a frozen SFLi all of them go.

    Attributes:
        closed: the president keeps the rest.
    """

    old: tuple[CompanyId, CompanyId]
    target: CompanyId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Settle doubles, then ask while a token may go; in the end fill the charter up to five."""
        drop_twins(ctx, self.old)
        player = ctx.rules.control.controller(ctx, self.target)
        if player is None:
            self._clear(ctx)
            return None
        party = Party(self.target, player)
        doubles = [stop for _, stop in double_hex(ctx, self.old)]
        if doubles:
            return ask(party, "drops one of two tokens on a hex", "4.6.10", (removal_spec(ctx, self.old, doubles),))
        loose = [stop for stop in self._loose(ctx) if removal_refusal(ctx, self.old, stop) is None]
        too_many = len(on_map(ctx, self.old)) > token_limit(ctx, self.target)
        if loose and (too_many or not self.closed):
            more = () if too_many else (passing("Keep the rest"),)
            specs = (removal_spec(ctx, self.old, loose), *more)
            return ask(party, "may take tokens off the map", "4.6.10", specs)
        self._fill(ctx)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Take the token off, or keep the rest."""
        if isinstance(action, Discard):
            take_off(ctx, self.old, StopRef(action.train))
        else:
            self.closed = True

    def _loose(self, ctx: Context) -> list[StopRef]:
        """Tokens that need not stay."""
        return [stop for _, stop in on_map(ctx, self.old) if _hex(stop) not in FIXED]

    def _clear(self, ctx: Context) -> None:
        """Nobody decides: Pisa and Firenze are kept, or else the first city by name."""
        while doubles := double_hex(ctx, self.old):
            take_off(ctx, self.old, doubles[-1][1])
        laid = [stop for _, stop in on_map(ctx, self.old)]
        kept = [stop for stop in laid if _hex(stop) in FIXED] or first_city(ctx, laid)
        for stop in laid:
            if stop not in kept:
                take_off(ctx, self.old, stop)
        self._fill(ctx)

    def _fill(self, ctx: Context) -> None:
        left = token_limit(ctx, self.target) - len(on_map(ctx, self.old))
        ctx.state.companies[self.target].tokens_left = left


def first_city(pos: Position, stops: list[StopRef]) -> list[StopRef]:
    """The city whose name comes first in the alphabet, as a list of one (or none)."""
    cities = [stop for stop in stops if is_city(pos, stop)]
    return sorted(cities, key=lambda stop: (pos.data.board.hexes[_hex(stop)].name, stop))[:1]


def _hex(stop: StopRef) -> HexId:
    return HexId(stop.partition(":")[0])
