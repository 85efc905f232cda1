"""Emergency money [4.5.1]: a corporation that must pay goes up the chain of its presidents, one group at a time.

The order of the groups: its own cash, its stock of others, its initial offering; the same of the corporation above it;
and so on up to the player, who gives cash and then stock. It stops as soon as enough has come together.
"""

from engine.actions import Action, Sell
from engine.context import Context, Position
from engine.decisions import Decision, Spec
from engine.events import Passed
from engine.frames.asking import decide, passing
from engine.frames.base import Turn
from engine.ids import CompanyId, EntityId
from engine.ops import cash
from engine.rules.trains import cheapest_bank_train
from engine.titles.t1841.bankruptcy import Bankruptcy, bankruptcy_specs, declare
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
    """18xx.games: sales come before the forced purchase, payer by payer, and the purchase takes the missing cash.

    Attributes:
        payer: index in the chain of payers; `over`: the company went bankrupt or passed on to the purchase.
    """

    debtor: CompanyId
    payer: int = 0

    def advance(self, ctx: Context) -> Decision | None:
        """Ask each payer in turn while his cash and that of those below him do not suffice."""
        while need := train_money_needed(ctx, self.debtor):
            chain = payers(ctx, self.debtor)
            if self.payer >= len(chain) or sum(ctx.state.cash[payer] for payer in chain[: self.payer + 1]) >= need:
                return None
            decision = self._ask(ctx, chain[self.payer], need)
            if decision is not None:
                return decision
            self.payer += 1
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell (the free cash of the chain up to the seller is taken first), go bankrupt, or leave it to the next."""
        if isinstance(action, Sell):
            need = train_money_needed(ctx, self.debtor)
            for payer in payers(ctx, self.debtor)[: self.payer + 1]:
                sweep(ctx, payer, self.debtor, need)
            carry_out(ctx, self.debtor, action.actor, action.company, action.count)
        elif not declare(ctx, self.debtor, action):
            self.payer += 1
            ctx.emit(Passed(action.actor, "sells nothing more"))

    def _ask(self, ctx: Context, payer: EntityId, need: int) -> Decision | None:
        specs: list[Spec] = []
        missing = need - ctx.state.cash[self.debtor]
        stock = sellable(ctx, self.debtor, payer)
        if stock:
            specs.append(emergency_spec(ctx, self.debtor, payer, stock, missing))
        if payer not in ctx.state.companies:
            specs += bankruptcy_specs(ctx, self.debtor)
        if not specs:
            return None
        return decide(
            ctx, payer, (f"sells shares for {self.debtor}", "emergency"), (*specs, passing("Sell nothing more"))
        )


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
