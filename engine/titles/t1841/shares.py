"""Certificates of 1841: limits, the anti-trust law, who may buy and sell, and who presides [3.1, 3.2, 3.5, 4.7]."""

from collections.abc import Mapping

from engine.context import Position
from engine.errors import RuleError
from engine.ids import POOL, CompanyId, EntityId, HexId, PlayerId
from engine.rules.control import ChainControl
from engine.titles.t1841.borders import country
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.network import tokens_of

Holdings = Mapping[EntityId, int]
"""Percent of one corporation by holder."""


class Shares1841:
    """Share rules of 1841; `players` is the number of seats at the start, limits never change [3.5.2]."""

    def __init__(self, players: int) -> None:
        self._players = players

    def percent(self, pos: Position, holder: EntityId, company: CompanyId) -> int:
        """Percent of the corporation held; its own initial offering when `holder` is the corporation itself."""
        return holdings(pos, company).get(holder, 0)

    def certificates(self, pos: Position, holder: EntityId) -> int:
        """Certificates of (other) corporations, the president's as one; concessions do not count [3.5.2]."""
        return sum(len(held.get(holder, ())) for company, held in pos.state.shares.items() if company != holder)

    def limit(self, pos: Position, holder: EntityId) -> int:
        """Certificates a player or a treasury may hold [3.5.2]."""
        if holder in pos.state.companies:
            return pos.data.numbers["treasury_certificates"]
        return pos.data.certificate_limit[self._players]

    def purchase_refusal(self, pos: Position, buyer: EntityId, company: CompanyId, percent: int) -> RuleError | None:
        """Why the buyer may not add one certificate: prohibitions and limits, not money [3.2, 4.7.2]."""
        return (
            _prohibition(pos, buyer, company)
            or _sold_before(pos, buyer, company)
            or limit_refusal(pos, buyer, 1)
            or trust_refusal(pos, buyer, company, percent)
            or _other_country(pos, buyer, company)
        )

    def sale_refusal(self, pos: Position, seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
        """Why the seller may not sell `count` shares to the pool now [3.1, 4.7.1]."""
        state, paragraph = pos.state.companies[company], sale_paragraph(pos, seller)
        share, held = state.sizes[1], self.percent(pos, seller, company)
        if held < count * share:
            return RuleError(
                "not_held", paragraph, f"{seller} holds {shares_in_words(held // share)} of {company}, not {count}."
            )
        if not state.operated:
            sentence = f"{company} has not completed a turn of an operating round yet, so its stock cannot be sold."
            return RuleError("not_operated", paragraph, sentence)
        room = pos.data.numbers["pool_percent"] - self.percent(pos, POOL, company)
        if count * share > room:
            sentence = (
                f"The bank pool may hold half of {company}: {shares_in_words(max(0, room // share))} may be added."
            )
            return RuleError("pool_limit", paragraph, sentence)
        return _presidency_refusal(pos, seller, company, count) or _circle_refusal(pos, seller, company, count)

    def heir(self, pos: Position, company: CompanyId) -> EntityId | None:
        """Who should take the presidency now, None when nothing changes [3.5.3]."""
        return heir_of(pos, company, holdings(pos, company))

    def successor(self, pos: Position, company: CompanyId, seller: EntityId, count: int) -> EntityId | None:
        """Who takes the presidency when its holder `seller` parts with `count` shares, None when nobody does."""
        if seller != certificate_holder(pos, company):
            return None
        return heir_of(pos, company, _after_sale(pos, company, seller, count))


def holdings(pos: Position, company: CompanyId) -> dict[EntityId, int]:
    """Percent of the corporation by holder, pool and initial offering included; empty if it has not started."""
    charter = pos.state.companies.get(company)
    if charter is None:
        return {}
    return {who: sum(charter.sizes[i] for i in held) for who, held in pos.state.shares[company].items() if held}


def certificate_holder(pos: Position, company: CompanyId) -> EntityId:
    """Where the president's certificate lies: a player, a corporation, POOL or the initial offering."""
    return next(holder for holder, held in pos.state.shares[company].items() if 0 in held)


def controlled_percent(pos: Position, player: PlayerId, company: CompanyId) -> int:
    """What a player and the corporations he controls hold together; the initial offering does not count [3.5.4]."""
    control = pos.rules.control
    return sum(
        percent
        for holder, percent in holdings(pos, company).items()
        if holder not in (POOL, company) and control.controller(pos, holder) == player
    )


def is_fixed(pos: Position, company: CompanyId) -> bool:
    """Whether a concession that is still in the game ties the presidency [3.5.3]."""
    return any(pos.data.privates[item].starts == company for item in pos.state.privates)


def limit_refusal(pos: Position, buyer: EntityId, count: int) -> RuleError | None:
    """Why `count` more certificates do not fit the buyer's limit [3.5.2]."""
    held, limit = pos.rules.shares.certificates(pos, buyer), pos.rules.shares.limit(pos, buyer)
    if held + count <= limit:
        return None
    return RuleError("certificate_limit", "3.5.2", f"{buyer} holds {held} certificates and may hold {limit}.")


def trust_refusal(pos: Position, buyer: EntityId, company: CompanyId, percent: int) -> RuleError | None:
    """Why `percent` more would give the human behind the buyer too much of the corporation [3.5.4]."""
    player = pos.rules.control.controller(pos, buyer)
    limit = pos.data.numbers["ownership_percent"]
    if player is None or (has := controlled_percent(pos, player, company)) + percent <= limit:
        return None
    sentence = f"{player} and his corporations would hold {has + percent}% of {company}; {limit}% is most."
    return RuleError("too_much_control", "3.5.4", sentence)


def would_close_circle(pos: Position, company: CompanyId, president: EntityId) -> bool:
    """Whether a loop of presidencies results when `president` takes over, and was not there before [3, 3.1]."""
    if president not in pos.state.companies or is_circular(pos, company):
        return False
    return president == company or company in pos.rules.control.chain(pos, CompanyId(president))


def is_circular(pos: Position, company: CompanyId) -> bool:
    """Whether the corporation is part of a loop of presidencies [4.5.1.1]."""
    control = pos.rules.control
    return isinstance(control, ChainControl) and control.in_circle(pos, company)


def is_above(pos: Position, company: CompanyId, other: EntityId) -> bool:
    """Whether `company` stands above the corporation `other` in its chain of presidents."""
    return other in pos.state.companies and company in pos.rules.control.chain(pos, CompanyId(other))


def heir_of(pos: Position, company: CompanyId, held: Holdings) -> EntityId | None:
    """Who takes the presidency if the certificates were spread like `held`; None when nothing changes [3.5.3].

    A certificate that lies in the bank pool is bought, not inherited, except in the online edition [4.5.1].
    """
    old = certificate_holder(pos, company)
    if is_fixed(pos, company) or old == company or (old == POOL and not is_online(pos)):
        return None
    return claimant(pos, company, held)


def claimant(pos: Position, company: CompanyId, held: Holdings) -> EntityId | None:
    """The largest holder with enough stock, if it is not the president already; concessions are not asked [3.5.3]."""
    return _claimant_from(pos, company, certificate_holder(pos, company), held)


def transfer_closes_circle(pos: Position, company: CompanyId, holder: EntityId, held: Holdings) -> bool:
    """Whether a loop results when `holder` gets the president's certificate and stock is spread like `held` [3]."""
    if is_online(pos):
        return False
    heir = None if is_fixed(pos, company) else _claimant_from(pos, company, holder, held)
    return would_close_circle(pos, company, heir or holder)


def _claimant_from(pos: Position, company: CompanyId, old: EntityId, held: Holdings) -> EntityId | None:
    holders = {who: percent for who, percent in held.items() if who not in (POOL, company)}
    best = max(holders.values(), default=0)
    if best < pos.state.companies[company].sizes[0]:
        return None
    equals = [who for who, percent in holders.items() if percent == best]
    if old in equals:
        equals = _not_frozen(pos, equals) if _loses_ties(pos, old) else []
    return _first_claimant(pos, company, old, equals)


def _loses_ties(pos: Position, holder: EntityId) -> bool:
    """A frozen corporation yields to an equal holder who is not frozen, by ruling on the example of [4.5.1]."""
    return not is_online(pos) and _is_frozen(pos, holder)


def _is_frozen(pos: Position, holder: EntityId) -> bool:
    return holder in pos.state.companies and pos.rules.control.is_frozen(pos, CompanyId(holder))


def _not_frozen(pos: Position, holders: list[EntityId]) -> list[EntityId]:
    return [holder for holder in holders if not _is_frozen(pos, holder)]


def _first_claimant(pos: Position, company: CompanyId, old: EntityId, equals: list[EntityId]) -> EntityId | None:
    """Players before corporations; players from the left of the old president, corporations in operating order."""
    players = [who for who in _clockwise_after(pos, company, old) if who in equals]
    companies = [who for who in pos.rules.order.operating(pos) if who in equals]
    return next(iter([*players, *companies]), None)


def _clockwise_after(pos: Position, company: CompanyId, old: EntityId) -> tuple[PlayerId, ...]:
    """Seats in the order of claims: from the left of the old president or of who controls it [3.5.3]."""
    start = old if old not in (POOL, company) else None
    if start is not None and start in pos.state.companies:
        start = None if is_online(pos) else pos.rules.control.controller(pos, start)
    if start is None or start not in pos.state.players:
        return pos.rules.order.clockwise(pos, pos.state.priority)
    seats = pos.rules.order.clockwise(pos, PlayerId(start))
    return (*seats[1:], seats[0])


def _after_sale(pos: Position, company: CompanyId, seller: EntityId, count: int) -> dict[EntityId, int]:
    held = holdings(pos, company)
    held[seller] = held.get(seller, 0) - count * pos.state.companies[company].sizes[1]
    return {who: percent for who, percent in held.items() if percent > 0}


def shares_in_words(count: int) -> str:
    """A number of shares: ``1 share``, ``2 shares``."""
    return f"{count} share{'' if count == 1 else 's'}"


def sale_paragraph(pos: Position, seller: EntityId) -> str:
    """Where a sale is ruled: corporations have a paragraph of their own."""
    return "4.7.1" if seller in pos.state.companies else "3.1"


def _presidency_refusal(pos: Position, seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
    """A president's certificate never goes to the pool; somebody must be able to take it over [3.1, 3.5.3]."""
    held = pos.state.shares[company].get(seller, ())
    if 0 not in held or count <= len(held) - 1:
        return None
    if is_fixed(pos, company):
        sentence = f"The presidency of {company} goes with its concession, so no part of that certificate can be sold."
        return RuleError("fixed_presidency", "3.5.3", sentence)
    if heir_of(pos, company, _after_sale(pos, company, seller, count)) in (None, seller):
        size = pos.state.companies[company].sizes[0]
        sentence = (
            f"The president's certificate of {company} may not go to the bank pool, and nobody else owns {size}% to "
            f"take it over; {seller} can sell {shares_in_words(len(held) - 1)}."
        )
        return RuleError("no_heir", "3.5.3", sentence)
    return None


def _circle_refusal(pos: Position, seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
    """No sale may lead to a circular chain of ownership [3.1, 4.7.1]; the online edition never notices one."""
    if is_online(pos) or seller != certificate_holder(pos, company):
        return None
    heir = heir_of(pos, company, _after_sale(pos, company, seller, count))
    if heir is None or not would_close_circle(pos, company, heir):
        return None
    sentence = f"{heir} would preside over {company}, which stands above it: a circular chain of ownership."
    return RuleError("circular_chain", sale_paragraph(pos, seller), sentence)


def _prohibition(pos: Position, buyer: EntityId, company: CompanyId) -> RuleError | None:
    """A corporation buys neither its own stock nor that of a corporation above it [4.7.2]."""
    if buyer == company:
        return RuleError("own_stock", "4.7.2", f"{company} may not buy its own certificates.")
    if is_above(pos, company, buyer):
        sentence = f"{company} controls {buyer}; a corporation may not buy stock of a corporation above it."
        return RuleError("controlling_stock", "4.7.2", sentence)
    return None


def _sold_before(pos: Position, buyer: EntityId, company: CompanyId) -> RuleError | None:
    """Who sold stock of a corporation in this round does not buy it back in the same round [3.2, 4.7.2]."""
    if company not in extra_of(pos).sold.get(buyer, ()):
        return None
    if buyer in pos.state.companies:
        return RuleError("sold_before", "4.7.2", f"{buyer} sold stock of {company} in this operating round.")
    return RuleError("sold_before", "3.2", f"{buyer} sold stock of {company} in this stock round.")


def _other_country(pos: Position, buyer: EntityId, company: CompanyId) -> RuleError | None:
    """With the option stock_purchases no corporation buys across an active border [8.6]."""
    if "stock_purchases" not in pos.options or buyer not in pos.state.companies:
        return None
    ours, theirs = _countries(pos, CompanyId(buyer)), _countries(pos, company)
    if not ours or not theirs or len(ours | theirs) == 1:
        return None
    return RuleError("other_country", "8.6", f"{buyer} and {company} have tokens on both sides of an active border.")


def _countries(pos: Position, company: CompanyId) -> set[str]:
    """Countries in which the corporation has a token on the map."""
    return {country(pos, HexId(stop.partition(":")[0])) for stop in tokens_of(pos, company)}
