"""Geometric legality of a tile lay. Whose tile it is, what it costs and when it is allowed are rules, not geometry.

>>> lay_options(board, "H6", counts)              # every PlacedTile that fits there
>>> lay_problem(board, "H6", PlacedTile("7", 0))  # None, or why not
>>> uses_new_track(board, "H6", placed, found, passable)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.board.ground import FIXED_COLOURS, Cell, Ground
from engine.board.hexes import EDGES
from engine.board.layout import Board
from engine.board.network import Reach, local_pieces
from engine.board.tiles import keeps_track, new_pieces
from engine.ids import HexId, StopRef, TileId
from engine.state import PlacedTile

_STEP: Final = {"white": ("yellow",), "yellow": ("green",), "green": ("brown",), "brown": ("gray",)}


class LayCode(StrEnum):
    """Why a tile does not fit. The rules word it."""

    NO_HEX = "no_hex"
    NO_TILE = "no_tile"
    FIXED = "fixed"
    """The hex never takes a tile."""
    COLOUR = "colour"
    """Not the next colour."""
    LABEL = "label"
    KIND = "kind"
    """Right colour and label, yet not among the tiles that may replace what lies there."""
    TRACK = "track"
    """Old track would be lost at this rotation."""
    OFF_MAP = "off_map"
    IMPASSABLE = "impassable"
    BLANK = "blank"
    """An exit runs into the closed side of a gray, red or blue hex."""
    NONE_LEFT = "none_left"


@dataclass(frozen=True)
class LayProblem:
    """Why a lay is geometrically impossible; `edge` names the offending side where there is one."""

    code: LayCode
    edge: int | None = None


def lay_options(board: Board, name: HexId, counts: Mapping[TileId, int] | None = None) -> tuple[PlacedTile, ...]:
    """Every tile and rotation that fits the hex now, in the order of the upgrade list; two looks alike are both named.

    `counts` leaves out tiles that are used up. The geometric answer is worked out once per hex and design.
    """
    cell = board.cell(name)
    options = _options(board.ground, cell)
    if counts is None:
        return tuple(options)
    return tuple(placed for placed in options if counts.get(placed.tile, 0) > 0)


def lay_problem(
    board: Board, name: HexId, placed: PlacedTile, counts: Mapping[TileId, int] | None = None
) -> LayProblem | None:
    """None if the tile fits the hex at that rotation (and is left, given `counts`); else the first reason against."""
    if name not in board.ground.numbers:
        return LayProblem(LayCode.NO_HEX)
    if placed.tile not in board.ground.data.tiles or not 0 <= placed.rotation < EDGES:
        return LayProblem(LayCode.NO_TILE)
    cell = board.cell(name)
    if placed not in _options(board.ground, cell):
        return _problem(board.ground, cell, placed) or LayProblem(LayCode.KIND)
    if counts is not None and counts.get(placed.tile, 0) <= 0:
        return LayProblem(LayCode.NONE_LEFT)
    return None


def added_pieces(board: Board, name: HexId, placed: PlacedTile) -> int:
    """Mask of the pieces of `placed` that are new against what lies on the hex now."""
    cell = board.cell(name)
    return _added(board.ground, cell, placed)


def uses_new_track(
    board: Board, name: HexId, placed: PlacedTile, found: Reach, passable: Mapping[StopRef, bool]
) -> bool:
    """Whether some new piece of the tile, not yet laid, would be part of the network `found`.

    `passable`: for the stops of the *new* tile whether they may be passed, after tokens moved there and with its
    slots; absent = not. Own starts on the hex begin the network there as well.
    """
    cell, new = board.cell(name), board.ground.cell(board.ground.numbers[name], placed)
    moved = board.ground.moved_stops(cell, placed)
    reached = {moved[stop.ref] for stop in cell.stops if stop.ref in found.stops and stop.ref in moved}
    starts = tuple(stop.index for stop in new.stops if stop.ref in reached and passable.get(stop.ref, False))
    open_stops = {stop.index: passable.get(stop.ref, False) for stop in new.stops}
    walked = local_pieces(new.design, found.entries(name), open_stops, starts)
    return bool(walked & _added(board.ground, cell, placed))


def _options(ground: Ground, cell: Cell) -> dict[PlacedTile, None]:
    found = ground.options.get(cell)
    if found is None:
        candidates = [PlacedTile(tile, rotation) for tile in cell.design.tile.upgrades for rotation in range(EDGES)]
        found = {placed: None for placed in candidates if _problem(ground, cell, placed) is None}
        ground.options[cell] = found
    return found


def _added(ground: Ground, cell: Cell, placed: PlacedTile) -> int:
    key = (cell, placed)
    if key not in ground.additions:
        ground.additions[key] = new_pieces(cell.design, ground.design(placed.tile, placed.rotation))
    return ground.additions[key]


def _problem(ground: Ground, cell: Cell, placed: PlacedTile) -> LayProblem | None:
    return _wrong_tile(ground, cell, placed) or _wrong_turn(ground, cell, placed)


def _wrong_tile(ground: Ground, cell: Cell, placed: PlacedTile) -> LayProblem | None:
    old = cell.design.tile
    if placed.tile in old.upgrades:
        return None
    new = ground.data.tiles[placed.tile]
    if cell.placed is None and old.colour in FIXED_COLOURS:
        return LayProblem(LayCode.FIXED)
    if new.colour not in _STEP.get(old.colour, ()):
        return LayProblem(LayCode.COLOUR)
    return LayProblem(LayCode.KIND if set(new.labels) == set(old.labels) else LayCode.LABEL)


def _wrong_turn(ground: Ground, cell: Cell, placed: PlacedTile) -> LayProblem | None:
    new = ground.design(placed.tile, placed.rotation)
    for edge in (edge for edge in range(EDGES) if new.exits >> edge & 1):
        for code, masks in (
            (LayCode.OFF_MAP, ground.off_map),
            (LayCode.IMPASSABLE, ground.impassable),
            (LayCode.BLANK, ground.blank),
        ):
            if masks[cell.number] >> edge & 1:
                return LayProblem(code, edge)
    return None if keeps_track(cell.design, new) else LayProblem(LayCode.TRACK)
