"""What the online edition adds to the secession: rounds of share offers and the purchase of tokens (D53, D54)."""

from typing import Final

from engine.actions import Action, Choose
from engine.context import Context
from engine.decisions import Decision
from engine.errors import RuleError
from engine.frames.asking import money
from engine.frames.base import Turn
from engine.frames.consent import NO, YES
from engine.ids import BANK, CompanyId, PlayerId
from engine.ops import cash, companies
from engine.titles.t1841.exchange import Party, ask, choice
from engine.titles.t1841.offers import OfferShares, someone_can_buy
from engine.titles.t1841.succession import surplus_first
from engine.titles.t1841.transforming import tokens_owned

_UNASKED: Final = 2
"""Rounds held in any case, one for each corporation."""


class SecessionOffers(Turn, tag="secession_offers"):
    """A round of offers for each; then, alternately, its president decides whether another one is held.

    Attributes:
        waiting: corporations not finished, the next one first.
        rounds: rounds held so far, two are held unasked.
    """

    director: PlayerId
    waiting: list[CompanyId]
    rounds: int = 0

    def advance(self, ctx: Context) -> Decision | None:
        """Hold the first rounds, then ask while anybody could still buy."""
        if surplus_first(ctx):
            return None
        if self.rounds < _UNASKED:
            self._hold(ctx)
            return None
        while self.waiting:
            if someone_can_buy(ctx, self.waiting[0]):
                return self._ask(ctx, self.waiting[0])
            self.waiting.pop(0)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Hold another round, or finish the corporation."""
        assert isinstance(action, Choose)
        if action.option == YES:
            self._hold(ctx)
        else:
            self.waiting.pop(0)

    def _hold(self, ctx: Context) -> None:
        seller = self.waiting.pop(0)
        self.waiting.append(seller)
        self.rounds += 1
        ctx.push(OfferShares(seller, self.director))

    def _ask(self, ctx: Context, seller: CompanyId) -> Decision:
        player = ctx.rules.control.controller(ctx, seller)
        labels = {YES: "another round", NO: "no further round"}
        unknown = RuleError("yes_or_no", "4.6.9", "The answer is yes or no.")
        spec = choice(f"Another round of offers of {seller}?", labels, unknown)
        party = Party(seller, player) if player else Party(self.director, self.director)
        return ask(party, f"decides on another round of offers of {seller}", "4.6.9", (spec,))


class SecessionTokens(Turn, tag="secession_tokens"):
    """Additional tokens for 50 each from the treasury, up to five in all."""

    buyer: CompanyId
    director: PlayerId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask, where at least one can be bought."""
        if self.closed:
            return None
        price = ctx.data.numbers["secession_token"]
        room = ctx.data.companies[self.buyer].tokens[1] - tokens_owned(ctx, self.buyer)
        most = min(room, ctx.state.cash[self.buyer] // price)
        if most < 1:
            return None
        labels = {str(number): f"{number} for {money(ctx, number * price)}" for number in range(most + 1)}
        unknown = RuleError("token_number", "4.6.9", f"It can buy 0 to {most} tokens.")
        player = ctx.rules.control.controller(ctx, self.buyer)
        party = Party(self.buyer, player or self.director)
        return ask(party, "buys additional tokens", "4.6.9", (choice("Buy tokens", labels, unknown),))

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy as many."""
        assert isinstance(action, Choose)
        self.closed = True
        number = int(action.option)
        cash.pay(ctx, self.buyer, BANK, number * ctx.data.numbers["secession_token"], reason="token")
        companies.add_tokens(ctx, self.buyer, number)
