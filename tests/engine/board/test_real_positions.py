"""The board against the real 1841 games: what their engine offered, what people ran, what is best."""

from collections.abc import Iterator, Mapping

import pytest

from engine.board import (
    Board,
    RouteRules,
    TokenAccess,
    Walk,
    best_routes,
    check,
    conflicts,
    format_route,
    lay_options,
    lay_problem,
    reach,
    resolve,
    revenue,
    uses_new_track,
)
from engine.ids import HexId, StopRef
from engine.state import PlacedTile
from tests.engine.board.positions import GAMES, NAMES, Snapshot, company_of, read, snapshots

pytestmark = pytest.mark.skipif(not GAMES.exists(), reason="the real games of ../shared/games are not here")

ONLINE = RouteRules(token=frozenset({"city", "pass"}), stubs_shared=False)
"""The online edition of 1841: a pass token will do (D31), one route only may touch yellow Milano (D32)."""

BASES, ANY = frozenset({"city"}), frozenset({"city", "pass"})
Lays = dict[str, dict[str, list[int]]]


def offers(name: str, step: str) -> Iterator[tuple[Snapshot, Mapping[str, object]]]:
    """Every state in which their engine listed what is legal in a step."""
    by_number: dict[object, list[dict[str, object]]] = {}
    for offer in read(name, "legal")["legal"]:
        if offer["step"] == step:
            by_number.setdefault(offer["i"], []).append(offer)
    for snapshot in snapshots(name):
        for offer in by_number.get(snapshot.number, ()):
            yield snapshot, offer


def our_lays(snapshot: Snapshot, board: Board, access: TokenAccess) -> Lays:
    """What their list means: a reachable hex, a tile that fits and has an exit where the network arrives."""
    found, counts, tiles = reach(board, access), snapshot.tile_counts(), snapshot.data.board.tiles
    lays: Lays = {}
    for name in found.hexes:
        arrives = found.entries(name) | found.exits(name)
        own = any(ref.split(":")[0] == name for ref in access.starts) and not board.cell(name).design.exits
        for placed in lay_options(board, name, counts):
            exits = board.ground.design(placed.tile, placed.rotation).exits
            wrong_venice = placed.tile == "601" and placed.rotation  # a rule of 1841 (D29), not geometry
            if tiles[placed.tile].colour in snapshot.phase.colours and (own or exits & arrives) and not wrong_venice:
                lays.setdefault(name, {}).setdefault(placed.tile, []).append(placed.rotation)
    return lays


@pytest.mark.parametrize("name", NAMES)
def test_the_tiles_their_engine_offers_are_ours(name: str) -> None:
    seen = 0
    for snapshot, offer in offers(name, "Track"):
        board = snapshot.board()
        access = snapshot.access(board, offer["entity"], BASES, borders=snapshot.phase.id == "2")
        ours, theirs = our_lays(snapshot, board, access), offer["lays"]
        assert isinstance(theirs, dict)
        changes = snapshot.record.get("d")
        again = isinstance(changes, dict) and any(key.startswith("tiles.") for key in changes)
        if not again:
            assert ours == theirs, snapshot.number
        else:  # the second lay of a turn starts from another base: they list only what that one reaches
            assert all(
                set(turns) <= set(ours.get(hex_, {}).get(number, ()))
                for hex_, tiles in theirs.items()
                for number, turns in tiles.items()
            ), snapshot.number
        seen += 1
    assert seen > 80


@pytest.mark.parametrize("name", NAMES)
def test_the_cities_their_engine_offers_are_ours(name: str) -> None:
    seen = 0
    for snapshot, offer in offers(name, "Token"):
        board = snapshot.board()
        access = snapshot.access(board, offer["entity"], ANY, borders=True)
        placed, mine = snapshot.tokens(board), {ref.split(":")[0] for ref in access.starts}
        ours: set[str] = set()
        for ref in reach(board, access).stops:
            stop = board.stop(ref)
            assert stop is not None
            free = stop.kind in ANY and len(placed.get(ref, ())) < stop.data.slots and stop.hex not in mine
            if free:
                ours.add(f"{stop.hex}:{stop.index if stop.kind == 'city' else 0}")
        theirs = offer["cities"]
        assert isinstance(theirs, list)
        assert set(theirs) <= ours, snapshot.number
        reserved = {text for text in ours if snapshot.data.board.hexes[HexId(text.split(":")[0])].reserved}
        assert ours - set(theirs) <= reserved, snapshot.number  # closed by a reservation, not by geometry
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_people_laid_fits_and_is_new_track_or_a_city(name: str) -> None:
    seen, before = 0, dict[HexId, PlacedTile]()
    for snapshot in snapshots(name):
        after = snapshot.tiles()
        board = Board(snapshot.data.board, before)
        for hex_, placed in after.items():
            if before.get(hex_) != placed:
                seen += 1
                assert lay_problem(board, hex_, placed) is None, snapshot.number
                assert _is_useful(snapshot, board, hex_, placed), snapshot.number
        before = after
    assert seen > 80


def _is_useful(snapshot: Snapshot, board: Board, hex_: HexId, placed: PlacedTile) -> bool:
    """Whether some company's network gains track by the lay, or reaches a city there (1841 par 1.5.1)."""
    new = snapshot.board()
    passable: dict[StopRef, bool] = {stop.ref: True for stop in new.cell(hex_).stops}
    companies = {key.split(".")[1] for key in snapshot.values if key.startswith("corps.") and key.endswith(".tokens")}
    for company in sorted(companies):
        access = snapshot.access(new, company, BASES, borders=False)
        moved = TokenAccess(frozenset(ref for ref in access.starts if board.stop(ref)), access.blocked)
        found = reach(board, moved)
        city = any(stop.ref in found.stops for stop in board.cell(hex_).stops if stop.kind == "city")
        if city or uses_new_track(board, hex_, placed, found, passable):
            return True
    return False


def their_path(board: Board, route: Mapping[str, object]) -> tuple[str, ...]:
    """Text of a trace route: its pieces followed from the first stop, every stop named."""
    pieces, visited = route["paths"], route["visited"]
    assert isinstance(pieces, list)
    assert isinstance(visited, list)
    links: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, one, other in pieces:
        for here, there in ((str(one), str(other)), (str(other), str(one))):
            links.setdefault((name, here), []).append((name, there))
            if here.isdigit():
                beyond = board.neighbour(HexId(name), int(here))
                links[name, here] += [(str(beyond), str((int(here) + 3) % 6))]
    name, ref = visited[0].split(":")
    at, seen, path = (name, ref.replace("p", "c")), set[tuple[str, str]](), list[str]()
    while at not in seen:
        seen.add(at)
        if not at[1].isdigit():
            path = [*path[:-1], *(each for each in path[-1:] if each != at[0]), ".".join(at)]
        elif not path or path[-1].split(".")[0] != at[0]:
            path.append(at[0])
        at = next((each for each in links[at] if each not in seen), at)
    return tuple(path)


@pytest.mark.parametrize("name", NAMES)
def test_every_route_people_ran_is_legal_and_pays_what_it_paid(name: str) -> None:
    seen = 0
    for snapshot in snapshots(name):
        run = snapshot.record.get("run")
        if not isinstance(run, dict):
            continue
        board = snapshot.board()
        access = snapshot.access(board, company_of(run), ANY, borders=False)
        walks = []
        for route in run["routes"]:
            walk = resolve(board, their_path(board, route))
            assert isinstance(walk, Walk), (snapshot.number, walk)
            train = snapshot.train(route["name"])
            assert check(board, access, walk, train.reaches, ONLINE) is None, snapshot.number
            assert revenue(walk, train.pricing) == route["revenue"], snapshot.number
            assert len(walk.stops) == len(route["visited"])
            again = resolve(board, format_route(board, walk))
            assert isinstance(again, Walk)
            assert set(again.pieces) == set(walk.pieces)
            walks.append(walk)
        assert conflicts(walks, ONLINE) is None, snapshot.number
        seen += len(walks)
    assert seen > 50


@pytest.mark.parametrize("name", NAMES)
def test_the_best_routes_are_proven_legal_and_never_below_what_people_ran(name: str) -> None:
    seen = 0
    for snapshot in snapshots(name):
        run = snapshot.record.get("run")
        if not isinstance(run, dict):
            continue
        board = snapshot.board()
        access = snapshot.access(board, company_of(run), ANY, borders=False)
        trains = [train for _, train in snapshot.trains(company_of(run))]
        found = best_routes(board, access, trains, ONLINE)
        assert found.proven, snapshot.number
        assert found.bound == found.total >= run["total"], snapshot.number
        for walk, train, money in zip(found.routes, trains, found.revenues, strict=True):
            if walk is not None:
                assert check(board, access, walk, train.reaches, ONLINE) is None, snapshot.number
                assert revenue(walk, train.pricing) == money
        assert conflicts([walk for walk in found.routes if walk], ONLINE) is None, snapshot.number
        seen += 1
    assert seen > 50
