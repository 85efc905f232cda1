"""More power to the priority deal [8.2]: the card may be sold, and its holder may call one more operating round."""

from typing import cast

from msgspec import field as default

from engine.actions import Action, Buy, Choose
from engine.context import Context
from engine.decisions import Amount, Decision, Field, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.frames.asking import decide, money, passing
from engine.frames.base import Turn
from engine.frames.consent import NO, YES, Consent
from engine.frames.cycle import Cycle
from engine.frames.operating import OperatingRound
from engine.ids import PlayerId
from engine.ops import cash, phase

CARD = "priority"


class SellPriority(Turn, tag="sell_priority"):
    """After a stock round the others may offer to buy the card from its holder, who agrees or not [8.2].

    Attributes:
        asked: players who have had their chance, clockwise from the holder's left.
        refused: proposals that were declined, as ``[buyer, price]``.
    """

    asked: list[PlayerId] = default(default_factory=list)
    refused: list[list[str]] = default(default_factory=list)

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the next player who could pay."""
        holder, *others = ctx.rules.order.clockwise(ctx, ctx.state.priority)
        for player in others:
            if player not in self.asked and ctx.state.cash[player] > 0:
                specs = (self._spec(ctx, player, holder), passing("Make no offer"))
                return decide(ctx, player, ("may offer to buy the priority deal", "priority"), specs)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Ask the holder, or go on to the next player."""
        player = PlayerId(action.actor)
        if isinstance(action, Buy):
            question = f"sells the priority deal to {player} for {money(ctx, action.price)}"
            ctx.push(Consent(player, ctx.state.priority, question, action))
        else:
            self.asked.append(player)

    def agreed(self, ctx: Context, action: Action) -> None:
        """The card changes hands, once."""
        assert isinstance(action, Buy)
        cash.pay(ctx, action.actor, action.source, action.price, reason="priority deal")
        phase.move_priority(ctx, PlayerId(action.actor))
        self.asked = list(ctx.state.players)

    def declined(self, ctx: Context, action: Action) -> None:
        """Remember the proposal, which may not be repeated."""
        assert isinstance(action, Buy)
        self.refused.append([action.actor, str(action.price)])

    def _spec(self, ctx: Context, player: PlayerId, holder: PlayerId) -> Spec:
        has = ctx.state.cash[player]
        wrong = RuleError("wrong_price", "8.2", f"The price is 1 to {has}, all the money of {player}.")
        again = RuleError("refused_before", "8.2", f"{holder} has said no to exactly that.")
        unknown = RuleError("not_for_sale", "8.2", f"Only the card ({CARD}) of {holder} is for sale.")

        def fresh(value: Value) -> RuleError | None:
            return again if [player, str(cast(int, value))] in self.refused else None

        return Spec(
            Buy,
            "Offer to buy the priority deal",
            (
                field("item", OneOf(lambda: (CARD,), unknown)),
                field("source", OneOf(lambda: (holder,), unknown)),
                Field("count", lambda _given: Amount(1, 1, unknown, money=False)),
                field("price", Amount(1, has, wrong, filters=(fresh,))),
            ),
        )


class ExtraRound(Turn, tag="extra_round"):
    """At the end of a turn's last operating round the holder may call one more, once [8.2]."""

    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the holder of the card, unless the game is about to end."""
        if self.closed or ctx.state.bank_broken:
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
