"""Emergency money [4.5.1]: a corporation that must pay goes up the chain of its presidents, one group at a time.

The order of the groups: its own cash, its stock of others, its initial offering; the same of the corporation above it;
and so on up to the player, who gives cash and then stock. It stops as soon as enough has come together.
"""

from engine.actions import Action, Choose, Sell, Train
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.frames.asking import decide, possible
from engine.frames.base import Turn
from engine.frames.trains import BuyTrains, train_spec
from engine.ids import BANK, POOL, CompanyId, EntityId
from engine.ops import cash
from engine.rules.trains import cheapest_bank_train
from engine.titles.t1841.bankruptcy import LEAVE, LOAN, Bankruptcy, declare, fate_spec
from engine.titles.t1841.emergency_sales import carry_out, emergency_spec, sellable

CASH, STOCK, OFFERING = "cash", "stock", "offering"


def payers(pos: Position, debtor: CompanyId) -> tuple[EntityId, ...]:
    """Who pays, in order: the corporation itself, then its presidents upwards."""
    return (debtor, *pos.rules.control.chain(pos, debtor))


class RaiseMoney(Turn, tag="raise_money"):
    """Brings the treasury of `debtor` to `need`, strictly in the order of the groups.

    Attributes:
        payer: index in the chain of payers; `group`: cash, stock of others, or own initial offering.
    """

    debtor: CompanyId
    need: int
    payer: int = 0
    group: str = CASH

    def advance(self, ctx: Context) -> Decision | None:
        """Move cash, sell what leaves no choice, ask where there is one; declare bankruptcy when all is spent."""
        while (missing := self.need - ctx.state.cash[self.debtor]) > 0:
            chain = payers(ctx, self.debtor)
            if self.payer >= len(chain):
                ctx.state.stack.pop()
                ctx.push(Bankruptcy(self.debtor))
                return None
            decision = self._draw_on(ctx, chain[self.payer], missing)
            if decision is not None:
                return decision
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell the chosen shares."""
        assert isinstance(action, Sell)
        carry_out(ctx, self.debtor, action.actor, action.company, action.count)

    def _draw_on(self, ctx: Context, payer: EntityId, missing: int) -> Decision | None:
        if self.group == CASH:
            if payer != self.debtor:
                cash.pay(ctx, payer, self.debtor, min(missing, ctx.state.cash[payer]), reason="emergency")
            self.group = STOCK
            return None
        stock = [
            company for company in sellable(ctx, self.debtor, payer) if (company == payer) == (self.group == OFFERING)
        ]
        if not stock:
            self._next_group(ctx, payer)
            return None
        spec = emergency_spec(ctx, self.debtor, payer, stock, missing)
        choices = [action for action, _ in zip(spec.enumerate(payer), range(2), strict=False)]
        if len(choices) == 1:
            self.apply(ctx, choices[0])
            return None
        return decide(ctx, payer, (f"sells shares for {self.debtor}", "emergency"), (spec,))

    def _next_group(self, ctx: Context, payer: EntityId) -> None:
        if self.group == STOCK and payer in ctx.state.companies:
            self.group = OFFERING
        else:
            self.payer, self.group = self.payer + 1, CASH


class OnlineEmergency(Turn, tag="online_emergency"):
    """18xx.games: sales come before the forced purchase, which then takes the missing cash up the chain.

    The corporation in need acts for its whole chain: what it sells is the stock of the first payer who has any and
    whose cash, with that of the payers below, does not suffice. It may buy another corporation's train instead. The
    site does not enforce that order (D41), so another payer may be named to sell first.

    Attributes:
        seller: who has been named to make the next sale; empty = whose turn it is.
    """

    debtor: CompanyId
    seller: str = ""

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for a sale while the money of the chain does not suffice."""
        need = train_money_needed(ctx, self.debtor)
        first = first_seller(ctx, self.debtor, need)
        if not need or first is None:
            return None
        seller = EntityId(self.seller) if self.seller else first
        stock = sellable(ctx, self.debtor, seller)
        missing = need - ctx.state.cash[self.debtor]
        specs = [emergency_spec(ctx, self.debtor, seller, stock, missing)] if stock else []
        specs += [spec for spec in (others_trains(ctx, self.debtor),) if possible(spec, self.debtor)]
        if first not in ctx.state.companies:
            specs.append(fate_spec(ctx))
        others = [payer for payer in payers(ctx, self.debtor) if payer != seller and sellable(ctx, self.debtor, payer)]
        if others:
            specs.append(_seller_spec(seller, others))
        return decide(ctx, self.debtor, ("raises money for a train", "emergency"), specs)

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell (the free cash of the chain up to the seller is taken first), buy elsewhere, or go bankrupt."""
        if isinstance(action, Sell):
            self._sell(ctx, action)
        elif isinstance(action, Choose) and action.option not in (LEAVE, LOAN):
            self.seller = action.option
        elif isinstance(action, Choose):
            declare(ctx, self.debtor, action)
        else:
            ctx.state.stack.pop()
            below = ctx.state.stack[-1]
            assert isinstance(below, BuyTrains)
            below.apply(ctx, action)

    def _sell(self, ctx: Context, action: Sell) -> None:
        need = train_money_needed(ctx, self.debtor)
        seller = EntityId(self.seller) if self.seller else first_seller(ctx, self.debtor, need)
        assert seller is not None
        self.seller = ""
        chain = payers(ctx, self.debtor)
        for payer in chain[: chain.index(seller) + 1]:
            sweep(ctx, payer, self.debtor, need)
        carry_out(ctx, self.debtor, seller, action.company, action.count)
        self._give_change(ctx, seller, need)

    def _give_change(self, ctx: Context, seller: EntityId, need: int) -> None:
        """What was sold beyond the need stays with the seller (D42)."""
        surplus = ctx.state.cash[self.debtor] - need
        if seller != self.debtor and surplus > 0:
            cash.pay(ctx, self.debtor, seller, surplus, reason="change")


class SweepCash(Turn, tag="sweep_cash"):
    """18xx.games: the forced purchase takes the missing cash from the chain upwards, the player last."""

    debtor: CompanyId
    need: int

    def advance(self, ctx: Context) -> Decision | None:
        """Move the cash."""
        for payer in payers(ctx, self.debtor):
            sweep(ctx, payer, self.debtor, self.need)
        return None


def first_seller(pos: Position, debtor: CompanyId, need: int) -> EntityId | None:
    """Who has to sell now, online: the first payer with stock; the player when nobody has any; None = cash suffices."""
    gathered, chain = 0, payers(pos, debtor)
    for payer in chain:
        gathered += pos.state.cash[payer]
        if gathered >= need:
            return None
        if sellable(pos, debtor, payer):
            return payer
    return chain[-1]


def _seller_spec(seller: EntityId, others: list[EntityId]) -> Spec:
    """The spec of naming another payer for the next sale (D41)."""
    unknown = RuleError("no_seller", "4.5.1", f"{', '.join(others)} could sell instead of {seller}.")
    labels = {str(payer): f"{payer} sells first" for payer in others}
    domain = OneOf(lambda: tuple(labels), unknown, (), lambda value: labels[str(value)])
    return Spec(Choose, "Let another one sell first", (field("option", domain),))


def others_trains(ctx: Context, company: CompanyId) -> Spec:
    """The spec of buying another corporation's train with the own treasury [4.5]."""
    spec = train_spec(ctx, company, [])

    def final(action: Action) -> RuleError | None:
        if not isinstance(action, Train) or action.source not in (BANK, POOL):
            return None
        return RuleError("sell_first", "4.5.1", f"{company} cannot pay for a train of the bank before stock is sold.")

    return Spec(spec.verb, spec.words, spec.fields, final=final)


def sweep(ctx: Context, payer: EntityId, debtor: CompanyId, need: int) -> None:
    """Move a payer's cash to the debtor as far as it is needed."""
    missing = need - ctx.state.cash[debtor]
    if payer != debtor and missing > 0:
        cash.pay(ctx, payer, debtor, min(missing, ctx.state.cash[payer]), reason="emergency")


def train_money_needed(pos: Position, company: CompanyId) -> int:
    """Price of the cheapest bank train when the company must own one and cannot pay it; 0 otherwise."""
    offer = cheapest_bank_train(pos)
    if offer is None or not pos.rules.trains.must_own(pos, company):
        return 0
    return offer.low if pos.state.cash[company] < offer.low else 0
