"""Positions to draw: the start of 1841, and a middle game put together by hand.

The data files are read without the title's rules: a picture needs none.
"""

from functools import cache
from importlib.resources import files

from engine.ids import BANK, POOL, CompanyId, EntityId, HexId, MarkerId, PhaseId, PlayerId, PrivateId, TileId, TrainId
from engine.loader import Source, load_title
from engine.schema import TitleData
from engine.state import Company, Extra, PlacedTile, RoundMark, State


class NoExtra(Extra):
    """No title state."""


SEATS = tuple(PlayerId(EntityId(f"P{number}")) for number in (1, 2, 3))
NAMES = dict(zip(SEATS, ("Anna", "Bertrand-Émile", "Çelik Ünal"), strict=True))
LAID = {
    "G9": ("9", 2),
    "F8": ("604", 0),
    "E9": ("208", 1),
    "H4": ("606", 4),
    "F6": ("69", 3),
    "D14": ("613", 0),
    "F16": ("602", 1),
    "I5": ("4", 1),
    "G5": ("9", 1),
    "H8": ("57", 0),
}
TOKENS = {"F8:c0": ["IRSFF", "CTDA"], "H4:c0": ["SFTG", "SFTN"], "E9:c0": ["CTDA"], "D14:c0": ["IRSFF"]}
PLACES = {"SFTG": (2, 8), "SFTN": (2, 8), "IRSFF": (2, 9), "CTDA": (4, 2)}


def company(name: str) -> CompanyId:
    return CompanyId(EntityId(name))


@cache
def data() -> TitleData:
    engine = files("engine")
    catalogue = Source("tiles.toml", engine.joinpath("board", "tiles.toml").read_text("utf-8"))
    folder = engine.joinpath("titles", "t1841", "data")
    names = ("map.toml", "tiles.toml", "market.toml", "game.toml", "companies.toml")
    return load_title([catalogue, *(Source(name, folder.joinpath(name).read_text("utf-8")) for name in names)], [])


def start() -> State:
    state = State(
        players=list(SEATS),
        priority=SEATS[1],
        cash={BANK: 11040, **dict.fromkeys(SEATS, 1120)},
        phase=PhaseId("2"),
        round=RoundMark("stock", 1),
        extra=NoExtra(),
        privates={PrivateId("Bayard"): SEATS[0]},
        tile_counts=dict(data().board.counts),
        depot=[TrainId(f"{kind.id}-{copy}") for kind in data().trains for copy in range(kind.count or 0)],
    )
    for one in data().board.hexes.values():
        for name, ref in one.reserved.items():
            state.reserved.setdefault(one.id if ref == "hex" else f"{one.id}:{ref}", []).append(name)
    return state


def middle() -> State:
    state = start()
    state.phase, state.round, state.reserved = PhaseId("4"), RoundMark("operating", 3, 2), {}
    state.tiles = {HexId(where): PlacedTile(TileId(tile), turn) for where, (tile, turn) in LAID.items()}
    state.tokens = {stop: [company(name) for name in names] for stop, names in TOKENS.items()}
    for name, (row, column) in PLACES.items():
        charter = data().companies[company(name)]
        state.places[MarkerId(name)] = (row, column)
        state.stacks.setdefault(f"{row},{column}", []).append(MarkerId(name))
        state.companies[charter.id] = Company(charter.id, charter.kind, charter.shares, 1, floated=True, last_run=120)
        state.shares[charter.id] = {SEATS[0]: [0, 1, 2], SEATS[2]: [3], POOL: [4], charter.id: [5, 6, 7, 8]}
        state.cash[charter.id] = 430
        state.trains[charter.id] = [TrainId("3-1"), TrainId("4-0")]
    state.shares[company("CTDA")] = {company("IRSFF"): [0, 1], company("CTDA"): [2, 3]}
    return state
