"""What must hold after every action of a game of 1841, worked out anew from the bare state.

`Watch.check` looks at the position and at the step that led to it: limits and circles of ownership may be there
for reasons that nobody chose (mergers, emergencies, phases), so only voluntary steps are judged by them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Buy, Choose, Merge, Par, Sell
from engine.events import Event, PhaseBegan, PresidentChanged, TurnEnded
from engine.frames.operating import OperatingRound
from engine.frames.phase import DiscardTrains, RustTrains
from engine.game import Game
from engine.ids import BANK, POOL, CompanyId, EntityId, PlayerId
from engine.rules.trains import train_class
from engine.state import State
from engine.titles.t1841.bankruptcy import Bankruptcy
from engine.titles.t1841.emergency import OnlineEmergency, RaiseMoney
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.merging import MergeStep
from engine.titles.t1841.secession import Secession
from engine.titles.t1841.transforming import TransformStep
from engine.titles.t1841.tuscan import TuscanMerge
from tests.support.play import check_books

LARGEST_PERCENT: Final = 60
POOL_PERCENT: Final = 50


@dataclass(frozen=True)
class Before:
    """What the next step is compared with: circles, the kind of decision, whether an emergency ran."""

    circles: frozenset[CompanyId]
    forced: bool
    procedure: bool


class Watch:
    """Follows one game."""

    def __init__(self, game: Game) -> None:
        self._before = _before(game)
        self._operated: list[EntityId] = []
        self._round = game.state.round
        check_books(game)

    def check(self, game: Game, action: Action, events: tuple[Event, ...], place: str) -> None:
        """Raise AssertionError naming `place` and the first thing that is wrong."""
        check_books(game, place)
        for problem in self._problems(game, action, events):
            raise AssertionError(f"{place}: {problem}")
        self._before = _before(game)

    def _problems(self, game: Game, action: Action, events: tuple[Event, ...]) -> Iterator[str]:
        state = game.state
        yield from _money_and_seats(game)
        yield from _tokens(game)
        yield from _trains(game)
        yield from _rounds(state)
        yield from self._turns(state, events)
        if not in_procedure(state):
            yield from _presidencies(game)
        yield from _limits(game, action, events, forced=self._before.forced)
        yield from self._circles(game, action, events)

    def _turns(self, state: State, events: tuple[Event, ...]) -> Iterator[str]:
        """Nobody operates twice in a round."""
        if state.round != self._round:
            self._round, self._operated = state.round, []
            return
        for event in events:
            if isinstance(event, TurnEnded) and event.kind == "operating":
                if event.actor in self._operated:
                    yield f"{event.actor} has operated twice in {state.round}"
                self._operated.append(event.actor)

    def _circles(self, game: Game, action: Action, events: tuple[Event, ...]) -> Iterator[str]:
        """No purchase, sale, start or merger that somebody wants leads to a circle of ownership [3, 3.1, 4.7]."""
        if is_online(game.context) or self._before.forced or any(isinstance(event, PhaseBegan) for event in events):
            return
        wanted = isinstance(action, Buy | Sell | Par | Merge) or (isinstance(action, Choose) and action.option == "yes")
        new = circles(game.state) - self._before.circles
        if wanted and new and not self._before.procedure:
            yield f"a circle of ownership through {', '.join(sorted(new))}"


def in_procedure(state: State) -> bool:
    """Whether a merger, transformation, secession or the Tuscan merge is half done."""
    for frame in state.stack:
        if isinstance(frame, MergeStep) and frame.before:
            return True
        if isinstance(frame, TransformStep) and frame.closed:
            return True
        if isinstance(frame, Secession | TuscanMerge) and frame.begun:
            return True
    return False


def circles(state: State) -> frozenset[CompanyId]:
    """Corporations that are part of a loop of presidencies."""
    above = {company: _president(state, company) for company in state.companies}
    found = set()
    for company, president in above.items():
        seen: list[EntityId] = []
        at = president
        while at in above and at not in seen and at != company:
            seen.append(at)
            at = above[CompanyId(at)]
        if at == company and president != company:
            found.add(company)
    return frozenset(found)


def percents(state: State, company: CompanyId) -> dict[EntityId, int]:
    """Percent by holder, pool and initial offering included."""
    sizes = state.companies[company].sizes
    return {who: sum(sizes[index] for index in held) for who, held in state.shares[company].items() if held}


def controller(state: State, entity: EntityId) -> EntityId | None:
    """The player at the end of the chain of presidents, None for a frozen corporation."""
    seen: list[EntityId] = []
    while entity in state.companies and entity not in seen:
        seen.append(entity)
        entity = _president(state, CompanyId(entity))
    return entity if entity in state.players else None


def _president(state: State, company: CompanyId) -> EntityId:
    return next((who for who, held in state.shares[company].items() if 0 in held), POOL)


def _before(game: Game) -> Before:
    forced = any(isinstance(frame, RaiseMoney | OnlineEmergency | Bankruptcy) for frame in game.state.stack[-1:])
    return Before(circles(game.state), forced, in_procedure(game.state))


# --- the position ----------------------------------------------------------------------------------------------------


def _money_and_seats(game: Game) -> Iterator[str]:
    state, left = game.state, extra_of(game.context).bankrupt
    known = {*state.players, *state.companies, BANK}
    if not set(state.cash) - {POOL} <= known:
        yield f"money of nobody: {set(state.cash) - known}"
    for player in left:
        if state.cash[player] or any(held.get(player) for held in state.shares.values()):
            yield f"{player} has left and still owns something"
    if state.priority in left and not state.outcome:
        yield f"the priority deal is with {state.priority}, who has left"
    if game.decision is not None and game.decision.player in left:
        yield f"{game.decision.player} has left and is asked"
    yield from _concessions(game)


def _concessions(game: Game) -> Iterator[str]:
    """A used concession lies with its president's certificate, others with a player or the bank [3.2]."""
    state = game.state
    for item, owner in state.privates.items():
        used = game.blueprint.data.privates[item].starts
        if used not in state.companies:
            if owner not in (*state.players, BANK, POOL):
                yield f"{item} belongs to {owner}"
        elif not in_procedure(state) and not is_online(game.context) and owner != _president(state, used):
            yield f"{item} belongs to {owner}, who does not preside"


def _tokens(game: Game) -> Iterator[str]:
    """At most one own token on a hex, and no more than the charter has room for."""
    state, data = game.state, game.blueprint.data
    if in_procedure(state):
        return
    laid = Counter((owner, stop.partition(":")[0]) for stop, owners in state.tokens.items() for owner in owners)
    for (owner, hex_id), count in laid.items():
        if count > 1:
            yield f"{owner} has {count} tokens on {hex_id}"
    for company, charter in state.companies.items():
        count = charter.tokens_left + sum(owners.count(company) for owners in state.tokens.values())
        if count > data.companies[company].tokens[1] or (count == 0 and charter.operated):
            yield f"{company} has {count} tokens"


def _trains(game: Game) -> Iterator[str]:
    """No train that has died; nobody over the limit without being asked to discard."""
    state, data = game.state, game.blueprint.data
    if any(isinstance(frame, RustTrains | DiscardTrains) for frame in state.stack):
        return
    phases = [phase.id for phase in data.phases]
    dead = {train.id for train in data.trains if train.rusts and train.rusts in phases[: phases.index(state.phase) + 1]}
    cards = [*state.depot, *state.discards, *(card for held in state.trains.values() for card in held)]
    for card in cards:
        if train_class(card) in dead:
            yield f"train {card} should be gone in phase {state.phase}"
    for owner, held in state.trains.items():
        if owner not in state.companies and held:
            yield f"trains of {owner}, which is not there"
        elif held and not in_procedure(state):
            limit = game.context.rules.trains.limit(game.context, CompanyId(owner))
            if len(held) > limit:
                yield f"{owner} has {len(held)} trains, the limit is {limit}"


def _rounds(state: State) -> Iterator[str]:
    for frame in state.stack:
        if isinstance(frame, OperatingRound):
            waiting = frame.waiting or []
            if len(set(waiting)) != len(waiting) or set(waiting) & set(frame.done):
                yield f"the order of the round is broken: {waiting}, done {frame.done}"


def _presidencies(game: Game) -> Iterator[str]:
    """The president holds most, a tied concession apart; a frozen one loses ties [3.5.3]."""
    state, data = game.state, game.blueprint.data
    tied = {data.privates[item].starts for item in state.privates}
    for company in state.companies:
        holder, held = _president(state, company), percents(state, company)
        if holder == company:
            yield f"{company} presides over itself"
        if company in tied or holder in (POOL, company):
            continue
        size = state.companies[company].sizes[0]
        rivals = {who: much for who, much in held.items() if who not in (POOL, company, holder) and much >= size}
        for rival, much in rivals.items():
            frozen = not is_online(game.context) and controller(state, holder) is None
            wins_tie = frozen and controller(state, rival) is not None
            if much > held[holder] or (much == held[holder] and wins_tie):
                yield f"{rival} holds {much}% of {company}, its president {holder} {held[holder]}%"


# --- the step --------------------------------------------------------------------------------------------------------


def _limits(game: Game, action: Action, events: tuple[Event, ...], *, forced: bool) -> Iterator[str]:
    """Who buys keeps the limits of certificates and of control; who sells that of the pool [3.1, 3.5, 4.7]."""
    state = game.state
    if isinstance(action, Sell) and not forced and action.company in state.companies:
        if percents(state, action.company).get(POOL, 0) > POOL_PERCENT:
            yield f"the pool holds more than half of {action.company}"
        return
    company = action.company if isinstance(action, Par) else _bought(state, action)
    if company is None or company not in state.companies:
        return
    buyer = action.actor
    held = sum(len(who.get(buyer, ())) for other, who in state.shares.items() if other != buyer)
    lost = sum(isinstance(event, PresidentChanged) and event.old == buyer for event in events)
    limit = game.context.rules.shares.limit(game.context, buyer) + lost  # two ordinary certificates for the president's
    if held > limit:
        yield f"{buyer} has bought and holds {held} certificates, the limit is {limit}"
    if any(isinstance(event, PresidentChanged) for event in events):
        return  # with a presidency come the holdings of what it controls; they are judged before the purchase
    player = controller(state, buyer)
    percent = sum(
        much
        for who, much in percents(state, company).items()
        if who not in (POOL, company) and controller(state, who) == player
    )
    if player is not None and percent > LARGEST_PERCENT:
        yield f"{player} controls {percent}% of {company}"


def _bought(state: State, action: Action) -> CompanyId | None:
    """The corporation of which the action has bought stock, offers to players apart."""
    if not isinstance(action, Buy) or PlayerId(action.source) in state.players:
        return None
    return CompanyId(EntityId(action.item.rstrip("*")))
