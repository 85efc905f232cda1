"""What the tests of the corporate procedures have in common."""

from engine.frames.operating import OperatingRound
from engine.titles.t1841.merging import MergeStep
from engine.titles.t1841.transforming import TransformStep
from tests.titles.t1841.operating import Yard
from tests.titles.t1841.table import company


def merging(table: Yard, name: str, *waiting: str) -> Yard:
    """Begin the merge step of a corporation."""
    return table.turn(name, MergeStep(company(name)), waiting=waiting)


def transforming(table: Yard, name: str, *waiting: str) -> Yard:
    """Begin the transformation step of a corporation."""
    return table.turn(name, TransformStep(company(name)), waiting=waiting)


def running(table: Yard) -> OperatingRound:
    """The operating round on the stack."""
    return next(frame for frame in table.game.state.stack if isinstance(frame, OperatingRound))


def tokens(table: Yard, name: str) -> list[str]:
    """Stops with a token of a corporation, sorted."""
    return sorted(stop for stop, owners in table.game.state.tokens.items() if company(name) in owners)


def left(table: Yard, name: str) -> int:
    """Tokens on a charter."""
    return table.game.state.companies[company(name)].tokens_left


def trains(table: Yard, name: str) -> list[str]:
    """Classes of a corporation's trains, sorted."""
    return sorted(card.partition("-")[0] for card in table.game.state.trains[company(name)])


def exists(table: Yard, name: str) -> bool:
    """Whether a corporation is in play."""
    return company(name) in table.game.state.companies


def check_stock(table: Yard) -> None:
    """Every certificate of every corporation in play has one holder; money is neither made nor lost."""
    state = table.game.state
    for name, holders in state.shares.items():
        held = sorted(index for indexes in holders.values() for index in indexes)
        assert held == list(range(len(state.companies[name].sizes))), name
    data = table.game.context.data
    assert sum(state.cash.values()) == data.bank
