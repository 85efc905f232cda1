"""More power to the priority deal [8.2]: the card may be sold, and its holder may call one more operating round."""

from msgspec import field as default

from engine.actions import Action, Buy, Choose
from engine.context import Context
from engine.decisions import Amount, Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, money, passing
from engine.frames.base import Turn
from engine.frames.consent import NO, YES, Consent
from engine.frames.cycle import Cycle
from engine.frames.operating import OperatingRound
from engine.ids import EntityId, PlayerId
from engine.ops import cash, phase

CARD, KEEP = "priority", "keep"


class SellPriority(Turn, tag="sell_priority"):
    """After a stock round the holder may sell the card to another player, who names a price; the holder agrees or not.

    Attributes:
        buyer: whom the holder has asked for an offer; empty = nobody yet.
        refused: proposals that were declined, as ``[buyer, price]``.
    """

    buyer: str = ""
    refused: list[list[str]] = default(default_factory=list)
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the holder whom to sell to, then that player for an offer; not when the game ends with the round."""
        holder, *others = ctx.rules.order.clockwise(ctx, ctx.state.priority)
        able = [player for player in others if ctx.state.cash[player] > 0]
        if self.closed or not able or ctx.rules.ending.reason(ctx, "round"):
            return None
        if self.buyer:
            specs = (self._offer(ctx, PlayerId(EntityId(self.buyer)), holder), passing("Make no offer"))
            return decide(ctx, EntityId(self.buyer), ("may offer to buy the priority deal", "priority"), specs)
        unknown = RuleError("no_buyer", "8.2", f"Choose {KEEP}, or who may buy: {', '.join(able)}.")
        spec = Spec(Choose, "Sell the priority deal?", (field("option", OneOf(lambda: (KEEP, *able), unknown)),))
        return decide(ctx, holder, ("may sell the priority deal", "priority"), (spec,))

    def apply(self, ctx: Context, action: Action) -> None:
        """Keep the card, name a buyer, or ask the holder about the offer."""
        if isinstance(action, Choose):
            self.closed = action.option == KEEP
            self.buyer = "" if self.closed else action.option
        elif isinstance(action, Buy):
            question = f"sell the priority deal to {action.actor} for {money(ctx, action.price)}"
            ctx.push(Consent(action.actor, ctx.state.priority, question, action, "priority"))
        else:
            self.buyer = ""
            ctx.emit(Passed(action.actor, "makes no offer for the priority deal"))

    def agreed(self, ctx: Context, action: Action) -> None:
        """The card changes hands, once."""
        assert isinstance(action, Buy)
        cash.pay(ctx, action.actor, action.source, action.price, reason="priority deal")
        phase.move_priority(ctx, PlayerId(action.actor))
        self.closed = True

    def declined(self, ctx: Context, action: Action) -> None:
        """Remember the proposal, which may not be repeated."""
        assert isinstance(action, Buy)
        self.refused.append([action.actor, str(action.price)])

    def _offer(self, ctx: Context, buyer: PlayerId, holder: PlayerId) -> Spec:
        has = ctx.state.cash[buyer]
        wrong = RuleError("wrong_price", "8.2", f"The price is 1 to {has}, all the money of {buyer}.")
        again = RuleError("refused_before", "8.2", f"{holder} has said no to exactly that.")
        unknown = RuleError("not_for_sale", "8.2", f"Only the card ({CARD}) of {holder} is for sale.")
        refused = [price for player, price in self.refused if player == buyer]
        fields = (
            field("item", OneOf(lambda: (CARD,), unknown)),
            field("source", OneOf(lambda: (holder,), unknown)),
            field("count", Amount(1, 1, unknown, money=False)),
            field("price", Amount(1, has, wrong, filters=(lambda value: again if str(value) in refused else None,))),
        )
        return Spec(Buy, "Offer to buy the priority deal", fields)


class ExtraRound(Turn, tag="extra_round"):
    """At the end of a turn's last operating round the holder may call one more, once [8.2]."""

    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the holder of the card; had the game ended, the round's end would have ended it."""
        if self.closed:
            return None
        unknown = RuleError("yes_or_no", "8.2", "The answer is yes or no.")
        spec = Spec(Choose, "One more operating round?", (field("option", OneOf(lambda: (YES, NO), unknown)),))
        return decide(ctx, ctx.state.priority, ("may call one more operating round", "priority"), (spec,))

    def apply(self, ctx: Context, action: Action) -> None:
        """Hold the round, or not."""
        assert isinstance(action, Choose)
        self.closed = True
        if action.option == YES:
            cycle = next(frame for frame in ctx.state.stack if isinstance(frame, Cycle))
            cycle.part += 1
            ctx.push(OperatingRound(cycle.number, cycle.part))
