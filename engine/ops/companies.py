"""Companies come, operate and go."""

from engine.context import Context
from engine.errors import InvariantError
from engine.events import CompanyFounded, CompanyGone
from engine.ids import BANK, CompanyId, EntityId
from engine.ops import board, cash, market, trains
from engine.rules.order import marker_of
from engine.state import Company


def found(ctx: Context, company: CompanyId, founder: EntityId, cell: tuple[int, int]) -> None:
    """Start a company on a market cell; all its certificates lie in its own initial offering, no token is placed.

    The charter gets the smallest number of tokens; titles that sell tokens change it afterwards.
    """
    create(ctx, company)
    market.place(ctx, marker_of(company), cell)
    ctx.emit(CompanyFounded(company, founder, ctx.rules.market.price(ctx, marker_of(company))))


def create(ctx: Context, company: CompanyId) -> None:
    """Put a charter into play, off the market and with every certificate in its own hands.

    Raises:
        InvariantError: the company is in play already.
    """
    if company in ctx.state.companies:
        raise InvariantError(f"{company} has been started already.")
    charter = ctx.data.companies[company]
    ctx.state.companies[company] = Company(company, charter.kind, charter.shares, tokens_left=charter.tokens[0])
    ctx.state.shares[company] = {company: list(range(len(charter.shares)))}
    ctx.state.cash.setdefault(company, 0)
    ctx.state.trains.setdefault(company, [])


def remove(ctx: Context, company: CompanyId, *, reason: str) -> None:
    """Take a company out of play: marker, tokens, reservations, certificates.

    Its cash goes to the bank, its trains and the certificates it owns of others must have been dealt with before.

    Raises:
        InvariantError: it still owns trains or certificates of other companies.
    """
    state = ctx.state
    if state.trains.get(company) or any(held.get(company) for other, held in state.shares.items() if other != company):
        raise InvariantError(f"{company} still owns something.")
    cash.pay(ctx, company, BANK, state.cash.get(company, 0), reason="closing")
    for stop in [stop for stop, owners in state.tokens.items() if company in owners]:
        board.remove_token(ctx, company, stop, reason="closing")
    for place in [place for place, owners in state.reserved.items() if company in owners]:
        board.release(ctx, company, place)
    market.lift(ctx, marker_of(company))
    trains.forget(ctx, company)
    for table in (state.cash, state.shares, state.companies):
        table.pop(company, None)
    ctx.emit(CompanyGone(company, reason))


def mark_operated(ctx: Context, company: CompanyId) -> None:
    """Note that a company has finished an operating turn in its present identity."""
    ctx.state.companies[company].operated = True


def add_tokens(ctx: Context, company: CompanyId, count: int) -> None:
    """Put `count` more tokens on a charter; what they cost is paid elsewhere.

    Raises:
        InvariantError: fewer than none would be left.
    """
    charter = ctx.state.companies[company]
    if charter.tokens_left + count < 0:
        raise InvariantError(f"{company} has no {-count} tokens to give back.")
    charter.tokens_left += count
