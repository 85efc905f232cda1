"""What a new phase brings: the effects in order, rusting, and discards over the limit."""

from msgspec import field as default

from engine.actions import Action, Discard
from engine.context import Context
from engine.decisions import Decision, OneOf, Spec, field
from engine.frames.asking import decide, refusal
from engine.frames.base import Sequence, Turn
from engine.ids import CompanyId
from engine.ops import phase, trains
from engine.rules.trains import train_class, train_data


def follow_purchase(ctx: Context, kind: str) -> None:
    """After a train of class `kind` left the depot: begin the phase it starts, if it is a later one."""
    order = [entry.id for entry in ctx.data.phases]
    now = order.index(ctx.state.phase)
    started = next((entry for entry in ctx.data.phases[now + 1 :] if entry.starts == kind), None)
    if started is None:
        return
    phase.begin_phase(ctx, started.id)
    ctx.push(Sequence(list(ctx.rules.turns.phase_events(ctx, started.id))))


class RustTrains(Turn, tag="rust_trains"):
    """Removes every train that the first purchase of class `by` makes obsolete."""

    by: str

    def advance(self, ctx: Context) -> Decision | None:
        """Rust and be done."""
        for train in ctx.data.trains:
            if train.rusts == self.by:
                trains.rust(ctx, train.id)
        return None


class DiscardTrains(Turn, tag="discard_trains"):
    """Lets every company above its train limit discard, in operating order.

    Attributes:
        only: companies concerned; empty = all.
    """

    only: list[CompanyId] = default(default_factory=list)

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the first company that has too many; where nobody chooses, the cheapest one goes."""
        while (company := self._crowded(ctx)) is not None:
            kinds = _kinds(ctx, company)
            decision = None
            if len(kinds) > 1:
                specs = (_discard_spec(ctx, kinds),)
                decision = decide(ctx, company, ("discards a train", "discard"), specs)
            if decision is not None:
                return decision
            self._discard(ctx, company, min(kinds, key=lambda kind: train_data(ctx.data, kind).price))
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Discard the chosen train."""
        assert isinstance(action, Discard)
        self._discard(ctx, CompanyId(action.actor), action.train)

    def _crowded(self, ctx: Context) -> CompanyId | None:
        order = ctx.rules.order.operating(ctx)
        rest = [company for company in ctx.state.companies if company not in order]
        return next(
            (
                company
                for company in (*order, *rest)
                if (not self.only or company in self.only)
                and len(ctx.state.trains.get(company, [])) > ctx.rules.trains.limit(ctx, company)
            ),
            None,
        )

    def _discard(self, ctx: Context, company: CompanyId, kind: str) -> None:
        cards = ctx.state.trains[company]
        trains.discard(ctx, company, next(card for card in cards if train_class(card) == kind))


def _kinds(ctx: Context, company: CompanyId) -> tuple[str, ...]:
    return tuple(dict.fromkeys(train_class(card) for card in ctx.state.trains[company]))


def _discard_spec(ctx: Context, kinds: tuple[str, ...]) -> Spec:
    unknown = refusal(ctx, "no_such_train", "discard", f"The company owns trains of these classes: {', '.join(kinds)}.")
    return Spec(Discard, "Discard a train", (field("train", OneOf(lambda: kinds, unknown)),))
