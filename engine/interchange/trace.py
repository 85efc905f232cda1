"""A position in the words of 18xx.games' engine, for comparing real games action by action.

`Tracer.snapshot` gives the keys of the reference traces that describe the game (not that engine); `run_detail` and
`dividend_details` what happened in one action. Table of keys: ``KEYS``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.actions import Route
from engine.board import Stop, Walk, printed_value, resolve
from engine.context import Position
from engine.decisions import Decision
from engine.events import CompanyGone, DividendDeclared, Event, MarkerMoved, SharesMoved, TrainsRan
from engine.ids import BANK, CHANCE, POOL, CompanyId, EntityId, MarkerId, PlayerId
from engine.interchange.site import Json
from engine.state import RoundMark

KEYS: Final[Mapping[str, str]] = {
    "round": "State.round: Auction, SRn, ORn.m",
    "actors": "Decision.player",
    "phase": "State.phase",
    "finished": "no Decision is open",
    "end_reason": "State.outcome",
    "player_order": "State.players",
    "priority": "State.priority",
    "bank": "State.cash[bank]",
    "depot": "classes of State.depot counted, classes of State.discards listed",
    "tiles": "State.tiles: hex -> [tile, rotation]",
    "players": "cash, shares in percent, companies (concessions), certs, value, bankrupt, loan",
    "corps": "cash, place on the market, presidency, trains, tokens, shares, holdings, operated, frozen",
    "market_order": "Order.operating",
}
"""Reference key -> what of ours it is compared with."""


class Tracer:
    """Writes down position after position of one game.

    In the middle of a merger the site still names the president of a corporation that has handed in its certificates,
    lists a corporation that has left the market first, and counts its stock at the lowest starting price. A tracer
    remembers what it takes to say the same.
    """

    def __init__(self) -> None:
        """Begin before the first action."""
        self._led: dict[CompanyId, EntityId] = {}

    def snapshot(self, pos: Position, decision: Decision | None, events: Sequence[Event] = ()) -> dict[str, Json]:
        """Return the compared keys of a position, nested as in the reference; `events` led to it."""
        self._note(pos, events)
        state = pos.state
        return {
            "round": round_name(state.round),
            "actors": _actors(pos, decision),
            "phase": state.phase,
            "finished": decision is None,
            "end_reason": state.outcome or None,
            "player_order": list[Json](state.players),
            "priority": _priority(pos, decision),
            "bank": state.cash[BANK],
            "depot": _depot(pos),
            "tiles": {name: list[Json]([placed.tile, placed.rotation]) for name, placed in state.tiles.items()},
            "players": {player: _player(pos, player) for player in state.players},
            "corps": {company: {**_company(pos, company), **self._lead(pos, company)} for company in state.companies},
            "market_order": list[Json]([*_off_market(pos), *pos.rules.order.operating(pos)]),
        }

    def _note(self, pos: Position, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, SharesMoved) and 0 in event.certificates and event.target != event.company:
                self._led[event.company] = event.target
            elif isinstance(event, CompanyGone):
                self._led.pop(event.company, None)
        for company in pos.state.companies:
            holder = next((who for who, held in pos.state.shares[company].items() if 0 in held), company)
            if holder != company:
                self._led[company] = holder

    def _lead(self, pos: Position, company: CompanyId) -> dict[str, Json]:
        president = self._led.get(company)
        frozen = pos.rules.control.is_frozen(pos, company) and not _handed_in(pos, company)
        shown = "market" if president == POOL else president
        return {"president": shown, "controller": self._controller(pos, company), "frozen": frozen}

    def _controller(self, pos: Position, company: CompanyId) -> str:
        seen: list[EntityId] = [company]
        above = self._led.get(company, POOL)
        while above in pos.state.companies and above not in seen:
            seen.append(above)
            above = self._led.get(CompanyId(above), POOL)
        return above if above in pos.state.players else "market"


def _handed_in(pos: Position, company: CompanyId) -> bool:
    return 0 in pos.state.shares[company].get(company, ())


def _off_market(pos: Position) -> list[CompanyId]:
    """Corporations in play whose token has left the market; the site lists them first."""
    return [company for company in pos.data.companies if company in pos.state.companies and not _placed(pos, company)]


def _placed(pos: Position, company: CompanyId) -> bool:
    return MarkerId(company) in pos.state.places


def _actors(pos: Position, decision: Decision | None) -> list[Json]:
    """Who decides; while chance does a company's book-keeping, whoever controls the company."""
    if decision is None:
        return []
    return [pos.rules.control.controller(pos, decision.actor) if decision.player == CHANCE else decision.player]


def _priority(pos: Position, decision: Decision | None) -> str:
    """The site names the first seat whenever a company is to act, the deal's next holder when a player is."""
    if decision is not None and decision.actor in pos.state.players:
        return pos.state.priority
    left = pos.rules.ending.left(pos)
    return next(player for player in pos.state.players if player not in left)


def round_name(mark: RoundMark) -> str:
    """Return ``Auction``, ``SR3`` or ``OR3.2``; the end keeps the name of the last round."""
    if mark.number == 0:
        return "Auction"
    return f"OR{mark.number}.{mark.part}" if mark.part else f"SR{mark.number}"


def _depot(pos: Position) -> dict[str, Json]:
    counts: dict[str, Json] = {}
    for train in pos.state.depot:
        name = train.partition("-")[0]
        counts[name] = int(str(counts.get(name, 0))) + 1
    discarded = sorted(train.partition("-")[0] for train in pos.state.discards)
    return {"upcoming": counts, "discarded": list[Json](discarded)}


def _player(pos: Position, player: PlayerId) -> dict[str, Json]:
    state, rules = pos.state, pos.rules
    shares: dict[str, Json] = {c: p for c in state.shares if (p := rules.shares.percent(pos, player, c))}
    companies = sorted(item for item, owner in state.privates.items() if owner == player)
    return {
        "cash": state.cash.get(player, 0),
        "shares": shares,
        "companies": list[Json](companies),
        "certs": rules.shares.certificates(pos, player),
        "value": rules.ending.score(pos, player) + _unpriced(pos, player),
        **_fate(pos, player),
    }


def _unpriced(pos: Position, player: PlayerId) -> int:
    """Stock of corporations off the market, at the lowest starting price."""
    worth = 0
    for company in _off_market(pos):
        sizes = pos.state.companies[company].sizes
        units = sum(sizes[index] for index in pos.state.shares[company].get(player, ())) // sizes[1]
        worth += units * min(pos.rules.market.starts(pos, company))
    return worth


def _fate(pos: Position, player: PlayerId) -> dict[str, Json]:
    return {"bankrupt": player in pos.rules.ending.left(pos), "loan": pos.rules.ending.debt(pos, player)}


def _company(pos: Position, company: CompanyId) -> dict[str, Json]:
    state, rules = pos.state, pos.rules
    charter, marker = state.companies[company], MarkerId(company)
    place = state.places.get(marker)
    stack = state.stacks[f"{place[0]},{place[1]}"].index(marker) if place else None
    holdings: dict[str, Json] = {
        other: percent
        for other in state.shares
        if other != company and (percent := rules.shares.percent(pos, company, other))
    }
    return {
        "cash": state.cash.get(company, 0),
        "price": rules.market.price(pos, marker) if place else None,
        "row": place[0] if place else None,
        "col": place[1] if place else None,
        "stack": stack,
        "trains": list[Json](sorted(train.partition("-")[0] for train in state.trains.get(company, ()))),
        "tokens": list[Json](sorted(_token(stop) for stop, owners in state.tokens.items() if company in owners)),
        "tokens_left": charter.tokens_left,
        "shares_ipo": rules.shares.percent(pos, company, company),
        "shares_market": rules.shares.percent(pos, POOL, company),
        "holdings": holdings,
        "loans": charter.loans,
        "floated": charter.floated,
        "operated": charter.operated,
    }


def _token(stop: str) -> str:
    name, _, ref = stop.partition(":")
    return f"{name}:{ref[1:]}"


def run_detail(pos: Position, events: Sequence[Event]) -> dict[str, Json] | None:
    """Return the run among `events`: each train with its stops and what they paid, and the total."""
    for event in events:
        if isinstance(event, TrainsRan):
            pairs = zip(event.routes, event.revenues, strict=True)
            routes: list[Json] = [_route(pos, route, value) for route, value in pairs]
            head: dict[str, Json] = {"corp": event.company, "phase": pos.state.phase}
            return {**head, "routes": routes, "total": event.total, "subsidy": 0}
    return None


def _route(pos: Position, route: Route, value: int) -> dict[str, Json]:
    walk = resolve(pos.board, route.path)
    stops = walk.stops if isinstance(walk, Walk) else ()
    worth = printed_value(next(phase.revenue_step for phase in pos.data.phases if phase.id == pos.state.phase))
    return {
        "train": route.train,
        "name": route.train.partition("-")[0],
        "revenue": value,
        "visited": list[Json]([_stop(stop) for stop in stops]),
        "paid": list[Json]([list[Json]([_stop(stop), worth(stop)]) for stop in stops]),
    }


def _stop(stop: Stop) -> str:
    """The site's name of a stop: it writes p for a pass and t for a port."""
    return f"{stop.hex}:p{stop.data.ref[1:]}" if stop.kind == "pass" else stop.ref


def dividend_details(pos: Position, events: Sequence[Event]) -> list[dict[str, Json]]:
    """Return every dividend among `events`, with the company's place on the market before and after."""
    found: list[dict[str, Json]] = []
    for index, event in enumerate(events):
        if isinstance(event, DividendDeclared):
            before, after = _market_move(pos, event.company, events[index:])
            paid: dict[str, Json] = {holder: amount for holder, amount in event.paid.items() if amount}
            found.append(
                {
                    "corp": event.company,
                    "kind": "payout" if event.kind == "pay" else event.kind,
                    "revenue": event.revenue,
                    "subsidy": 0,
                    "paid": paid,
                    "from_bank": sum(event.paid.values()),
                    "price_before": before,
                    "price_after": after,
                }
            )
    return found


def _market_move(pos: Position, company: CompanyId, events: Sequence[Event]) -> tuple[list[Json], list[Json]]:
    marker = MarkerId(company)
    for event in events:
        if isinstance(event, MarkerMoved) and event.marker == marker:
            after = [event.new_price, *event.new] if event.cause in ("dividend", "no dividend") else None
            before = [event.old_price, *event.old]
            return list[Json](before), list[Json](after or before)
    if marker not in pos.state.places:
        return [], []
    here = list[Json]([pos.rules.market.price(pos, marker), *pos.state.places[marker]])
    return here, here
