"""The turns 1841 plugs into the shared rounds."""

from collections.abc import Sequence

from engine.actions import Action
from engine.context import Context, Position
from engine.decisions import Decision
from engine.frames.base import Turn
from engine.ids import CompanyId, PhaseId, PlayerId
from engine.state import Frame
from engine.titles.t1841.stock import CloseStockRound, ForgetSales, StockTurn1841


class NotBuiltYet(Turn, tag="not_built_yet"):
    """Stands where a part of the turn is still missing: asks, and accepts nothing."""

    company: CompanyId
    what: str

    def advance(self, ctx: Context) -> Decision | None:
        """Ask what cannot be answered."""
        player = ctx.rules.control.controller(ctx, self.company) or ctx.state.players[0]
        return Decision(self.company, player, f"waits: {self.what} cannot be played yet", "", ())


class Turns1841:
    """Frames of stock rounds, operating turns, phases and emergencies."""

    def stock_turn(self, pos: Position, player: PlayerId) -> Frame:
        """One player's turn in a stock round [3]."""
        return StockTurn1841(player)

    def after_stock_round(self, pos: Position) -> Sequence[Frame]:
        """The end of a stock round [3.4]."""
        return [CloseStockRound()]

    def before_operating_round(self, pos: Position) -> Sequence[Frame]:
        """Who sold what in the last round does not matter any more [4.7.2]."""
        return [ForgetSales()]

    def operating_turn(self, pos: Position, company: CompanyId) -> Frame:
        """The turn of a corporation [4]."""
        return NotBuiltYet(company, "the operating turn")

    def after_operating_set(self, pos: Position) -> Sequence[Frame]:
        """Nothing, but for options."""
        return []

    def phase_events(self, pos: Position, phase: PhaseId) -> Sequence[Frame]:
        """Effects of a phase [4.6]."""
        return []

    def emergency(self, pos: Position, company: CompanyId, amount: int) -> Frame:
        """Emergency money [4.5.1]."""
        return NotBuiltYet(company, "raising emergency money")

    def aftermath(self, pos: Position, company: CompanyId, action: Action) -> Sequence[Frame]:
        """Nothing yet."""
        return []
