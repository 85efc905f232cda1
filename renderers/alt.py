"""Alternative texts: the position of a picture in words, short enough for Discord (1024 characters)."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.ids import BANK, CompanyId, EntityId, HexId, MarkerId, PlayerId
from engine.schema import TitleData
from engine.state import StateView
from renderers.faces import revenue_step
from renderers.grid import operating_order, price_at
from renderers.hints import HistoryHints, MapHints, MarketHints, Moment, SheetHints, TileChoice
from renderers.legend import round_words

LIMIT: Final = 1024


def _cut(text: str) -> str:
    """At most LIMIT characters, cut after a whole word."""
    if len(text) <= LIMIT:
        return text
    return text[: LIMIT - 1].rsplit(" ", 1)[0].rstrip(",;") + "…"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _place(data: TitleData, where: str) -> str:
    name = data.board.hexes[HexId(where)].name
    return f"{name} {where}" if name else where


def _tokens(data: TitleData, state: StateView) -> dict[CompanyId, list[str]]:
    found: dict[CompanyId, list[str]] = {}
    for stop, owners in sorted(state.tokens.items()):
        for owner in owners:
            found.setdefault(owner, []).append(_place(data, stop.partition(":")[0]))
    return found


def map_alt_text(data: TitleData, state: StateView, hints: MapHints | None = None) -> str:
    """Round, phase, last move, candidates, routes, tokens by company, off-map values; at most 1024 characters."""
    hints = hints or MapHints()
    parts = [f"Map of {data.title}, {round_words(state.round)}, phase {state.phase}."]
    if hints.last_hexes:
        parts.append(f"Last move: {_listed(_laid(data, state, where) for where in sorted(hints.last_hexes))}.")
    if hints.candidates:
        parts.append(f"Possible here: {_listed(where for where, _ in hints.candidates)}.")
    if hints.routes:
        parts.append(f"Routes: {'; '.join(f'{one.label} via {_listed(one.path)}' for one in hints.routes)}.")
    parts.append(f"{len(state.tiles)} tiles laid.")
    tokens = _tokens(data, state)
    if tokens:
        held = "; ".join(f"{company} in {_listed(places)}" for company, places in tokens.items())
        parts.append(f"Tokens: {held}.")
    step = revenue_step(data, state)
    boxes = {
        one.name: stop.revenue[min(step, len(stop.revenue) - 1)]
        for one in data.board.hexes.values()
        for stop in one.design.stops
        if one.name and isinstance(stop.revenue, tuple)
    }
    if boxes:
        parts.append("Off-map now: " + _listed(f"{name} {value}" for name, value in boxes.items()) + ".")
    return _cut(" ".join(parts))


def _laid(data: TitleData, state: StateView, where: str) -> str:
    laid = state.tiles.get(HexId(where))
    return f"{_place(data, where)} tile {laid.tile} turned {laid.rotation}" if laid else _place(data, where)


def market_alt_text(data: TitleData, state: StateView, hints: MarketHints | None = None) -> str:
    """Every marker with its price in operating order, and the last moves; at most 1024 characters."""
    hints = hints or MarketHints()
    order = hints.order or operating_order(data, state)
    if not order:
        return f"Stock market of {data.title}: no company has started."
    listed = _listed(f"{marker} {price_at(data, state.places[marker])}" for marker in order)
    text = f"Stock market of {data.title}, in operating order: {listed}."
    moves = [
        f"{marker} from {price_at(data, cell)} to {price_at(data, state.places[marker])}"
        for marker, cell in hints.moves
        if marker in state.places
    ]
    return _cut(f"{text} Moved: {_listed(moves)}." if moves else text)


def _money(data: TitleData, state: StateView, holder: EntityId) -> str:
    return data.currency.format(state.cash.get(holder, 0))


def players_alt_text(data: TitleData, state: StateView, hints: SheetHints | None = None) -> str:
    """Cash and holdings of each player, and the priority deal; at most 1024 characters."""
    hints = hints or SheetHints()
    parts = [f"Players of {data.title}."]
    for player in state.players:
        held = [f"{percent}% {company}" for company, percent in _holdings(state, player) if percent]
        shares = _listed(held) or "no shares"
        first = ", priority deal" if player == state.priority else ""
        parts.append(f"{name_of(hints, player)}: {_money(data, state, player)}{first}, {shares}.")
    return _cut(" ".join(parts))


def _holdings(state: StateView, holder: EntityId) -> list[tuple[CompanyId, int]]:
    return [
        (company, sum(state.companies[company].sizes[index] for index in holders.get(holder, ())))
        for company, holders in state.shares.items()
        if company in state.companies
    ]


def companies_alt_text(data: TitleData, state: StateView) -> str:
    """Treasury, price and trains of each started company; at most 1024 characters."""
    parts = [f"Companies of {data.title}."]
    for company in state.companies:
        trains = _listed(train.partition("-")[0] for train in state.trains.get(company, ())) or "none"
        place = state.places.get(MarkerId(company))
        price = f", price {price_at(data, place)}" if place else ""
        parts.append(f"{company}: {_money(data, state, company)}{price}, trains {trains}.")
    return _cut(" ".join(parts))


def bank_alt_text(data: TitleData, state: StateView) -> str:
    """Cash of the bank and trains for sale; at most 1024 characters."""
    left: dict[str, int] = {}
    for train in state.depot:
        kind = train.rpartition("-")[0] or train
        left[kind] = left.get(kind, 0) + 1
    trains = _listed(f"{count} of class {kind}" for kind, count in left.items()) or "none"
    pool = _listed(state.discards) or "none"
    return _cut(f"Bank of {data.title}: {_money(data, state, BANK)}. Trains left: {trains}. Discarded: {pool}.")


def name_of(hints: SheetHints, player: PlayerId) -> str:
    """Display name of a seat."""
    return hints.names.get(player, player)


def tiles_alt_text(data: TitleData, state: StateView) -> str:
    """Which tiles are left, and which are used up; at most 1024 characters."""
    left = {tile: state.tile_counts.get(tile, count) for tile, count in data.board.counts.items()}
    there = _listed(f"{count} of {tile}" for tile, count in left.items() if count) or "none"
    gone = _listed(tile for tile, count in left.items() if not count) or "none"
    return _cut(f"Tiles of {data.title}. Used up: {gone}. Left: {there}.")


def choices_alt_text(choices: Sequence[TileChoice]) -> str:
    """The numbered lays of a contact sheet; at most 1024 characters."""
    listed = "; ".join(f"{one.label}: tile {one.tile} on {one.hex}, turned {one.rotation}" for one in choices)
    return _cut(f"Possible lays, drawn in place. {listed}.")


def history_alt_text(points: Sequence[Moment], hints: HistoryHints | None = None) -> str:
    """First and latest value of every line with the highest in between; at most 1024 characters."""
    hints = hints or HistoryHints()
    parts = []
    for name in dict.fromkeys(name for _, values in points for name in values):
        shown = [(label, values[name]) for label, values in points if name in values]
        (first, start), (last, end), most = shown[0], shown[-1], max(value for _, value in shown)
        parts.append(f"{name}: {start} in {first}, {end} in {last}, at most {most}")
    return _cut(f"{hints.heading or 'History'}, line chart. {'; '.join(parts)}.")
