"""Base cities of new corporations, and what their tokens cost [3.3.4]."""

from typing import Final

from engine.board import TokenAccess, opposite, reach
from engine.board.hexes import EDGES
from engine.context import Position
from engine.errors import RuleError
from engine.ids import CompanyId, HexId, StopRef
from engine.titles.t1841.borders import country, walls
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.network import is_city, phase_marks, tokens_of
from engine.titles.t1841.tokens import slot_refusal

MAJOR_CITIES: Final = frozenset({"L14", "R14", "M7", "F8", "H4", "F16"})
"""Bologna, Firenze, Genova, Milano, Torino, Venezia: no base of a minor [3.3.4]."""

AUSTRIA: Final = ("Lombardia", "Veneto")
EARLY_AUSTRIA: Final = ("franz_joseph", "carlo_alberto")
"""Options that open Austrian cities from phase 3 on [8.1.4, 8.1.5]."""

_NEAR: Final = 2


def historical_places(pos: Position, company: CompanyId) -> list[tuple[StopRef, ...]]:
    """Printed bases of a historical corporation: for each the circles to choose from [3.3.4]."""
    kept = [place for place, owners in pos.state.reserved.items() if company in owners]
    return [(StopRef(place),) if ":" in place else _cities(pos, HexId(place)) for place in kept]


def places(pos: Position, company: CompanyId, first: StopRef | None = None) -> tuple[StopRef, ...]:
    """Cities where a free corporation may have its base, or its second one besides `first`, in map order."""

    def search() -> tuple[StopRef, ...]:
        cities = (stop.ref for stop in pos.board.stops() if stop.kind == "city")
        return tuple(stop for stop in cities if place_refusal(pos, company, stop, first) is None)

    return pos.memo(f"places {pos.data.companies[company].kind} {first} {pos.state.phase}", search)


def place_refusal(pos: Position, company: CompanyId, stop: str, first: StopRef | None = None) -> RuleError | None:
    """Why a free corporation may not have a base there [3.3.4]; `first` is the base it has already."""
    hex_id = HexId(stop.partition(":")[0])
    if not is_city(pos, stop):
        return RuleError("no_city", "3.3.4", f"{stop} is no city; a base stands in a city.")
    if (error := _closed(pos, hex_id)) is not None:
        return error
    if pos.data.companies[company].kind == "minor":
        error = _minor_refusal(pos, hex_id)
    elif first is not None:
        error = _second_refusal(pos, hex_id, HexId(first.partition(":")[0]))
    return error or slot_refusal(pos, company, stop)


def token_price(pos: Position, company: CompanyId) -> int:
    """Price of every token of a new corporation: 50, or by the nearest track to its dearest base [3.3.4]."""
    numbers = pos.data.numbers
    if "historical" in pos.data.companies[company].marks:
        return numbers["token_historical"]
    prices = (numbers["token_same_hex"], numbers["token_adjacent"], numbers["token_two_hexes"], numbers["token_far"])
    hexes = {HexId(stop.partition(":")[0]) for stop in tokens_of(pos, company)}
    return max(prices[track_distance(pos, hex_id)] for hex_id in hexes)


def track_distance(pos: Position, base: HexId) -> int:
    """Hexes from a base to the nearest track that counts: 0, 1, 2, or 3 for further away [3.3.4]."""
    near = _walkable(pos, base) if is_online(pos) else _own_country(pos, base)
    counts = _joined_track if is_online(pos) else _connected_track
    return min((away for name, away in near.items() if counts(pos, name)), default=_NEAR + 1)


def _cities(pos: Position, hex_id: HexId) -> tuple[StopRef, ...]:
    return tuple(stop.ref for stop in pos.board.cell(hex_id).stops if stop.kind == "city")


def _closed(pos: Position, hex_id: HexId) -> RuleError | None:
    region = pos.data.board.hexes[hex_id].region
    if region == "Switzerland":
        return RuleError("lugano", "3.3.4", "Lugano can never be a base.")
    if "concessions" not in phase_marks(pos):
        return None
    if hex_id in historical_hexes(pos):
        return RuleError("historical_base", "3.3.4", f"{hex_id} is kept for a historical corporation until phase 4.")
    if region in AUSTRIA and not pos.options.intersection(EARLY_AUSTRIA):
        return RuleError("austrian_city", "3.3.4", f"{hex_id} lies in Austria, whose cities open with phase 4.")
    return None


def historical_hexes(pos: Position) -> frozenset[HexId]:
    """Printed bases of all historical corporations [3.3.4]."""
    homes = (home for data in pos.data.companies.values() for home in data.homes)
    return frozenset(HexId(home.partition(":")[0]) for home in homes)


def _minor_refusal(pos: Position, hex_id: HexId) -> RuleError | None:
    if hex_id in MAJOR_CITIES:
        return RuleError("major_city", "3.3.4", f"{hex_id} is a major city; minor corporations start elsewhere.")
    if any(stop.partition(":")[0] == hex_id for stop in pos.state.tokens):
        return RuleError("token_there", "3.3.4", f"A minor corporation needs a city without tokens; {hex_id} has one.")
    return None


def _second_refusal(pos: Position, hex_id: HexId, first: HexId) -> RuleError | None:
    if hex_id == first:
        return RuleError("second_base", "3.3.4", "The second base stands in another city.")
    if country(pos, hex_id) != country(pos, first):
        return RuleError("border_between", "3.3.4", f"An active border lies between {first} and {hex_id}.")
    return None


def _own_country(pos: Position, base: HexId) -> dict[HexId, int]:
    """Hexes of the base's country by plain distance, up to two away."""
    ground, home = pos.board.ground, country(pos, base)
    near = {name: ground.distance(base, name) for name in ground.names}
    return {name: away for name, away in near.items() if away <= _NEAR and country(pos, name) == home}


def _connected_track(pos: Position, name: HexId) -> bool:
    """Whether track counts by the book: laid tiles, and printed track that is connected to a city [3.3.4]."""
    cell = pos.board.cell(name)
    return bool(cell.design.tile.track) and (cell.placed is not None or name in _city_network(pos))


def _city_network(pos: Position) -> frozenset[HexId]:
    """Hexes with track that is connected to any city."""

    def search() -> frozenset[HexId]:
        cities = frozenset(stop.ref for stop in pos.board.stops() if stop.kind == "city")
        return frozenset(name for name, _ in reach(pos.board, TokenAccess(starts=cities)).track)

    return pos.memo("city network", search)


def _walkable(pos: Position, base: HexId) -> dict[HexId, int]:
    """Online: hexes up to two away that a walk reaches without a border or lake and without straying further."""
    ground, closed = pos.board.ground, walls(pos)
    found, todo = {base: 0}, [base]
    while todo:
        name = todo.pop()
        for edge in range(EDGES):
            other = pos.board.neighbour(name, edge)
            if other is None or other in found or (name, edge) in closed or _impassable(pos, name, edge):
                continue
            found[other] = ground.distance(base, other)
            if found[other] < _NEAR:
                todo.append(other)
    return {name: away for name, away in found.items() if away <= _NEAR}


def _impassable(pos: Position, name: HexId, edge: int) -> bool:
    ground = pos.board.ground
    number = ground.numbers[name]
    other = ground.near[number][edge]
    return bool(ground.impassable[number] >> edge & 1 or ground.impassable[other] >> opposite(edge) & 1)


def _joined_track(pos: Position, name: HexId) -> bool:
    """Whether track counts online: a laid tile, a printed city with track, or printed track joined by a laid tile."""
    cell = pos.board.cell(name)
    if cell.placed is not None:
        return True
    if not cell.design.tile.track:
        return False
    if any(stop.kind == "city" for stop in cell.stops):
        return True
    edges = (edge for edge in range(EDGES) if pos.board.continues(name, edge))
    neighbours = (pos.board.neighbour(name, edge) for edge in edges)
    return any(other is not None and pos.board.cell(other).placed is not None for other in neighbours)
