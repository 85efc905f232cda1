"""A corporation's stock deals in its operating turn: sell, then buy one certificate or start another [4.7.1-4.7.3]."""

from msgspec import field as default

from engine.actions import Action, Buy, Par, Sell
from engine.context import Context
from engine.decisions import Decision
from engine.events import Passed
from engine.frames.asking import decide, passing, possible
from engine.frames.base import Turn
from engine.frames.operating import resort
from engine.ids import CompanyId
from engine.titles.t1841.dealing import (
    carry_out_purchase,
    carry_out_sale,
    end_sales,
    pressing,
    purchase_spec,
    sale_spec,
)
from engine.titles.t1841.founding import start, start_spec


class Finance(Turn, tag="finance_1841"):
    """The stock steps of a corporation's turn.

    Attributes:
        pending: rows that the tokens of sold corporations still have to go down, when the sell step ends [4.7.1].
        closed: the steps are over.
    """

    company: CompanyId
    pending: dict[CompanyId, int] = default(default_factory=dict)
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the next deal; nothing is asked where nothing is possible."""
        if self.closed:
            return None
        selling = sale_spec(ctx, self.company)
        may_sell = possible(selling, self.company)
        if may_sell and (excess := pressing(ctx, self.company)):
            return decide(ctx, self.company, (f"must sell ({excess})", "corporate_sale"), (selling,))
        every = (purchase_spec(ctx, self.company), start_spec(ctx, self.company), selling)
        specs = [spec for spec in every if (may_sell if spec is selling else possible(spec, self.company))]
        if not specs:
            self._close(ctx)
            return None
        idle = [spec for spec in every if spec not in specs]
        question = ("buys or sells stock", "finance")
        return decide(ctx, self.company, question, (*specs, passing("Done with stock")), idle)

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell and go on, or do one other thing, which ends the steps."""
        if isinstance(action, Sell):
            carry_out_sale(ctx, self.company, action, self.pending)
            resort(ctx)
            return
        self._close(ctx)
        if isinstance(action, Buy):
            carry_out_purchase(ctx, self.company, action.item, action.source)
        elif isinstance(action, Par):
            start(ctx, self.company, action)
        else:
            ctx.emit(Passed(self.company, "deals in no more stock"))

    def _close(self, ctx: Context) -> None:
        """End the sell step: tokens move, and those who have not operated are sorted again."""
        sold = bool(self.pending)
        end_sales(ctx, self.company, self.pending)
        if sold:
            resort(ctx)
        self.closed = True
