"""Borders between countries: which hexsides are closed in which phase [4.6, 6], and the variants that change it [8.1].

A border stops tokens in every phase, and in phase 2 also the track a lay may count as its own [4.6.1]. Trains cross
freely. A hexside is a border while its two sides belong to different countries.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.board import Ground, neighbours, opposite
from engine.context import Position
from engine.ids import HexId

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

_UNCHANGED: Final[Mapping[str, tuple[str, ...]]] = {
    "2": _ALL,
    "3": _ALL,
    "4": ("swiss", "veneto_conservative", "veneto_lombardia"),
}
"""Active rows by phase without a variant [4.6.1-4.6.3]; later phases keep the Swiss border only [4.6.4]."""

VARIANTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "napoleon": {
        "4": ("swiss", "austria_conservative", "veneto_conservative", "conservative_piedmont", "piedmont_tuscany"),
    },
    "cavour": {"4": ("swiss",)},
    "wilhelm": {
        "4": (
            "swiss",
            "lombardia_piedmont",
            "austria_conservative",
            "veneto_conservative",
            "conservative_piedmont",
            "piedmont_tuscany",
        ),
    },
    "carlo_alberto": {"3": ("swiss", "veneto_lombardia", "veneto_conservative", "tuscany_conservative")},
    "franz_joseph": {"4": ("swiss", "lombardia_piedmont", "conservative_piedmont", "piedmont_tuscany")},
}
"""Reunification variant -> phase -> active rows, where they differ [8.1.1-8.1.5]."""


def active_rows(pos: Position) -> tuple[str, ...]:
    """Names of the border rows that are closed now."""
    phase = pos.state.phase
    for option, rows in VARIANTS.items():
        if option in pos.options and phase in rows:
            return rows[phase]
    return _UNCHANGED.get(phase, ("swiss",))


def walls(pos: Position) -> frozenset[tuple[HexId, int]]:
    """Both faces of every active border hexside, as ``(hex, edge)``."""
    return _walls(pos.board.ground, active_rows(pos))


@lru_cache(maxsize=64)
def _walls(ground: Ground, rows: tuple[str, ...]) -> frozenset[tuple[HexId, int]]:
    near = neighbours(ground.data.layout, ground.data.hexes)
    faces: set[tuple[HexId, int]] = set()
    for name, edge in (side for row in rows for side in ground.data.borders.get(row, ())):
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
