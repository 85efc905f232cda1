"""Narrow Protocols of the rule objects, and the frozen bundle a title makes of them.

Policies answer questions about a position; they never change anything, never ask a player, never report. Where a
question may be answered with "no, because", it returns a `RuleError` or None.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from engine.actions import Route
from engine.errors import RuleError
from engine.ids import CompanyId, EntityId, HexId, MarkerId, PlayerId, StopRef, TileId

if TYPE_CHECKING:
    from engine.context import Position

Direction = Literal["left", "right", "up", "down"]


class Control(Protocol):
    """Who decides for whom."""

    def president(self, pos: "Position", company: CompanyId) -> EntityId | None:
        """Holder of the president's certificate; None while it lies in the pool or the initial offering."""
        ...

    def controller(self, pos: "Position", entity: EntityId) -> PlayerId | None:
        """The human who decides for a player or company; None when nobody does (a frozen company)."""
        ...

    def chain(self, pos: "Position", company: CompanyId) -> tuple[EntityId, ...]:
        """Presidents above a company, nearest first, ending at a player, or where the chain breaks or closes."""
        ...

    def is_frozen(self, pos: "Position", company: CompanyId) -> bool:
        """Whether nobody controls the company."""
        ...

    def controlled(self, pos: "Position", player: PlayerId) -> tuple[CompanyId, ...]:
        """Companies the player decides for, in operating order."""
        ...


class Shares(Protocol):
    """Certificates, limits, presidencies."""

    def percent(self, pos: "Position", holder: EntityId, company: CompanyId) -> int:
        """Percent of `company` held."""
        ...

    def certificates(self, pos: "Position", holder: EntityId) -> int:
        """Certificates that count against the holder's limit."""
        ...

    def limit(self, pos: "Position", holder: EntityId) -> int:
        """The holder's certificate limit."""
        ...

    def purchase_refusal(
        self, pos: "Position", buyer: EntityId, company: CompanyId, percent: int
    ) -> RuleError | None:
        """Why `buyer` may not add one certificate of `percent` of `company` (limits and prohibitions, not money)."""
        ...

    def sale_refusal(self, pos: "Position", seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
        """Why `seller` may not sell `count` small shares of `company` to the pool now."""
        ...

    def heir(self, pos: "Position", company: CompanyId) -> EntityId | None:
        """Who should hold the president's certificate now; None = no change."""
        ...


class Market(Protocol):
    """Prices and movement on the stock market."""

    def price(self, pos: "Position", marker: MarkerId) -> int:
        """Current value of a marker's cell, in money per small share."""
        ...

    def step(self, pos: "Position", marker: MarkerId, direction: Direction) -> tuple[int, int]:
        """Cell one move away (the same cell when the move is blocked)."""
        ...

    def starts(self, pos: "Position", company: CompanyId) -> dict[int, tuple[int, int]]:
        """Starting prices a company may be founded at -> cell."""
        ...


class Order(Protocol):
    """Who comes first."""

    def operating(self, pos: "Position") -> tuple[CompanyId, ...]:
        """Companies on the market in operating order."""
        ...

    def clockwise(self, pos: "Position", first: PlayerId) -> tuple[PlayerId, ...]:
        """Players still in the game from `first` on."""
        ...


class Tracks(Protocol):
    """Laying track."""

    def sources(
        self, pos: "Position", company: CompanyId, lay: tuple[HexId, TileId, int]
    ) -> frozenset[StopRef]:
        """From where the lay extends the company's network: stops, each of which may justify one lay a turn."""
        ...

    def lays(self, pos: "Position", company: CompanyId) -> int:
        """How many tiles the company may lay in its turn."""
        ...

    def hex_refusal(self, pos: "Position", company: CompanyId, hex_id: HexId) -> RuleError | None:
        """Why the company can lay nothing on this hex now."""
        ...

    def tile_refusal(self, pos: "Position", company: CompanyId, hex_id: HexId, tile: TileId) -> RuleError | None:
        """Why this tile cannot go there in any rotation."""
        ...

    def lay_refusal(
        self,
        pos: "Position",
        company: CompanyId,
        lay: tuple[HexId, TileId, int],
        done: Sequence[frozenset[StopRef]],
    ) -> RuleError | None:
        """Why exactly this lay is not allowed after earlier lays of the turn, of which `done` lists the sources."""
        ...

    def cost(self, pos: "Position", company: CompanyId, hex_id: HexId, tile: TileId) -> int:
        """Money for the lay."""
        ...


class Tokens(Protocol):
    """Placing tokens."""

    def spots(self, pos: "Position", company: CompanyId) -> tuple[str, ...]:
        """Stops where the company may place a token now, as ``HEX:ref``."""
        ...

    def spot_refusal(self, pos: "Position", company: CompanyId, stop: str) -> RuleError | None:
        """Why not there."""
        ...

    def cost(self, pos: "Position", company: CompanyId, stop: str) -> int:
        """Money for the token."""
        ...


class Running(Protocol):
    """Routes and revenue."""

    def can_run(self, pos: "Position", company: CompanyId) -> bool:
        """Whether the company has a train and any legal route."""
        ...

    def refusal(self, pos: "Position", company: CompanyId, routes: Sequence[Route]) -> RuleError | None:
        """What is wrong with these routes."""
        ...

    def revenues(self, pos: "Position", company: CompanyId, routes: Sequence[Route]) -> tuple[int, ...]:
        """Revenue of each route, in money; the routes are legal."""
        ...

    def best(self, pos: "Position", company: CompanyId) -> tuple[tuple[Route, ...], ...]:
        """Route sets worth proposing, best first (empty when nothing can run)."""
        ...


class Trains(Protocol):
    """Buying and keeping trains."""

    def limit(self, pos: "Position", company: CompanyId) -> int:
        """Trains the company may own now."""
        ...

    def must_own(self, pos: "Position", company: CompanyId) -> bool:
        """Whether the company may not end its train step without a train."""
        ...


class Ending(Protocol):
    """How the game ends."""

    def score(self, pos: "Position", player: PlayerId) -> int:
        """Wealth of a player, in money."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The policies of a title in one game (its options are built in)."""

    control: Control
    shares: Shares
    market: Market
    order: Order
    tracks: Tracks
    tokens: Tokens
    running: Running
    trains: Trains
    ending: Ending
