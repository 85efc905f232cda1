"""Ordinary sales to the pool."""

from engine.context import Context
from engine.ids import BANK, POOL, CompanyId, EntityId
from engine.ops import cash, market, shares
from engine.rules.order import marker_of


def sell(ctx: Context, seller: EntityId, company: CompanyId, count: int) -> None:
    """Sell small shares to the pool at the present price; then the marker goes down one row per share.

    A president who must part with the president's certificate for it gives it to the successor first.
    """
    price = ctx.rules.market.price(ctx, marker_of(company))
    part_with(ctx, seller, company, count)
    cash.pay(ctx, BANK, seller, price * count, reason="shares")
    market.move(ctx, marker_of(company), "down", times=count, cause="sale")


def part_with(ctx: Context, seller: EntityId, company: CompanyId, count: int) -> None:
    """Move small shares to the pool and let the presidency follow; no money, no market."""
    heir = ctx.rules.shares.successor(ctx, company, seller, count)
    if heir is not None:
        shares.take_presidency(ctx, company, heir)
    shares.move(ctx, company, shares.ordinary(ctx, company, seller, count), seller, POOL)
    shares.settle_presidency(ctx, company)
