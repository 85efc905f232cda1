"""The best set of routes once more, as an integer programme over single track pieces: nothing of the search is used.

Per train there is a variable for every piece (used or not), stop (visited, end of the route) and junction. A stop that
is visited has two pieces, an end one; a hexside has as many on one face as on the other. Rings that hang on no route
are forbidden when they turn up, and the programme is solved again. HiGHS solves it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import highspy

from engine.board import Board, RouteRules, Stop, TokenAccess, Train, opposite
from engine.ids import HexId
from engine.schema import TileData

Vertex = str
"""``HEX:ref`` of a stop, ``HEX:j`` of a junction, ``HEX/edge`` of a hexside (its face with the smaller edge)."""

ROUNDS = 60


@dataclass(frozen=True)
class Piece:
    """A track piece: its two ends, each a vertex and, for a hexside, the hex whose face it is."""

    ends: tuple[tuple[Vertex, str], tuple[Vertex, str]]
    terminal: bool

    def touches(self, vertex: Vertex) -> bool:
        return any(end == vertex for end, _ in self.ends)


class Net:
    """The part of the map in reach of the tokens, read from the printed tiles and their rotations."""

    def __init__(self, board: Board, access: TokenAccess, rules: RouteRules) -> None:
        self.board = board
        self.stops: dict[Vertex, Stop] = {stop.ref: stop for stop in board.stops()}
        every = [piece for cell in board.cells for piece in self._pieces(cell.hex)]
        closed = {
            ref
            for ref, stop in self.stops.items()
            if ref not in access.starts and (ref in access.blocked or stop.kind in rules.ends)
        }
        self.pieces = _in_reach(every, [ref for ref in access.starts if ref in self.stops], closed)
        self.vertices = list(dict.fromkeys(vertex for piece in self.pieces for vertex, _ in piece.ends))

    def _pieces(self, name: HexId) -> Iterable[Piece]:
        placed = self.board.cell(name).placed
        data = self.board.ground.data
        design: TileData = data.tiles[placed.tile] if placed else data.hexes[name].design
        turn = placed.rotation if placed else 0
        for index, (one, other) in enumerate(design.track):
            ends = (self._end(name, one, turn), self._end(name, other, turn))
            if ends[0] is not None and ends[1] is not None:
                yield Piece((ends[0], ends[1]), index in design.terminal)

    def _end(self, name: HexId, text: str, turn: int) -> tuple[Vertex, str] | None:
        text = text.rstrip("!")
        if not text.isdigit():
            return f"{name}:{text}", ""
        edge = (int(text) + turn) % 6
        other = self.board.neighbour(name, edge)
        hexes = self.board.ground.data.hexes
        if other is None or edge in hexes[name].impassable or opposite(edge) in hexes[other].impassable:
            return None
        return (f"{name}/{edge}" if edge < 3 else f"{other}/{edge - 3}"), name


def _in_reach(pieces: list[Piece], starts: list[str], closed: set[str]) -> list[Piece]:
    at: dict[Vertex, list[Piece]] = {}
    for piece in pieces:
        for vertex, _ in piece.ends:
            at.setdefault(vertex, []).append(piece)
    seen, todo, found = set(starts), list(starts), dict[Piece, None]()
    while todo:
        vertex = todo.pop()
        for piece in at.get(vertex, ()) if vertex not in closed else ():
            found[piece] = None
            fresh = {end for end, _ in piece.ends} - seen
            seen |= fresh
            todo += sorted(fresh)
    return list(found)


@dataclass
class Columns:
    """Numbers of a train's variables."""

    used: int
    piece: dict[Piece, int] = field(default_factory=dict)
    visit: dict[Vertex, int] = field(default_factory=dict)
    end: dict[Vertex, int] = field(default_factory=dict)


class Programme:
    """One question; `solve` answers with the highest total, or None when HiGHS gives up in `seconds`."""

    def __init__(self, net: Net, access: TokenAccess, trains: Sequence[Train], rules: RouteRules) -> None:
        self.net, self.access, self.rules = net, access, rules
        self.model = highspy.Highs()  # type: ignore[no-untyped-call]
        self.model.silent()
        self.model.setOptionValue("threads", 1)
        self.model.setOptionValue("mip_rel_gap", 0.0)
        self.count = 0
        self.trains = [self._train(train) for train in trains]
        self._apart()
        for (one, mine), (other, theirs) in pairwise(zip(trains, self.trains, strict=True)):
            if one == other:  # equal trains: the better route first
                worth = {column: one.pricing(net.stops[ref]) for ref, column in mine.end.items()}
                first = {mine.visit[ref]: worth[mine.end[ref]] for ref in mine.end}
                second = {theirs.visit[ref]: -worth[mine.end[ref]] for ref in mine.end}
                self._row(0, 10**6, first | second)

    def _column(self, worth: int = 0) -> int:
        self.model.addVar(0, 1)
        self.model.changeColIntegrality(self.count, highspy.HighsVarType.kInteger)
        self.model.changeColCost(self.count, -worth)
        self.count += 1
        return self.count - 1

    def _row(self, low: float, high: float, terms: Mapping[int, float]) -> None:
        self.model.addRow(low, high, len(terms), list(terms), [float(factor) for factor in terms.values()])

    def _train(self, train: Train) -> Columns:
        columns = Columns(self._column())
        for piece in self.net.pieces:
            columns.piece[piece] = self._column()
        for vertex in self.net.vertices:
            stop = self.net.stops.get(vertex)
            if stop is not None:
                columns.visit[vertex] = self._column(train.pricing(stop))
                columns.end[vertex] = self._column()
            elif vertex.endswith(":j"):
                columns.visit[vertex] = self._column()
        for vertex in self.net.vertices:
            self._degree(columns, vertex)
        self._route(columns, train)
        return columns

    def _degree(self, columns: Columns, vertex: Vertex) -> None:
        here = {columns.piece[piece]: 1.0 for piece in self.net.pieces if piece.touches(vertex)}
        if vertex in columns.visit:
            self._row(0, 0, here | {columns.visit[vertex]: -2.0} | _ones(columns.end, [vertex]))
            self._row(0, 1, {columns.used: 1.0, columns.visit[vertex]: -1.0})
            return
        faces: dict[str, dict[int, float]] = {}
        for piece in self.net.pieces:
            for end, face in piece.ends:
                if end == vertex:
                    faces.setdefault(face, {})[columns.piece[piece]] = 1.0
        one, other = (*faces.values(), {}, {})[:2]
        self._row(0, 0, one | dict.fromkeys(other, -1.0))
        self._row(0, 1, one)

    def _route(self, columns: Columns, train: Train) -> None:
        """Two ends, enough stops, not too many, a token; each box once; ends, full cities and stubs end it."""
        stops, rules = {ref: self.net.stops[ref] for ref in columns.end}, self.rules
        self._row(0, 0, _ones(columns.end, stops) | {columns.used: -2.0})
        counted = [ref for ref, stop in stops.items() if stop.kind in rules.counted]
        self._row(0, 10**6, _ones(columns.visit, counted) | {columns.used: -float(rules.minimum)})
        tokens = [ref for ref in counted + list(stops) if ref in self.access.starts and stops[ref].kind in rules.token]
        self._row(0, 10**6, _ones(columns.visit, tokens) | {columns.used: -1.0})
        limited = [ref for ref, stop in stops.items() if stop.kind in train.reaches.counts]
        if train.reaches.stops is not None:
            self._row(0, train.reaches.stops, _ones(columns.visit, limited))
        for name in {stop.once for stop in stops.values()}:
            self._row(0, 1, _ones(columns.visit, [ref for ref, stop in stops.items() if stop.once == name]))
        for ref, stop in stops.items():
            full = ref in self.access.blocked and ref not in self.access.starts
            if full or stop.kind in rules.ends:
                self._row(0, 1, {columns.end[ref]: 1.0, columns.visit[ref]: -1.0})
            for piece in self.net.pieces:
                if piece.terminal and piece.touches(ref):
                    self._row(0, 1, {columns.end[ref]: 1.0, columns.piece[piece]: -1.0})

    def _apart(self) -> None:
        """No piece and no hexside for two trains; a stub only where the rules say so."""
        sides = [vertex for vertex in self.net.vertices if "/" in vertex]
        stubs = [] if self.rules.stubs_shared else list(self.net.stops)
        together = [[piece] for piece in self.net.pieces]
        together += [[p for p in self.net.pieces if p.touches(stop) and p.terminal] for stop in stubs]
        for side in sides:
            face = next(face for piece in self.net.pieces for end, face in piece.ends if end == side)
            together.append([piece for piece in self.net.pieces if (side, face) in piece.ends])
        for pieces in filter(None, together):
            self._row(0, 1, {train.piece[piece]: 1.0 for train in self.trains for piece in pieces})

    def solve(self, seconds: float) -> int | None:
        """Solve, forbid rings, solve again."""
        self.model.setOptionValue("time_limit", seconds)
        for _ in range(ROUNDS):
            self.model.run()
            if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                return None
            solution = [round(value) for value in self.model.getSolution().col_value]
            rings = [ring for train in self.trains for ring in self._rings(train, solution)]
            if not rings:
                return round(-self.model.getInfo().objective_function_value)
            for ring in rings:
                self._forbid(ring)
        return None

    def _rings(self, train: Columns, solution: list[int]) -> list[set[Vertex]]:
        """Vertices of what is connected with no end, and holds a stop."""
        groups: dict[Vertex, set[Vertex]] = {}
        for piece, column in train.piece.items():
            if solution[column]:
                joined = set().union(*(groups.get(end, {end}) for end, _ in piece.ends))
                groups.update(dict.fromkeys(joined, joined))
        rings = {min(group): group for group in groups.values()}.values()
        ends = {vertex for vertex, column in train.end.items() if solution[column]}
        return [ring for ring in rings if not ring & ends and ring & set(train.end)]

    def _forbid(self, ring: set[Vertex]) -> None:
        """Whoever visits a stop of the ring ends in it or leaves it."""
        leaving = [piece for piece in self.net.pieces if len({end in ring for end, _ in piece.ends}) == 2]
        for train in self.trains:
            stops = [vertex for vertex in ring if vertex in train.end]
            out = {train.piece[piece]: 1.0 for piece in leaving} | _ones(train.end, stops)
            for stop in stops:
                self._row(0, 10**6, out | {train.visit[stop]: -2.0})


def _ones(columns: Mapping[Vertex, int], chosen: Iterable[Vertex]) -> dict[int, float]:
    return {columns[vertex]: 1.0 for vertex in chosen if vertex in columns}


def best_total(
    board: Board, access: TokenAccess, trains: Sequence[Train], rules: RouteRules, seconds: float = 10
) -> int | None:
    """Highest sum of all trains, or None when it could not be proven in time."""
    net = Net(board, access, rules)
    return Programme(net, access, trains, rules).solve(seconds) if net.pieces else 0
