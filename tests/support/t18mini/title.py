"""The toy as a title value."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.actions import Action, Par
from engine.context import Position
from engine.frames import base, consent, cycle, operating, phase, run, stock, token, track, trading, trains
from engine.ids import CompanyId, PhaseId, PlayerId
from engine.loader import Source, load_title
from engine.ops.opening import opening
from engine.policies import Rules
from engine.rules.control import ChainControl
from engine.rules.ending import PlainEnding
from engine.rules.market import GridMarket
from engine.rules.order import MarketOrder
from engine.rules.running import PlainDividends, PlainRunning
from engine.rules.shares import PlainShares
from engine.rules.tokens import PlainTokens
from engine.rules.tracks import PlainTracks
from engine.rules.trains import PlainTrains
from engine.schema import TitleData
from engine.state import Extra, Frame, State
from engine.title import Option, Setup, Title
from tests.support.t18mini.frames import DrawSeats, MoveSoldOut, PayIncome, PlaceHome, RaiseCash

PARAGRAPHS = {
    "stock": "2",
    "sell": "2.1",
    "buy": "2.2",
    "par": "2.3",
    "private": "2.4",
    "operating": "3",
    "track": "3.1",
    "token": "3.2",
    "run": "3.3",
    "dividend": "3.4",
    "train": "3.5",
    "discard": "3.6",
    "consent": "3.7",
}

FRAMES: tuple[type[Frame], ...] = (
    base.Sequence,
    consent.Consent,
    cycle.Cycle,
    operating.OperatingRound,
    phase.DiscardTrains,
    phase.RustTrains,
    run.DeclareDividend,
    run.RunTrains,
    stock.StockRound,
    token.PlaceToken,
    track.LayTrack,
    trading.StockTurn,
    trains.BuyTrains,
    DrawSeats,
    MoveSoldOut,
    PayIncome,
    PlaceHome,
    RaiseCash,
)


class MiniExtra(Extra, tag="t18mini"):
    pass


class MiniTurns:
    def stock_turn(self, pos: Position, player: PlayerId) -> Frame:
        return trading.StockTurn(player)

    def after_stock_round(self, pos: Position) -> Sequence[Frame]:
        return [MoveSoldOut()]

    def before_operating_round(self, pos: Position) -> Sequence[Frame]:
        return [PayIncome()]

    def operating_turn(self, pos: Position, company: CompanyId) -> Frame:
        steps = (track.LayTrack, token.PlaceToken, run.RunTrains, run.DeclareDividend, trains.BuyTrains)
        return base.Sequence([step(company) for step in steps])

    def after_operating_set(self, pos: Position) -> Sequence[Frame]:
        return []

    def phase_events(self, pos: Position, phase_id: PhaseId) -> Sequence[Frame]:
        return [phase.RustTrains(phase_id), phase.DiscardTrains()]

    def emergency(self, pos: Position, company: CompanyId, amount: int) -> Frame:
        return RaiseCash(company, amount)

    def aftermath(self, pos: Position, company: CompanyId, action: Action) -> Sequence[Frame]:
        return [PlaceHome(company)] if isinstance(action, Par) else []


@cache
def load() -> TitleData:
    catalogue = Source("board/tiles.toml", files("engine.board").joinpath("tiles.toml").read_text("utf-8"))
    own = Source("t18mini/data.toml", (Path(__file__).parent / "data.toml").read_text("utf-8"))
    return load_title([catalogue, own])


def rules(setup: Setup, data: TitleData) -> Rules:
    return Rules(
        control=ChainControl(),
        shares=PlainShares(len(setup.players)),
        market=GridMarket(),
        order=MarketOrder(),
        tracks=PlainTracks(),
        tokens=PlainTokens(data.numbers["token_price"]),
        running=PlainRunning(),
        dividends=PlainDividends(),
        trains=PlainTrains(),
        ending=PlainEnding(),
        turns=MiniTurns(),
        paragraphs=PARAGRAPHS,
    )


def begin(setup: Setup, data: TitleData) -> State:
    stack: list[Frame] = [cycle.Cycle()]
    if "lots" in setup.options:
        stack.append(DrawSeats())
    return opening(data, len(setup.players), extra=MiniExtra(), stack=stack)


T18MINI = Title(
    id="t18mini",
    name="t18mini",
    players=(2, 4),
    options=(Option("lots", "Seats are drawn by lot.", "1.1"),),
    version=1,
    frames=FRAMES,
    extra=MiniExtra,
    load=lambda _setup: load(),
    rules=rules,
    begin=begin,
)
