"""Positions of the real 1841 games: the trace's tiles and tokens as a Board and an Access."""

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.board import Board, Reaches, Stop, TokenAccess, Train, printed_value
from engine.ids import CompanyId, EntityId, HexId, StopRef, TileId
from engine.schema import PhaseData, TitleData
from engine.state import PlacedTile
from engine.titles.t1841.data import load
from tests.conftest import PROJECT

SHARED = Path(os.environ.get("RAILHEAD_SHARED", PROJECT.parent / "shared"))
GAMES = SHARED / "games"
NAMES = ("1841_full", "1841_lite")


def title(name: str) -> TitleData:
    return load(lite=name.endswith("lite"), online=True)


@cache
def read(name: str, kind: str) -> dict[str, list[dict[str, object]]]:
    with gzip.open(GAMES / f"{name}.{kind}.json.gz", "rt", encoding="utf-8") as file:
        found: dict[str, list[dict[str, object]]] = json.load(file)
    return found


@dataclass
class Snapshot:
    """The game after action `number`: flat `values` as in the trace, and what the action itself recorded."""

    number: int
    values: dict[str, object]
    record: Mapping[str, object]
    data: TitleData

    @property
    def phase(self) -> PhaseData:
        return next(phase for phase in self.data.phases if phase.id == self.values["phase"])

    def board(self) -> Board:
        return Board(self.data.board, self.tiles())

    def tiles(self) -> dict[HexId, PlacedTile]:
        laid: dict[HexId, PlacedTile] = {}
        for key, value in self.values.items():
            if key.startswith("tiles.") and isinstance(value, list):
                laid[HexId(key.removeprefix("tiles."))] = PlacedTile(TileId(value[0]), value[1])
        return laid

    def tile_counts(self) -> dict[TileId, int]:
        counts = dict(self.data.board.counts)
        for placed in self.tiles().values():
            counts[placed.tile] -= 1
        return counts

    def tokens(self, board: Board) -> dict[StopRef, list[str]]:
        """Stop -> companies with a token there."""
        placed: dict[StopRef, list[str]] = {}
        for key, value in self.values.items():
            if key.startswith("corps.") and key.endswith(".tokens") and isinstance(value, list):
                for text in value:
                    placed.setdefault(city_at(board, text).ref, []).append(key.split(".")[1])
        return placed

    def access(self, board: Board, company: object, kinds: frozenset[str], *, borders: bool) -> TokenAccess:
        """Access of a company from its tokens at stops of some kinds, held back by the borders of the phase or not."""
        starts: set[StopRef] = set()
        blocked: set[StopRef] = set()
        for ref, owners in self.tokens(board).items():
            stop = board.stop(ref)
            assert stop is not None
            if company in owners:
                starts.update({ref} if stop.kind in kinds else ())
            elif len(owners) >= stop.data.slots:
                blocked.add(ref)
        walls = self.walls(board) if borders else frozenset()
        return TokenAccess(frozenset(starts), frozenset(blocked), walls)

    def walls(self, board: Board) -> frozenset[tuple[HexId, int]]:
        """Both faces of the hexsides that are borders in this phase (1841 note 0.3)."""
        rows = ACTIVE.get(str(self.values["phase"]), {"swiss"})
        sides = {side for row, listed in self.data.board.borders.items() if row in rows for side in listed}
        walls = set(sides)
        for name, edge in sides:
            other = board.neighbour(name, edge)
            walls.update({(other, (edge + 3) % 6)} if other else ())
        return frozenset(walls)

    def trains(self, company: object) -> list[tuple[str, Train]]:
        """Names and search trains of a company."""
        names = self.values[f"corps.{company}.trains"]
        assert isinstance(names, list)
        return [(name, self.train(name)) for name in names]

    def train(self, name: str) -> Train:
        card = next(card for card in self.data.trains if card.id == name)
        return Train(Reaches(card.reach, frozenset(card.counts)), printed_value(self.phase.revenue_step))


_EARLY = {
    "swiss",
    "lombardia_piedmont",
    "austria_conservative",
    "veneto_conservative",
    "conservative_piedmont",
    "piedmont_tuscany",
    "tuscany_conservative",
}
ACTIVE = {"2": _EARLY, "3": _EARLY, "4": {"swiss", "veneto_conservative", "veneto_lombardia"}}


def city_at(board: Board, text: str) -> Stop:
    """The city or pass of a trace token ``HEX:index``."""
    name, index = text.split(":")
    return [stop for stop in board.cell(HexId(name)).stops if stop.kind in {"city", "pass"}][int(index)]


def snapshots(name: str) -> Iterator[Snapshot]:
    """Every snapshot of a game in order; the values are one dict that changes."""
    listed = read(name, "trace")["snapshots"]
    values = dict(_flat(listed[0]["state"], ""))
    data = title(name)
    yield Snapshot(0, values, listed[0], data)
    for record in listed[1:]:
        changes = record["d"]
        assert isinstance(changes, dict)
        for key, value in changes.items():
            if value is None:
                values.pop(key, None)
            else:
                values[key] = value
        number = record["i"]
        assert isinstance(number, int)
        yield Snapshot(number, values, record, data)


def _flat(value: object, path: str) -> Iterator[tuple[str, object]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from _flat(inner, f"{path}.{key}" if path else key)


def company_of(record: Mapping[str, object]) -> CompanyId:
    return CompanyId(EntityId(str(record["corp"])))
