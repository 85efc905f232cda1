"""The board: hexes, tiles, networks and routes. Pure geometry; it knows no company's rules and no title.

* `Board` is the map with the laid tiles: ``Board(data.board, state.tiles)``.
* `reach(board, access)` says what a network touches; `TokenAccess` is the usual access.
* `lay_options`, `lay_problem`, `uses_new_track` answer what tile fits where.
"""

from engine.board.access import Access, TokenAccess
from engine.board.ground import Cell, Ground, Stop, ground_of
from engine.board.hexes import distance, neighbours, opposite
from engine.board.layout import Board
from engine.board.lays import LayCode, LayProblem, added_pieces, lay_options, lay_problem, uses_new_track
from engine.board.network import Reach, reach
from engine.board.tiles import Design, carry_stops, keeps_track, new_pieces, resolve_design

__all__ = [
    "Access",
    "Board",
    "Cell",
    "Design",
    "Ground",
    "LayCode",
    "LayProblem",
    "Reach",
    "Stop",
    "TokenAccess",
    "added_pieces",
    "carry_stops",
    "distance",
    "ground_of",
    "keeps_track",
    "lay_options",
    "lay_problem",
    "neighbours",
    "new_pieces",
    "opposite",
    "reach",
    "resolve_design",
    "uses_new_track",
]
