"""A player's turn of a stock round: sell, then buy, start, trade or nothing [3]; and the end of the round [3.4]."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import field as default

from engine.actions import Action, AnyAction, Buy, Par, Sell
from engine.context import Context
from engine.decisions import Decision, Spec
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, passing, possible
from engine.frames.base import Turn
from engine.frames.stock import mark_acted
from engine.ids import BANK, POOL, CompanyId, PlayerId
from engine.ops import cash, market, phase, seats, shares
from engine.rules.order import marker_of
from engine.titles.t1841.dealing import (
    carry_out_purchase,
    carry_out_sale,
    end_sales,
    pressing,
    purchase_spec,
    sale_spec,
)
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.founding import start, start_spec
from engine.titles.t1841.trades import ask_seller, carry_out_trade, trade_spec


class StockTurn1841(Turn, tag="stock_turn_1841"):
    """One player's turn.

    Attributes:
        pending: rows that the tokens of sold corporations still have to go down, when the sell step ends [3.1].
        refused: offers that a player has refused in this turn; they are not made again.
        acted: something was sold; `closed`: the turn is over.
    """

    player: PlayerId
    pending: dict[CompanyId, int] = default(default_factory=dict)
    refused: list[AnyAction] = default(default_factory=list)
    acted: bool = False
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the next deal; a player without any legal action passes unasked."""
        if self.closed:
            return None
        selling = sale_spec(ctx, self.player)
        may_sell = possible(selling, self.player)
        if may_sell and (excess := pressing(ctx, self.player)):
            return decide(ctx, self.player, (f"must sell ({excess})", "sell"), (selling,))
        every = [*self._purchases(ctx), selling]
        specs = [spec for spec in every if (may_sell if spec is selling else possible(spec, self.player))]
        if not specs:
            self._close(ctx)
            return None
        idle = [spec for spec in every if spec not in specs]
        ending = passing("End the turn" if self.acted else "Pass")
        return decide(ctx, self.player, ("buys or sells stock", "stock"), (*specs, ending), idle)

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell and go on, or do one other thing, which ends the turn."""
        if isinstance(action, Sell):
            carry_out_sale(ctx, self.player, action, self.pending)
            self._act(ctx)
            return
        if isinstance(action, Buy) and action.source in ctx.state.players:
            self._trade(ctx, action)
            return
        self._close(ctx)
        if isinstance(action, Buy):
            carry_out_purchase(ctx, self.player, action.item, action.source)
        elif isinstance(action, Par):
            start(ctx, self.player, action)
        else:
            ctx.emit(Passed(self.player, "ends the turn" if self.acted else "passes"))
            return
        self._act(ctx)

    def _trade(self, ctx: Context, action: Buy) -> None:
        """Ask the seller; online the consent is given outside the game (D38)."""
        if is_online(ctx):
            self.agreed(ctx, action)
        else:
            ctx.push(ask_seller(ctx, action))

    def agreed(self, ctx: Context, action: Action) -> None:
        """The seller says yes: the trade is the turn's purchase [3.2]."""
        assert isinstance(action, Buy)
        self._close(ctx)
        carry_out_trade(ctx, action)
        self._act(ctx)

    def declined(self, ctx: Context, action: Action) -> None:
        """The seller says no: the step stays open, this very offer is not made again."""
        assert isinstance(action, Buy)
        self.refused.append(action)

    def _purchases(self, ctx: Context) -> list[Spec]:
        trade = trade_spec(ctx, self.player)
        offers = [replace(trade, final=self._offered_before)] if trade else []
        return [purchase_spec(ctx, self.player), start_spec(ctx, self.player), *offers]

    def _offered_before(self, action: Action) -> RuleError | None:
        if action not in self.refused:
            return None
        return RuleError("refused_before", "3.2", "This very offer was refused in this turn; make another one.")

    def _act(self, ctx: Context) -> None:
        self.acted = True
        mark_acted(ctx)
        if is_online(ctx):
            phase.move_priority(ctx, ctx.rules.order.clockwise(ctx, self.player)[1])

    def _close(self, ctx: Context) -> None:
        """End the sell step; what follows is the turn's last action."""
        end_sales(ctx, self.player, self.pending)
        self.closed = True


class CloseStockRound(Turn, tag="close_stock_round_1841"):
    """The end of a stock round, after the priority deal has moved [3.4]."""

    def advance(self, ctx: Context) -> Decision | None:
        """Move the tokens, take unused concessions back, pay the Bayard's owner, forget who sold what."""
        _lower_unsold(ctx)
        _raise_sold_out(ctx)
        for item, owner in list(ctx.state.privates.items()):
            data = ctx.data.privates[item]
            if data.starts is not None and data.starts not in ctx.state.companies and owner != POOL:
                shares.move_private(ctx, item, POOL, price=0)
            if data.income and owner in ctx.state.players:
                cash.pay(ctx, BANK, owner, data.income, reason="concession")
        extra_of(ctx).sold.clear()
        if is_online(ctx):
            seats.seat(ctx, seated_from(ctx.state.players, ctx.state.priority))
        return None


class ForgetSales(Turn, tag="forget_sales_1841"):
    """An operating round begins: what corporations sold in the last one may be bought again [4.7.2]."""

    def advance(self, ctx: Context) -> Decision | None:
        """Forget."""
        extra_of(ctx).sold.clear()
        return None


def seated_from(players: Sequence[PlayerId], first: PlayerId) -> list[PlayerId]:
    """The seats, counted from `first`: the online edition lists them so after every stock round."""
    start = players.index(first)
    return [*players[start:], *players[:start]]


def _lower_unsold(ctx: Context) -> None:
    """Every corporation with stock in the pool goes down a row, a frozen one two [3.4, 4.5.1.1]."""
    for company in ctx.rules.order.operating(ctx):
        if ctx.state.shares[company].get(POOL):
            rows = 2 if ctx.rules.control.is_frozen(ctx, company) else 1
            market.move(ctx, marker_of(company), "down", times=rows, cause="round end")


def _raise_sold_out(ctx: Context) -> None:
    """Every corporation whose stock is all in hands goes up a row, unless it is frozen [3.4]."""
    for company in ctx.rules.order.operating(ctx):
        held = ctx.state.shares[company]
        if not held.get(POOL) and not held.get(company) and not ctx.rules.control.is_frozen(ctx, company):
            market.move(ctx, marker_of(company), "up", cause="round end")
