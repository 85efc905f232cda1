"""Nouns: the whole position of a game as plain data.

Ids, ints, tuples, lists and dicts with string keys only: the state copies, compares, diffs and encodes without
help. Only `engine.ops` writes it; rules, board and renderers receive a `StateView`.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from engine.ids import (
    CompanyId,
    EntityId,
    HexId,
    MarkerId,
    PhaseId,
    PlayerId,
    PrivateId,
    TileId,
    TrainId,
)


class Frame(Struct, tag_field="frame", tag=True):
    """Root of all frames: small plain data on the stack of turns; see `engine.frames.base` for behaviour."""


class Extra(Struct, tag_field="extra", tag=True):
    """Root of a title's own state."""


class PlacedTile(Struct, frozen=True):
    """A tile on the map: its number and rotation (0-5, added to every edge)."""

    tile: TileId
    rotation: int


class Company(Struct):
    """A started corporation.

    Attributes:
        sizes: percent of each certificate by index; index 0 is the president's certificate.
        tokens_left: tokens on the charter, not on the map.
        operated: has finished an operating turn in its present identity.
        last_run: revenue of its latest run, in money.
    """

    id: CompanyId
    kind: str
    sizes: tuple[int, ...]
    tokens_left: int = 0
    operated: bool = False
    floated: bool = False
    loans: int = 0
    last_run: int = 0


class RoundMark(Struct, frozen=True):
    """Where the game stands: kind ``auction``, ``stock``, ``operating`` or ``end``; set `number`, `part` in it."""

    kind: str
    number: int = 0
    part: int = 0


class State(Struct, kw_only=True):
    """A position. See the module text; every list order is part of the game.

    Attributes:
        players: seats in playing order; `priority` holds the priority deal.
        cash: money of every entity, the bank included; sums to the game's total.
        privates: concession -> owner (player, BANK before the sale, POOL in the bank pool); gone = key absent.
        shares: company -> holder -> certificate indexes in order of arrival; holder POOL = bank pool,
            holder = the company itself = initial offering / treasury.
        places: marker -> (row, column); `stacks`: ``"row,col"`` -> markers, first operates first.
        tiles: laid tiles only; `tokens`: stop ref (``H4:c0``) -> owners in order of arrival; `reserved`: stop ref or
            hex -> companies whose base is kept free there.
        depot: trains for sale in order; `discards`: trains in the bank's discard; `trains`: company -> cards.
        stack: frames, the last one acts; `extra`: what only this title knows.
        bank_broken: the bank once had to pay more than it held; see `Ending`.
        outcome: why the game ended, empty while it runs; `scores` then.
    """

    players: list[PlayerId]
    priority: PlayerId
    cash: dict[EntityId, int]
    phase: PhaseId
    round: RoundMark
    extra: Extra
    companies: dict[CompanyId, Company] = {}
    privates: dict[PrivateId, EntityId] = {}
    shares: dict[CompanyId, dict[EntityId, list[int]]] = {}
    places: dict[MarkerId, tuple[int, int]] = {}
    stacks: dict[str, list[MarkerId]] = {}
    tiles: dict[HexId, PlacedTile] = {}
    tile_counts: dict[TileId, int] = {}
    tokens: dict[str, list[CompanyId]] = {}
    reserved: dict[str, list[CompanyId]] = {}
    depot: list[TrainId] = []
    discards: list[TrainId] = []
    trains: dict[EntityId, list[TrainId]] = {}
    stack: list[Frame] = []
    bank_broken: bool = False
    outcome: str = ""
    scores: dict[PlayerId, int] = {}


class StateView(Protocol):
    """Read-only face of `State` for rules, board and renderers."""

    @property
    def players(self) -> Sequence[PlayerId]:
        """Seats in playing order."""
        ...

    @property
    def priority(self) -> PlayerId:
        """Holder of the priority deal."""
        ...

    @property
    def cash(self) -> Mapping[EntityId, int]:
        """Money of every entity."""
        ...

    @property
    def phase(self) -> PhaseId:
        """Current phase."""
        ...

    @property
    def round(self) -> RoundMark:
        """Where the game stands."""
        ...

    @property
    def extra(self) -> Extra:
        """The title's own part."""
        ...

    @property
    def companies(self) -> Mapping[CompanyId, Company]:
        """Started corporations."""
        ...

    @property
    def privates(self) -> Mapping[PrivateId, EntityId]:
        """Concession or private company -> owner."""
        ...

    @property
    def shares(self) -> Mapping[CompanyId, Mapping[EntityId, Sequence[int]]]:
        """Company -> holder -> certificate indexes."""
        ...

    @property
    def places(self) -> Mapping[MarkerId, tuple[int, int]]:
        """Marker -> (row, column) on the market."""
        ...

    @property
    def stacks(self) -> Mapping[str, Sequence[MarkerId]]:
        """Cell -> markers, first operates first."""
        ...

    @property
    def tiles(self) -> Mapping[HexId, PlacedTile]:
        """Laid tiles."""
        ...

    @property
    def tile_counts(self) -> Mapping[TileId, int]:
        """Pieces left of each tile."""
        ...

    @property
    def tokens(self) -> Mapping[str, Sequence[CompanyId]]:
        """Stop -> owners of its tokens."""
        ...

    @property
    def reserved(self) -> Mapping[str, Sequence[CompanyId]]:
        """Stop or hex -> companies whose base is kept free."""
        ...

    @property
    def depot(self) -> Sequence[TrainId]:
        """Trains for sale in order."""
        ...

    @property
    def discards(self) -> Sequence[TrainId]:
        """Trains in the bank's discard."""
        ...

    @property
    def trains(self) -> Mapping[EntityId, Sequence[TrainId]]:
        """Owner -> train cards."""
        ...

    @property
    def bank_broken(self) -> bool:
        """Whether the bank once paid more than it held."""
        ...

    @property
    def outcome(self) -> str:
        """Why the game ended; empty while it runs."""
        ...

    @property
    def scores(self) -> Mapping[PlayerId, int]:
        """Final scores."""
        ...
