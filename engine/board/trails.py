"""From the search's trail of arcs back to a Walk over hexes."""

from engine.board.chains import Hop
from engine.board.graph import RouteGraph
from engine.board.hexes import EDGES
from engine.board.search import Found, Trail
from engine.board.tiles import Way, way_over
from engine.board.walks import Visit, Walk, walk_of


def walk_of_trail(graph: RouteGraph, found: Found) -> Walk:
    """The walk of a found route: the second arm backwards, the token, the first arm."""
    arms = _arms(found)
    if not arms[0]:
        stop = graph.stops[found.token]
        return Walk((stop.hex,), (stop,), (), (), frozenset(), ())
    hops = [Hop(hop.cell, hop.goal, hop.start, hop.pieces) for hop in reversed(arms[1])] + arms[0]
    return walk_of(_visits(hops))


def _arms(found: Found) -> tuple[list[Hop], list[Hop]]:
    """Hops of the first and of the second arm, both outward from the token."""
    trails: list[Trail] = []
    trail = found.trail
    while trail is not None:
        trails.append(trail)
        trail = trail.before
    arms: tuple[list[Hop], list[Hop]] = ([], [])
    begun = 0
    for step in reversed(trails):
        begun += step.origin == found.token
        arms[begun - 1].extend(step.arc.chain.hops)
    return arms


def _visits(hops: list[Hop]) -> list[Visit]:
    """Join hops that follow each other in one hex, meeting at a stop."""
    visits: list[Visit] = []
    for hop in hops:
        way = way_over(hop.cell.design, hop.start, hop.goal, hop.pieces)
        last = visits[-1] if visits else None
        if last is not None and last.cell is hop.cell and last.goal == hop.start >= EDGES:
            joined = Way(
                (*last.way.stops, hop.start - EDGES, *way.stops),
                (*last.way.pieces, *way.pieces),
                (*last.way.stubs, *way.stubs),
            )
            visits[-1] = Visit(hop.cell, last.start, hop.goal, joined)
        else:
            visits.append(Visit(hop.cell, hop.start, hop.goal, way))
    return visits
