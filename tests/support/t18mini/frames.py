"""What only the toy has: home tokens, income, money in need, seats drawn by lot."""

from itertools import permutations
from typing import cast

from engine.actions import Action, Draw, Sell
from engine.context import Context
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.frames.asking import decide, possible, refusal
from engine.frames.base import Turn
from engine.frames.operating import resort
from engine.frames.trading import sell_spec
from engine.ids import BANK, CHANCE, POOL, CompanyId, EntityId, PlayerId
from engine.ops import board, cash, market, phase, sales
from engine.rules.order import marker_of


class DrawSeats(Turn, tag="draw_seats"):
    done: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        if self.done:
            return None
        orders = [",".join(order) for order in permutations(ctx.state.players)]
        unknown = refusal(ctx, "no_order", "seats", "That is no order of all players.")
        spec = Spec(Draw, "Draw the seats", (field("outcome", OneOf(lambda: orders, unknown)),))
        return Decision(CHANCE, CHANCE, "draws the seats", "1.1", (spec,), barrier=True)

    def apply(self, ctx: Context, action: Action) -> None:
        assert isinstance(action, Draw)
        self.done = True
        ctx.state.players = [PlayerId(EntityId(name)) for name in action.outcome.split(",")]
        phase.move_priority(ctx, ctx.state.players[0])


class PlaceHome(Turn, tag="place_home"):
    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        board.place_token(ctx, self.company, ctx.data.companies[self.company].homes[0])
        return None


class PayIncome(Turn, tag="pay_income"):
    def advance(self, ctx: Context) -> Decision | None:
        for item, owner in ctx.state.privates.items():
            if owner in ctx.state.players:
                cash.pay(ctx, BANK, owner, ctx.data.privates[item].income, reason="income")
        return None


class MoveSoldOut(Turn, tag="move_sold_out"):
    def advance(self, ctx: Context) -> Decision | None:
        for company in ctx.rules.order.operating(ctx):
            holders = ctx.state.shares[company]
            if not holders.get(company) and not holders.get(POOL):
                market.move(ctx, marker_of(company), "up", cause="round end")
        return None


class RaiseCash(Turn, tag="raise_cash"):
    """The president pays what is missing, sells until he can, or is bankrupt, which ends the game."""

    company: CompanyId
    amount: int

    def advance(self, ctx: Context) -> Decision | None:
        president = ctx.rules.control.controller(ctx, self.company)
        assert president is not None
        missing = self.amount - ctx.state.cash[self.company]
        if ctx.state.cash[president] >= missing:
            cash.pay(ctx, president, self.company, missing, reason="train")
            return None
        spec = self._spec(ctx, president)
        if not possible(spec, president):
            phase.end_game(ctx, "bankruptcy")
            return None
        return decide(ctx, president, ("sells shares to pay for a train", "sell"), (spec,))

    def apply(self, ctx: Context, action: Action) -> None:
        assert isinstance(action, Sell)
        sales.sell(ctx, action.actor, action.company, action.count)
        resort(ctx)

    def _spec(self, ctx: Context, president: PlayerId) -> Spec:
        kept = refusal(ctx, "keeps_presidency", "sell", "The presidency of the company in need is not given away.")

        def final(action: Action) -> RuleError | None:
            sale = cast(Sell, action)
            gives = sale.company == self.company
            return kept if gives and ctx.rules.shares.successor(ctx, sale.company, president, sale.count) else None

        plain = sell_spec(ctx, president)
        return Spec(plain.verb, plain.words, plain.fields, final=final)
