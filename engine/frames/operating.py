"""Operating rounds: every company operates once, in order."""

from msgspec import field as default

from engine.context import Context
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.events import TurnEnded
from engine.frames.base import Sequence, Turn
from engine.frames.closing import end_if_due, running_frame
from engine.ids import CompanyId, EntityId
from engine.ops import companies, phase
from engine.state import RoundMark


class OperatingRound(Turn, tag="operating_round"):
    """Every company operates once.

    Attributes:
        number, part: set, and round in the set.
        waiting: companies that have not operated, in order; None until the order is fixed.
        current: the company whose turn it is; empty between turns.
        done: companies whose turn is over, in order.
        begun: the frames before the round have been pushed.
    """

    number: int
    part: int
    waiting: list[CompanyId] | None = None
    current: CompanyId = CompanyId(EntityId(""))
    done: list[CompanyId] = default(default_factory=list)
    begun: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Close the turn that is over and begin the next one."""
        if not self.begun:
            self.begun = True
            phase.begin_round(ctx, RoundMark("operating", self.number, self.part))
            ctx.push(Sequence(list(ctx.rules.turns.before_operating_round(ctx))))
            return None
        if self.waiting is None:
            self.waiting = list(ctx.rules.order.operating(ctx))
        if self.current and self._close_turn(ctx):
            return None
        if not self._begin_turn(ctx):
            end_if_due(ctx, "round")
        return None

    def _close_turn(self, ctx: Context) -> bool:
        company, self.current = self.current, CompanyId(EntityId(""))
        self.done.append(company)
        if company in ctx.state.companies:
            companies.mark_operated(ctx, company)
        ctx.emit(TurnEnded("operating", company))
        return end_if_due(ctx, "turn")

    def _begin_turn(self, ctx: Context) -> bool:
        while self.waiting:
            company = self.waiting.pop(0)
            if company in ctx.state.companies:
                self.current = company
                ctx.push(ctx.rules.turns.operating_turn(ctx, company))
                return True
        return False


def current_round(ctx: Context) -> OperatingRound:
    """Return the operating round that is running.

    Raises:
        InvariantError: there is none.
    """
    found = running_frame(ctx, OperatingRound)
    if found is None:
        raise InvariantError("No operating round is running.")
    return found


def resort(ctx: Context) -> None:
    """Sort the companies that have not operated again, as after a sale of shares; outside a round nothing happens."""
    found = running_frame(ctx, OperatingRound)
    if found is None or not found.waiting:
        return
    order = ctx.rules.order.operating(ctx)
    rank = {company: place for place, company in enumerate(order)}
    found.waiting.sort(key=lambda company: rank.get(company, len(order)))


def end_turn(ctx: Context) -> None:
    """End the operating turn at once: every frame above the operating round is dropped, the calling frame included."""
    found = current_round(ctx)
    del ctx.state.stack[ctx.state.stack.index(found) + 1 :]
