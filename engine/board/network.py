"""Reachability: what a network touches, in one linear flood over track pieces.

>>> found = reach(board, TokenAccess(starts=frozenset({"H4:c0"})))
>>> "J6:c0" in found.stops, found.touches("I5"), found.entries("I5"), found.pieces("H4")

The flood never turns round: not on a piece, not inside a junction, and it leaves a stop only over other track than it
came by. It does not look for a path without repetitions, so a loop may let it walk a piece both ways.
"""

from collections.abc import Mapping

from engine.board.access import Access
from engine.board.ground import Cell, Ground, Stop
from engine.board.hexes import EDGES
from engine.board.layout import Board
from engine.board.tiles import STOP_END, Design, Link
from engine.ids import HexId, StopRef

_NEVER_PASSED = frozenset({"offboard", "port"})


class Reach:
    """What a network touches.

    Attributes:
        stops: stops reached, the starts included, blocked ones too.
    """

    __slots__ = ("_entries", "_exits", "_ground", "_pieces", "stops")

    def __init__(
        self, ground: Ground, stops: frozenset[StopRef], masks: tuple[list[int], list[int], list[int]]
    ) -> None:
        self._ground = ground
        self.stops = stops
        self._entries, self._exits, self._pieces = masks

    def entries(self, name: HexId) -> int:
        """Mask of the edges over which the network comes, or track on this hex would join it, from the neighbour."""
        return self._entries[self._ground.numbers[name]]

    def exits(self, name: HexId) -> int:
        """Mask of the edges that the network reaches from inside the hex."""
        return self._exits[self._ground.numbers[name]]

    def pieces(self, name: HexId) -> int:
        """Mask of the track pieces of the hex that the network walks."""
        return self._pieces[self._ground.numbers[name]]

    def touches(self, name: HexId) -> bool:
        """Whether the network arrives at the hex: by an edge, by track or by a stop on it."""
        number = self._ground.numbers[name]
        if self._entries[number] or self._pieces[number]:
            return True
        return any(ref.partition(":")[0] == name for ref in self.stops)

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """Every hex the network arrives at, in order of the map."""
        masks = zip(self._ground.names, self._entries, self._pieces, strict=True)
        touched = {name for name, entries, pieces in masks if entries or pieces}
        touched.update(HexId(ref.partition(":")[0]) for ref in self.stops)
        return tuple(name for name in self._ground.names if name in touched)

    @property
    def sides(self) -> frozenset[tuple[HexId, int]]:
        """Every hexside reached, as (hex, edge) on each face the network arrives at."""
        return frozenset(
            (name, edge)
            for name, entries, exits in zip(self._ground.names, self._entries, self._exits, strict=True)
            for edge in range(EDGES)
            if (entries | exits) >> edge & 1
        )

    @property
    def track(self) -> frozenset[tuple[HexId, int]]:
        """Every piece walked, as (hex, index of the piece in its tile's track)."""
        return frozenset(
            (name, index)
            for name, mask in zip(self._ground.names, self._pieces, strict=True)
            for index in range(mask.bit_length())
            if mask >> index & 1
        )


class _Flood:
    """The running search; `came` remembers for each stop the pieces shared by all arrivals so far (-1 = left fully)."""

    def __init__(self, board: Board, access: Access) -> None:
        size = len(board.cells)
        self.board, self.across, self.joined = board, board.ground.across, board.joined
        self.may_cross, self.may_enter, self.may_pass = access.may_cross, access.may_enter, access.may_pass
        self.entries, self.exits, self.pieces = [0] * size, [0] * size, [0] * size
        self.came: dict[StopRef, int] = {}
        self.todo: list[tuple[int, int]] = []

    def begin(self, stop: Stop, cell: Cell) -> None:
        """Leave a start in all directions."""
        self.came[stop.ref] = 0
        self.follow(cell, cell.design.links[STOP_END + stop.index])

    def run(self) -> None:
        """Flood until nothing new is found."""
        todo, cells = self.todo, self.board.cells
        while todo:
            number, edge = todo.pop()
            cell = cells[number]
            self.follow(cell, cell.design.links[edge])

    def follow(self, cell: Cell, links: tuple[Link, ...]) -> None:
        """Walk links of one hex to their ends, and over the sides of the hex where map and access allow it."""
        number = cell.number
        across = self.across[number]
        for end, pieces, terminal in links:
            self.pieces[number] |= pieces
            if end >= STOP_END:
                self.arrive(cell, end, pieces, ends=terminal)
                continue
            if self.exits[number] >> end & 1:
                continue
            self.exits[number] |= 1 << end
            there = across[end]
            if there is None or self.entries[there[0]] >> there[1] & 1:
                continue
            if self.may_cross(cell.hex, end) and self.may_enter(self.board.cells[there[0]].hex):
                self.entries[there[0]] |= 1 << there[1]
                if self.joined[number] >> end & 1:
                    self.todo.append(there)

    def arrive(self, cell: Cell, end: int, pieces: int, *, ends: bool) -> None:
        """Reach a stop by some pieces and go on over all other track, where that is allowed."""
        stop = cell.stops[end - STOP_END]
        before = self.came.get(stop.ref, -1)
        if before & pieces == before and before >= 0:
            return
        shut = ends or stop.data.kind in _NEVER_PASSED or not self.may_pass(stop.ref)
        if shut:
            self.came.setdefault(stop.ref, -1)
            return
        self.came[stop.ref] = pieces if before < 0 else before & pieces
        links = cell.design.links[end]
        self.follow(cell, tuple([each for each in links if each[1] & before and not (each[1] & pieces or each[2])]))


def reach(board: Board, access: Access) -> Reach:
    """Everything the network of `access` touches, in linear time; starts not on the map are ignored."""
    flood = _Flood(board, access)
    for ref in access.starts:
        stop = board.stop(ref)
        if stop is not None:
            flood.begin(stop, board.cell(stop.hex))
    flood.run()
    return Reach(board.ground, frozenset(flood.came), (flood.entries, flood.exits, flood.pieces))


def local_pieces(design: Design, entries: int, passable: Mapping[int, bool], starts: tuple[int, ...] = ()) -> int:
    """Mask of the pieces of one tile that a network walks which comes in over the edges of the mask `entries`.

    Args:
        design: the tile, for example one about to be laid.
        entries: edges at which the network arrives from outside, see `Reach.entries`.
        passable: stop index -> may be passed; an absent stop may not.
        starts: indexes of stops on the tile at which the network begins.
    """
    todo = [edge for edge in range(EDGES) if entries >> edge & 1] + [STOP_END + index for index in starts]
    seen, walked = set(todo), 0
    while todo:
        for end, pieces, terminal in design.links[todo.pop()]:
            walked |= pieces
            onward = end >= STOP_END and not terminal and passable.get(end - STOP_END, False)
            if onward and end not in seen:
                seen.add(end)
                todo.append(end)
    return walked
