"""The board: hexes, tiles, networks and routes. Pure geometry; it knows no company's rules and no title.

* `Board` is the map with the laid tiles: ``Board(data.board, state.tiles)``.
* `reach(board, access)` says what a network touches; `TokenAccess` is the usual access.
* `lay_options`, `lay_problem`, `uses_new_track` answer what tile fits where.
* `resolve(board, path)` reads a route, `check` validates it, `conflicts` a set of them, `revenue` adds up,
  `format_route` writes one.
* `best_routes(board, access, trains, rules)` finds the best set of routes for some trains; `best_with_subsidy` the
  two best sets where trains bring money besides revenue.
"""

from engine.board.access import Access, TokenAccess
from engine.board.best import WORK, RouteSet, best_routes
from engine.board.checks import Pricing, Reaches, RouteRules, check, conflicts, printed_value, revenue
from engine.board.ground import Cell, Ground, Stop, ground_of
from engine.board.hexes import distance, neighbours, opposite
from engine.board.layout import Board
from engine.board.lays import LayCode, LayProblem, added_pieces, lay_options, lay_problem, uses_new_track
from engine.board.network import Reach, reach
from engine.board.routes import format_route, parse_route, resolve
from engine.board.search import Train
from engine.board.subsidies import Subsidised, best_with_subsidy
from engine.board.tiles import Design, carry_stops, keeps_track, new_pieces, resolve_design
from engine.board.walks import RouteCode, RouteProblem, Walk

__all__ = [
    "WORK",
    "Access",
    "Board",
    "Cell",
    "Design",
    "Ground",
    "LayCode",
    "LayProblem",
    "Pricing",
    "Reach",
    "Reaches",
    "RouteCode",
    "RouteProblem",
    "RouteRules",
    "RouteSet",
    "Stop",
    "Subsidised",
    "TokenAccess",
    "Train",
    "Walk",
    "added_pieces",
    "best_routes",
    "best_with_subsidy",
    "carry_stops",
    "check",
    "conflicts",
    "distance",
    "format_route",
    "ground_of",
    "keeps_track",
    "lay_options",
    "lay_problem",
    "neighbours",
    "new_pieces",
    "opposite",
    "parse_route",
    "printed_value",
    "reach",
    "resolve",
    "resolve_design",
    "revenue",
    "uses_new_track",
]
