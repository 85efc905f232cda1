"""Exchanging the stock of two merging corporations for the new one's [4.7.4, 4.7.4.1].

Minors: a president's certificate becomes 20%, a share 10%. Majors: any two old shares become one new share; then the
odd ones are paid out or paid up. A president's certificate counts as two shares.
"""

from engine.actions import Action, Choose
from engine.context import Context, Position
from engine.decisions import Decision
from engine.errors import RuleError
from engine.events import Announced
from engine.frames.asking import money
from engine.frames.base import Turn
from engine.ids import BANK, POOL, CompanyId, EntityId
from engine.ops import cash, shares
from engine.titles.t1841.dealing import settle, value_of
from engine.titles.t1841.exchange import (
    PAIR,
    PRESIDENCY,
    Party,
    ask,
    choice,
    claim,
    draw,
    hand_in,
    is_unclaimed,
    ordinary_left,
    settle_led,
    units,
)
from engine.titles.t1841.extra import is_online

PRESIDENT, SHARE, CASH, NO = "president", "share", "cash", "no"
Old = tuple[CompanyId, CompanyId]


class ExchangeMinors(Turn, tag="exchange_minors"):
    """Certificate for certificate, in the order of the holders; nothing is asked [4.7.4]."""

    old: Old
    target: CompanyId
    parties: list[Party]

    def advance(self, ctx: Context) -> Decision | None:
        """Exchange everything; by the book the presidency is settled when all is done."""
        for party in self.parties:
            for company in self.old:
                for index in list(ctx.state.shares[company].get(party.holder, ())):
                    hand_in(ctx, party.holder, company, [index])
                    self._give(ctx, party.holder, company, index)
        settle_led(ctx, self.target)
        return None

    def _give(self, ctx: Context, holder: EntityId, company: CompanyId, index: int) -> None:
        """One share, or 20% for a president's certificate: the first one outside the pool becomes the new one."""
        if index == 0 and holder != POOL and is_unclaimed(ctx, self.target) and self._leads(ctx, company):
            claim(ctx, self.target, holder)
            return
        for _ in range(2 if index == 0 else 1):
            draw(ctx, self.target, holder)

    def _leads(self, ctx: Context, company: CompanyId) -> bool:
        """By the book the active corporation's president leads on; the other's only if that lies in the pool."""
        first = self.old[0]
        others = (party.holder for party in self.parties if party.holder != POOL)
        waiting = any(0 in ctx.state.shares[first].get(holder, ()) for holder in others)
        return is_online(ctx) or company == first or not waiting


class ExchangePairs(Turn, tag="exchange_pairs"):
    """One holder's pairs: each becomes one share; who has 40% takes the presidency, a player may buy up to it.

    Attributes:
        declined: the offer of the presidency was declined.
    """

    old: Old
    target: CompanyId
    party: Party
    declined: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Offer the presidency to a player with 20% or 30% who can pay, then exchange."""
        have = old_units(ctx, self.party.holder, self.old)
        if have < PAIR:
            return None
        if not self.declined and have < PRESIDENCY and may_buy_presidency(ctx, self.party, self.target, have):
            return self._offer(ctx, have)
        self._exchange(ctx)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell the presidency for the whole holding and the difference, or go on."""
        assert isinstance(action, Choose)
        if action.option == PRESIDENT:
            buy_presidency(ctx, self.party.holder, self.old, self.target)
        else:
            self.declined = True

    def _offer(self, ctx: Context, have: int) -> Decision:
        price = money(ctx, presidency_price(ctx, self.target, have))
        labels = {PRESIDENT: f"the presidency for the whole holding and {price}", NO: "ordinary shares"}
        unknown = RuleError("presidency_or_not", "4.7.4.1", f"Answer {PRESIDENT} (for {price}) or {NO}.")
        spec = choice(f"Buy up to the presidency of {self.target}?", labels, unknown)
        return ask(self.party, f"may buy up to the presidency of {self.target}", "4.7.4.1", (spec,))

    def _exchange(self, ctx: Context) -> None:
        holder = self.party.holder
        presides = holder != POOL and is_unclaimed(ctx, self.target)
        presides = presides and old_units(ctx, holder, self.old) >= PRESIDENCY
        if presides and ordinary_left(ctx, self.target) < PAIR:
            _hand_in_pairs(ctx, holder, self.old, PAIR)
            claim(ctx, self.target, holder)
        while old_units(ctx, holder, self.old) >= PAIR:
            _hand_in_pairs(ctx, holder, self.old, 1)
            receive_share(ctx, holder, self.target, 1)


class ExchangeOdd(Turn, tag="exchange_odd"):
    """One holder's odd share: half a share's value is paid out, or paid for a whole one; the pool's is discarded."""

    old: Old
    target: CompanyId
    party: Party

    def advance(self, ctx: Context) -> Decision | None:
        """Ask where there is a choice."""
        holder = self.party.holder
        if old_units(ctx, holder, self.old) != 1:
            return None
        options = self._options(ctx)
        if len(options) > 1:
            unknown = RuleError("odd_share", "4.7.4.1", f"An odd share becomes one of these: {', '.join(options)}.")
            spec = choice("Exchange the odd share", options, unknown)
            return ask(self.party, f"exchanges an odd share for {self.target}", "4.7.4.1", (spec,))
        if holder == POOL:
            _hand_in_pairs(ctx, holder, self.old, 1)
        else:
            self._carry_out(ctx, CASH)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out the choice."""
        assert isinstance(action, Choose)
        self._carry_out(ctx, action.option)

    def _options(self, ctx: Context) -> dict[str, str]:
        """What the holder may take; nobody chooses for the pool and for frozen corporations."""
        if not self.party.player:
            return {}
        half = value_of(ctx, self.target) // 2
        options: dict[str, str] = {}
        if half <= ctx.state.cash[self.party.holder] and may_take_share(ctx, self.party.holder, self.target):
            options[SHARE] = f"a share of {self.target}, paying {money(ctx, half)}"
        bare = is_online(ctx) or not units(ctx, self.party.holder, self.target)
        if bare and may_buy_presidency(ctx, self.party, self.target, 1):
            options[PRESIDENT] = f"the presidency, paying {money(ctx, presidency_price(ctx, self.target, 1))}"
        options[CASH] = f"{money(ctx, half)} from the bank"
        return options

    def _carry_out(self, ctx: Context, option: str) -> None:
        holder, half = self.party.holder, value_of(ctx, self.target) // 2
        if option == PRESIDENT:
            buy_presidency(ctx, holder, self.old, self.target)
            return
        _hand_in_pairs(ctx, holder, self.old, 1)
        if option == SHARE:
            cash.pay(ctx, holder, self.target, half, reason="merger")
            receive_share(ctx, holder, self.target, 0)
        else:
            cash.pay(ctx, BANK, holder, half, reason="merger")


def old_units(pos: Position, holder: EntityId, old: Old) -> int:
    """Old shares held of both corporations."""
    return sum(units(pos, holder, company) for company in old)


def may_take_share(pos: Position, holder: EntityId, target: CompanyId) -> bool:
    """Whether a share is there for the holder; only a corporation already over its limit has no room for it."""
    rules = pos.rules.shares
    if holder in pos.state.companies and rules.certificates(pos, holder) > rules.limit(pos, holder):
        return False
    return ordinary_left(pos, target) > 0 or _can_swap(pos, holder, target)


def may_buy_presidency(pos: Position, party: Party, target: CompanyId, have: int) -> bool:
    """Whether the presidency is offered: to players only, while nobody has it, for the difference to 40%."""
    if not party.is_player or not is_unclaimed(pos, target):
        return False
    return pos.state.cash[party.holder] >= presidency_price(pos, target, have)


def presidency_price(pos: Position, target: CompanyId, have: int) -> int:
    """What is missing to four old shares: half a new share's value for each, rounded down in the end [4.7.4.1]."""
    return value_of(pos, target) * (PRESIDENCY - have) // PAIR


def buy_presidency(ctx: Context, holder: EntityId, old: Old, target: CompanyId) -> None:
    """Exchange the whole old holding and the difference for the president's certificate; the money is the charter's."""
    price = presidency_price(ctx, target, old_units(ctx, holder, old))
    cash.pay(ctx, holder, target, price, reason="merger")
    for company in old:
        hand_in(ctx, holder, company, list(ctx.state.shares[company].get(holder, ())))
    claim(ctx, target, holder)
    ctx.emit(Announced("presidency_bought", f"{holder} pays {money(ctx, price)} for the presidency of {target}."))
    if is_online(ctx):
        settle(ctx, target)


def receive_share(ctx: Context, holder: EntityId, target: CompanyId, pairs: int) -> None:
    """Give a new share; two shares are the presidency while nobody has it. When no share is left it is paid out.

    Args:
        ctx: the position.
        holder: who receives.
        target: the new corporation.
        pairs: what the payment stands for, in whole shares (0: an odd one, which is only exchanged when it is there).
    """
    if ordinary_left(ctx, target):
        draw(ctx, target, holder)
        if holder != POOL and is_unclaimed(ctx, target) and units(ctx, holder, target) >= PAIR:
            shares.take_presidency(ctx, target, holder)
    elif _can_swap(ctx, holder, target):
        shares.move(ctx, target, shares.ordinary(ctx, target, holder, 1), holder, target)
        claim(ctx, target, holder)
    elif holder != POOL:
        cash.pay(ctx, BANK, holder, pairs * value_of(ctx, target), reason="merger")


def _can_swap(pos: Position, holder: EntityId, target: CompanyId) -> bool:
    """Whether a share already held can be turned in for the presidency."""
    return holder != POOL and is_unclaimed(pos, target) and units(pos, holder, target) > 0


def _hand_in_pairs(ctx: Context, holder: EntityId, old: Old, count: int) -> None:
    """Hand in `count` pairs (or a single odd share): president's certificates first, then the partner's stock."""
    for _ in range(count):
        for company, index in _next_pair(ctx, holder, old):
            hand_in(ctx, holder, company, [index])


def _next_pair(pos: Position, holder: EntityId, old: Old) -> list[tuple[CompanyId, int]]:
    held = [(company, list(pos.state.shares[company].get(holder, ()))) for company in reversed(old)]
    presidents = [(company, 0) for company, indexes in held if 0 in indexes]
    ordinary = [(company, index) for company, indexes in held for index in indexes if index]
    return presidents[:1] or ordinary[:2]
