"""The data of 1841 against the fact files beside the project, hex by hex and tile by tile.

The facts describe the online edition, so most comparisons load that one; what the rulebook says differently is
named in `test_the_book_differs_only_where_known`.
"""

from pathlib import Path

import msgspec
import pytest

from engine.board import neighbours, opposite
from engine.schema import StopData, TileData, TitleData
from engine.titles.t1841.data import load

COLOURS = ("white", "gray", "black")
MARKS = {"par": "par", "par_1": "par_major", "max_price": "stop_minor", "max_price_1": "stop_major", "endgame": "end"}
ZONES = ("Piedmont", "Tuscany", "Conservative", "Lombardia", "Veneto")
PHASE_MARKS = {
    "no_border_crossing": "borders_stop_track",
    "one_tile_per_base": "lay_per_base",
    "one_tile_per_base_max_2": "lay_two",
    "one_tile_per_or": "lay_one",
    "start_non_hist": "free_starts",
}
ROWS_BY_PHASE = {
    "2": "swiss lombardia_piedmont austria_conservative veneto_conservative conservative_piedmont piedmont_tuscany "
    "tuscany_conservative",
    "4": "swiss veneto_conservative veneto_lombardia",
    "5": "swiss",
}
HELPER = "Holding"
"""A corporation that the online edition only uses inside the Tuscan merge."""


class Stop(msgspec.Struct):
    ref: str
    kind: str
    part: int
    revenue: int | dict[str, int]
    slots: int = 0
    port: bool = False
    loc: str | None = None


class Cost(msgspec.Struct):
    cost: int
    terrain: list[str]


class Edge(msgspec.Struct):
    edge: int
    type: str


class Design(msgspec.Struct):
    color: str
    stops: list[Stop]
    paths: list[list[int | str | dict[str, str]]]
    labels: list[str] = []
    upgrades_to: list[str] = []
    upgrades: list[Cost] = []
    name: str | None = None
    count: int = 0
    x: int = 0
    y: int = 0
    borders: list[Edge] = []
    reservations: dict[str, list[str | tuple[int, str]]] = {}
    neighbors: dict[str, str] = {}
    all_neighbors: dict[str, str] = {}
    zone: int | None = None


class Cell(msgspec.Struct):
    price: int
    types: list[str]


class Market(msgspec.Struct):
    rows: list[list[Cell | None]]


class Reach(msgspec.Struct):
    nodes: list[str]
    visit: int


class Train(msgspec.Struct):
    name: str
    count: int
    price: int
    distance: list[Reach]
    rusts_on: str | None = None


class Phase(msgspec.Struct):
    name: str
    on: str | None
    train_limit: dict[str, int]
    tiles: list[str]
    operating_rounds: int
    status: list[str]


class Corporation(msgspec.Struct):
    sym: str
    name: str
    type: str
    shares: list[int]
    historical: bool
    startable: bool
    coordinates: str | list[str] | None
    city: int | None


class Concession(msgspec.Struct):
    sym: str
    name: str
    value: int
    revenue: int
    starts: str | None


class Borders(msgspec.Struct):
    both_sides: dict[str, list[tuple[str, int]]]


class Facts(msgspec.Struct):
    hexes: dict[str, Design]
    tiles: dict[str, Design]
    market: Market
    bank: int
    trains: list[Train]
    phases: list[Phase]
    corporations: list[Corporation]
    concessions: list[Concession]
    region_borders: Borders
    starting_cash: dict[str, int]
    cert_limit: dict[str, int]
    corporate_cert_limit: int
    offboard_revenue_colour_by_phase: dict[str, str]
    offboard_groups: dict[str, list[str]]
    constants: dict[str, msgspec.Raw]


Case = tuple[Facts, TitleData, TitleData]
"""The facts, our data of the online edition, our data of the book."""


@pytest.fixture(scope="module", params=["1841", "1841_lite", "1841_v1"])
def case(request: pytest.FixtureRequest, shared: Path) -> Case:
    name: str = request.param
    facts = msgspec.json.decode((shared / "facts" / f"{name}.json").read_bytes(), type=Facts)
    lite, version = name == "1841_lite", 1 if name == "1841_v1" else 2
    return facts, load(lite=lite, version=version, online=True), load(lite=lite, version=version)


def stop_of(fact: Stop) -> StopData:
    revenue = fact.revenue if isinstance(fact.revenue, int) else tuple(fact.revenue[colour] for colour in COLOURS)
    kind = "port" if fact.port else fact.kind
    angle = float(fact.loc) if fact.loc and fact.loc != "center" else None
    return msgspec.convert(
        {"ref": fact.ref, "kind": kind, "revenue": revenue, "slots": fact.slots, "part": fact.part, "angle": angle},
        StopData,
    )


def same_design(ours: TileData, fact: Design) -> None:
    assert ours.colour == fact.color, ours.id
    assert list(ours.stops) == [stop_of(stop) for stop in fact.stops], ours.id
    assert [list(piece) for piece in ours.track] == [[str(end) for end in path[:2]] for path in fact.paths], ours.id
    assert list(ours.terminal) == [number for number, path in enumerate(fact.paths) if len(path) > 2], ours.id
    assert list(ours.labels) == fact.labels, ours.id
    assert list(ours.upgrades) == fact.upgrades_to, ours.id


def reserved_of(fact: Design) -> dict[str, str]:
    return {
        entry if isinstance(entry, str) else entry[1]: ref
        for ref, entries in fact.reservations.items()
        for entry in entries
    }


def test_every_hex(case: Case) -> None:
    facts, data, _ = case
    assert set(data.board.hexes) == set(facts.hexes)
    near = neighbours(data.board.layout, data.board.hexes)
    for name, ours in data.board.hexes.items():
        fact = facts.hexes[name]
        same_design(ours.design, fact)
        assert (ours.x, ours.y) == (fact.x, fact.y), name
        assert ours.cost == sum(cost.cost for cost in fact.upgrades), name
        assert sorted(ours.impassable) == sorted(edge.edge for edge in fact.borders if edge.type == "impassable"), name
        assert ours.reserved == reserved_of(fact), name
        assert {str(edge): other for edge, other in enumerate(near[name]) if other} == (
            fact.all_neighbors or fact.neighbors
        ), name


def test_names_and_terrain(case: Case) -> None:
    """Names follow the rulebook's list [12] where the two differ; hills and passes are two kinds of mountain."""
    facts, data, _ = case
    renamed = {"East": "Trieste", "Tuscana - Roma": "Toscana-Roma"}
    for name, ours in data.board.hexes.items():
        fact = facts.hexes[name]
        assert ours.name == renamed.get(fact.name or "", fact.name or ""), name
        words = {word for cost in fact.upgrades for word in cost.terrain}
        assert ({"hill": "mountain"}.get(ours.terrain, ours.terrain) in words) == bool(words), name


def test_zones_are_regions_except_lugano(case: Case) -> None:
    facts, data, _ = case
    for name, ours in data.board.hexes.items():
        zone = facts.hexes[name].zone
        if zone is not None and ours.design.colour != "red":
            assert ours.region == ("Switzerland" if name == "C7" else ZONES[zone]), name


def test_every_tile(case: Case) -> None:
    facts, data, _ = case
    assert set(data.board.tiles) == set(data.board.counts) == set(facts.tiles)
    for number, ours in data.board.tiles.items():
        fact = facts.tiles[number]
        same_design(ours, fact)
        assert data.board.counts[number] == fact.count
        assert ours.lay_cost == sum(cost.cost for cost in fact.upgrades), number


def test_market(case: Case) -> None:
    facts, data, _ = case
    ours = [[(cell.price, list(cell.marks)) if cell else None for cell in row] for row in data.market.rows]
    assert ours == [
        [(cell.price, [MARKS[mark] for mark in cell.types]) if cell else None for cell in row]
        for row in facts.market.rows
    ]


def test_trains(case: Case) -> None:
    facts, data, _ = case
    for ours, fact in zip(data.trains, facts.trains, strict=True):
        counted = next(reach for reach in fact.distance if "city" in reach.nodes)
        assert (ours.id, ours.count, ours.price, ours.rusts) == (fact.name, fact.count, fact.price, fact.rusts_on)
        assert (ours.reach, set(ours.counts)) == (counted.visit, set(counted.nodes))


def test_phases(case: Case) -> None:
    facts, data, _ = case
    for ours, fact in zip(data.phases, facts.phases, strict=True):
        assert (ours.id, ours.starts, ours.train_limit) == (fact.name, fact.on, fact.train_limit)
        assert (list(ours.colours), ours.operating_rounds) == (fact.tiles, fact.operating_rounds)
        assert {PHASE_MARKS[mark] for mark in fact.status if mark in PHASE_MARKS} <= set(ours.marks)
        assert COLOURS[ours.revenue_step] == facts.offboard_revenue_colour_by_phase[ours.id]


def test_companies(case: Case) -> None:
    facts, data, _ = case
    real = [fact for fact in facts.corporations if fact.sym != HELPER]
    printed = [company for company in data.companies.values() if "hidden" not in company.marks]
    assert [company.id for company in printed] == [fact.sym for fact in real]
    for ours, fact in zip(printed, real, strict=True):
        assert (ours.name, ours.kind, list(ours.shares)) == (fact.name, fact.type, fact.shares)
        assert ("historical" in ours.marks, "formed" in ours.marks) == (fact.historical, not fact.startable)
        places = [fact.coordinates] if isinstance(fact.coordinates, str) else fact.coordinates or []
        assert [home.partition(":")[0] for home in ours.homes] == places
        if fact.city is not None:
            assert ours.homes[0].endswith(f":c{fact.city}")


def test_concessions(case: Case) -> None:
    facts, data, _ = case
    assert list(data.privates) == [fact.sym for fact in facts.concessions]
    for ours, fact in zip(data.privates.values(), facts.concessions, strict=True):
        assert (ours.price, ours.income, ours.starts) == (fact.value, fact.revenue, fact.starts)
        assert f"{ours.number} {ours.name}".replace("mmare", "munare") == fact.name


def test_money_and_limits(case: Case) -> None:
    facts, data, _ = case
    assert data.bank == facts.bank
    assert {str(players): cash for players, cash in data.start_cash.items()} == facts.starting_cash
    assert all(facts.cert_limit[str(players)] == limit for players, limit in data.certificate_limit.items())
    assert data.numbers["treasury_certificates"] == facts.corporate_cert_limit
    for ours, theirs in {
        "bankruptcy_loan": "bankruptcy_loan",
        "transform_token": "xform_req_token_cost",
        "transform_extra_token": "xform_opt_token_cost",
        "secession_token": "secession_opt_token_cost",
        "bid_step": "min_bid_increment",
    }.items():
        assert data.numbers[ours] == msgspec.json.decode(facts.constants[theirs], type=int)


def test_border_rows_by_phase(case: Case) -> None:
    facts, data, _ = case
    near = neighbours(data.board.layout, data.board.hexes)
    for phase, rows in ROWS_BY_PHASE.items():
        ours = [side for row in rows.split() for side in data.board.borders[row]]
        other = [(near[name][edge], opposite(edge)) for name, edge in ours]
        theirs = facts.region_borders.both_sides[phase]
        assert {(str(name), edge) for name, edge in [*ours, *other]} == {
            side
            for side in theirs
            if side[0] in data.board.hexes and data.board.hexes[side[0]].region  # type: ignore[index]
        }
        assert len(ours) == len(set(ours))


def test_boxes(case: Case) -> None:
    facts, data, _ = case
    ours: dict[str, set[str]] = {}
    for each in data.board.hexes.values():
        if each.box and each.design.track:
            ours.setdefault(each.box, set()).add(each.id)
    assert sorted(map(sorted, ours.values())) == sorted(map(sorted, facts.offboard_groups.values()))


def differences(one: TitleData, other: TitleData) -> set[str]:
    found = {f"hex {name}" for name, each in one.board.hexes.items() if each != other.board.hexes[name]}
    return found | {f"tile {name}" for name, each in one.board.tiles.items() if each != other.board.tiles[name]}


def test_the_book_differs_only_where_known(case: Case) -> None:
    """58 becomes no 144 [15]; G3-I3 and in lite N14-P14 are closed from both sides [4.1.1]."""
    _, online, book = case
    lite = {"hex N14"} if len(book.board.hexes) == 122 else set()
    assert differences(book, online) == {"tile 58", "hex I3"} | lite
    assert msgspec.structs.replace(book, board=online.board) == online
