"""1841 as a value: data, rules, first position, and every class its states are made of."""

from typing import Final

from engine.frames import base, consent, cycle, operating, phase, run, stock, token, track, trains
from engine.frames.auction import Lot
from engine.ops.opening import opening
from engine.policies import Rules
from engine.rules.control import ChainControl
from engine.schema import TitleData
from engine.state import Frame, RoundMark, State
from engine.title import Setup, Title
from engine.titles.t1841 import data as files
from engine.titles.t1841.auction import BiddingOrder, ConcessionAuction
from engine.titles.t1841.bankruptcy import Bankruptcy
from engine.titles.t1841.boxes import MarkLay, NoteBoxes, OnlineBoxes
from engine.titles.t1841.dividends import Dividends1841
from engine.titles.t1841.emergency import OnlineEmergency, RaiseMoney, SweepCash
from engine.titles.t1841.ending import Ending1841
from engine.titles.t1841.extra import Extra1841
from engine.titles.t1841.finance import Finance
from engine.titles.t1841.founding import Founding
from engine.titles.t1841.frozen import FrozenTurn
from engine.titles.t1841.market import Market1841
from engine.titles.t1841.options import BOOK, ONLINE_EDITION, OPTIONS, setup_refusal
from engine.titles.t1841.order import Order1841
from engine.titles.t1841.phases import CloseConcessions
from engine.titles.t1841.positions import BuyPosition
from engine.titles.t1841.priority import ExtraRound, SellPriority
from engine.titles.t1841.procedures import PROCEDURE_FRAMES
from engine.titles.t1841.running import Running1841
from engine.titles.t1841.sealed import SealedBids
from engine.titles.t1841.shares import Shares1841
from engine.titles.t1841.stock import CloseStockRound, ForgetSales, StockTurn1841
from engine.titles.t1841.tokens import Tokens1841
from engine.titles.t1841.tracks import Tracks1841
from engine.titles.t1841.trains import Trains1841
from engine.titles.t1841.turns import Turns1841

PARAGRAPHS: Final = {
    "auction": "2.1",
    "stock": "3",
    "sell": "3.1",
    "buy": "3.2",
    "par": "3.3.3",
    "private": "3.2",
    "base": "3.3.4",
    "consent": "4.5",
    "operating": "4",
    "track": "4.1",
    "token": "4.2",
    "run": "4.3",
    "dividend": "4.3.2",
    "position": "4.4",
    "train": "4.5",
    "emergency": "4.5.1",
    "discard": "4.6.8",
    "corporate_sale": "4.7.1",
    "finance": "4.7",
    "merge": "4.7.4",
    "transform": "4.7.5",
    "priority": "8.2",
}
"""Topics of the frames -> rulebook paragraphs."""

SHARED_FRAMES: Final[tuple[type[Frame], ...]] = (
    base.Sequence,
    consent.Consent,
    cycle.Cycle,
    Lot,
    operating.OperatingRound,
    phase.DiscardTrains,
    phase.RustTrains,
    run.DeclareDividend,
    run.RunTrains,
    stock.StockRound,
    token.PlaceToken,
    track.LayTrack,
    trains.BuyTrains,
)
STOCK_FRAMES: Final[tuple[type[Frame], ...]] = (
    BiddingOrder,
    CloseStockRound,
    ConcessionAuction,
    Finance,
    ForgetSales,
    Founding,
    SealedBids,
    StockTurn1841,
)
OPERATING_FRAMES: Final[tuple[type[Frame], ...]] = (
    Bankruptcy,
    BuyPosition,
    CloseConcessions,
    ExtraRound,
    FrozenTurn,
    MarkLay,
    NoteBoxes,
    OnlineBoxes,
    OnlineEmergency,
    RaiseMoney,
    SellPriority,
    SweepCash,
)


def load(setup: Setup) -> TitleData:
    """The printed game for a table's edition and options."""
    return files.load(lite="lite" in setup.options, version=_version(setup), online=_is_online(setup))


def rules(setup: Setup, _data: TitleData) -> Rules:
    """The policies of a table."""
    return Rules(
        control=ChainControl(),
        shares=Shares1841(len(setup.players)),
        market=Market1841(),
        order=Order1841(),
        tracks=Tracks1841(),
        tokens=Tokens1841(),
        running=Running1841(online=_is_online(setup)),
        dividends=Dividends1841(),
        trains=Trains1841(),
        ending=Ending1841(),
        turns=Turns1841(),
        paragraphs=PARAGRAPHS,
    )


def begin(setup: Setup, data: TitleData) -> State:
    """The position before the concessions round [1.2, 2]; online the seats are the order of the file."""
    stack: list[Frame] = [cycle.Cycle(), SealedBids() if _version(setup) == 1 else ConcessionAuction()]
    if not _is_online(setup):
        stack.append(BiddingOrder())
    state = opening(data, len(setup.players), extra=Extra1841(), stack=stack)
    state.round = RoundMark("auction")
    return state


def _version(setup: Setup) -> int:
    return 1 if "version_1" in setup.options else 2


def _is_online(setup: Setup) -> bool:
    return setup.edition == ONLINE_EDITION


T1841: Final = Title(
    id="1841",
    name="1841: Railways in Northern Italy",
    players=(3, 8),
    options=OPTIONS,
    version=1,
    frames=(*SHARED_FRAMES, *STOCK_FRAMES, *OPERATING_FRAMES, *PROCEDURE_FRAMES),
    extra=Extra1841,
    load=load,
    rules=rules,
    begin=begin,
    refuse=setup_refusal,
    editions=(BOOK, ONLINE_EDITION),
)
