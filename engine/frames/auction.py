"""One item under the hammer: bidders in cyclic order raise or drop out until one is left.

The titles differ in what comes before (who nominates, open or sealed bids) and after (what the item brings); that is
the affair of the frame below, which finds the item's new owner in ``state.privates`` when the lot is over.
"""

from engine.actions import Action, Bid
from engine.context import Context
from engine.decisions import Amount, Decision, Field, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import BidMade, Passed, TurnEnded
from engine.frames.asking import decide, money, passing, possible, refusal
from engine.frames.base import Turn
from engine.ids import BANK, PlayerId, PrivateId
from engine.ops import cash, shares


class Lot(Turn, tag="lot"):
    """Sells one item to the highest bidder; it goes to nobody when all drop out without a bid.

    Attributes:
        queue: bidders still in, the next to act first; whoever leads stays in it.
        leader: whose bid stands, empty before the first; `amount` is that bid.
        least: smallest next bid; `raise_by`: what a bid adds at least; `grid`: bids are `least` plus multiples of it.
        asks_all: whether a bidder who cannot pay the next bid is asked all the same.
        locked: player -> money tied up elsewhere, which cannot be bid.
    """

    item: PrivateId
    queue: list[PlayerId]
    least: int
    leader: str = ""
    amount: int = 0
    raise_by: int = 5
    grid: int = 5
    asks_all: bool = False
    locked: dict[PlayerId, int] = {}

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the next bidder; settle when one is left."""
        if not self.asks_all:
            self._drop_the_poor(ctx)
        if not self.queue or self.queue == [self.leader]:
            self._settle(ctx)
            return None
        player = self.queue[0]
        spec = bid_spec(ctx, (self.item,), (self.least, self._funds(ctx, player), self.grid))
        bids, idle = ([spec], []) if possible(spec, player) else ([], [spec])
        standing = f" ({self.leader} bids {money(ctx, self.amount)})" if self.leader else ""
        question = (f"bids for {self.item} or drops out{standing}", "auction")
        return decide(ctx, player, question, [*bids, passing("Drop out")], idle)

    def apply(self, ctx: Context, action: Action) -> None:
        """Raise or drop out; then it is the next bidder's turn."""
        player = self.queue.pop(0)
        if not isinstance(action, Bid):
            ctx.emit(Passed(player, f"drops out of the auction of {self.item}"))
            return
        self.queue.append(player)
        self.leader, self.amount = player, action.amount
        self.least = action.amount + self.raise_by
        ctx.emit(BidMade(player, self.item, action.amount))

    def _funds(self, ctx: Context, player: PlayerId) -> int:
        return ctx.state.cash[player] - self.locked.get(player, 0)

    def _drop_the_poor(self, ctx: Context) -> None:
        for player in list(self.queue):
            if player != self.leader and self._funds(ctx, player) < self.least:
                self.queue.remove(player)
                ctx.emit(Passed(player, f"cannot pay more for {self.item}"))

    def _settle(self, ctx: Context) -> None:
        if self.queue:
            winner = self.queue[0]
            sell_item(ctx, self.item, winner, self.amount)


def sell_item(ctx: Context, item: PrivateId, winner: PlayerId, price: int) -> None:
    """Give an auctioned item to its winner, who pays the bank."""
    cash.pay(ctx, winner, BANK, price, reason="auction")
    shares.move_private(ctx, item, winner, price=price)
    ctx.emit(TurnEnded("lot", winner))


def bid_spec(ctx: Context, items: tuple[PrivateId, ...], amounts: tuple[int, int, int], words: str = "Bid") -> Spec:
    """Return the spec of a bid for one of `items`; `amounts` are the least, the most, and the step between."""
    least, most, grid = amounts
    unknown = _refusal(ctx, "no_lot", f"Bids are taken for {', '.join(items)}.")
    multiples = f" in steps of {money(ctx, grid)}" if grid != 1 else ""
    range_ = f"A bid is at least {money(ctx, least)}{multiples}, and at most the {money(ctx, most)} at hand."
    domain = Amount(least, most, _refusal(ctx, "bid_amount", range_), step=grid)
    return Spec(Bid, words, (field("item", OneOf(lambda: items, unknown)), Field("amount", lambda _given: domain)))


def _refusal(ctx: Context, code: str, sentence: str) -> RuleError:
    return refusal(ctx, code, "auction", sentence)
