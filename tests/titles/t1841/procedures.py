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


def plain(edition: str = "book", **stock: dict[str, int]) -> Yard:
    """AFI (P1's) and CTS (P2's), both at 100 with a token in H10; `stock` replaces the holders."""
    table = Yard(3, (), edition, phase="5")
    table.run("AFI", 100, operated=True, **stock.get("AFI", {"P1": 50}))
    table.run("CTS", 100, operated=True, **stock.get("CTS", {"P2": 50}))
    table.tile("H10", "14").token("AFI", "H10:c0").token("CTS", "H10:c0")
    return table.charter("AFI", 1).charter("CTS", 1).treasury(AFI=10, CTS=20, P1=300, P2=300, P3=300)


def merged(table: Yard) -> Yard:
    """AFI and CTS agree to become CFCC."""
    merging(table, "AFI").do("AFI: merge CTS")
    if table.verbs == ("choose",) and table.actor == "CTS":
        table.do("CTS: choose yes")
    return table.do("AFI: choose CFCC")
