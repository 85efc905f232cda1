"""Dividing what IRSFF owns between its two successors [4.6.9]: place on the market, tokens, trains, money, stock."""

from itertools import cycle

from engine.context import Context, Position
from engine.decisions import Decision
from engine.frames.base import Turn
from engine.ids import CompanyId, HexId
from engine.ops import board, cash, companies, market, shares
from engine.rules.order import marker_of
from engine.rules.trains import train_class
from engine.titles.t1841.dealing import carry_concession, value_of
from engine.titles.t1841.market import column_marks
from engine.titles.t1841.merger_tokens import on_map
from engine.titles.t1841.succession import settle_holdings

VENETO = "Veneto"


class Divide(Turn, tag="divide"):
    """The automatic part of the secession: `east` comes first wherever things are dealt out alternately."""

    old: CompanyId
    east: CompanyId
    west: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Divide everything; nothing is asked."""
        place_on_market(ctx, self.old, self.east, self.west)
        divide_tokens(ctx, self.old, self.east, self.west)
        divide_trains(ctx, self.old, self.east, self.west)
        fraction = ctx.data.numbers["secession_percent_sfl"]
        cash.pay(ctx, self.old, self.west, ctx.state.cash[self.old] * fraction // 100, reason="secession")
        cash.pay(ctx, self.old, self.east, ctx.state.cash[self.old], reason="secession")
        divide_stock(ctx, self.old, self.east, self.west)
        return None


def place_on_market(ctx: Context, old: CompanyId, east: CompanyId, west: CompanyId) -> None:
    """Put the new tokens where the old one was, `east` on top; minors not beyond their last column (version 1)."""
    row, column = ctx.state.places[marker_of(old)]
    index = market.lift(ctx, marker_of(old)) or 0
    last = _last_column(ctx, east)
    for company in (east, west):
        companies.found(ctx, company, company, (row, min(column, last)))
        ctx.state.companies[company].floated = True
    if column <= last:
        market.insert(ctx, marker_of(east), (row, column), index)
        market.insert(ctx, marker_of(west), (row, column), index + 1)


def _last_column(pos: Position, company: CompanyId) -> int:
    columns = range(max(len(row) for row in pos.data.market.rows))
    if pos.data.companies[company].kind != "minor":
        return columns[-1]
    return next(column for column in columns if "stop_minor" in column_marks(pos, column))


def divide_tokens(ctx: Context, old: CompanyId, east: CompanyId, west: CompanyId) -> None:
    """Tokens in Veneto become `east`'s, others `west`'s; charter tokens alternate, then both get their minimum."""
    most = ctx.data.companies[east].tokens[1]
    laid = dict.fromkeys((east, west), 0)
    for _, stop in on_map(ctx, (old,)):
        company = east if ctx.data.board.hexes[HexId(stop.partition(":")[0])].region == VENETO else west
        if laid[company] == most:
            board.remove_token(ctx, old, stop, reason="secession")
            continue
        board.replace_token(ctx, old, company, stop)
        laid[company] += 1
    owned = dict(laid)
    for company, _ in zip(cycle((east, west)), range(ctx.state.companies[old].tokens_left), strict=False):
        owned[company] += 1
    for company in (east, west):
        total = min(most, max(owned[company], ctx.data.companies[company].tokens[0]))
        ctx.state.companies[company].tokens_left = total - laid[company]


def divide_trains(ctx: Context, old: CompanyId, east: CompanyId, west: CompanyId) -> None:
    """Deal the trains out alternately, best first."""
    cards = sorted(ctx.state.trains[old], key=lambda card: int(train_class(card)))
    for company, card in zip(cycle((east, west)), reversed(cards), strict=False):
        ctx.state.trains[old].remove(card)
        ctx.state.trains[company].append(card)


def divide_stock(ctx: Context, old: CompanyId, east: CompanyId, west: CompanyId) -> None:
    """Deal the treasury certificates out alternately, most valuable first, on a tie in operating order."""
    order = ctx.rules.order.operating(ctx)
    others = (company for company in order if company != old)
    held = [(company, index) for company in others for index in ctx.state.shares[company].get(old, ())]

    def worth(certificate: tuple[CompanyId, int]) -> int:
        company, index = certificate
        sizes = ctx.state.companies[company].sizes
        return -value_of(ctx, company) * (sizes[index] // sizes[1])

    for receiver, (company, index) in zip(cycle((east, west)), sorted(held, key=worth), strict=False):
        shares.move(ctx, company, [index], old, receiver)
        carry_concession(ctx, company)
    settle_holdings(ctx, [company for company, _ in held], east, west)
