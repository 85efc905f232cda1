"""Pictures of a game: what is drawn for whom, in a process of its own, the newest position first."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import renderers
from bot.histories import HISTORIES, draw_history
from bot.letters import Pictures
from bot.painting import Picture
from bot.rows import Seat
from bot.tables import Position
from bot.workshop import Workshop
from engine.actions import Action, Route, Run
from engine.decisions import Routes
from engine.events import Event, MarkerMoved, TileLaid, TokenPlaced, TokenRemoved, TrainsRan
from engine.game import Game
from engine.ids import CompanyId, EntityId, HexId, PlayerId
from engine.session import Act, Session
from engine.state import StateView
from engine.title import Setup
from engine.titles import TITLES, find

KEPT = 64
"""So many encoded pictures stay in memory."""

_FRAMES = 60  # moments of a timelapse


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game: the position, what happened since the moment compared with, and who sits where."""

    game: Game
    events: tuple[Event, ...] = ()
    seats: tuple[Seat, ...] = ()

    @property
    def changed(self) -> frozenset[HexId]:
        """Hexes where tiles or tokens changed."""
        laid = [event.hex for event in self.events if isinstance(event, TileLaid)]
        stops = [event.stop for event in self.events if isinstance(event, TokenPlaced | TokenRemoved)]
        return frozenset([*laid, *(HexId(stop.partition(":")[0]) for stop in stops)])


def scene(session: Session, live: int, first: int | None = None, seats: Sequence[Seat] = ()) -> Scene:
    """Return the moment after `live` actions and what happened since the one after `first` (None = the move before).

    Raises:
        RuleError: there are not so many actions.
    """
    begin = max(0, live - 1) if first is None else min(first, live)
    game = session.at(begin)
    events: list[Event] = []
    game.context.trusted = True
    for action in session.live[begin:live]:
        events += game.apply(action)
    game.context.trusted = False
    return Scene(game, tuple(events), tuple(seats))


# -- one picture of each kind ---------------------------------------------------------------------------


def draw_map(moment: Scene) -> Picture:
    """Draw the map, changed hexes marked."""
    data, state = moment.game.blueprint.data, moment.game.state
    hints = renderers.MapHints(last_hexes=moment.changed, borders=moment.game.closed_sides)
    return Picture("map.png", renderers.draw_map(data, state, hints), renderers.map_alt_text(data, state, hints))


def draw_routes(moment: Scene) -> Picture:
    """Draw the map with the best routes of the company that is to run, else with the routes run last."""
    data, state = moment.game.blueprint.data, moment.game.state
    lines, ways = _proposed(moment.game) or _ran(moment)
    hints = renderers.MapHints(routes=ways, borders=moment.game.closed_sides)
    alt = renderers.map_alt_text(data, state, hints)
    return Picture("routes.png", renderers.draw_map(data, state, hints), alt, lines)


Told = tuple[tuple[str, ...], tuple[renderers.RouteLine, ...]]
"""Routes in lines of words, and as they are drawn."""


def _proposed(game: Game) -> Told | None:
    """Return the best routes of the company that is to run; None when none is."""
    decision = game.decision
    spec = next((spec for spec in decision.specs if spec.name == "run"), None) if decision else None
    domain = spec.domain({}) if spec else None
    if decision is None or not isinstance(domain, Routes):
        return None
    routes = next((value for value in domain.options() if isinstance(value, tuple)), ())
    revenues = game.blueprint.rules.running.revenues(game.context, CompanyId(decision.actor), routes)
    first, *rest = domain.tell(routes)
    return (f"**{decision.actor}** can run for {first}", *rest), _ways(routes, revenues)


def _ran(moment: Scene) -> Told:
    runs = [event for event in moment.events if isinstance(event, TrainsRan)]
    if not runs:
        return (), ()
    last, money = runs[-1], moment.game.blueprint.data.currency.format
    pairs = zip(last.routes, last.revenues, strict=True)
    lines = (f"{route.train}: {'-'.join(route.path)} = {money(revenue)}" for route, revenue in pairs)
    return (f"**{last.company}** ran last, for {money(last.total)} in all", *lines), _ways(last.routes, last.revenues)


def _ways(routes: Sequence[Route], revenues: Sequence[int]) -> tuple[renderers.RouteLine, ...]:
    pairs = zip(routes, revenues, strict=True)
    return tuple(
        renderers.RouteLine(f"{route.train.rpartition('-')[0] or route.train}: {revenue}", route.path)
        for route, revenue in pairs
    )


def draw_market(moment: Scene) -> Picture:
    """Draw the stock market, markers moved last marked."""
    data, state = moment.game.blueprint.data, moment.game.state
    moved: dict[str, MarkerMoved] = {}
    for event in moment.events:
        if isinstance(event, MarkerMoved):
            moved.setdefault(event.marker, event)
    hints = renderers.MarketHints(moves=tuple((event.marker, event.old) for event in moved.values()))
    alt = renderers.market_alt_text(data, state, hints)
    return Picture("market.png", renderers.draw_market(data, state, hints), alt)


def draw_players(moment: Scene) -> Picture:
    """Draw what everybody holds."""
    data, state, hints = moment.game.blueprint.data, moment.game.state, _sheet(moment)
    alt = renderers.players_alt_text(data, state, hints)
    return Picture("players.png", renderers.draw_players(data, state, hints), alt)


def draw_companies(moment: Scene) -> Picture:
    """Draw the companies."""
    data, state = moment.game.blueprint.data, moment.game.state
    alt = renderers.companies_alt_text(data, state)
    return Picture("companies.png", renderers.draw_companies(data, state, _sheet(moment)), alt)


def draw_bank(moment: Scene) -> Picture:
    """Draw bank, trains and phases."""
    data, state = moment.game.blueprint.data, moment.game.state
    return Picture("bank.png", renderers.draw_bank(data, state, _sheet(moment)), renderers.bank_alt_text(data, state))


def draw_tiles(moment: Scene) -> Picture:
    """Draw the tiles left in the box."""
    data, state = moment.game.blueprint.data, moment.game.state
    return Picture("tiles.png", renderers.draw_tiles(data, state), renderers.tiles_alt_text(data, state))


DRAWINGS: Mapping[str, Callable[[Scene], Picture]] = {
    "map": draw_map,
    "market": draw_market,
    "players": draw_players,
    "company": draw_companies,
    "trains": draw_bank,
    "tiles": draw_tiles,
    "bank": draw_bank,
    "routes": draw_routes,
}
"""What can be drawn of one moment."""

WHAT = (*DRAWINGS, *HISTORIES, "timelapse")
"""Everything that can be drawn."""


def draw(session: Session, what: str, live: int, seats: Sequence[Seat] = ()) -> Picture | None:
    """Return one picture after `live` actions; None = there is no such picture. Takes its time: not on the loop.

    Raises:
        RuleError: there are not so many actions.
    """
    if what == "timelapse":
        return draw_timelapse(session, live)
    if what in HISTORIES:
        return draw_history(session, what, live, seats)
    what, _, company = what.partition(":")
    drawing = DRAWINGS.get(what)
    first = _last_run(session.live[:live]) if what == "routes" else None
    if drawing is None or (company and company not in session.blueprint.data.companies):
        return None
    moment = scene(session, live, first, seats)
    picture = drawing(moment)
    return replace(picture, lines=(_about(moment, CompanyId(EntityId(company))),)) if company else picture


def _about(moment: Scene, company: CompanyId) -> str:
    """Return a company in a line of words."""
    data, state = moment.game.blueprint.data, moment.game.state
    name = f"**{company}** {data.companies[company].name}"
    if company not in state.companies:
        return f"{name} has not started."
    trains = ", ".join(train.rpartition("-")[0] or train for train in state.trains.get(company, ())) or "none"
    return f"{name}: {data.currency.format(state.cash.get(company, 0))}, trains: {trains}"


def _last_run(live: Sequence[Action]) -> int:
    """Return the number of actions before the latest run of trains."""
    return next((number for number in range(len(live) - 1, -1, -1) if isinstance(live[number], Run)), len(live))


def draw_timelapse(session: Session, live: int) -> Picture:
    """Return the map from the first action on as an animation."""
    data = session.blueprint.data
    stride = max(1, live // _FRAMES)
    wanted = {*range(0, live + 1, stride), live}

    def moments() -> Iterator[tuple[StateView, renderers.MapHints]]:
        game = session.at(0)
        for number in range(live + 1):
            if number:
                game.apply(session.live[number - 1])
            if number in wanted:
                yield game.state, renderers.MapHints(borders=game.closed_sides)

    alt = f"The map of {data.title} from the first move to move {live}."
    return Picture("timelapse.gif", renderers.draw_timelapse(data, moments()), alt)


def _sheet(moment: Scene) -> renderers.SheetHints:
    """Return what the tables of a moment need besides the state: names, and what the title's policies work out."""
    position = moment.game.context
    rules, players = position.rules, position.state.players
    names = {seat.player: seat.name for seat in moment.seats}
    for player in players:
        if debt := rules.ending.debt(position, player):
            names[player] = f"{names.get(player, player)}, owes {position.data.currency.format(debt)}"
    decision = moment.game.decision
    values = {PlayerId(player): rules.ending.score(position, player) for player in players}
    counted = {player: rules.shares.certificates(position, player) for player in players}
    limits = {player: rules.shares.limit(position, player) for player in players}
    acting = frozenset({decision.actor, decision.player}) if decision else frozenset()
    return renderers.SheetHints(names=names, values=values, certificates=counted, limits=limits, acting=acting)


# -- the worker -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Folded:
    """A game as plain data, for another process: what was agreed, the actions that count, positions on the way."""

    title: str
    setup: Setup
    actions: tuple[Action, ...]
    kept: dict[int, bytes]

    @classmethod
    def of(cls, session: Session, live: int) -> "Folded":
        """Return a session up to its first `live` actions."""
        kept = {number: position for number, position in session.kept.items() if number <= live}
        return cls(session.blueprint.title.id, session.setup, session.live[:live], kept)

    def session(self) -> Session:
        """Return the session again."""
        entries = [Act(action) for action in self.actions]  # type: ignore[arg-type]
        return Session.resume(find(self.title), self.setup, entries, self.kept)


def paint(folded: Folded, what: str, live: int, seats: tuple[Seat, ...]) -> Picture | None:
    """Return one picture of a folded game: the other process runs this."""
    return draw(folded.session(), what, live, seats)


def paint_turn(folded: Folded, live: int, first: int) -> tuple[Picture, ...]:
    """Return map and market of a folded game: the other process runs this."""
    return _after_turn(folded.session(), live, first)


class Studio:
    """Draws in a process of its own, one picture at a time, and keeps the latest; a `bot.painting.Painter`."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Picture | None] = OrderedDict()
        self._easel = asyncio.Lock()
        self._newest: dict[int, int] = {}
        self._workshop = Workshop()

    def close(self) -> None:
        """End the process."""
        self._workshop.close()

    async def after_turn(self, position: Position, due: Pictures) -> tuple[Picture, ...]:
        """Return map and market after `due.live` actions, what came since `due.first` marked.

        Nothing when newer pictures of the same table have been asked for meanwhile.
        """
        session, game = position.session, position.row.id
        if session is None:
            return ()
        live = min(due.live, len(session.live))
        self._newest[game] = max(self._newest.get(game, 0), due.live)
        async with self._easel:
            if self._newest.get(game, 0) > due.live:
                return ()
            self._newest.pop(game, None)
            if not _is_known(session):
                return await asyncio.to_thread(_after_turn, session, live, due.first)
            return await self._workshop.run(paint_turn, Folded.of(session, live), live, due.first)

    async def show(self, position: Position, what: str, live: int) -> Picture | None:
        """Return one picture after `live` actions; None = it cannot be drawn."""
        session = position.session
        if session is None:
            return None
        key = (position.row.id, what, live, session.live[:live], position.seats)
        if key not in self._kept:
            async with self._easel:
                self._kept[key] = await self._show(session, what, live, position.seats)
        self._kept.move_to_end(key)
        shown = self._kept[key]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return shown

    async def _show(self, session: Session, what: str, live: int, seats: tuple[Seat, ...]) -> Picture | None:
        if not _is_known(session):
            return await asyncio.to_thread(draw, session, what, live, seats)
        return await self._workshop.run(paint, Folded.of(session, live), what, live, seats)


def _is_known(session: Session) -> bool:
    """Whether another process would find the session's title."""
    title = session.blueprint.title
    return TITLES.get(title.id) is title


def _after_turn(session: Session, live: int, first: int) -> tuple[Picture, ...]:
    moment = scene(session, live, first)
    return draw_map(moment), draw_market(moment)
