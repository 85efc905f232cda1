"""Sales in an emergency [4.5.1]: half value, most limits waived, the chain of presidents protected."""

from typing import cast

from engine.actions import Sell
from engine.context import Context, Position
from engine.decisions import Amount, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.frames.operating import resort
from engine.ids import BANK, POOL, CompanyId, EntityId
from engine.ops import cash, market, shares
from engine.rules.order import marker_of
from engine.titles.t1841.dealing import settle, value_of
from engine.titles.t1841.extra import is_online, note_sale
from engine.titles.t1841.shares import certificate_holder, heir_of, holdings, is_fixed, shares_in_words


def half_value(pos: Position, company: CompanyId, count: int) -> int:
    """What `count` shares bring: half their value, the total rounded down; online rounded up [4.5.1]."""
    total = value_of(pos, company) * count
    return (total + 1) // 2 if is_online(pos) else total // 2


def emergency_spec(pos: Position, debtor: CompanyId, seller: EntityId, stock: list[CompanyId], missing: int) -> Spec:
    """The spec of selling some of `stock` so that `missing` money comes in, not more shares than needed."""
    case = (pos, debtor, seller, missing)
    held = [company for company in stock if _most(case, company) > 0]
    unknown = RuleError("not_offered", "4.5.1", f"{seller} can sell {', '.join(held) or 'nothing'} now.")

    def counts(given: Given) -> Amount:
        company = cast(CompanyId, given["company"])
        most = _most(case, company)
        wrong = RuleError(
            "too_many", "4.5.1", f"{seller} sells {shares_in_words(most)} of {company} at most: what is needed."
        )

        def legal(value: Value) -> RuleError | None:
            return emergency_refusal(pos, debtor, seller, company, cast(int, value))

        return Amount(1, most, wrong, filters=(legal,), money=False)

    fields = (Field("company", lambda _given: OneOf(lambda: held, unknown)), Field("count", counts))
    return Spec(Sell, "Sell shares for half their value", fields)


def sellable(pos: Position, debtor: CompanyId, seller: EntityId) -> list[CompanyId]:
    """Corporations of which the seller can part with something, its own initial offering last."""
    order = pos.rules.order.operating(pos)
    mine = [company for company in order if pos.state.shares[company].get(seller) and company != seller]
    own = [company for company in order if company == seller and pos.state.shares[company].get(seller)]
    return [company for company in (*mine, *own) if largest_sale(pos, debtor, seller, company) > 0]


def largest_sale(pos: Position, debtor: CompanyId, seller: EntityId, company: CompanyId) -> int:
    """The largest legal number of shares, 0 when none may be sold."""
    held = pos.rules.shares.percent(pos, seller, company) // pos.state.companies[company].sizes[1]
    legal = (n for n in range(held, 0, -1) if emergency_refusal(pos, debtor, seller, company, n) is None)
    return next(legal, 0)


def emergency_refusal(
    pos: Position, debtor: CompanyId, seller: EntityId, company: CompanyId, count: int
) -> RuleError | None:
    """Why the seller may not part with `count` shares even in an emergency [4.5.1].

    The pool limit and the turn a corporation must have operated are waived; a presidency of the debtor or of a
    corporation above it never shifts, nor one that is tied to a concession.
    """
    sizes = pos.state.companies[company].sizes
    held = pos.state.shares[company].get(seller, ())
    if sum(sizes[index] for index in held) < count * sizes[1]:
        return RuleError("not_held", "4.5.1", f"{seller} does not hold {count} shares of {company}.")
    if seller == company or seller != certificate_holder(pos, company):
        return None
    if is_protected(pos, debtor, company):
        return _keeps_presidency(pos, seller, company, count)
    ordinary = len(held) - 1
    if count == ordinary + 1 and not _can_split(pos, company, seller):
        sentence = f"Half of the president's certificate of {company} can be sold only when a share can be given back."
        return RuleError("no_change_given", "4.5.1", sentence)
    return None


def is_protected(pos: Position, debtor: CompanyId, company: CompanyId) -> bool:
    """Whether the presidency of the corporation may not shift through an emergency of `debtor` [4.5.1, 3.5.3]."""
    return company in (debtor, *pos.rules.control.chain(pos, debtor)) or is_fixed(pos, company)


def carry_out(ctx: Context, debtor: CompanyId, seller: EntityId, company: CompanyId, count: int) -> None:
    """Sell shares to the pool at half value for the debtor; the token goes down one row per share."""
    amount = half_value(ctx, company, count)
    _hand_in(ctx, seller, company, count)
    cash.pay(ctx, BANK, debtor, amount, reason="emergency sale")
    market.move(ctx, marker_of(company), "down", times=count, cause="sale")
    if not is_online(ctx) and seller in ctx.state.companies:
        note_sale(ctx, CompanyId(seller), company)
    settle(ctx, company)
    resort(ctx)


def _hand_in(ctx: Context, seller: EntityId, company: CompanyId, count: int) -> None:
    ordinary = shares.ordinary(ctx, company, seller, count)
    missing = count - len(ordinary)
    if missing <= 0 or seller == company:
        shares.move(ctx, company, _whole(ctx, company, seller, count), seller, POOL)
        return
    heir = heir_of(ctx, company, _after(ctx, company, seller, count))
    if heir is not None:
        shares.take_presidency(ctx, company, heir)
        shares.move(ctx, company, shares.ordinary(ctx, company, seller, count), seller, POOL)
        return
    shares.move(ctx, company, [*ordinary, 0], seller, POOL)
    if missing == 1:
        shares.move(ctx, company, shares.ordinary(ctx, company, POOL, 1), POOL, seller)


def _whole(ctx: Context, company: CompanyId, seller: EntityId, count: int) -> list[int]:
    """Certificates worth `count` shares, ordinary ones first; of an own initial offering the president's may go too."""
    ordinary = shares.ordinary(ctx, company, seller, count)
    return ordinary if len(ordinary) == count else [*ordinary, 0]


def _after(pos: Position, company: CompanyId, seller: EntityId, count: int) -> dict[EntityId, int]:
    held = holdings(pos, company)
    held[seller] -= count * pos.state.companies[company].sizes[1]
    return {who: percent for who, percent in held.items() if percent > 0}


def _keeps_presidency(pos: Position, seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
    sizes = pos.state.companies[company].sizes
    left = pos.rules.shares.percent(pos, seller, company) - count * sizes[1]
    others = {who: percent for who, percent in holdings(pos, company).items() if who not in (POOL, company, seller)}
    need = sizes[0] if is_fixed(pos, company) else max(sizes[0], *others.values(), 0)
    if left >= need:
        return None
    sentence = f"The presidency of {company} may not shift in this emergency: {seller} must keep {need}%."
    return RuleError("protected_presidency", "4.5.1", sentence)


def _can_split(pos: Position, company: CompanyId, seller: EntityId) -> bool:
    """Whether one share of a president's certificate can be given back: by a successor, or out of the pool."""
    pool = [index for index in pos.state.shares[company].get(POOL, ()) if index]
    held = len(pos.state.shares[company].get(seller, ())) - 1
    heir = heir_of(pos, company, _after(pos, company, seller, held + 1))
    return bool(pool) or held > 0 or heir is not None


def _most(case: tuple[Position, CompanyId, EntityId, int], company: CompanyId) -> int:
    """The smallest legal sale that covers what is missing, else the largest legal one."""
    pos, debtor, seller, missing = case
    most = largest_sale(pos, debtor, seller, company)
    if is_online(pos):  # the site does not hold sellers back
        return most
    enough = (count for count in range(1, most + 1) if half_value(pos, company, count) >= missing)
    return next((count for count in enough if emergency_refusal(pos, debtor, seller, company, count) is None), most)
