"""The plain turn of a stock round: sell any, buy one."""

from functools import partial
from typing import cast

from engine.actions import Action, Buy, Par, Sell
from engine.context import Context
from engine.decisions import Amount, Decision, Field, Given, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, money, passing, possible, refusal
from engine.frames.base import Turn
from engine.frames.stock import has_sold, mark_acted, note_sale
from engine.ids import BANK, POOL, CompanyId, EntityId, PlayerId, PrivateId
from engine.ops import cash, companies, sales, shares
from engine.rules.order import marker_of


class StockTurn(Turn, tag="stock_turn"):
    """A plain turn: any number of sales, then at most one purchase, which ends the turn."""

    player: PlayerId
    acted: bool = False
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the next sale or purchase while one is possible."""
        if self.closed:
            return None
        makers = (buy_spec, private_spec, par_spec, sell_spec)
        every = [(spec, possible(spec, self.player)) for spec in (make(ctx, self.player) for make in makers)]
        specs, idle = [spec for spec, legal in every if legal], [spec for spec, legal in every if not legal]
        if ctx.rules.shares.certificates(ctx, self.player) > ctx.rules.shares.limit(ctx, self.player):
            sales_only = [spec for spec in specs if spec.verb is Sell]
            if sales_only:
                return decide(ctx, self.player, ("must sell down to the limit", "sell"), sales_only)
        if not specs:
            return None
        words = "End the turn" if self.acted else "Pass"
        return decide(ctx, self.player, ("buys or sells shares", "stock"), (*specs, passing(words)), idle)

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell and go on, or buy or pass and be done."""
        if isinstance(action, Sell):
            sales.sell(ctx, self.player, action.company, action.count)
            note_sale(ctx, self.player, action.company)
            self.acted = True
        else:
            self.closed = True
            self._finish(ctx, action)
        if self.acted:
            mark_acted(ctx)

    def _finish(self, ctx: Context, action: Action) -> None:
        if isinstance(action, Par):
            found_company(ctx, self.player, action)
        elif isinstance(action, Buy) and action.item in ctx.data.privates:
            item = PrivateId(action.item)
            price = ctx.data.privates[item].price
            cash.pay(ctx, self.player, BANK, price, reason="private")
            shares.move_private(ctx, item, self.player, price=price)
        elif isinstance(action, Buy):
            buy_share(ctx, self.player, CompanyId(EntityId(action.item)), action.source)
        else:
            ctx.emit(Passed(self.player, "ends the turn" if self.acted else "passes"))
            return
        self.acted = True


def buy_share(ctx: Context, buyer: EntityId, company: CompanyId, source: EntityId) -> None:
    """Buy one ordinary certificate at the present price; the company is paid for its own, the bank for the pool's."""
    price = ctx.rules.market.price(ctx, marker_of(company))
    cash.pay(ctx, buyer, BANK if source == POOL else source, price, reason="shares")
    shares.move(ctx, company, shares.ordinary(ctx, company, source, 1), source, buyer)
    shares.settle_presidency(ctx, company)


def found_company(ctx: Context, founder: EntityId, action: Par) -> None:
    """Found a company at a price: the founder takes the president's certificate and pays for it to the treasury."""
    company = action.company
    companies.found(ctx, company, founder, ctx.rules.market.starts(ctx, company)[action.price])
    sizes = ctx.data.companies[company].shares
    cash.pay(ctx, founder, company, action.price * sizes[0] // sizes[1], reason="shares")
    shares.move(ctx, company, [0], company, founder)
    ctx.state.companies[company].floated = True
    for frame in reversed(ctx.rules.turns.aftermath(ctx, company, action)):
        ctx.push(frame)


def sell_spec(ctx: Context, seller: EntityId) -> Spec:
    """Return the spec of a sale to the pool: company, then number of small shares."""
    held = [company for company, holders in ctx.state.shares.items() if company != seller and holders.get(seller)]
    unknown = refusal(ctx, "not_held", "sell", f"{seller} holds no shares of that company.")

    def one(value: Value) -> RuleError | None:
        return ctx.rules.shares.sale_refusal(ctx, seller, cast(CompanyId, value), 1)

    return Spec(
        Sell,
        "Sell shares",
        (
            field("company", OneOf(lambda: held, unknown, (one,))),
            Field("count", lambda given: _counts(ctx, seller, given)),
        ),
    )


def _counts(ctx: Context, seller: EntityId, given: Given) -> Amount:
    company = cast(CompanyId, given["company"])
    small = ctx.state.companies[company].sizes[-1]
    most = ctx.rules.shares.percent(ctx, seller, company) // small
    wrong = refusal(ctx, "not_held", "sell", f"{seller} holds {most} shares of {company}.")

    def legal(value: Value) -> RuleError | None:
        return ctx.rules.shares.sale_refusal(ctx, seller, company, cast(int, value))

    return Amount(1, most, wrong, filters=(legal,), money=False)


def buy_spec(ctx: Context, buyer: EntityId) -> Spec:
    """Return the spec of buying one ordinary certificate: company, then seller (its initial offering or the pool)."""
    unknown = refusal(ctx, "not_started", "buy", "No company of that name has been started.")
    return Spec(
        Buy,
        "Buy a share",
        (
            field("item", OneOf(lambda: ctx.state.companies, unknown, (partial(_item_refusal, ctx, buyer),))),
            Field("source", lambda given: _sellers(ctx, given)),
        ),
    )


def _item_refusal(ctx: Context, buyer: EntityId, value: Value) -> RuleError | None:
    company = cast(CompanyId, value)
    if not _sellers_of(ctx, company):
        return refusal(ctx, "sold_out", "buy", f"No share of {company} is for sale.")
    if has_sold(ctx, buyer, company):
        return refusal(ctx, "sold_before", "buy", f"{buyer} has sold {company} in this round and may not buy it again.")
    price = ctx.rules.market.price(ctx, marker_of(company))
    if price > ctx.state.cash.get(buyer, 0):
        sentence = f"A share of {company} costs {money(ctx, price)}; {buyer} has {money(ctx, ctx.state.cash[buyer])}."
        return refusal(ctx, "no_money", "buy", sentence)
    return ctx.rules.shares.purchase_refusal(ctx, buyer, company, ctx.state.companies[company].sizes[-1])


def _sellers_of(ctx: Context, company: CompanyId) -> tuple[EntityId, ...]:
    return tuple(source for source in (company, POOL) if shares.ordinary(ctx, company, source, 1))


def _sellers(ctx: Context, given: Given) -> OneOf:
    company = cast(CompanyId, given["item"])
    unknown = refusal(ctx, "not_there", "buy", f"No share of {company} lies there.")
    return OneOf(lambda: _sellers_of(ctx, company), unknown)


def private_spec(ctx: Context, buyer: EntityId) -> Spec:
    """Return the spec of buying a private company from the bank at its printed price."""
    unknown = refusal(ctx, "no_private", "private", "The bank has no private company of that name.")
    candidates = [item for item, owner in ctx.state.privates.items() if owner == BANK]

    def payable(value: Value) -> RuleError | None:
        price = ctx.data.privates[cast(PrivateId, value)].price
        sentence = f"It costs {money(ctx, price)}; {buyer} has {money(ctx, ctx.state.cash[buyer])}."
        return refusal(ctx, "no_money", "private", sentence) if price > ctx.state.cash[buyer] else None

    unlisted = refusal(ctx, "not_there", "private", "The bank sells it.")
    return Spec(
        Buy,
        "Buy a private company",
        (
            field("item", OneOf(lambda: candidates, unknown, (payable,))),
            field("source", OneOf(lambda: (BANK,), unlisted)),
        ),
    )


def par_spec(ctx: Context, founder: EntityId) -> Spec:
    """Return the spec of founding a company: which, and at what price per small share."""
    unknown = refusal(ctx, "no_company", "par", "There is no such company that could be started.")
    candidates = [company for company in ctx.data.companies if company not in ctx.state.companies]

    def legal(value: Value) -> RuleError | None:
        company = cast(CompanyId, value)
        return ctx.rules.shares.purchase_refusal(ctx, founder, company, ctx.data.companies[company].shares[0])

    return Spec(
        Par,
        "Start a company",
        (
            field("company", OneOf(lambda: candidates, unknown, (legal,))),
            Field("price", lambda given: _prices(ctx, founder, given)),
        ),
    )


def _prices(ctx: Context, founder: EntityId, given: Given) -> OneOf:
    company = cast(CompanyId, given["company"])
    starts = ctx.rules.market.starts(ctx, company)
    sizes = ctx.data.companies[company].shares
    listed = ", ".join(money(ctx, price) for price in starts)
    unknown = refusal(ctx, "no_price", "par", f"Starting prices are {listed}.")

    def payable(value: Value) -> RuleError | None:
        due = cast(int, value) * sizes[0] // sizes[1]
        held = ctx.state.cash.get(founder, 0)
        sentence = f"The president's certificate costs {money(ctx, due)}; {founder} has {money(ctx, held)}."
        return refusal(ctx, "no_money", "par", sentence) if due > held else None

    return OneOf(lambda: starts, unknown, (payable,))
