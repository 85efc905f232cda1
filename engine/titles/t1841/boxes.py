"""Which external boxes are connected [5]: the game ends when all of them are."""

from engine.actions import Action, Draw
from engine.board import reach
from engine.board.hexes import EDGES
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import Announced
from engine.frames.base import Turn
from engine.ids import CHANCE, CompanyId, StopRef
from engine.titles.t1841.ending import boxes
from engine.titles.t1841.extra import extra_of
from engine.titles.t1841.network import base_reach, bases, run_access


class NoteBoxes(Turn, tag="note_boxes"):
    """Judges the connections anew after a tile or token.

    All boxes must be connected at one moment, each by a route of some corporation.
    """

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Write the connected boxes down."""
        if not set(boxes(ctx)) <= set(extra_of(ctx).connected):
            _write_down(ctx, connected_boxes(ctx))
        return None


class MarkLay(Turn, tag="mark_lay"):
    """Remembers, online, that the corporation has laid a tile in this turn."""

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Remember it."""
        extra_of(ctx).laid_by = self.company
        return None


class OnlineBoxes(Turn, tag="online_boxes"):
    """18xx.games: when the track step is over, what the laying corporation reaches counts for ever (D85).

    The site stops there for a book-keeping action of its own; here it is chance with a single outcome.
    """

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Wait for the book-keeping, if a tile was laid."""
        if extra_of(ctx).laid_by != self.company:
            return None
        unknown = RuleError("boxes", "5", "The only outcome is boxes.")
        spec = Spec(Draw, "Note the boxes", (field("outcome", OneOf(lambda: ("boxes",), unknown)),))
        return Decision(self.company, CHANCE, "has its connected boxes noted", "5", (spec,))

    def apply(self, ctx: Context, action: Action) -> None:
        """Add the boxes now in the network."""
        extra_of(ctx).laid_by = ""
        _write_down(ctx, online_boxes(ctx, self.company) | set(extra_of(ctx).connected))


def _write_down(ctx: Context, found: set[str]) -> None:
    extra_of(ctx).connected = [box for box in boxes(ctx) if box in found]
    if len(extra_of(ctx).connected) == len(boxes(ctx)):
        ctx.emit(Announced("boxes", "All external boxes are connected: the game ends with this turn."))


def connected_boxes(pos: Position) -> set[str]:
    """Boxes that some corporation reaches from one of its cities, borders ignored."""
    found: set[str] = set()
    joined = _joined_boxes(pos)
    for company in pos.state.companies:
        if joined <= found:
            break
        if starts := bases(pos, company):
            found |= _boxes_at(pos, reach(pos.board, run_access(pos, company, starts)).stops)
    return found


def _joined_boxes(pos: Position) -> set[str]:
    """Boxes that any track leads to; the others need no search."""
    hexes = ((name, data.box) for name, data in pos.data.board.hexes.items() if data.box)
    return {box for name, box in hexes if box and any(pos.board.continues(name, edge) for edge in range(EDGES))}


def online_boxes(pos: Position, company: CompanyId) -> set[str]:
    """Boxes in the track network of one of the company's bases."""
    return {box for base in bases(pos, company) for box in _boxes_at(pos, base_reach(pos, company, base).stops)}


def _boxes_at(pos: Position, stops: frozenset[StopRef]) -> set[str]:
    hexes = pos.data.board.hexes
    return {box for stop in stops if (box := hexes[stop.partition(":")[0]].box)}  # type: ignore[index]
