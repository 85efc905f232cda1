"""Stock and concessions from player to player, at any price and with the seller's consent [3.2]."""

from typing import NamedTuple, cast

from engine.actions import Buy
from engine.context import Context, Position
from engine.decisions import Amount, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.frames.asking import money
from engine.frames.consent import Consent
from engine.ids import CompanyId, EntityId, PlayerId, PrivateId
from engine.ops import cash, shares
from engine.titles.t1841.dealing import (
    company_of,
    concession_of,
    from_a_player,
    is_concession,
    is_president,
    settle,
)
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.shares import (
    certificate_holder,
    heir_of,
    holdings,
    is_fixed,
    limit_refusal,
    transfer_closes_circle,
    trust_refusal,
)


class Offer(NamedTuple):
    """What a player wants from another: certificates (`number` in all) or a concession."""

    buyer: PlayerId
    item: str
    seller: EntityId
    number: int = 1


def trade_spec(pos: Position, buyer: PlayerId) -> Spec | None:
    """The spec of an offer to another player; online such trades are an option (D7) [3.2]."""
    off = is_online(pos) and "player_trades" not in pos.options
    if off or pos.state.cash[buyer] < 1:
        return None
    fields = (
        Field("item", lambda _given: _wares(pos, buyer)),
        Field("source", lambda given: _owners(pos, buyer, str(given["item"]))),
        Field("count", lambda given: _counts(pos, buyer, given)),
        Field("price", lambda given: _prices(pos, buyer, given)),
    )
    return Spec(Buy, "Offer to buy from a player", fields, meant=lambda action: from_a_player(pos, action))


def ask_seller(ctx: Context, action: Buy) -> Consent:
    """The question to the seller; the frame that pushes it carries the trade out [3.2]."""
    what = _words(ctx, action)
    question = f"sell {what} to {action.actor} for {money(ctx, action.price)}"
    return Consent(asker=action.actor, other=action.source, question=question, action=action, topic="buy")


def carry_out_trade(ctx: Context, action: Buy) -> None:
    """Exchange money and certificates, then let the presidency pass where it must [3.2, 3.5.3]."""
    buyer, seller = action.actor, action.source
    cash.pay(ctx, buyer, seller, action.price, reason="trade")
    if is_concession(ctx, action.item):
        shares.move_private(ctx, PrivateId(action.item), buyer, price=action.price)
        return
    company = company_of(action.item)
    if is_president(action.item):
        ordinary = shares.ordinary(ctx, company, seller, action.count - 1)
        shares.move(ctx, company, [0, *ordinary], seller, buyer)
        if (concession := concession_of(ctx, company)) is not None:
            shares.move_private(ctx, concession, buyer, price=0)
    elif shares.ordinary(ctx, company, seller, 1):
        shares.move(ctx, company, shares.ordinary(ctx, company, seller, action.count), seller, buyer)
    else:
        _split_certificate(ctx, company, seller, buyer)
    settle(ctx, company)


def trade_problem(pos: Position, offer: Offer) -> RuleError | None:
    """Why the offer may not be made, money aside [3.2]."""
    buyer, item, seller, count = offer
    if not _sells(pos, seller, item):
        return RuleError("not_held", "3.2", f"{seller} has no {item} to sell.")
    if is_concession(pos, item):
        return None if count == 1 else RuleError("one_concession", "3.2", "There is only one such concession.")
    company = company_of(item)
    if count > (most := _most(pos, seller, item)):
        return RuleError("not_held", "3.2", f"{seller} has {most} of these certificates of {company}.")
    percent = _percent(pos, item, count)
    return (
        _sold_before(pos, buyer, company)
        or limit_refusal(pos, buyer, count)
        or trust_refusal(pos, buyer, company, percent)
        or _split_problem(pos, offer)
        or _circle_problem(pos, offer, percent)
    )


def _words(pos: Position, action: Buy) -> str:
    if is_concession(pos, action.item):
        return f"the concession {action.item}"
    company = company_of(action.item)
    if not is_president(action.item):
        return f"{action.count} certificate{'s' if action.count > 1 else ''} of {company}"
    more = f" and {action.count - 1} more" if action.count > 1 else ""
    concession = " with its concession" if is_fixed(pos, company) else ""
    return f"the president's certificate of {company}{concession}{more}"


def _split_certificate(ctx: Context, company: CompanyId, seller: EntityId, buyer: EntityId) -> None:
    """One share out of a president's certificate: whoever takes over the presidency gives the seller two [3.2]."""
    held = holdings(ctx, company)
    held[buyer], held[seller] = held.get(buyer, 0) + (unit := ctx.state.companies[company].sizes[1]), unit
    heir = heir_of(ctx, company, held)
    assert heir is not None
    if heir == buyer and len(shares.ordinary(ctx, company, buyer, 2)) == 1:
        shares.move(ctx, company, [0], seller, buyer)
        shares.move(ctx, company, shares.ordinary(ctx, company, buyer, 1), buyer, seller)
        return
    shares.take_presidency(ctx, company, heir)
    shares.move(ctx, company, shares.ordinary(ctx, company, seller, 1), seller, buyer)


def _wares(pos: Position, buyer: PlayerId) -> OneOf:
    def wares() -> list[str]:
        running = list(pos.state.companies)
        names = [*running, *(f"{company}*" for company in running), *pos.state.privates]
        return [item for item in dict.fromkeys(names) if any(_sells(pos, who, item) for who in _others(pos, buyer))]

    def refused(value: Value) -> RuleError | None:
        errors = [_best_refusal(pos, buyer, str(value), seller) for seller in _sellers(pos, buyer, str(value))]
        return None if None in errors else errors[0]

    return OneOf(wares, RuleError("not_held", "3.2", "No other player holds that."), (refused,))


def _owners(pos: Position, buyer: PlayerId, item: str) -> OneOf:
    sellers = _sellers(pos, buyer, item)
    unknown = RuleError("not_held", "3.2", f"{item} is held by {', '.join(sellers) or 'nobody else'}.")

    def refused(value: Value) -> RuleError | None:
        return _best_refusal(pos, buyer, item, cast(EntityId, value))

    return OneOf(lambda: sellers, unknown, (refused,))


def _counts(pos: Position, buyer: PlayerId, given: Given) -> Amount:
    item, seller = str(given["item"]), cast(EntityId, given["source"])
    most = 1 if is_concession(pos, item) else _most(pos, seller, item)
    unknown = RuleError("not_held", "3.2", f"{seller} has {most} of {item} to sell.")

    def refused(value: Value) -> RuleError | None:
        return trade_problem(pos, Offer(buyer, item, seller, cast(int, value)))

    return Amount(1, most, unknown, filters=(refused,), money=False)


def _prices(pos: Position, buyer: PlayerId, given: Given) -> Amount:
    least, most = cast(int, given["count"]), pos.state.cash[buyer]
    words = pos.data.currency.format
    sentence = f"The price is at least {words(1)} for each certificate, here {words(least)}, and at most {words(most)}."
    return Amount(least, most, RuleError("trade_price", "3.2", sentence))


def _best_refusal(pos: Position, buyer: PlayerId, item: str, seller: EntityId) -> RuleError | None:
    """Refusal when no number of certificates is legal: that of a single one."""
    most = 1 if is_concession(pos, item) else _most(pos, seller, item)
    errors = (trade_problem(pos, Offer(buyer, item, seller, count)) for count in range(1, most + 1))
    first = next(errors, None)
    return None if first is None or any(error is None for error in errors) else first


def _others(pos: Position, buyer: PlayerId) -> list[PlayerId]:
    return [player for player in pos.state.players if player != buyer]


def _sellers(pos: Position, buyer: PlayerId, item: str) -> list[PlayerId]:
    return [player for player in _others(pos, buyer) if _sells(pos, player, item)]


def _sells(pos: Position, seller: EntityId, item: str) -> bool:
    """Whether the seller holds such a thing at all; a presidency tied to a concession goes with it."""
    if is_concession(pos, item):
        return pos.state.privates[PrivateId(item)] == seller
    held = pos.state.shares.get(company_of(item), {}).get(seller, ())
    return bool(held) and (0 in held or not is_president(item))


def _most(pos: Position, seller: EntityId, item: str) -> int:
    """Certificates the seller could hand over; one share may come out of a lone president's certificate [3.2]."""
    held = pos.state.shares[company_of(item)].get(seller, ())
    return len(held) if is_president(item) else max(1, len([index for index in held if index != 0]))


def _percent(pos: Position, item: str, count: int) -> int:
    sizes = pos.state.companies[company_of(item)].sizes
    return sizes[0] + (count - 1) * sizes[1] if is_president(item) else count * sizes[1]


def _sold_before(pos: Position, buyer: PlayerId, company: CompanyId) -> RuleError | None:
    if company not in extra_of(pos).sold.get(buyer, ()):
        return None
    return RuleError("sold_before", "3.2", f"{buyer} sold stock of {company} in this stock round.")


def _after(pos: Position, offer: Offer, percent: int) -> dict[EntityId, int]:
    held = holdings(pos, company_of(offer.item))
    held[offer.buyer] = held.get(offer.buyer, 0) + percent
    held[offer.seller] = held[offer.seller] - percent
    return held


def _split_problem(pos: Position, offer: Offer) -> RuleError | None:
    """One share of a lone president's certificate needs somebody who can take the presidency [3.2]."""
    company = company_of(offer.item)
    held = pos.state.shares[company][offer.seller]
    if is_president(offer.item) or len(held) > 1 or 0 not in held:
        return None
    if is_fixed(pos, company):
        sentence = f"The presidency of {company} goes with its concession, for one sum: offer for {company}*."
        return RuleError("fixed_presidency", "3.5.3", sentence)
    unit = pos.state.companies[company].sizes[1]
    if heir_of(pos, company, _after(pos, offer, unit)) in (None, offer.seller):
        sentence = f"{offer.seller} holds only the president's certificate, and nobody has two shares to take it over."
        return RuleError("no_heir", "3.2", sentence)
    return None


def _circle_problem(pos: Position, offer: Offer, percent: int) -> RuleError | None:
    """No purchase may lead to a circular chain of ownership [3]."""
    company, held = company_of(offer.item), _after(pos, offer, percent)
    holder = offer.buyer if is_president(offer.item) else certificate_holder(pos, company)
    if holder not in (offer.buyer, offer.seller) or not transfer_closes_circle(pos, company, holder, held):
        return None
    sentence = f"A corporation below {company} would preside over it then: a circular chain of ownership."
    return RuleError("circular_chain", "3", sentence)
