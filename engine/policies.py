"""Narrow Protocols of the rule objects, and the frozen bundle a title makes of them.

Policies answer questions about a position; they never change anything, never ask a player, never report. Where a
question may be answered with "no, because", it returns a `RuleError` or None.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from engine.actions import Action, Route
from engine.errors import RuleError
from engine.ids import CompanyId, EntityId, HexId, MarkerId, PhaseId, PlayerId, StopRef, TileId
from engine.state import Frame

if TYPE_CHECKING:
    from engine.context import Position

Direction = Literal["left", "right", "up", "down"]

DividendKind = Literal["pay", "withhold", "split"]

Moment = Literal["action", "turn", "round", "set"]
"""When the end of the game is asked for: after an action, a whole turn, a round, a set of operating rounds."""

RouteAim = Literal["revenue", "sum"]
"""Which optimum a set of routes is: of the revenue, or of revenue and subsidy together."""

LaySpot = tuple[HexId, TileId, int]
"""A lay: hex, tile, rotation."""

Done = Sequence[frozenset[StopRef]]
"""Sources of each earlier lay of the step: all lays must be matched with different sources."""


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

    def purchase_refusal(self, pos: "Position", buyer: EntityId, company: CompanyId, percent: int) -> RuleError | None:
        """Why `buyer` may not add one certificate of `percent` of `company` (limits and prohibitions, not money)."""
        ...

    def sale_refusal(self, pos: "Position", seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
        """Why `seller` may not sell `count` small shares of `company` to the pool now."""
        ...

    def heir(self, pos: "Position", company: CompanyId) -> EntityId | None:
        """Who should hold the president's certificate now; None = no change."""
        ...

    def successor(self, pos: "Position", company: CompanyId, seller: EntityId, count: int) -> EntityId | None:
        """Who takes the presidency if the president parts with `count` small shares; None = the seller keeps it."""
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
    """Laying track. A *source* is what entitles to one lay: a base, or one stop that stands for the whole company."""

    def closed_sides(self, pos: "Position") -> "frozenset[tuple[HexId, int]]":
        """Both faces of every hexside that is closed by a rule now (borders), not by the printed map."""
        ...

    def lays(self, pos: "Position", company: CompanyId) -> int:
        """How many tiles the company may lay in its turn; asked once, when the step begins."""
        ...

    def sources(self, pos: "Position", company: CompanyId, lay: LaySpot) -> frozenset[StopRef]:
        """From where the lay extends the company's network: stops, each of which may justify one lay a turn."""
        ...

    def hex_refusal(self, pos: "Position", company: CompanyId, hex_id: HexId) -> RuleError | None:
        """Why the company can lay nothing on this hex now."""
        ...

    def tile_refusal(self, pos: "Position", company: CompanyId, hex_id: HexId, tile: TileId) -> RuleError | None:
        """Why this tile cannot go there in any rotation, money and the tile box included."""
        ...

    def lay_refusal(self, pos: "Position", company: CompanyId, lay: LaySpot, done: Done) -> RuleError | None:
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
        """Why no token of the company may come on this stop (``HEX:ref``, it exists), money included."""
        ...

    def cost(self, pos: "Position", company: CompanyId, stop: str) -> int:
        """Money for the token."""
        ...


@dataclass(frozen=True, slots=True)
class RouteProposal:
    """A set of routes worth proposing, and what is known about it; plain data, so it can cross to another process.

    Attributes:
        routes: of the trains that run; the others stay at home.
        revenues: money of each route; `total` their sum.
        bound: no set brings more than this; equal to `total` when `proven`.
        work: steps counted by the search; the same question always takes the same.
        subsidy: money the set brings besides revenue (1866: ports, mail, hub); 0 in titles without.
        aim: what it maximises: revenue first and then subsidy, or both together.
    """

    routes: tuple[Route, ...]
    revenues: tuple[int, ...]
    total: int
    bound: int
    proven: bool
    work: int
    subsidy: int = 0
    aim: RouteAim = "revenue"


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

    def search(self, pos: "Position", company: CompanyId, budget: int | None = None) -> tuple[RouteProposal, ...]:
        """The same sets with what is known about them; searched once per position, within counted steps.

        None = the usual budget. An answer of an earlier search that is proven or had as much budget is given again.
        """
        ...

    def learn(self, pos: "Position", company: CompanyId, found: tuple[RouteProposal, ...]) -> None:
        """Take the answer of `search` for this position, with the usual budget, as found in another process."""
        ...


class Dividends(Protocol):
    """What becomes of a run's revenue."""

    def kinds(self, pos: "Position", company: CompanyId, revenue: int) -> tuple[DividendKind, ...]:
        """What may be declared for a revenue above 0, most usual first."""
        ...

    def kept(self, pos: "Position", company: CompanyId, revenue: int, kind: DividendKind) -> int:
        """Money that goes straight to the treasury; the rest is paid out."""
        ...

    def payout(self, pos: "Position", company: CompanyId, amount: int) -> dict[EntityId, int]:
        """Who gets how much of `amount`: holders, and the treasury for its own shares; the bank keeps the rest."""
        ...

    def moves(self, pos: "Position", company: CompanyId, revenue: int, kind: DividendKind) -> tuple[Direction, ...]:
        """Steps of the company's marker afterwards, in order."""
        ...


@dataclass(frozen=True, slots=True)
class TrainOffer:
    """A train somebody sells: class, seller (BANK = depot, POOL = discards, a company), and its range of prices."""

    kind: str
    source: EntityId
    low: int
    high: int


class Trains(Protocol):
    """Buying and keeping trains."""

    def limit(self, pos: "Position", company: CompanyId) -> int:
        """Trains the company may own now."""
        ...

    def must_own(self, pos: "Position", company: CompanyId) -> bool:
        """Whether the company may not end its train step as it stands: it lacks a train that it must own."""
        ...

    def offers(self, pos: "Position", company: CompanyId) -> tuple[TrainOffer, ...]:
        """Every train for sale to the company, affordable or not; `high` of a company's train is the buyer's cash."""
        ...


class Ending(Protocol):
    """How the game ends."""

    def score(self, pos: "Position", player: PlayerId) -> int:
        """Wealth of a player, in money."""
        ...

    def left(self, pos: "Position") -> Collection[PlayerId]:
        """Players who have left the game (bankrupt)."""
        ...

    def debt(self, pos: "Position", player: PlayerId) -> int:
        """Money that is subtracted from the player's score at the end, borrowed after a bankruptcy."""
        ...

    def reason(self, pos: "Position", moment: Moment) -> str | None:
        """Why the game ends at this moment (a short stable name such as ``bank``), or None: it goes on."""
        ...


class Turns(Protocol):
    """The frames a title plugs into the shared rounds. They are made fresh at each call; nothing is changed here."""

    def stock_turn(self, pos: "Position", player: PlayerId) -> Frame:
        """One player's turn in a stock round."""
        ...

    def after_stock_round(self, pos: "Position") -> Sequence[Frame]:
        """What happens when all have passed, after the priority deal has moved."""
        ...

    def before_operating_round(self, pos: "Position") -> Sequence[Frame]:
        """What happens before the operating order is fixed (income of privates ...)."""
        ...

    def operating_turn(self, pos: "Position", company: CompanyId) -> Frame:
        """The turn of a company, usually a `Sequence` of steps; a frozen company's turn is another frame."""
        ...

    def after_operating_set(self, pos: "Position") -> Sequence[Frame]:
        """What happens after the last operating round of a set."""
        ...

    def phase_events(self, pos: "Position", phase: PhaseId) -> Sequence[Frame]:
        """Effects of a phase that has just begun, in the order of the rules, rusting and discards included."""
        ...

    def emergency(self, pos: "Position", company: CompanyId, amount: int) -> Frame:
        """Raises money until the treasury holds `amount`; it ends the company's turn itself if that fails."""
        ...

    def aftermath(self, pos: "Position", company: CompanyId, action: Action) -> Sequence[Frame]:
        """What follows a lay, a token or a train purchase at once (empty for most titles)."""
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
    dividends: Dividends
    trains: Trains
    ending: Ending
    turns: Turns
    paragraphs: Mapping[str, str] = field(default_factory=dict)

    def paragraph(self, topic: str) -> str:
        """Rulebook paragraph of a topic of the shared frames; empty when the title names none.

        Topics: auction, stock, sell, buy, par, private, operating, track, token, run, dividend, train, discard,
        consent.
        """
        return self.paragraphs.get(topic, "")
