"""Running trains and sharing out the revenue, plain rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.actions import Route
from engine.board import (
    Reaches,
    RouteCode,
    RouteProblem,
    RouteRules,
    TokenAccess,
    Train,
    Walk,
    best_routes,
    check,
    conflicts,
    printed_value,
    reach,
    resolve,
    revenue,
)
from engine.context import Position
from engine.errors import RuleError
from engine.ids import POOL, CompanyId, EntityId, TrainId
from engine.policies import Direction, DividendKind, RouteProposal
from engine.rules.network import access
from engine.rules.order import marker_of
from engine.rules.proposals import proposal, recall, remember
from engine.rules.trains import phase_data, train_class, train_data

SENTENCES: Mapping[RouteCode, str] = {
    RouteCode.UNKNOWN_HEX: "{} is no hex of the map.",
    RouteCode.UNKNOWN_STOP: "{} is no stop of its hex.",
    RouteCode.NOT_ADJACENT: "{} does not lie next to the hex before it.",
    RouteCode.NO_TRACK: "The track on {} does not connect that way.",
    RouteCode.CLOSED_SIDE: "No track leads into {} from the hex before it.",
    RouteCode.AMBIGUOUS: "Several ways fit on {}; name the stop, for example H4.c0.",
    RouteCode.STUB: "The track on {} is a dead end.",
    RouteCode.SAME_TRACK: "The route uses the same track twice on {}.",
    RouteCode.SAME_STOP: "The route visits {} twice.",
    RouteCode.SAME_HEX: "The route visits {} twice.",
    RouteCode.BLOCKED: "{} is full of other companies' tokens; no route runs through it.",
    RouteCode.ENDS_ONLY: "A route may only begin or end at {}.",
    RouteCode.NO_ACCESS: "The route may not use {}.",
    RouteCode.TOO_FEW: "The route has too few stops.",
    RouteCode.NO_TOKEN: "A route needs a stop with a token of its own company.",
    RouteCode.TOO_LONG: "The route has more stops than the train can reach.",
    RouteCode.SHARED_TRACK: "Two routes use the same track on {}.",
    RouteCode.SHARED_STUB: "Two routes end at {}.",
}


class PlainRunning:
    """Two stops at least, one with an own token; each train once; the routes stand as entered."""

    def __init__(self, rules: RouteRules | None = None) -> None:
        """Take what the title asks of a route; RouteRules' defaults otherwise."""
        self.route_rules = rules or RouteRules()

    def can_run(self, pos: Position, company: CompanyId) -> bool:
        """Whether it has a train and a token leads to enough stops, however far; replay never searches."""
        rules, own = self.route_rules, access(pos, company)
        if not pos.state.trains.get(company):
            return False
        starts = [stop for stop in map(pos.board.stop, sorted(own.starts)) if stop and stop.kind in rules.token]
        return any(self._enough(pos, replace(own, starts=frozenset({stop.ref}))) for stop in starts)

    def _enough(self, pos: Position, own: TokenAccess) -> bool:
        stops = (pos.board.stop(ref) for ref in reach(pos.board, own).stops)
        return sum(stop is not None and stop.kind in self.route_rules.counted for stop in stops) >= (
            self.route_rules.minimum
        )

    def refusal(self, pos: Position, company: CompanyId, routes: Sequence[Route]) -> RuleError | None:
        """The first breach, or an empty run where a train has a route."""
        paragraph = pos.rules.paragraph("run")
        cards = list(pos.state.trains.get(company, ()))
        if not routes and not pos.trusted and self.search(pos, company)[0].total:
            return RuleError("no_routes", paragraph, f"{company} has a route and must run.")
        walks: list[Walk] = []
        for route in routes:
            if route.train not in cards:
                return RuleError("no_such_train", paragraph, f"{company} has no train {route.train} left to run.")
            cards.remove(route.train)
            walk = resolve(pos.board, route.path)
            problem = self._breach(pos, company, walk, route.train) if isinstance(walk, Walk) else walk
            if problem is not None:
                return self._worded(pos, problem)
            if isinstance(walk, Walk):
                walks.append(walk)
        shared = conflicts(walks, self.route_rules)
        return self._worded(pos, shared) if shared else None

    def revenues(self, pos: Position, company: CompanyId, routes: Sequence[Route]) -> tuple[int, ...]:
        """Sum of all stops of each route, off-map boxes by phase."""
        value = printed_value(phase_data(pos).revenue_step)
        walks = (resolve(pos.board, route.path) for route in routes)
        return tuple(revenue(walk, value) for walk in walks if isinstance(walk, Walk))

    def search(self, pos: Position, company: CompanyId, budget: int | None = None) -> tuple[RouteProposal, ...]:
        """The best set, with its proof; searched once per position of map, tokens, trains and phase."""
        return recall(pos, self._key(pos, company), budget, lambda steps: self._search(pos, company, steps))

    def learn(self, pos: Position, company: CompanyId, found: tuple[RouteProposal, ...]) -> None:
        """Keep what another process found."""
        remember(pos, self._key(pos, company), found)

    def best(self, pos: Position, company: CompanyId) -> tuple[tuple[Route, ...], ...]:
        """The best set found; should no train reach a second stop, the run without routes."""
        return tuple(found.routes for found in self.search(pos, company))

    def _key(self, pos: Position, company: CompanyId) -> str:
        return f"{company} {pos.state.phase} {tuple(pos.state.trains.get(company, ()))}"

    def _search(self, pos: Position, company: CompanyId, budget: int) -> tuple[RouteProposal, ...]:
        cards = tuple(pos.state.trains.get(company, ()))
        value = printed_value(phase_data(pos).revenue_step)
        trains = [Train(self._reaches(pos, card), value) for card in cards]
        found = best_routes(pos.board, access(pos, company), trains, self.route_rules, budget)
        return (proposal(pos.board, cards, found),)

    def _breach(self, pos: Position, company: CompanyId, walk: Walk, card: TrainId) -> RouteProblem | None:
        return check(pos.board, access(pos, company), walk, self._reaches(pos, card), self.route_rules)

    def _reaches(self, pos: Position, card: TrainId) -> Reaches:
        kind = train_data(pos.data, train_class(card))
        return Reaches(kind.reach, frozenset(kind.counts))

    def _worded(self, pos: Position, problem: RouteProblem) -> RuleError:
        sentence = SENTENCES[problem.code].format(problem.where.replace(":", "."))
        return RuleError(f"route_{problem.code.value}", pos.rules.paragraph("run"), sentence)


class PlainDividends:
    """Pay or withhold; the marker goes right when as much as the share price was paid, left when nothing was."""

    def kinds(self, pos: Position, company: CompanyId, revenue: int) -> tuple[DividendKind, ...]:
        """Pay or withhold."""
        return ("pay", "withhold")

    def kept(self, pos: Position, company: CompanyId, revenue: int, kind: DividendKind) -> int:
        """All, nothing, or half in whole tens per share (rounded in favour of the holders)."""
        if kind == "split":
            return revenue // 20 * 10
        return revenue if kind == "withhold" else 0

    def payout(self, pos: Position, company: CompanyId, amount: int) -> dict[EntityId, int]:
        """Percent of the amount to each holder but the pool, fractions lost; the company gets its own shares' part."""
        if not amount:
            return {}
        shares = pos.rules.shares
        holders = [holder for holder, held in pos.state.shares[company].items() if held and holder != POOL]
        return {holder: amount * shares.percent(pos, holder, company) // 100 for holder in holders}

    def moves(self, pos: Position, company: CompanyId, revenue: int, kind: DividendKind) -> tuple[Direction, ...]:
        """One step left without a dividend; one right when the payment reaches the price."""
        paid = revenue - self.kept(pos, company, revenue, kind)
        if not paid:
            return ("left",)
        return ("right",) if paid >= pos.rules.market.price(pos, marker_of(company)) else ()
