"""The concessions round [2, 2.1]: bidding order, open auction, seats and the priority deal."""

from engine.actions import Action, Bid, Draw
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import BidMade, Passed
from engine.frames.asking import decide, passing, possible
from engine.frames.auction import Lot, bid_spec
from engine.frames.base import Turn
from engine.ids import BANK, CHANCE, POOL, EntityId, PlayerId, PrivateId
from engine.ops import seats, shares
from engine.titles.t1841.extra import is_online

UNIT_BIDS = "unit_bids"
"""Option: bids rise by 1 by prior agreement [2.1]."""


class BiddingOrder(Turn, tag="bidding_order"):
    """Chance draws the number cards one after the other [2]; `drawn` are the players who have one."""

    drawn: list[PlayerId] = []

    def advance(self, ctx: Context) -> Decision | None:
        """Ask chance who is next; the last player needs no card."""
        rest = [player for player in ctx.state.players if player not in self.drawn]
        if len(rest) <= 1:
            seats.seat(ctx, [*self.drawn, *rest])
            return None
        unknown = RuleError("draw", "2", f"Drawn is one of {', '.join(rest)}.")
        spec = Spec(Draw, "Draw", (field("outcome", OneOf(lambda: rest, unknown)),))
        prompt = f"draws who bids in place {len(self.drawn) + 1}"
        return Decision(CHANCE, CHANCE, prompt, "2", (spec,), barrier=True)

    def apply(self, ctx: Context, action: Action) -> None:
        """Note the draw."""
        assert isinstance(action, Draw)
        self.drawn.append(PlayerId(EntityId(action.outcome)))


class ConcessionAuction(Turn, tag="concession_auction"):
    """Players in turn nominate a concession or decline; the round ends when all decline in a row [2.1].

    Attributes:
        opener: index in the bidding order of who nominates next.
        declines: how many declined in a row.
    """

    opener: int = 0
    declines: int = 0

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the opener; who cannot pay the smallest bid declines unasked."""
        players = ctx.state.players
        while self.declines < len(players) and (items := unsold(ctx)):
            player = players[self.opener]
            least = ctx.data.numbers["minimum_bid"]
            spec = bid_spec(ctx, items, (least, ctx.state.cash[player], grid(ctx)), "Put up a concession")
            if possible(spec, player):
                prompt = "puts up a concession or declines"
                return decide(ctx, player, (prompt, "auction"), (spec, passing("Decline")))
            self._decline(ctx, player)
        finish_auction(ctx, seats_by_cash(ctx))
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Open the auction of the nominated concession, or go on to the next player."""
        player = ctx.state.players[self.opener]
        if not isinstance(action, Bid):
            self._decline(ctx, player)
            return
        self.opener = (self.opener + 1) % len(ctx.state.players)
        self.declines = 0
        ctx.emit(BidMade(player, action.item, action.amount))
        ctx.push(_lot(ctx, player, action))

    def _decline(self, ctx: Context, player: PlayerId) -> None:
        self.declines += 1
        self.opener = (self.opener + 1) % len(ctx.state.players)
        ctx.emit(Passed(player, "puts up no concession"))


def grid(pos: Position) -> int:
    """Bids are multiples of this: 5, by agreement and online 1 [2.1]."""
    by_one = UNIT_BIDS in pos.options or is_online(pos)
    return pos.data.numbers["bid_step_by_agreement" if by_one else "bid_step"]


def smallest_raise(pos: Position) -> int:
    """What a raise adds at least: 5, or 1 by agreement [2.1]."""
    return pos.data.numbers["bid_step_by_agreement" if UNIT_BIDS in pos.options else "bid_step"]


def unsold(pos: Position) -> tuple[PrivateId, ...]:
    """Concessions nobody owns yet, by number."""
    return tuple(item for item in pos.data.privates if pos.state.privates.get(item) == BANK)


def _lot(ctx: Context, nominator: PlayerId, bid: Bid) -> Lot:
    order = ctx.rules.order.clockwise(ctx, nominator)
    others = list(order[1:])
    if is_online(ctx):
        others = [player for player in others if ctx.state.cash[player] > bid.amount]
    return Lot(
        item=bid.item,
        queue=[*others, nominator],
        leader=nominator,
        amount=bid.amount,
        least=bid.amount + smallest_raise(ctx),
        raise_by=smallest_raise(ctx),
        grid=grid(ctx),
        asks_all=is_online(ctx),
    )


def seats_by_cash(pos: Position) -> list[PlayerId]:
    """Seats: least money first, then the lowest concession owned, then the bidding order [2.1]."""
    return sorted(pos.state.players, key=lambda player: (pos.state.cash[player], lowest_concession(pos, player)))


def lowest_concession(pos: Position, player: PlayerId) -> int:
    """Number of the player's lowest concession, 0 for none."""
    numbers = [pos.data.privates[item].number for item, owner in pos.state.privates.items() if owner == player]
    return min(numbers, default=0)


def finish_auction(ctx: Context, order: list[PlayerId]) -> None:
    """Put unsold concessions into the bank pool, seat the players, give the first one the priority deal [2.1]."""
    for item in unsold(ctx):
        shares.move_private(ctx, item, POOL, price=0)
    seats.seat(ctx, order)
