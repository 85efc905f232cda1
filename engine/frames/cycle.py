"""The cycle of stock and operating rounds."""

from typing import Final

from engine.context import Context
from engine.decisions import Decision
from engine.events import RoundBegan
from engine.frames.base import Sequence, Turn
from engine.frames.closing import end_if_due
from engine.frames.operating import OperatingRound
from engine.frames.stock import StockRound
from engine.ops import phase
from engine.rules.trains import phase_data

STALE: Final = 30
"""Sets in a row in which nobody was asked, or all companies were frozen, after which the game is a stalemate."""


class Cycle(Turn, tag="cycle"):
    """Stock round, so many operating rounds, stock round ... until the game ends.

    Attributes:
        number: of the set, counted from 1 (0 = none has begun).
        part: operating round of the set that is running or just over; 0 = the stock round.
        parts: operating rounds in this set, read when the stock round ends.
        closing: the frames after the set have been pushed.
        frozen: sets in a row at whose end nobody decided for any company.
    """

    number: int = 0
    part: int = 0
    parts: int = 0
    closing: bool = False
    frozen: int = 0

    def advance(self, ctx: Context) -> Decision | None:
        """Push the next round."""
        if self.number == 0 or self.closing:
            self._next_set(ctx)
        elif self.part == 0:
            self.parts = phase_data(ctx).operating_rounds
            self._operate(ctx)
        elif self.part < self.parts:
            self._operate(ctx)
        else:
            self.closing = True
            ctx.push(Sequence(list(ctx.rules.turns.after_operating_set(ctx))))
        return None

    def _next_set(self, ctx: Context) -> None:
        if self.closing and end_if_due(ctx, "set"):
            return
        self.frozen = self.frozen + 1 if _all_frozen(ctx) else 0
        if max(self.frozen, _sets_without_question(ctx)) >= STALE:
            phase.end_game(ctx, "stalemate")
            return
        self.number, self.part, self.closing = self.number + 1, 0, False
        ctx.push(StockRound(self.number))

    def _operate(self, ctx: Context) -> None:
        self.part += 1
        ctx.push(OperatingRound(self.number, self.part))


def _sets_without_question(ctx: Context) -> int:
    """Stock rounds that began since the latest action: nobody was asked anything in between."""
    return sum(isinstance(event, RoundBegan) and event.round.kind == "stock" for event in ctx.events)


def _all_frozen(ctx: Context) -> bool:
    """Whether there are companies and nobody decides for any of them."""
    companies = ctx.state.companies
    return bool(companies) and all(ctx.rules.control.is_frozen(ctx, company) for company in companies)
