"""Which external boxes are connected [5]: the game ends when all of them are."""

from engine.board import reach
from engine.context import Context, Position
from engine.decisions import Decision
from engine.events import Announced
from engine.frames.base import Turn
from engine.ids import CompanyId, StopRef
from engine.titles.t1841.ending import boxes
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.network import base_reach, bases, run_access


class NoteBoxes(Turn, tag="note_boxes"):
    """Judges the connections anew after a tile or token.

    Book: all boxes must be connected at one moment, each by a route of some corporation. Online: a box counts from the
    lay after which the laying corporation reached it, for ever (D85).
    """

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Write the connected boxes down."""
        extra = extra_of(ctx)
        if set(boxes(ctx)) <= set(extra.connected):
            return None
        now = online_boxes(ctx, self.company) if is_online(ctx) else connected_boxes(ctx)
        known = [*extra.connected, *now] if is_online(ctx) else now
        extra.connected = [box for box in boxes(ctx) if box in known]
        if len(extra.connected) == len(boxes(ctx)):
            ctx.emit(Announced("boxes", "All external boxes are connected: the game ends with this turn."))
        return None


def connected_boxes(pos: Position) -> set[str]:
    """Boxes that some corporation reaches from one of its cities, borders ignored."""
    found: set[str] = set()
    for company in pos.state.companies:
        starts = bases(pos, company)
        if starts and len(found) < len(boxes(pos)):
            found |= _boxes_at(pos, reach(pos.board, run_access(pos, company, starts)).stops)
    return found


def online_boxes(pos: Position, company: CompanyId) -> set[str]:
    """Boxes in the track network of one of the company's bases."""
    return {box for base in bases(pos, company) for box in _boxes_at(pos, base_reach(pos, company, base).stops)}


def _boxes_at(pos: Position, stops: frozenset[StopRef]) -> set[str]:
    hexes = pos.data.board.hexes
    return {box for stop in stops if (box := hexes[stop.partition(":")[0]].box)}  # type: ignore[index]
