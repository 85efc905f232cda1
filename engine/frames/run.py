"""Running trains and declaring the dividend."""

from collections.abc import Callable
from functools import partial

from engine.actions import Action, Pay, Route, Run, Split, Withhold
from engine.context import Context, Position
from engine.decisions import Decision, Routes, Spec, field
from engine.errors import RuleError
from engine.events import DividendDeclared, TrainsRan
from engine.frames.asking import decide, refusal
from engine.frames.base import Turn
from engine.ids import BANK, CompanyId
from engine.ops import cash, market
from engine.policies import DividendKind, RouteProposal
from engine.rules.order import marker_of

_WORDS: dict[DividendKind, tuple[type[Action], str]] = {
    "pay": (Pay, "Pay the dividend"),
    "withhold": (Withhold, "Keep the revenue"),
    "split": (Split, "Pay half, keep half"),
}


class RunTrains(Turn, tag="run_trains"):
    """Runs trains; the revenue stands in `Company.last_run` afterwards, 0 when nothing could run."""

    company: CompanyId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the routes, if any train can run."""
        if self.closed:
            return None
        decision = None
        if ctx.rules.running.can_run(ctx, self.company):
            decision = decide(ctx, self.company, ("runs trains", "run"), (run_spec(ctx, self.company),))
        if decision is None:
            ctx.state.companies[self.company].last_run = 0
        return decision

    def apply(self, ctx: Context, action: Action) -> None:
        """Add up the routes."""
        assert isinstance(action, Run)
        revenues = ctx.rules.running.revenues(ctx, self.company, action.routes)
        self.closed = True
        ctx.state.companies[self.company].last_run = sum(revenues)
        ctx.emit(TrainsRan(self.company, action.routes, revenues, sum(revenues)))


def run_spec(ctx: Context, company: CompanyId) -> Spec:
    """Return the spec of a run: one route per train that runs."""
    rules = ctx.rules.running

    def check(routes: tuple[Route, ...]) -> RuleError | None:
        return rules.refusal(ctx, company, routes)

    wrong = refusal(ctx, "no_routes", "run", "A run is a list of routes.")
    domain = Routes(check, partial(rules.best, ctx, company), wrong, partial(tell_routes, ctx, company))
    return Spec(Run, "Run trains", (field("routes", domain),))


def tell_routes(ctx: Position, company: CompanyId, routes: tuple[Route, ...]) -> tuple[str, ...]:
    """Return what legal routes bring, whether more is possible, and each train's way and sum: one line each."""
    proposals = ctx.rules.running.search(ctx, company)
    found = next((each for each in proposals if each.routes == routes), None)
    revenues = found.revenues if found else ctx.rules.running.revenues(ctx, company, routes)
    money = ctx.data.currency.format
    total = sum(revenues)
    words = [f"{money(total)} in all"]
    if found and found.subsidy:
        words.append(f"{money(found.subsidy)} besides")
    words.append(_proof(found or proposals[0], total, money) if proposals else "")
    trains = (
        f"{route.train}: {'-'.join(route.path)} = {money(revenue)}"
        for route, revenue in zip(routes, revenues, strict=True)
    )
    return (", ".join(filter(None, words)), *trains)


def _proof(found: RouteProposal, total: int, money: Callable[[int], str]) -> str:
    """Say whether `total` is the most, or what is known to be possible."""
    if found.aim == "sum":
        return "most of both together" + ("" if found.proven else ", not proven")
    if found.proven:
        return "proven best" if total == found.total else f"the best is {money(found.total)}"
    return f"not proven, at most {money(found.bound)}"


class DeclareDividend(Turn, tag="declare_dividend"):
    """Decides about the revenue of the latest run; without revenue there is nothing to decide."""

    company: CompanyId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask, or withhold nothing when nothing was earned."""
        if self.closed:
            return None
        revenue = ctx.state.companies[self.company].last_run
        kinds = ctx.rules.dividends.kinds(ctx, self.company, revenue) if revenue else ()
        if not revenue:
            self._declare(ctx, "withhold")
            return None
        if len(kinds) == 1:
            self._declare(ctx, kinds[0])
            return None
        specs = (Spec(*_WORDS[kind]) for kind in kinds)
        return decide(ctx, self.company, ("declares the dividend", "dividend"), specs)

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry the declaration out."""
        self._declare(ctx, next(kind for kind, (verb, _) in _WORDS.items() if isinstance(action, verb)))

    def _declare(self, ctx: Context, kind: DividendKind) -> None:
        self.closed = True
        declare(ctx, self.company, ctx.state.companies[self.company].last_run, kind)


def declare(ctx: Context, company: CompanyId, revenue: int, kind: DividendKind) -> None:
    """Pay revenue from the bank to treasury and holders, then move the marker."""
    rules = ctx.rules.dividends
    kept = rules.kept(ctx, company, revenue, kind)
    moves = rules.moves(ctx, company, revenue, kind)
    paid = rules.payout(ctx, company, revenue - kept)
    cash.pay(ctx, BANK, company, kept, reason="withheld")
    for holder, amount in paid.items():
        cash.pay(ctx, BANK, holder, amount, reason="dividend")
    if kept:
        paid[company] = paid.get(company, 0) + kept
    ctx.emit(DividendDeclared(company, kind, revenue, paid))
    for direction in moves:
        market.move(ctx, marker_of(company), direction, cause="dividend" if revenue > kept else "no dividend")
