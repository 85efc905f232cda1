"""Borders between countries: which hexsides are closed in which phase [4.6, 6], and the variants that change it [8.1].

A border stops tokens in every phase, and in phase 2 also the track a lay may count as its own [4.6.1]. Trains cross
freely. A hexside is a border while its two sides belong to different countries.
"""

from functools import lru_cache
from typing import Final

from engine.board import neighbours, opposite
from engine.context import Position
from engine.ids import HexId
from engine.schema import BoardData

_ALL: Final = (
    "swiss",
    "lombardia_piedmont",
    "austria_conservative",
    "veneto_conservative",
    "conservative_piedmont",
    "piedmont_tuscany",
    "tuscany_conservative",
)
_BETWEEN: Final = {
    "swiss": ("Switzerland", "Lombardia"),
    "lombardia_piedmont": ("Lombardia", "Piedmont"),
    "austria_conservative": ("Lombardia", "Conservative"),
    "veneto_conservative": ("Veneto", "Conservative"),
    "conservative_piedmont": ("Conservative", "Piedmont"),
    "piedmont_tuscany": ("Piedmont", "Tuscany"),
    "tuscany_conservative": ("Tuscany", "Conservative"),
    "veneto_lombardia": ("Veneto", "Lombardia"),
}
"""The two regions on either side of each border row."""

_REGULAR: Final = ("swiss", "veneto_conservative", "veneto_lombardia")

PHASE_4: Final = {
    "napoleon": (
        "swiss",
        "austria_conservative",
        "veneto_conservative",
        "conservative_piedmont",
        "piedmont_tuscany",
    ),
    "cavour": ("swiss",),
    "wilhelm": (
        "swiss",
        "lombardia_piedmont",
        "austria_conservative",
        "veneto_conservative",
        "conservative_piedmont",
        "piedmont_tuscany",
    ),
    "franz_joseph": ("swiss", "lombardia_piedmont", "conservative_piedmont", "piedmont_tuscany"),
}
"""Active rows in phase 4 under the reunification variants [8.1.1-8.1.3, 8.1.5]; otherwise Veneto's line [4.6.3]."""

CARLO_ALBERTO_PHASE_3: Final = ("swiss", "veneto_lombardia", "veneto_conservative", "tuscany_conservative")
"""Active rows in phase 3 of Carlo Alberto's Dream [8.1.4]: Lombardia falls to Piedmont, the secession comes early."""


def active_rows(pos: Position) -> tuple[str, ...]:
    """Names of the border rows that are closed now."""
    phase, options = int(pos.state.phase), pos.options
    if phase >= 5:
        return ("swiss",)
    if phase == 3 and "carlo_alberto" in options:
        return CARLO_ALBERTO_PHASE_3
    if phase < 4:
        return _ALL
    return next((rows for name, rows in PHASE_4.items() if name in options), _REGULAR)


def walls(pos: Position) -> frozenset[tuple[HexId, int]]:
    """Both faces of every active border hexside, as ``(hex, edge)``."""
    rows = active_rows(pos)
    return pos.memo(f"walls {rows}", lambda: _walls(pos.data.board, rows))


def _walls(board: BoardData, rows: tuple[str, ...]) -> frozenset[tuple[HexId, int]]:
    near = neighbours(board.layout, board.hexes)
    faces: set[tuple[HexId, int]] = set()
    for name, edge in (side for row in rows for side in board.borders.get(row, ())):
        faces.add((name, edge))
        across = near[name][edge]
        if across is not None:
            faces.add((across, opposite(edge)))
    return frozenset(faces)


def country(pos: Position, hex_id: HexId) -> str:
    """Country of a land hex now, named by one of the regions it unites; empty for sea, boxes and foreign land [6]."""
    region = pos.data.board.hexes[hex_id].region
    return unions(active_rows(pos)).get(region, region)


@lru_cache(maxsize=32)
def unions(rows: tuple[str, ...]) -> dict[str, str]:
    """Region -> country when exactly these border rows are closed: regions without a border between them unite."""
    names = {region: region for pair in _BETWEEN.values() for region in pair}
    for row, (one, other) in _BETWEEN.items():
        if row not in rows and names[one] != names[other]:
            old, new = sorted((names[one], names[other]))
            names = {region: old if name == new else name for region, name in names.items()}
    return names
