"""Track compressed to chains: every way from one stop to the next, as a bit mask.

Bits stand for hexsides, for pieces without an edge (stop to stop, stop to junction) and for junctions. Chains are found
per stop on demand and kept in ``Board.memo``: they depend on the track only, not on tokens or owners.
"""

from typing import NamedTuple, cast

from engine.board.ground import Cell, Stop
from engine.board.hexes import EDGES, opposite
from engine.board.layout import Board
from engine.board.tiles import STOP_END, Link

_MEMO = "chains"


class Hop(NamedTuple):
    """The part of a chain inside one hex, from end to end over `pieces` (mask)."""

    cell: Cell
    start: int
    goal: int
    pieces: int


class Chain(NamedTuple):
    """Track from a stop to the next stop.

    Attributes:
        mask: everything a second use of which is forbidden inside one route.
        stub_here, stub_there: whether it ends the route at this stop, at the `goal`.
    """

    goal: Stop
    mask: int
    stub_here: bool
    stub_there: bool
    hops: tuple[Hop, ...]


class ChainMap:
    """The chains of one board version.

    Attributes:
        junctions: mask of the junction bits: they bind within one route, not between two.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.junctions = 0
        self._bits: dict[tuple[str, int, int], int] = {}
        self._found: dict[str, tuple[Chain, ...]] = {}

    def leaving(self, stop: Stop) -> tuple[Chain, ...]:
        """All chains that leave a stop, parallel ones that use more of the same track left out."""
        if stop.ref not in self._found:
            self._found[stop.ref] = _undominated(self._search(stop))
        return self._found[stop.ref]

    def bit(self, kind: str, number: int, part: int) -> int:
        """The bit of a side, piece, junction or stub, given out on first use."""
        key = (kind, number, part)
        found = self._bits.get(key)
        if found is None:
            found = self._bits[key] = 1 << len(self._bits)
            if kind == "junction":
                self.junctions |= found
        return found

    def _search(self, origin: Stop) -> list[Chain]:
        home = self.board.cell(origin.hex)
        found: list[Chain] = []
        todo: list[tuple[Cell, int, int, bool, tuple[Hop, ...]]] = [(home, STOP_END + origin.index, 0, False, ())]
        while todo:
            cell, start, mask, stub, hops = todo.pop()
            for link in cell.design.links[start]:
                end, pieces, terminal = link
                used = self._inside(cell, link)
                if used & mask:
                    continue
                so_far = (*hops, Hop(cell, start, end, pieces))
                first = terminal if not hops and start >= EDGES else stub
                if end >= EDGES:
                    goal = cell.stops[end - STOP_END]
                    if goal is not origin:
                        found.append(Chain(goal, mask | used, first, terminal, so_far))
                    continue
                onward = self._across(cell, end)
                if onward is not None and not onward[1] & (mask | used):
                    todo.append((onward[0], opposite(end), mask | used | onward[1], first, so_far))
        return found

    def _inside(self, cell: Cell, link: Link) -> int:
        """Bits of the pieces and the junction that a link uses."""
        bits = 0
        if link[1] & cell.design.junction:
            bits |= self.bit("junction", cell.number, 0)
        inner = link[1] & cell.design.inner
        while inner:
            low = inner & -inner
            bits |= self.bit("piece", cell.number, low)
            inner ^= low
        return bits

    def _across(self, cell: Cell, edge: int) -> tuple[Cell, int] | None:
        """The neighbour that track goes on to over an edge, and the bit of the side."""
        if not self.board.joined[cell.number] >> edge & 1:
            return None
        other = self.board.ground.near[cell.number][edge]
        number, name = (cell.number, edge) if edge < opposite(edge) else (other, opposite(edge))
        return self.board.cells[other], self.bit("side", number, name)


def chains_of(board: Board) -> ChainMap:
    """The chains of the board as it lies now."""
    found = board.memo.get(_MEMO)
    if found is None:
        found = board.memo[_MEMO] = ChainMap(board)
    return cast("ChainMap", found)


def _undominated(chains: list[Chain]) -> tuple[Chain, ...]:
    kept: list[Chain] = []
    for chain in sorted(chains, key=lambda chain: chain.mask.bit_count()):
        if not any(_dominates(other, chain) for other in kept):
            kept.append(chain)
    return tuple(kept)


def _dominates(one: Chain, other: Chain) -> bool:
    return (
        one.goal is other.goal
        and one.mask & other.mask == one.mask
        and one.stub_here <= other.stub_here
        and one.stub_there <= other.stub_there
    )
