"""Running trains [4.3]: what is a route, what it pays, which one is best.

Track of one corporation's routes must be separate; cities are met freely. A route needs a city with an own token
(a pass does not count) and a second city, town or box; a port or a pass is no second one [4.3.1].
"""

from collections.abc import Sequence

from engine.actions import Route
from engine.board import (
    Reach,
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
from engine.ids import CompanyId, StopRef, TrainId
from engine.policies import RouteProposal
from engine.rules.proposals import proposal, recall, remember
from engine.schema import StopKind, TrainData
from engine.titles.t1841.network import base_reach, bases, blocked, phase_marks, run_access, tokens_of

_COUNTED: frozenset[StopKind] = frozenset({"city", "town", "offboard"})
_ANY_NUMBER = 99
_TOKENS_ONLINE: frozenset[StopKind] = frozenset({"city", "pass"})
_TOKENS: frozenset[StopKind] = frozenset({"city"})

_WORDS = {
    RouteCode.UNKNOWN_HEX: ("4.3.1", "{} is no hex of the map."),
    RouteCode.UNKNOWN_STOP: ("4.3.1", "{} is no stop of its hex."),
    RouteCode.NOT_ADJACENT: ("4.3.1", "{} does not lie next to the hex before it."),
    RouteCode.CLOSED_SIDE: ("4.3.1", "No track leads into {} from the hex before it."),
    RouteCode.NO_TRACK: ("4.3.1", "The track on {} does not connect that way."),
    RouteCode.AMBIGUOUS: ("4.3.1", "{} has several stops or tracks; name the stop, for example H4.c0."),
    RouteCode.SAME_TRACK: ("4.3.1", "The route uses the same track twice on {}."),
    RouteCode.SAME_STOP: ("4.3.1", "The route visits {} twice."),
    RouteCode.SAME_HEX: ("4.3.1", "The route visits {} twice."),
    RouteCode.SHARED_TRACK: ("4.3.1", "Two routes use the same track on {}; they may meet in cities only."),
    RouteCode.SHARED_STUB: ("4.1", "Only one route may touch {} while its track is yellow."),
    RouteCode.ENDS_ONLY: ("4.3.1", "A route ends at {}; it cannot go on through it."),
    RouteCode.STUB: ("4.3.1", "The track on {} is a dead end; no route runs through it."),
    RouteCode.BLOCKED: ("4.2", "{} is full of other corporations' tokens; no route runs through it."),
    RouteCode.NO_ACCESS: ("4.3.1", "The route may not use {}."),
    RouteCode.TOO_FEW: ("4.3.1", "A route needs two stops: an own city and another city, town or box."),
    RouteCode.NO_TOKEN: ("4.3.1", "A route must include a city with a token of its own corporation."),
    RouteCode.TOO_LONG: ("4.3.1", "The route visits more cities, passes and boxes than the train can reach."),
}


class Running1841:
    """Route rules of 1841; `online` follows 18xx.games where the book differs (D31, D32, D34)."""

    def __init__(self, *, online: bool = False) -> None:
        """Choose the edition."""
        self._online = online
        token = _TOKENS_ONLINE if online else _TOKENS
        self.route_rules = RouteRules(minimum=2, counted=_COUNTED, token=token, stubs_shared=not online)

    def access(self, pos: Position, company: CompanyId) -> TokenAccess:
        """Where the company's trains may run; borders do not matter."""
        starts = tokens_of(pos, company) if self._online else bases(pos, company)
        return run_access(pos, company, starts)

    def can_run(self, pos: Position, company: CompanyId) -> bool:
        """Whether some train has a legal route [4.3].

        Online any connection counts, however long, and the phase 2 test stays inside borders (D34).
        """
        trains = pos.state.trains.get(company)
        if not trains:
            return False
        if not self._online:
            passes = max(_passes_on_the_way(train_of(pos, train)) for train in trains)
            return any(leads_somewhere(pos, company, base, passes) for base in bases(pos, company))
        if "borders_stop_track" not in phase_marks(pos):
            return has_route(pos, company)
        return any(second_stop(pos, base_reach(pos, company, base), base) for base in bases(pos, company))

    def refusal(self, pos: Position, company: CompanyId, routes: Sequence[Route]) -> RuleError | None:
        """What is wrong with the routes: a train that is not there, a broken route, two that share track."""
        cards = list(pos.state.trains.get(company, ()))
        access = self.access(pos, company)
        walks: list[Walk] = []
        for route in routes:
            if route.train not in cards:
                return RuleError("no_such_train", "4.3", f"{company} has no train {route.train} left to run.")
            cards.remove(route.train)
            walk = resolve(pos.board, route.path)
            problem = walk if isinstance(walk, RouteProblem) else self._breach(pos, access, walk, route.train)
            if problem is not None:
                return _worded(route, problem)
            if isinstance(walk, Walk):
                walks.append(walk)
        shared = conflicts(walks, self.route_rules)
        if shared is not None:
            return _worded(None, shared)
        return None if self._online or pos.trusted else self._too_little(pos, company, walks)

    def revenues(self, pos: Position, company: CompanyId, routes: Sequence[Route]) -> tuple[int, ...]:
        """Revenue of each route: the sum of all stops, boxes by phase [4.3.2]."""
        value = printed_value(revenue_step(pos))
        walks = (resolve(pos.board, route.path) for route in routes)
        return tuple(revenue(walk, value) for walk in walks if isinstance(walk, Walk))

    def search(self, pos: Position, company: CompanyId, budget: int | None = None) -> tuple[RouteProposal, ...]:
        """Best set of routes for all trains of the company, proven or with its bound; remembered per position."""
        return recall(pos, self._key(pos, company), budget, lambda steps: self._search(pos, company, steps))

    def learn(self, pos: Position, company: CompanyId, found: tuple[RouteProposal, ...]) -> None:
        """Keep what another process found."""
        remember(pos, self._key(pos, company), found)

    def best(self, pos: Position, company: CompanyId) -> tuple[tuple[Route, ...], ...]:
        """The best set found; should no train have a route after all, the run without routes."""
        return tuple(found.routes for found in self.search(pos, company))

    def _key(self, pos: Position, company: CompanyId) -> str:
        return f"{company} {tuple(pos.state.trains.get(company, ()))} {revenue_step(pos)}"

    def _search(self, pos: Position, company: CompanyId, budget: int) -> tuple[RouteProposal, ...]:
        trains, cards = running_trains(pos, company), tuple(pos.state.trains.get(company, ()))
        found = best_routes(pos.board, self.access(pos, company), trains, self.route_rules, budget)
        return (proposal(pos.board, cards, found),)

    def _too_little(self, pos: Position, company: CompanyId, walks: Sequence[Walk]) -> RuleError | None:
        """The highest revenue that can be proven must be taken [4.3.2]; unproven, the entered routes stand."""
        value = printed_value(revenue_step(pos))
        total = sum(revenue(walk, value) for walk in walks)
        (found,) = self.search(pos, company)
        if total >= found.total or (walks and not found.proven):
            return None
        sentence = f"These routes bring {total}; the highest revenue must be taken, and {found.total} is possible."
        return RuleError("not_the_highest", "4.3.2", sentence)

    def _breach(self, pos: Position, access: TokenAccess, walk: Walk, train: TrainId) -> RouteProblem | None:
        return check(pos.board, access, walk, _reaches(train_of(pos, train)), self.route_rules)


def running_trains(pos: Position, company: CompanyId) -> list[Train]:
    """The trains of a company as the route search wants them, in the order of its cards."""
    value = printed_value(revenue_step(pos))
    return [Train(_reaches(train_of(pos, card)), value) for card in pos.state.trains.get(company, ())]


def has_route(pos: Position, company: CompanyId) -> bool:
    """Whether a base leads to a second city, town or box; the duty to own a train hangs on it [4.5]."""
    return pos.memo(f"route {company}", lambda: _has_route(pos, company))


def _has_route(pos: Position, company: CompanyId) -> bool:
    mine = bases(pos, company)
    return any(second_stop(pos, reach(pos.board, run_access(pos, company, (base,))), base) for base in mine)


def leads_somewhere(pos: Position, company: CompanyId, base: StopRef, passes: int) -> bool:
    """Whether a base leads to a second city, town or box over at most `passes` mountain passes [4.3.1]."""
    key = f"leads {company} {base} {passes}"
    return pos.memo(key, lambda: _leads_somewhere(pos, company, base, passes))


def _leads_somewhere(pos: Position, company: CompanyId, base: StopRef, passes: int) -> bool:
    full = blocked(pos, company)
    shut = {stop.ref for stop in pos.board.stops() if stop.kind == "pass"}
    for _ in range(passes + 1):
        found = reach(pos.board, TokenAccess(starts=frozenset({base}), blocked=full | shut))
        if second_stop(pos, found, base):
            return True
        reached = found.stops & shut
        if not reached:
            return False
        shut -= reached
    return False


def _passes_on_the_way(kind: TrainData) -> int:
    """Passes that fit between two cities on a route of the train; free ones fit in any number."""
    return kind.reach - 2 if "pass" in kind.counts else _ANY_NUMBER


def second_stop(pos: Position, found: Reach, base: StopRef) -> bool:
    """Whether what a base reaches holds a city, town or box besides itself."""
    stops = (pos.board.stop(ref) for ref in found.stops if ref != base)
    return any(stop is not None and stop.kind in _COUNTED for stop in stops)


def revenue_step(pos: Position) -> int:
    """Which value of the off-map boxes holds in this phase [4.3.2]."""
    return next(phase.revenue_step for phase in pos.data.phases if phase.id == pos.state.phase)


def train_of(pos: Position, train: str) -> TrainData:
    """Printed data of a card or class."""
    kind = train.partition("-")[0]
    return next(data for data in pos.data.trains if data.id == kind)


def _reaches(kind: TrainData) -> Reaches:
    return Reaches(kind.reach, frozenset(kind.counts))


def _worded(route: Route | None, problem: RouteProblem) -> RuleError:
    paragraph, sentence = _WORDS[problem.code]
    where = problem.where.replace(":", ".")
    prefix = f"Train {route.train}: " if route else ""
    return RuleError(f"route_{problem.code.value}", paragraph, prefix + sentence.format(where))
