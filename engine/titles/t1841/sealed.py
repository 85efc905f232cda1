"""Version 1: concessions by written simultaneous bids [7], as the online edition plays it."""

from engine.actions import Action, Bid
from engine.context import Context, Position
from engine.decisions import Amount, Decision, Field, Given, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import Announced, BidMade
from engine.frames.asking import decide, passing
from engine.frames.auction import Lot, sell_item
from engine.frames.base import Turn
from engine.ids import PlayerId, PrivateId
from engine.titles.t1841.auction import finish_auction, grid, smallest_raise, unsold


class SealedBids(Turn, tag="sealed_bids"):
    """Every player writes down bids in secret; then they are opened, concession by concession [7].

    Attributes:
        bids: player -> concession -> amount; `done`: players who have handed in theirs.
        opened: concessions that have been settled or are being settled.
    """

    bids: dict[PlayerId, dict[PrivateId, int]] = {}
    done: list[PlayerId] = []
    opened: list[PrivateId] = []

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the next player for bids; when all are in, settle the concessions by number."""
        writer = next((player for player in ctx.state.players if player not in self.done), None)
        if writer is not None:
            return self._ask(ctx, writer)
        for item in unsold(ctx):
            if item not in self.opened and self._open(ctx, item):
                return None
        finish_auction(ctx, self._seats(ctx))
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Write down a bid, or hand in."""
        player = PlayerId(action.actor)
        if isinstance(action, Bid):
            self.bids.setdefault(player, {})[action.item] = action.amount
        else:
            self.done.append(player)

    def _ask(self, ctx: Context, player: PlayerId) -> Decision:
        fields = (_items(ctx), Field("amount", self._amounts(ctx, player)))
        spec = Spec(Bid, "Write down a bid (0 strikes it out)", fields)
        decision = decide(ctx, player, ("writes down sealed bids", "auction"), (spec, passing("Hand in the bids")))
        assert decision is not None
        return Decision(
            decision.actor, decision.player, decision.prompt, decision.paragraph, decision.specs, secret=True
        )

    def _amounts(self, ctx: Context, player: PlayerId) -> "_Amounts":
        return _Amounts(ctx, player, self.bids.get(player, {}))

    def _open(self, ctx: Context, item: PrivateId) -> bool:
        """Settle one concession; whether its lot goes on by open auction."""
        self.opened.append(item)
        bids = {player: self.bids.get(player, {}).get(item, 0) for player in ctx.state.players}
        for player, amount in bids.items():
            if amount:
                ctx.emit(BidMade(player, item, amount))
        best = max(bids.values())
        tied = [player for player, amount in bids.items() if amount == best]
        if best == 0:
            ctx.emit(Announced("no_bid", f"Nobody bids for {item}."))
            return False
        if len(tied) == 1:
            sell_item(ctx, item, tied[0], best)
            return False
        ctx.push(self._tie(ctx, item, tied, best))
        return True

    def _tie(self, ctx: Context, item: PrivateId, tied: list[PlayerId], amount: int) -> Lot:
        step = smallest_raise(ctx)
        open_items = [other for other in unsold(ctx) if other not in self.opened]
        locked = {player: sum(self.bids[player].get(other, 0) for other in open_items) for player in tied}
        return Lot(
            item=item,
            queue=tied,
            least=amount + step,
            leader=tied[-1],
            amount=amount,
            raise_by=step,
            grid=grid(ctx),
            asks_all=True,
            locked=locked,
        )

    def _seats(self, ctx: Context) -> list[PlayerId]:
        """Highest total first, then the bids by number, higher first, then the later seat [7]."""
        order = list(ctx.state.players)

        def rank(player: PlayerId) -> tuple[int, list[int], int]:
            bids = [self.bids.get(player, {}).get(item, 0) for item in ctx.data.privates]
            return sum(bids), bids, order.index(player)

        return sorted(order, key=rank, reverse=True)


class _Amounts:
    """Domain of a sealed bid given its concession: 0, or from the least bid to what the other bids leave."""

    def __init__(self, pos: Position, player: PlayerId, bids: dict[PrivateId, int]) -> None:
        self._pos, self._player, self._bids = pos, player, bids

    def __call__(self, given: Given) -> Amount:
        others = sum(amount for item, amount in self._bids.items() if item != given["item"])
        left = self._pos.state.cash[self._player] - others
        least = self._pos.data.numbers["minimum_bid"]
        refusal = RuleError("bid_amount", "7", f"A bid is 0, or from {least} to the {left} the other bids leave.")
        too_small = RuleError("bid_too_small", "7", f"The smallest bid is {least}.")
        return Amount(0, left, refusal, filters=(lambda value: too_small if 0 < int(str(value)) < least else None,))


def _items(ctx: Context) -> Field:
    items = unsold(ctx)
    unknown = RuleError("no_lot", "7", f"Bids are taken for {', '.join(items)}.")
    return field("item", OneOf(lambda: items, unknown))
