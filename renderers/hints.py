"""What the caller adds to a position: highlights, names and choices that the state itself does not hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.ids import CompanyId, EntityId, HexId, MarkerId, PlayerId, TileId
from renderers.theme import ThemeName


@dataclass(frozen=True)
class RouteLine:
    """One train's route to draw: its label in the legend (for example ``3: 120``) and its hexes as in `Route.path`."""

    label: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class MapHints:
    """What to mark on the map.

    Attributes:
        last_hexes: hexes changed by the last move.
        candidates: legal hexes of the pending decision, each with the text of its badge (may be empty).
        routes: route set to draw; `borders`: hexsides that are closed in this phase, each named from one side.
            None = not known: every border printed on the board is drawn, and the cartouche says no more than that.
        heading: headline of the cartouche; empty = round and phase of the state.
        total: words below the routes (``together 690, proven best``); empty = their sum, if every label ends in one.
    """

    last_hexes: frozenset[HexId] = frozenset()
    candidates: tuple[tuple[HexId, str], ...] = ()
    routes: tuple[RouteLine, ...] = ()
    borders: frozenset[tuple[HexId, int]] | None = None
    heading: str = ""
    total: str = ""
    theme: ThemeName = "light"


@dataclass(frozen=True)
class MarketHints:
    """What to mark on the market.

    Attributes:
        moves: markers moved last, each with the cell (row, column) it came from.
        candidates: legal cells of the pending decision.
        order: markers in operating order; empty = price, then column, then place in the stack.
    """

    moves: tuple[tuple[MarkerId, tuple[int, int]], ...] = ()
    candidates: frozenset[tuple[int, int]] = frozenset()
    order: tuple[MarkerId, ...] = ()
    theme: ThemeName = "light"


@dataclass(frozen=True)
class SheetHints:
    """Names and derived numbers for the tables.

    Attributes:
        names: display name of a seat; missing seats show their id.
        values: what a player is worth now, in money; missing = cash plus shares at market price.
        certificates: certificates counting against the limit; missing = all certificates held.
        limits: certificate limit of a player; missing = the limit of the title for this number of players.
        presidents: company -> holder of the presidency; missing = holder of certificate 0.
        acting: who is to act.
    """

    names: Mapping[PlayerId, str] = field(default_factory=dict)
    values: Mapping[PlayerId, int] = field(default_factory=dict)
    certificates: Mapping[PlayerId, int] = field(default_factory=dict)
    limits: Mapping[PlayerId, int] = field(default_factory=dict)
    presidents: Mapping[CompanyId, EntityId] = field(default_factory=dict)
    acting: frozenset[EntityId] = frozenset()
    theme: ThemeName = "light"


Moment = tuple[str, Mapping[str, int]]
"""A point of a history: its label (``OR 2.1``) and the value of each name then; a missing name has no value."""


@dataclass(frozen=True)
class HistoryHints:
    """How to draw a history.

    Attributes:
        heading: the title above; `currency`: format of a value with one ``{}``.
        colours: CSS colours by name; missing names get colours of the theme.
    """

    heading: str = ""
    currency: str = "{}"
    colours: Mapping[str, str] = field(default_factory=dict)
    theme: ThemeName = "light"


@dataclass(frozen=True)
class TileChoice:
    """One numbered picture of a contact sheet: this tile on that hex, turned so."""

    label: str
    hex: HexId
    tile: TileId
    rotation: int
