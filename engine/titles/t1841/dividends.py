"""Dividends of 1841 [4.3, 4.3.2]: all or nothing; the token moves right only when the revenue beats the value."""

from engine.context import Position
from engine.ids import POOL, CompanyId, EntityId
from engine.policies import Direction, DividendKind
from engine.rules.order import marker_of
from engine.titles.t1841.shares import holdings


class Dividends1841:
    """Pay out or withhold; the initial offering pays into the treasury, the pool's share stays in the bank."""

    def kinds(self, pos: Position, company: CompanyId, revenue: int) -> tuple[DividendKind, ...]:
        """Both, always."""
        return ("pay", "withhold")

    def kept(self, pos: Position, company: CompanyId, revenue: int, kind: DividendKind) -> int:
        """Everything when withheld."""
        return revenue if kind == "withhold" else 0

    def payout(self, pos: Position, company: CompanyId, amount: int) -> dict[EntityId, int]:
        """By percent; revenues and percents are multiples of ten, so nothing is rounded."""
        paid = {holder: amount * percent // 100 for holder, percent in holdings(pos, company).items() if holder != POOL}
        return {holder: money for holder, money in paid.items() if money}

    def moves(self, pos: Position, company: CompanyId, revenue: int, kind: DividendKind) -> tuple[Direction, ...]:
        """Left without a dividend; right when the revenue is greater than the value of a share."""
        if kind == "withhold":
            return ("left",)
        return ("right",) if revenue > pos.rules.market.price(pos, marker_of(company)) else ()
