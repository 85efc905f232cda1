"""Buying and selling stock on the open market, by players [3.1, 3.2] and by corporations [4.7.1, 4.7.2]."""

from functools import partial
from typing import cast

from engine.actions import Action, Buy, Sell
from engine.context import Context, Position
from engine.decisions import Amount, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.ids import BANK, POOL, CompanyId, EntityId, PrivateId
from engine.ops import cash, market, sales, shares
from engine.rules.order import marker_of
from engine.titles.t1841.duties import Excess, excess_of, reduces
from engine.titles.t1841.extra import is_online, note_sale
from engine.titles.t1841.shares import (
    certificate_holder,
    holdings,
    is_fixed,
    sale_paragraph,
    shares_in_words,
    transfer_closes_circle,
)

SaleRule = tuple[Position, EntityId, Excess]


def value_of(pos: Position, company: CompanyId) -> int:
    """Current market value of one share, in lire [3.1]."""
    return pos.rules.market.price(pos, marker_of(company))


# --- selling ---------------------------------------------------------------------------------------------------------


def sale_spec(pos: Position, seller: EntityId) -> Spec:
    """The spec of selling shares to the pool; while the seller breaks a limit only sales that mend it [3.1, 3.5]."""
    rule = (pos, seller, pressing(pos, seller))
    fields = (
        Field("company", lambda _given: _held_companies(rule)),
        Field("count", lambda given: _share_counts(rule, given)),
    )
    return Spec(Sell, "Sell shares", fields)


def pressing(pos: Position, seller: EntityId) -> Excess:
    """What the seller must get rid of and can: without a legal sale the duty is waived for now [3.5.2, 3.5.4]."""
    excess = excess_of(pos, seller)
    if not excess:
        return excess
    held = (company for company in pos.state.companies if pos.state.shares[company].get(seller))
    rule = (pos, seller, excess)
    legal = any(_no_count_is_legal(rule, company) is None for company in held)
    return excess if legal else Excess()


def sale_problem(rule: SaleRule, company: CompanyId, count: int) -> RuleError | None:
    """Why `count` shares may not be sold now, duties included."""
    pos, seller, excess = rule
    error = pos.rules.shares.sale_refusal(pos, seller, company, count)
    if error is not None or not excess or is_online(pos) or reduces(pos, seller, (company, count), excess):
        return error
    sentence = f"{seller} breaks a limit and may only make sales that mend it: {excess}."
    return RuleError("forced_sale", excess.paragraph, sentence)


def carry_out_sale(ctx: Context, seller: EntityId, action: Sell, pending: dict[CompanyId, int]) -> None:
    """Sell to the pool at the value with which the step began; the tokens wait in `pending` (online: move at once)."""
    company = action.company
    if is_online(ctx):
        sales.sell(ctx, seller, company, action.count)
    else:
        sales.part_with(ctx, seller, company, action.count)
        cash.pay(ctx, BANK, seller, value_of(ctx, company) * action.count, reason="shares")
        pending[company] = pending.get(company, 0) + action.count
    note_sale(ctx, seller, company)
    settle(ctx, company)


def end_sales(ctx: Context, seller: EntityId, pending: dict[CompanyId, int]) -> None:
    """Lower the tokens of what was sold in the step, in reverse operating order [3.1, 4.7.1]."""
    for company in reversed(ctx.rules.order.operating(ctx)):
        rows = pending.pop(company, 0)
        if rows and rows >= _sales_that_count(ctx, seller, company):
            market.move(ctx, marker_of(company), "down", times=rows, cause="sale")


def _sales_that_count(pos: Position, seller: EntityId, company: CompanyId) -> int:
    """Smallest sale that lowers the value: a corporation's sale of others' dear stock may not, by option [8.4]."""
    if "stock_sales" not in pos.options or seller not in pos.state.companies or seller == company:
        return 1
    column = pos.state.places[marker_of(company)][1]
    return 3 if column >= _COLUMN_Q else 2 if column >= _COLUMN_L else 1


_COLUMN_L, _COLUMN_Q = 11, 16


def _held_companies(rule: SaleRule) -> OneOf:
    pos, seller, _ = rule

    def held() -> list[CompanyId]:
        return [company for company in pos.state.companies if pos.state.shares[company].get(seller)]

    paragraph = sale_paragraph(pos, seller)
    unknown = RuleError("not_held", paragraph, f"{seller} holds stock of {', '.join(held()) or 'no corporation'}.")
    return OneOf(held, unknown, (partial(_no_count_is_legal, rule),))


def _no_count_is_legal(rule: SaleRule, value: Value) -> RuleError | None:
    company = cast(CompanyId, value)
    errors = [sale_problem(rule, company, count) for count in range(1, _shares_held(rule, company) + 1)]
    return None if None in errors else errors[0]


def _shares_held(rule: SaleRule, company: CompanyId) -> int:
    pos, seller, _ = rule
    return pos.rules.shares.percent(pos, seller, company) // pos.state.companies[company].sizes[1]


def _share_counts(rule: SaleRule, given: Given) -> Amount:
    company = cast(CompanyId, given["company"])
    most = _shares_held(rule, company)
    unknown = RuleError("not_held", sale_paragraph(*rule[:2]), f"{rule[1]} holds {shares_in_words(most)} of {company}.")

    def legal(value: Value) -> RuleError | None:
        return sale_problem(rule, company, cast(int, value))

    return Amount(1, most, unknown, filters=(legal,), money=False)


# --- buying ----------------------------------------------------------------------------------------------------------


def purchase_spec(pos: Position, buyer: EntityId) -> Spec:
    """The spec of buying one certificate, or a concession, at its listed price [3.2, 4.7.2]."""
    fields = (
        Field("item", lambda _given: _items(pos, buyer)),
        Field("source", lambda given: _sources(pos, buyer, given)),
    )
    return Spec(Buy, "Buy a certificate", fields, meant=lambda action: not from_a_player(pos, action))


def from_a_player(pos: Position, action: Action) -> bool:
    """Whether the action asks a player, not the market, for something [3.2]."""
    return isinstance(action, Buy) and action.source in pos.state.players


def purchase_problem(pos: Position, buyer: EntityId, item: str, source: EntityId) -> RuleError | None:
    """Why the buyer may not buy this from the initial offering or the pool now [3.2, 4.7.2]."""
    if is_concession(pos, item):
        return _concession_problem(pos, buyer, PrivateId(item)) or _money_problem(pos, buyer, item)
    company = company_of(item)
    found = _certificate(pos, item, source)
    if found is None:
        where = "bank pool" if source == POOL else f"initial offering of {company}"
        what = "president's certificate" if is_president(item) else "ordinary certificate"
        sentence = f"The {where} has no {what} of {company} to sell."
        return RuleError("none_left", _paragraph(pos, buyer), sentence)
    if is_president(item) and is_fixed(pos, company) and buyer in pos.state.companies:
        return RuleError("needs_concession", "4.7.3", f"A corporation cannot own the concession of {company}.")
    percent = pos.state.companies[company].sizes[found]
    error = pos.rules.shares.purchase_refusal(pos, buyer, company, percent)
    return error or _money_problem(pos, buyer, item) or _circle_problem(pos, buyer, item, percent)


def carry_out_purchase(ctx: Context, buyer: EntityId, item: str, source: EntityId) -> None:
    """Buy a certificate or concession; money goes to the corporation for its initial offering, else to the bank."""
    price = listed_price(ctx, item)
    if is_concession(ctx, item):
        cash.pay(ctx, buyer, BANK, price, reason="concession")
        shares.move_private(ctx, PrivateId(item), buyer, price=price)
        return
    company = company_of(item)
    index = _certificate(ctx, item, source)
    assert index is not None
    cash.pay(ctx, buyer, BANK if source == POOL else source, price, reason="shares")
    shares.move(ctx, company, [index], source, buyer)
    if is_president(item) and (concession := concession_of(ctx, company)) is not None:
        shares.move_private(ctx, concession, buyer, price=ctx.data.numbers["concession_price"])
    settle(ctx, company)


def settle(ctx: Context, company: CompanyId) -> None:
    """Let presidencies pass after a transfer of `company`'s stock; a shift may freeze or free others [3.5.3, 4.5.1]."""
    shares.settle_presidency(ctx, company)
    if is_online(ctx):
        return
    for _ in ctx.state.companies:
        below = (c for c in ctx.rules.order.operating(ctx) if certificate_holder(ctx, c) in ctx.state.companies)
        shifting = next((other for other in below if ctx.rules.shares.heir(ctx, other) is not None), None)
        if shifting is None:
            return
        shares.settle_presidency(ctx, shifting)


def carry_concession(ctx: Context, company: CompanyId) -> None:
    """A used concession never moves without its president's certificate: let it lie where that lies now [3.2]."""
    concession = concession_of(ctx, company)
    holder = certificate_holder(ctx, company)
    if concession is not None and not is_online(ctx) and ctx.state.privates[concession] != holder:
        shares.move_private(ctx, concession, holder, price=0)


def listed_price(pos: Position, item: str) -> int:
    """Price at the bank or initial offering, in lire: 2 shares for a president's certificate [3.2, 4.5.1]."""
    concession_price = pos.data.numbers["concession_price"]
    if is_concession(pos, item):
        return concession_price
    company = company_of(item)
    if not is_president(item):
        return value_of(pos, company)
    return 2 * value_of(pos, company) + (concession_price if is_fixed(pos, company) else 0)


def is_concession(pos: Position, item: str) -> bool:
    """Whether the name means a concession: once its corporation runs, the name means a share [3.2]."""
    return item in pos.state.privates and item not in pos.state.companies


def is_president(item: str) -> bool:
    """Whether the name means a president's certificate."""
    return item.endswith("*")


def company_of(item: str) -> CompanyId:
    """The corporation whose certificate is meant."""
    return CompanyId(EntityId(item.removesuffix("*")))


def concession_of(pos: Position, company: CompanyId) -> PrivateId | None:
    """The concession of a historical corporation while it is in the game."""
    return next((item for item in pos.state.privates if pos.data.privates[item].starts == company), None)


def _items(pos: Position, buyer: EntityId) -> OneOf:
    def for_sale() -> list[str]:
        running = [company for company in pos.state.companies if company != buyer]
        dropped = [f"{company}*" for company in running if certificate_holder(pos, company) == POOL]
        concessions = [item for item, owner in pos.state.privates.items() if owner == POOL and is_concession(pos, item)]
        return [*running, *dropped, *concessions]

    def refused(value: Value) -> RuleError | None:
        errors = [purchase_problem(pos, buyer, str(value), source) for source in _sellers(pos, str(value))]
        return None if None in errors else errors[0]

    unknown = RuleError("not_for_sale", _paragraph(pos, buyer), f"For sale are {', '.join(for_sale()) or 'no stocks'}.")
    return OneOf(for_sale, unknown, (refused,), partial(_item_label, pos))


def _item_label(pos: Position, value: Value) -> str:
    return f"{value} ({pos.data.currency.format(listed_price(pos, str(value)))})"


def _sellers(pos: Position, item: str) -> tuple[EntityId, ...]:
    if is_president(item) or is_concession(pos, item):
        return (POOL,)
    return (company_of(item), POOL)


def _sources(pos: Position, buyer: EntityId, given: Given) -> OneOf:
    item = str(given["item"])
    sellers = " or ".join("the bank pool" if who == POOL else "its initial offering" for who in _sellers(pos, item))
    unknown = RuleError("no_source", _paragraph(pos, buyer), f"{item} is sold by {sellers}.")

    def refused(value: Value) -> RuleError | None:
        return purchase_problem(pos, buyer, item, cast(EntityId, value))

    def label(value: Value) -> str:
        return "bank pool" if value == POOL else "initial offering"

    return OneOf(lambda: _sellers(pos, item), unknown, (refused,), label)


def _certificate(pos: Position, item: str, source: EntityId) -> int | None:
    """Index of the certificate that would change hands, None if there is none."""
    held = pos.state.shares[company_of(item)].get(source, ())
    return next((index for index in held if (index == 0) == is_president(item)), None)


def _concession_problem(pos: Position, buyer: EntityId, item: PrivateId) -> RuleError | None:
    if buyer in pos.state.companies:
        return RuleError("needs_player", "4.7.3", "A corporation cannot own a concession.")
    if pos.state.privates[item] != POOL:
        return RuleError("not_in_pool", "3.2", f"The concession {item} is not in the bank pool.")
    if pos.state.round.number <= 1:
        return RuleError("first_round", "3.2", "The bank pool sells concessions from the second stock round on.")
    return None


def _circle_problem(pos: Position, buyer: EntityId, item: str, percent: int) -> RuleError | None:
    """A president's certificate out of the pool may not end with a corporation that it controls [3, 4.7.2]."""
    if not is_president(item):
        return None
    company = company_of(item)
    held = holdings(pos, company)
    held[buyer] = held.get(buyer, 0) + percent
    if not transfer_closes_circle(pos, company, buyer, held):
        return None
    sentence = f"A corporation below {company} holds more of it and would preside: a circular chain of ownership."
    return RuleError("circular_chain", "3" if buyer in pos.state.players else "4.7.2", sentence)


def _money_problem(pos: Position, buyer: EntityId, item: str) -> RuleError | None:
    price, has = listed_price(pos, item), pos.state.cash[buyer]
    if price <= has:
        return None
    money = pos.data.currency.format
    what = f"The president's certificate of {company_of(item)}" if is_president(item) else item
    return RuleError("no_money", _paragraph(pos, buyer), f"{what} costs {money(price)}; {buyer} has {money(has)}.")


def _paragraph(pos: Position, buyer: EntityId) -> str:
    return "4.7.2" if buyer in pos.state.companies else "3.2"
