"""What each phase of 1841 brings, in the book's order [4.6.2-4.6.8, 8.1]."""

from collections.abc import Sequence

from engine.context import Context, Position
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.events import Announced
from engine.frames.base import Turn
from engine.frames.phase import DiscardTrains, RustTrains
from engine.ids import CompanyId, PhaseId
from engine.ops import board, shares
from engine.state import Frame
from engine.titles.t1841.dealing import settle
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.secession import Secession
from engine.titles.t1841.tuscan import TuscanMerge

NO_SECESSION = frozenset({"napoleon", "cavour", "wilhelm", "franz_joseph"})
LATE_TUSCAN = frozenset({"napoleon", "wilhelm", "franz_joseph"})


def phase_events(pos: Position, phase: PhaseId) -> Sequence[Frame]:
    """Frames of a phase that has just begun.

    Phase 4: concessions and unstarted historical corporations go, trains rust, surplus trains are discarded, then the
    secession and the Tuscan merge [4.6.3, 4.6.8-4.6.10]. The reunification variants move these two [8.1]. Online trains
    rust first and surplus ones are discarded after the secession has divided IRSFF's (D52).
    """
    closing: list[Frame] = [CloseConcessions()] if phase == "4" else []
    secession: list[Frame] = [Secession()] if phase == secession_phase(pos) else []
    tuscan: list[Frame] = [TuscanMerge()] if phase == tuscan_phase(pos) else []
    if is_online(pos):
        return [RustTrains(phase), *closing, *secession, DiscardTrains(), *tuscan]
    return [*closing, RustTrains(phase), DiscardTrains(), *secession, *tuscan]


def secession_phase(pos: Position) -> str:
    """Phase of the Ferdinandea secession, empty when it never happens [4.6.9, 8.1]."""
    if pos.options & NO_SECESSION:
        return ""
    return "3" if "carlo_alberto" in pos.options else "4"


def tuscan_phase(pos: Position) -> str:
    """Phase of the Tuscan merge, empty on the small map [4.6.10, 8.1, 8.3]."""
    if "lite" in pos.options:
        return ""
    return "5" if pos.options & LATE_TUSCAN else "4"


class CloseConcessions(Turn, tag="close_concessions"):
    """Concessions leave the game, and historical corporations that have not started with them [4.6.3].

    The presidencies of running ones are then free: the largest holder takes over from the concession's owner.
    """

    def advance(self, ctx: Context) -> Decision | None:
        """Do it all; nobody is asked."""
        tied = [ctx.data.privates[item].starts for item in ctx.state.privates]
        for item in list(ctx.state.privates):
            shares.remove_private(ctx, item)
        for company in _historical(ctx):
            if company not in ctx.state.companies and "formed" not in ctx.data.companies[company].marks:
                remove_unstarted(ctx, company)
        for started in tied:
            if started is not None and started in ctx.state.companies:
                settle(ctx, started)
        ctx.emit(Announced("concessions_gone", "All concessions leave the game."))
        return None


def remove_unstarted(ctx: Context, company: CompanyId) -> None:
    """Take a corporation that was never started out of the game; its printed bases are open to others."""
    if company in ctx.state.companies:
        raise InvariantError(f"{company} is in play.")
    for place in [place for place, owners in ctx.state.reserved.items() if company in owners]:
        board.release(ctx, company, place)
    extra = extra_of(ctx)
    if company not in extra.removed:
        extra.removed.append(company)


def _historical(pos: Position) -> list[CompanyId]:
    return [company for company, data in pos.data.companies.items() if "historical" in data.marks]
