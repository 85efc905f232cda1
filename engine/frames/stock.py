"""The loop of a stock round; whose turn it is, not what he does in it."""

from msgspec import field as default

from engine.context import Context
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.events import TurnEnded
from engine.frames.base import Sequence, Turn
from engine.frames.closing import end_if_due, running_frame
from engine.ids import CompanyId, EntityId, PlayerId
from engine.ops import phase
from engine.state import RoundMark


class StockRound(Turn, tag="stock_round"):
    """Players act clockwise from the priority deal until all have passed in a row.

    Attributes:
        number: of the set the round opens.
        current: whose turn it is; empty before the first.
        acted: the running turn has bought or sold something, see `mark_acted`.
        passes: turns in a row in which nothing was done.
        last: who did something last; empty = nobody yet.
        sold: player -> companies sold in this round.
        closing: all have passed, the frames after the round have been pushed.
    """

    number: int
    begun: bool = False
    current: PlayerId = PlayerId(EntityId(""))
    acted: bool = False
    passes: int = 0
    last: PlayerId = PlayerId(EntityId(""))
    sold: dict[str, list[CompanyId]] = default(default_factory=dict)
    closing: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Close the turn that is over and begin the next one, or close the round."""
        if self.closing:
            end_if_due(ctx, "round")
            return None
        if not self.begun:
            self.begun = True
            phase.begin_round(ctx, RoundMark("stock", self.number))
        if self.current and self._close_turn(ctx):
            return None
        if self.passes >= len(ctx.rules.order.clockwise(ctx, ctx.state.priority)):
            self._close(ctx)
            return None
        self.current = self._next(ctx)
        ctx.push(ctx.rules.turns.stock_turn(ctx, self.current))
        return None

    def _close_turn(self, ctx: Context) -> bool:
        if self.acted:
            self.last, self.passes, self.acted = self.current, 0, False
        else:
            self.passes += 1
        ctx.emit(TurnEnded("stock", self.current))
        return end_if_due(ctx, "turn")

    def _next(self, ctx: Context) -> PlayerId:
        if not self.current:
            return ctx.state.priority
        return _left_of(ctx, self.current)

    def _close(self, ctx: Context) -> None:
        self.closing = True
        if self.last:
            phase.move_priority(ctx, _left_of(ctx, self.last))
        ctx.push(Sequence(list(ctx.rules.turns.after_stock_round(ctx))))


def _left_of(ctx: Context, player: PlayerId) -> PlayerId:
    seats = ctx.rules.order.clockwise(ctx, player)
    return seats[1 % len(seats)]


def stock_round(ctx: Context) -> StockRound:
    """Return the stock round that is running.

    Raises:
        InvariantError: there is none.
    """
    found = running_frame(ctx, StockRound)
    if found is None:
        raise InvariantError("No stock round is running.")
    return found


def mark_acted(ctx: Context) -> None:
    """Note that the running stock turn has done something: it is no pass."""
    stock_round(ctx).acted = True


def note_sale(ctx: Context, player: EntityId, company: CompanyId) -> None:
    """Note that a player sold a company, which he may not buy again in this round."""
    sold = stock_round(ctx).sold.setdefault(player, [])
    if company not in sold:
        sold.append(company)


def has_sold(ctx: Context, player: EntityId, company: CompanyId) -> bool:
    """Whether the player has sold the company in this round."""
    return company in stock_round(ctx).sold.get(player, ())
