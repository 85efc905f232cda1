"""Offering stock of a new corporation, one certificate to each shareholder [4.7.5]; online also after a secession."""

from engine.actions import Action, Choose
from engine.context import Context, Position
from engine.decisions import Decision
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import money
from engine.frames.base import Turn
from engine.frames.consent import NO, YES
from engine.ids import CompanyId, PlayerId
from engine.ops import cash, shares
from engine.titles.t1841.dealing import settle, value_of
from engine.titles.t1841.exchange import Party, ask, choice, director_of, ordinary_left, shareholder_order
from engine.titles.t1841.shares import is_above, limit_refusal, trust_refusal

SHAREHOLDERS, PLAYERS = "shareholders", "players"


class OfferShares(Turn, tag="offer_shares"):
    """One round: each may buy one certificate from the initial offering at the current value.

    Attributes:
        director: comes first if nobody presides over the corporation.
        circle: ``shareholders``, corporations included, or all ``players``.
        waiting: who has not been asked; None until the order is fixed.
    """

    seller: CompanyId
    director: PlayerId
    circle: str = SHAREHOLDERS
    waiting: list[Party] | None = None

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the next one who can buy."""
        if self.waiting is None:
            self.waiting = offered_to(ctx, self.seller, self.director, self.circle)
        while self.waiting:
            party = self.waiting[0]
            if offer_refusal(ctx, party, self.seller) is None:
                return self._ask(ctx, party)
            self.waiting.pop(0)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell, or not."""
        assert isinstance(action, Choose)
        assert self.waiting is not None
        buyer = self.waiting.pop(0).holder
        if action.option == NO:
            ctx.emit(Passed(buyer, f"buys no share of {self.seller}"))
            return
        cash.pay(ctx, buyer, self.seller, value_of(ctx, self.seller), reason="shares")
        shares.move(ctx, self.seller, shares.ordinary(ctx, self.seller, self.seller, 1), self.seller, buyer)
        settle(ctx, self.seller)

    def _ask(self, ctx: Context, party: Party) -> Decision:
        price = money(ctx, value_of(ctx, self.seller))
        labels = {YES: f"buy a share for {price}", NO: "buy none"}
        unknown = RuleError("yes_or_no", "4.7.5", "The answer is yes or no.")
        spec = choice(f"Buy a share of {self.seller} for {price}?", labels, unknown)
        return ask(party, f"may buy a share of {self.seller}", "4.7.5", (spec,))


def offered_to(pos: Position, seller: CompanyId, director: PlayerId, circle: str) -> list[Party]:
    """Whom the certificates are offered to, the president first; not the pool, not frozen corporations [4.7.5]."""
    first = pos.rules.control.controller(pos, seller) or director
    parties = shareholder_order(pos, first, (seller,))
    if circle == PLAYERS:
        return [party for party in parties if party.is_player]
    held = pos.state.shares[seller]
    return [party for party in parties if party.player and held.get(party.holder)]


def someone_can_buy(pos: Position, seller: CompanyId) -> bool:
    """Whether a further round among the shareholders could sell anything."""
    parties = offered_to(pos, seller, director_of(pos, seller), SHAREHOLDERS)
    return any(offer_refusal(pos, party, seller) is None for party in parties)


def offer_refusal(pos: Position, party: Party, seller: CompanyId) -> RuleError | None:
    """Why the party is not asked: nothing left, no money, a limit, or it stands below the seller [3.5.2, 3.5.4]."""
    buyer = party.holder
    if not ordinary_left(pos, seller):
        return RuleError("sold_out", "4.7.5", f"The initial offering of {seller} is empty.")
    if pos.state.cash[buyer] < value_of(pos, seller):
        return RuleError("no_money", "4.7.5", f"{buyer} cannot pay {value_of(pos, seller)}.")
    if is_above(pos, seller, buyer):
        return RuleError("controlling_stock", "4.7.2", f"{seller} controls {buyer}.")
    return limit_refusal(pos, buyer, 1) or trust_refusal(pos, buyer, seller, pos.state.companies[seller].sizes[1])
