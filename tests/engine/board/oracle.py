"""A slow, simple route search to compare with: every path, piece by piece, judged by `check`; and random maps."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.board import Access, Board, Cell, RouteRules, Train, Walk, check, conflicts, opposite, resolve, revenue
from engine.board.tiles import STOP_END
from engine.ids import HexId
from engine.schema import HexData, TileData
from tests.engine.board.small import TOWN, board_data, box, plain, stop, tile


def all_routes(board: Board, access: Access, train: Train, rules: RouteRules) -> list[Walk]:
    """Every legal route of a train."""
    found: dict[frozenset[object], Walk] = {}
    for path in _paths(board):
        walk = resolve(board, path)
        if isinstance(walk, Walk) and check(board, access, walk, train.reaches, rules) is None:
            found.setdefault(frozenset([*walk.pieces, *walk.refs]), walk)
    return list(found.values())


def best_total(board: Board, access: Access, trains: Sequence[Train], rules: RouteRules) -> int:
    """Highest sum over all combinations of routes, trains left at home included."""
    choices = [all_routes(board, access, train, rules) for train in trains]
    return _combine(trains, choices, rules, [])


def _combine(trains: Sequence[Train], choices: list[list[Walk]], rules: RouteRules, chosen: list[Walk]) -> int:
    if not trains:
        return 0
    best = _combine(trains[1:], choices[1:], rules, chosen)
    for walk in choices[0]:
        if conflicts([*chosen, walk], rules) is None:
            value = revenue(walk, trains[0].pricing)
            best = max(best, value + _combine(trains[1:], choices[1:], rules, [*chosen, walk]))
    return best


def _paths(board: Board) -> Iterator[tuple[str, ...]]:
    for cell in board.cells:
        for each in cell.stops:
            path = (f"{cell.hex}.{each.data.ref}",)
            yield path
            yield from _onward(board, cell, STOP_END + each.index, path, frozenset())


def _onward(
    board: Board, cell: Cell, end: int, path: tuple[str, ...], used: frozenset[tuple[int, int]]
) -> Iterator[tuple[str, ...]]:
    for goal, pieces, _ in cell.design.links[end]:
        mine = {(cell.number, piece) for piece in range(pieces.bit_length()) if pieces >> piece & 1}
        if mine & used:
            continue
        if goal < STOP_END:
            if board.joined[cell.number] >> goal & 1:
                other = board.cells[board.ground.near[cell.number][goal]]
                yield from _onward(board, other, opposite(goal), (*path, other.hex), used | mine)
            continue
        ref = f"{cell.hex}.{cell.stops[goal - STOP_END].data.ref}"
        if ref not in path:
            longer = (*path[:-1], ref) if path[-1] == cell.hex else (*path, ref)
            yield longer
            yield from _onward(board, cell, goal, longer, used | mine)


def random_map(random: Random) -> Board:
    """Fourteen hexes of fixed designs with random turns: towns, cities, splits, junctions and a box of two hexes."""
    places = [(x, y) for x in range(5) for y in range(x % 2, 6, 2)][:14]
    hexes = []
    for number, (x, y) in enumerate(places):
        design = _turned(random.choice(_DESIGNS), random.randrange(6))
        hexes.append(
            HexData(id=HexId(f"H{number}"), x=x, y=y, design=design, box="East" if design.colour == "red" else "")
        )
    return Board(board_data(hexes), {})


def _turned(design: TileData, turn: int) -> TileData:
    def end(text: str) -> str:
        return str((int(text) + turn) % 6) if text.isdigit() else text

    return TileData(
        id=design.id,
        colour=design.colour,
        stops=design.stops,
        track=tuple((end(one), end(other)) for one, other in design.track),
        terminal=design.terminal,
    )


_CITY, _OTHER, _PASS = stop("c0", "city", 30), stop("c1", "city", 50), stop("p0", "pass", 0)
_DESIGNS = (
    plain("0-3 0-4 1-2 2-5"),
    plain("0-3 1-4 2-5"),
    plain("0-j 1-j 2-j 3-j 5-j"),
    tile("t", "gray", "0-t0 2-t0 3-t0 1-4", (TOWN,)),
    tile("c", "gray", "0-c0 1-c0 2-c0 3-c0 4-c0 5-c0", (_CITY,)),
    tile("c", "gray", "0-c0 2-c0 3-c0 5-c0 1-4", (_CITY,)),
    tile("two", "gray", "0-c0 3-c0 1-c1 4-c1", (_CITY, _OTHER)),
    tile("v", "gray", "0-c0 2-c0 3-t0 c0-t0", (_CITY, TOWN)),
    tile("lj", "gray", "0-j 3-j j-c0 2-j 5-c0", (_CITY,)),
    tile("m", "gray", "0-c0! 2-c0! 4-c0", (_CITY,)),
    tile("p", "gray", "0-p0 3-p0 1-p0", (_PASS,)),
    box("0-o0 1-o0 2-o0", 80),
)
