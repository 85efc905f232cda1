"""Tile designs with a rotation: their track as numbers, and what an upgrade does to track and stops.

Inside a tile an *end* is an int: 0-5 an edge (rotated), 6 + i the stop with index i in ``tile.stops``. A *piece* is
one printed bit of track by its index in ``tile.track``; sets of pieces are bit masks. A *link* is a way from one end
to the next one over one piece, or over two pieces that meet in a junction. Everything here is fixed by the design and
the rotation, and is worked out once.
"""

from dataclasses import dataclass, field
from typing import Final

from engine.board.hexes import EDGES
from engine.schema import StopData, TileData

STOP_END: Final = EDGES
"""End number of stop 0; stop i has end ``STOP_END + i``."""

_JUNCTION: Final = -1

Link = tuple[int, int, bool]
"""(other end, mask of pieces, terminal): terminal links end a route at their stop."""


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A tile at a rotation.

    Attributes:
        ends: both ends of every piece; a junction is -1.
        links: by end, the links that leave it.
        exits: mask of the edges with track.
        junction: mask of the pieces that touch the junction; `inner` of those that touch no edge.
        ways: cache of `ways_through`.
    """

    tile: TileData
    rotation: int
    ends: tuple[tuple[int, int], ...]
    links: tuple[tuple[Link, ...], ...]
    exits: int
    junction: int
    inner: int
    ways: dict[tuple[int, int], tuple["Way", ...]] = field(default_factory=dict)

    @property
    def stops(self) -> tuple[StopData, ...]:
        """The stops of the tile, in printed order."""
        return self.tile.stops


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a tile.

    Attributes:
        stops: indexes of the stops on the way, its own ends left out; `pieces` in order.
        stubs: indexes of the stops, ends included, touched by terminal track.
    """

    stops: tuple[int, ...]
    pieces: tuple[int, ...]
    stubs: tuple[int, ...] = ()


def resolve_design(tile: TileData, rotation: int) -> Design:
    """The design of `tile` turned by `rotation` steps clockwise."""
    number = {stop.ref: STOP_END + index for index, stop in enumerate(tile.stops)}
    ends = tuple((_end(a, rotation, number), _end(b, rotation, number)) for a, b in tile.track)
    exits = 0
    for end in (end for pair in ends for end in pair):
        if 0 <= end < EDGES:
            exits |= 1 << end
    junction = sum(1 << index for index, pair in enumerate(ends) if _JUNCTION in pair)
    inner = sum(1 << index for index, pair in enumerate(ends) if not any(0 <= end < EDGES for end in pair))
    links = tuple(_links_from(end, ends, tile.terminal) for end in range(STOP_END + len(tile.stops)))
    return Design(tile, rotation, ends, links, exits, junction, inner)


def _end(text: str, rotation: int, number: dict[str, int]) -> int:
    if text == "j":
        return _JUNCTION
    if text in number:
        return number[text]
    return (int(text) + rotation) % EDGES


def _links_from(start: int, ends: tuple[tuple[int, int], ...], terminal: tuple[int, ...]) -> tuple[Link, ...]:
    found: list[Link] = []
    for piece, pair in enumerate(ends):
        if start not in pair:
            continue
        other = pair[1] if pair[0] == start else pair[0]
        if other != _JUNCTION:
            found.append((other, 1 << piece, piece in terminal))
            continue
        for second, branch in enumerate(ends):
            if second != piece and _JUNCTION in branch:
                far = branch[1] if branch[0] == _JUNCTION else branch[0]
                found.append((far, 1 << piece | 1 << second, piece in terminal or second in terminal))
    return tuple(found)


def carry_stops(old: Design, new: Design) -> tuple[int, ...]:
    """Where each stop of `old` goes when `new` replaces it: for every old stop the index of its new stop, or -1.

    A stop follows its exits; several cities may thus merge into one (their tokens move together). A stop without
    exits takes the stop of its kind with the same number, or the last one.
    """
    return tuple(_new_stop(index, old, new) for index in range(len(old.stops)))


def _new_stop(index: int, old: Design, new: Design) -> int:
    kind = old.stops[index].kind
    same = [place for place, stop in enumerate(new.stops) if stop.kind == kind] or list(range(len(new.stops)))
    if not same:
        return -1
    mine = _stop_exits(old, index)
    rank = sum(1 for stop in old.stops[:index] if stop.kind == kind)
    if not mine:
        return same[min(rank, len(same) - 1)]
    shared = [(mine & _stop_exits(new, place)).bit_count() for place in same]
    return same[shared.index(max(shared))]


def _stop_exits(design: Design, index: int) -> int:
    return sum(1 << end for end, _, _ in design.links[STOP_END + index] if end < EDGES)


def keeps_track(old: Design, new: Design) -> bool:
    """Whether every connection of `old` is still there in `new`, stops taken to where `carry_stops` moves them."""
    return all(_match(piece, old, new) for piece in range(len(old.ends)))


def new_pieces(old: Design, new: Design) -> int:
    """Mask of the pieces of `new` that are not already in `old`."""
    moved = carry_stops(old, new)
    known = {
        frozenset((_carried(start, moved), _carried(end, moved)))
        for start, links in enumerate(old.links)
        for end, _, _ in links
    }
    fresh = 0
    for start, links in enumerate(new.links):
        for end, pieces, _ in links:
            if frozenset((start, end)) not in known:
                fresh |= pieces
    return fresh


def _carried(end: int, moved: tuple[int, ...]) -> int:
    if end < STOP_END:
        return end
    return STOP_END + moved[end - STOP_END]


def _match(piece: int, old: Design, new: Design) -> bool:
    moved = carry_stops(old, new)
    for start, links in enumerate(old.links):
        for end, pieces, _ in links:
            if not pieces >> piece & 1:
                continue
            goal = _carried(end, moved)
            source = _carried(start, moved)
            if goal < 0 or source < 0 or all(other != goal for other, _, _ in new.links[source]):
                return False
    return True


def ways_through(design: Design, start: int, goal: int) -> tuple[Way, ...]:
    """Every simple way from end `start` to end `goal` inside one tile, fewest stops first; cached on the design."""
    key = (start, goal)
    if key not in design.ways:
        found: list[Way] = []
        _walk_tile(design, goal, [start], [], found)
        design.ways[key] = tuple(sorted(found, key=lambda way: (len(way.stops), way.pieces)))
    return design.ways[key]


def _walk_tile(design: Design, goal: int, ends: list[int], links: list[Link], found: list[Way]) -> None:
    here = ends[-1]
    if here == goal and links:
        found.append(_way(design, ends, links))
        return
    for link in design.links[here]:
        end, pieces, _ = link
        crossed = any(pieces & used for _, used, _ in links)
        if end in ends or crossed or (end < EDGES and end != goal):
            continue
        _walk_tile(design, goal, [*ends, end], [*links, link], found)


def _way(design: Design, ends: list[int], links: list[Link]) -> Way:
    stops = tuple(end - STOP_END for end in ends[1:-1])
    pieces: list[int] = []
    for index, (_, mask, _) in enumerate(links):
        pieces += _ordered(design, mask, ends[index])
    touched = [
        end - STOP_END
        for index, (_, _, terminal) in enumerate(links)
        if terminal
        for end in ends[index : index + 2]
        if end >= STOP_END
    ]
    return Way(stops, tuple(pieces), tuple(touched))


def _ordered(design: Design, mask: int, start: int) -> list[int]:
    bits = [index for index in range(len(design.ends)) if mask >> index & 1]
    return sorted(bits, key=lambda index: start not in design.ends[index])


def way_over(design: Design, start: int, goal: int, pieces: int) -> Way:
    """The way over one link, known by its pieces."""
    link = next(link for link in design.links[start] if link[:2] == (goal, pieces))
    return _way(design, [start, goal], [link])
