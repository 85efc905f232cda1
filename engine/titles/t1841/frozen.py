"""Frozen corporations [4.5.1.1]: their turn, and the forced sale that breaks a circle of ownership."""

from engine.context import Context, Position
from engine.decisions import Decision
from engine.events import Announced
from engine.frames.base import Turn
from engine.frames.operating import resort
from engine.ids import BANK, POOL, CompanyId
from engine.ops import cash, market, shares
from engine.rules.order import marker_of
from engine.titles.t1841.dealing import carry_concession, settle, value_of
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.shares import claimant, holdings, is_circular


class FrozenTurn(Turn, tag="frozen_turn"):
    """The token moves two columns left; a corporation in a circle then sells its stock of those above it [4.5.1.1]."""

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Do it all; nobody is asked."""
        columns = ctx.data.numbers["frozen_columns"]
        market.move(ctx, marker_of(self.company), "left", times=columns, cause="frozen")
        ctx.emit(Announced("frozen", f"{self.company} is frozen and does nothing."))
        if is_circular(ctx, self.company) and not is_online(ctx):
            break_circle(ctx, self.company)
        return None


def break_circle(ctx: Context, company: CompanyId) -> None:
    """Sell everything the corporation holds of corporations in its chain, at full value, lowest valued first.

    No limit applies; a presidency so given up goes to the largest holder with enough stock, else to the pool.
    """
    above = stock_of_chain(ctx, company)
    rows = {other: _sell_all(ctx, company, other) for other in above}
    for other in above:
        market.move(ctx, marker_of(other), "down", times=rows[other], cause="sale")
    for other in above:
        settle(ctx, other)
    resort(ctx)


def stock_of_chain(pos: Position, company: CompanyId) -> list[CompanyId]:
    """Corporations above `company` in its chain of which it holds stock, lowest valued first."""
    chain = pos.rules.control.chain(pos, company)
    held = [other for other in pos.rules.order.operating(pos) if other in chain and other != company]
    return [other for other in reversed(held) if pos.state.shares[other].get(company)]


def _sell_all(ctx: Context, seller: CompanyId, company: CompanyId) -> int:
    sizes = ctx.state.companies[company].sizes
    held = list(ctx.state.shares[company][seller])
    count = sum(sizes[index] for index in held) // sizes[1]
    cash.pay(ctx, BANK, seller, value_of(ctx, company) * count, reason="shares")
    shares.move(ctx, company, held, seller, POOL)
    if 0 in held:
        heir = claimant(ctx, company, holdings(ctx, company))
        if heir is not None:
            shares.take_presidency(ctx, company, heir)
        carry_concession(ctx, company)
    return count
