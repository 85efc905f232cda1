"""Every frame of the corporate procedures, for the title's list."""

from typing import Final

from engine.state import Frame
from engine.titles.t1841.division import Divide
from engine.titles.t1841.merger_stock import ExchangeMinors, ExchangeOdd, ExchangePairs
from engine.titles.t1841.merger_tokens import JoinTokens
from engine.titles.t1841.merging import CallOff, CloseMerger, JoinPossessions, MergeStep
from engine.titles.t1841.offers import OfferShares
from engine.titles.t1841.secession import CloseSecession, DropPresidencies, ExchangeDoubles, ExchangeSingle, Secession
from engine.titles.t1841.secession_offers import SecessionOffers, SecessionTokens
from engine.titles.t1841.succession import DiscardSurplus
from engine.titles.t1841.transforming import BuyTokens, ChangeCharter, CloseTransformation, TransformStep
from engine.titles.t1841.tuscan import CloseStage, CloseTuscan, DiscardTuscan, Preside, SecondStage, TuscanMerge
from engine.titles.t1841.tuscan_tokens import TuscanTokens

PROCEDURE_FRAMES: Final[tuple[type[Frame], ...]] = (
    BuyTokens,
    CallOff,
    ChangeCharter,
    CloseMerger,
    CloseSecession,
    CloseStage,
    CloseTransformation,
    CloseTuscan,
    DiscardSurplus,
    DiscardTuscan,
    Divide,
    DropPresidencies,
    ExchangeDoubles,
    ExchangeMinors,
    ExchangeOdd,
    ExchangePairs,
    ExchangeSingle,
    JoinPossessions,
    JoinTokens,
    MergeStep,
    OfferShares,
    Preside,
    SecessionOffers,
    SecessionTokens,
    Secession,
    SecondStage,
    TransformStep,
    TuscanMerge,
    TuscanTokens,
)
