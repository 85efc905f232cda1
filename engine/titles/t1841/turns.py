"""How the rounds of 1841 are put together: the turn of a player, of a corporation, and what comes between.

The operating turn reads like paragraph 4: track, token, run, dividend, token purchase, trains, stock, merge, transform.
"""

from collections.abc import Sequence as Frames

from engine.actions import Action, Lay, Par, Token
from engine.context import Position
from engine.frames.base import Sequence
from engine.frames.run import DeclareDividend, RunTrains
from engine.frames.token import PlaceToken
from engine.frames.track import LayTrack
from engine.frames.trains import BuyTrains
from engine.ids import CompanyId, PhaseId, PlayerId
from engine.state import Frame
from engine.titles.t1841 import phases
from engine.titles.t1841.boxes import MarkLay, NoteBoxes, OnlineBoxes
from engine.titles.t1841.emergency import OnlineEmergency, RaiseMoney, SweepCash
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.finance import Finance
from engine.titles.t1841.frozen import FrozenTurn
from engine.titles.t1841.merging import MergeStep
from engine.titles.t1841.positions import BuyPosition
from engine.titles.t1841.priority import ExtraRound, SellPriority
from engine.titles.t1841.stock import CloseStockRound, ForgetSales, StockTurn1841
from engine.titles.t1841.transforming import TransformStep


class Turns1841:
    """Frames that 1841 plugs into the shared rounds."""

    def stock_turn(self, pos: Position, player: PlayerId) -> Frame:
        """One player's turn [3]."""
        return StockTurn1841(player)

    def after_stock_round(self, pos: Position) -> Frames[Frame]:
        """Market moves, concessions and income [3.4]; by option the priority deal may be sold [8.2]."""
        frames: list[Frame] = [CloseStockRound()]
        if "priority_deal" in pos.options:
            frames.append(SellPriority())
        return frames

    def before_operating_round(self, pos: Position) -> Frames[Frame]:
        """What corporations sold in the last round may be bought again [4.7.2]."""
        return (ForgetSales(),)

    def operating_turn(self, pos: Position, company: CompanyId) -> Frame:
        """All steps of [4]; a frozen corporation only moves its token [4.5.1.1]."""
        if pos.rules.control.is_frozen(pos, company):
            return FrozenTurn(company)
        online = is_online(pos)
        noting: list[Frame] = [OnlineBoxes(company)] if online else []
        emergency: list[Frame] = [OnlineEmergency(company)] if online else []
        return Sequence(
            [
                LayTrack(company),
                *noting,
                PlaceToken(company),
                RunTrains(company),
                DeclareDividend(company),
                BuyPosition(company),
                *emergency,
                BuyTrains(company),
                Finance(company),
                MergeStep(company),
                TransformStep(company),
            ]
        )

    def after_operating_set(self, pos: Position) -> Frames[Frame]:
        """By option the priority deal's holder may call one more round [8.2]."""
        return (ExtraRound(),) if "priority_deal" in pos.options else ()

    def phase_events(self, pos: Position, phase: PhaseId) -> Frames[Frame]:
        """Effects of a new phase [4.6]."""
        return phases.phase_events(pos, phase)

    def emergency(self, pos: Position, company: CompanyId, amount: int) -> Frame:
        """Money up the chain of control [4.5.1]."""
        return SweepCash(company, amount) if is_online(pos) else RaiseMoney(company, amount)

    def aftermath(self, pos: Position, company: CompanyId, action: Action) -> Frames[Frame]:
        """After a tile or token the external boxes are judged anew [5]."""
        if is_online(pos):
            return (MarkLay(company),) if isinstance(action, Lay) else ()
        return (NoteBoxes(company),) if isinstance(action, Lay | Token | Par) else ()
