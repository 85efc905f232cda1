"""The typed shape of a title's data files.

Numbers and geometry of a title stand in TOML with their rulebook paragraphs; `engine.loader` turns them
into the frozen Structs below. Money is in whole lire or pounds, edges are 0-5 counted clockwise
(flat-topped maps: 0 = S, 1 = SW, 2 = NW, 3 = N, 4 = NE, 5 = SE; pointy-topped: 0 = SW, 1 = W ...).
"""

from typing import Literal

from msgspec import Struct

from engine.ids import CompanyId, HexId, PhaseId, PrivateId, TileId

StopKind = Literal["city", "town", "offboard", "pass", "port"]
Colour = Literal["white", "yellow", "green", "brown", "gray", "red", "blue"]


class StopData(Struct, frozen=True, forbid_unknown_fields=True):
    """One stop of a tile or printed hex.

    Attributes:
        ref: kind letter and index inside the tile: ``c0`` city or pass, ``t0`` town or port, ``o0`` off-map box.
        revenue: what a visit pays, in money; off-map boxes list one value per revenue step (`PhaseData`).
        slots: token circles (cities and passes).
        part: index of the stop among all parts in 18xx.games' tile definition; used by the importer only.
        angle: where it is drawn, in edges (0-5, halves allowed), or None for the centre.
    """

    ref: str
    kind: StopKind
    revenue: int | tuple[int, ...] = 0
    slots: int = 0
    part: int = 0
    angle: float | None = None


class TileData(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile design, or the printed design of a hex.

    Attributes:
        track: pieces as pairs of ends; an end is an edge digit ``"0"``-``"5"``, a stop ref, or ``"j"`` for a junction.
        terminal: indexes into `track` of pieces that end a route (printed stubs of yellow Milano).
        upgrades: tiles that may replace it, by number; rotation is checked by geometry.
        lay_cost: money to replace this tile (mountain passes), 0 for none.
    """

    id: TileId
    colour: Colour
    stops: tuple[StopData, ...] = ()
    track: tuple[tuple[str, str], ...] = ()
    labels: tuple[str, ...] = ()
    upgrades: tuple[TileId, ...] = ()
    terminal: tuple[int, ...] = ()
    lay_cost: int = 0


class HexData(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the printed map.

    Attributes:
        x: doubled column coordinate, `y` the row coordinate; neighbours differ by the layout's deltas.
        design: the printed tile (id = the hex's own id), never rotated.
        cost: terrain cost paid once, with the first tile.
        terrain: words for the picture: ``hill``, ``mountain``, ``swamp``, ``water``.
        impassable: edges that no track may ever cross.
        box: name of the off-map box the hex belongs to (several hexes may share one).
        region: home region or country of a city hex, as the title uses it.
        reserved: company -> stop ref (or ``"hex"``) kept free for its base.
    """

    id: HexId
    x: int
    y: int
    design: TileData
    name: str = ""
    cost: int = 0
    terrain: str = ""
    impassable: tuple[int, ...] = ()
    box: str = ""
    region: str = ""
    reserved: dict[CompanyId, str] = {}


class BoardData(Struct, frozen=True, forbid_unknown_fields=True):
    """Map and tiles of a title.

    Attributes:
        layout: ``flat`` or ``pointy`` topped hexes.
        tiles: every tile design of the game by number; `counts` how many pieces of each.
        borders: named rows of hexsides, ``(hex, edge)`` listed once; which rows are active is a rule.
    """

    layout: Literal["flat", "pointy"]
    hexes: dict[HexId, HexData]
    tiles: dict[TileId, TileData]
    counts: dict[TileId, int]
    borders: dict[str, tuple[tuple[HexId, int], ...]] = {}


class CellData(Struct, frozen=True, forbid_unknown_fields=True):
    """One cell of the stock market: its price and its marks (``par``, ``par_major``, ``end`` ...)."""

    price: int
    marks: tuple[str, ...] = ()


class MarketData(Struct, frozen=True, forbid_unknown_fields=True):
    """The stock market: rows from the top, cells from the left; None = no cell."""

    rows: tuple[tuple[CellData | None, ...], ...]


class TrainData(Struct, frozen=True, forbid_unknown_fields=True):
    """A train class.

    Attributes:
        count: cards in the depot (None = endless); price in money.
        reach: number of counted stops; `counts` which kinds of stop use it up; other kinds are free.
        rusts: train class whose first purchase removes this one, or None.
    """

    id: str
    count: int | None
    price: int
    reach: int
    counts: tuple[StopKind, ...]
    rusts: str | None = None


class PhaseData(Struct, frozen=True, forbid_unknown_fields=True):
    """A phase: begins with the first purchase of train class `starts` (None = at set-up).

    Attributes:
        train_limit: company kind -> trains; `colours`: tile colours that may be laid.
        operating_rounds: per set, read when a stock round ends; `revenue_step`: index into off-map values.
        marks: names of rules that hold in the phase, as the title uses them.
    """

    id: PhaseId
    starts: str | None
    train_limit: dict[str, int]
    colours: tuple[Colour, ...]
    operating_rounds: int
    revenue_step: int = 0
    marks: tuple[str, ...] = ()


class CompanyData(Struct, frozen=True, forbid_unknown_fields=True):
    """A corporation's charter.

    Attributes:
        kind: company class as the title names it (``major``, ``minor`` ...).
        shares: percent of each certificate; the first is the president's.
        tokens: smallest and largest number of tokens.
        homes: stops of its printed bases (empty = chosen), as ``HEX:ref`` or ``HEX`` for any stop of the hex.
        marks: ``historical``, ``formed`` ... as the title uses them.
        colour, ink: hex colours of token and lettering.
    """

    id: CompanyId
    name: str
    kind: str
    shares: tuple[int, ...]
    tokens: tuple[int, int]
    colour: str
    ink: str = "#ffffff"
    homes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class PrivateData(Struct, frozen=True, forbid_unknown_fields=True):
    """A concession or private company: `starts` names the company it may found; `income` per round in money."""

    id: PrivateId
    number: int
    name: str
    price: int
    income: int = 0
    starts: CompanyId | None = None


class TitleData(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed: map, tiles, market, trains, phases, charters, numbers.

    Attributes:
        start_cash, certificate_limit: by number of players; `numbers`: named constants, explained in the TOML.
        currency: format with one ``{}``.
    """

    title: str
    board: BoardData
    market: MarketData
    trains: tuple[TrainData, ...]
    phases: tuple[PhaseData, ...]
    companies: dict[CompanyId, CompanyData]
    privates: dict[PrivateId, PrivateData]
    bank: int
    start_cash: dict[int, int]
    certificate_limit: dict[int, int]
    numbers: dict[str, int] = {}
    currency: str = "{}"
