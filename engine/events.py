"""What happened: frozen facts, emitted by ops and frames while an action is applied.

Events are results, not truth: a replay computes them again. They feed narration, the pictures' last move, statistics
and tests. Money is in whole lire or pounds.
"""

from msgspec import Struct

from engine.actions import Route
from engine.ids import CompanyId, EntityId, HexId, MarkerId, PhaseId, PlayerId, TileId, TrainId
from engine.state import RoundMark


class Event(Struct, frozen=True, tag_field="event"):
    """Root of all events."""


class RoundBegan(Event, frozen=True):
    """A round began."""

    round: RoundMark


class TurnEnded(Event, frozen=True):
    """A whole turn is over, pictures are due: `kind` is ``lot``, ``stock``, ``operating`` or a procedure's name."""

    kind: str
    actor: EntityId


class Passed(Event, frozen=True):
    """Somebody did nothing; `what` is the step in a clause, for example ``"lays no track"``."""

    actor: EntityId
    what: str


class BidMade(Event, frozen=True):
    """A bid stands."""

    player: EntityId
    item: str
    amount: int


class PrivateMoved(Event, frozen=True):
    """A concession or private company changed hands for `price` (0 = without payment).

    `what` is the noun that keeps its name from being read as a company's, for example ``concession``.
    """

    item: str
    source: EntityId
    target: EntityId
    price: int
    what: str = ""


class PrivateGone(Event, frozen=True):
    """A concession or private company left the game; `what` as in `PrivateMoved`."""

    item: str
    what: str = ""


class CashMoved(Event, frozen=True):
    """Money moved; `reason` is a short noun: ``dividend``, ``terrain``, ``token``, ``train`` ..."""

    source: EntityId
    target: EntityId
    amount: int
    reason: str


class CompanyFounded(Event, frozen=True):
    """A company started at `price` per small share."""

    company: CompanyId
    founder: EntityId
    price: int


class CompanyGone(Event, frozen=True):
    """A company left the map, for good or to be started again."""

    company: CompanyId
    reason: str


class SharesMoved(Event, frozen=True):
    """Certificates moved: `percent` in all, `certificates` by index."""

    company: CompanyId
    certificates: tuple[int, ...]
    percent: int
    source: EntityId
    target: EntityId


class PresidentChanged(Event, frozen=True):
    """The presidency of `company` passed; POOL or the company itself = nobody presides."""

    company: CompanyId
    old: EntityId
    new: EntityId


class MarkerMoved(Event, frozen=True):
    """A market marker moved; `cause` is ``sale``, ``dividend``, ``no dividend``, ``round end`` ..."""

    marker: MarkerId
    old: tuple[int, int]
    new: tuple[int, int]
    old_price: int
    new_price: int
    cause: str


class TileLaid(Event, frozen=True):
    """A tile was laid or replaced; `cost` paid by `company`."""

    company: EntityId
    hex: HexId
    tile: TileId
    turn: int
    cost: int


class TokenPlaced(Event, frozen=True):
    """A token came on the map at ``HEX:ref``."""

    company: CompanyId
    stop: str
    cost: int = 0


class TokenRemoved(Event, frozen=True):
    """A token left the map."""

    company: CompanyId
    stop: str
    reason: str


class TrainsRan(Event, frozen=True):
    """Trains ran: revenue of each route in order, and the total."""

    company: CompanyId
    routes: tuple[Route, ...]
    revenues: tuple[int, ...]
    total: int


class DividendDeclared(Event, frozen=True):
    """A dividend: kind ``pay``, ``withhold`` or ``split``; `paid` holder -> money, the company's own share included."""

    company: CompanyId
    kind: str
    revenue: int
    paid: dict[EntityId, int]


class TrainBought(Event, frozen=True):
    """A train changed hands for `price`; source BANK, POOL (discards) or a company."""

    company: CompanyId
    train: TrainId
    source: EntityId
    price: int


class TrainLost(Event, frozen=True):
    """A train left a company: `reason` ``rust`` or ``discard``."""

    owner: EntityId
    train: TrainId
    reason: str


class PhaseBegan(Event, frozen=True):
    """A phase began."""

    phase: PhaseId


class PriorityMoved(Event, frozen=True):
    """The priority deal changed hands."""

    player: PlayerId


class Announced(Event, frozen=True):
    """Something only this title has; `sentence` is ready to read, `code` is stable for tests."""

    code: str
    sentence: str


class GameEnded(Event, frozen=True):
    """The game is over; scores in money."""

    reason: str
    scores: dict[PlayerId, int]
