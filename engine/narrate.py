"""Events and decisions as plain English sentences.

`tell` words one event, `summary` a whole list, `ask` a decision. Money is written by the title's currency format; ids
of players and companies go through `name`, so that the caller can write whatever its readers know them by.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch

from engine.decisions import Decision
from engine.events import (
    Announced,
    BidMade,
    CashMoved,
    CompanyFounded,
    CompanyGone,
    DividendDeclared,
    Event,
    GameEnded,
    MarkerMoved,
    Passed,
    PhaseBegan,
    PresidentChanged,
    PriorityMoved,
    PrivateGone,
    PrivateMoved,
    RoundBegan,
    SharesMoved,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TrainLost,
    TrainsRan,
)
from engine.ids import BANK, POOL
from engine.rules.trains import a_train

Namer = Callable[[str], str]
"""Entity id -> what a reader knows it by."""

EXPLAINED = frozenset(
    {"dividend", "withheld", "train", "token", "terrain", "shares", "private", "concession", "bid", "closing"}
)
"""Reasons of money moves that another event of the same action tells already."""


@dataclass(frozen=True, slots=True)
class _Words:
    currency: str
    name: Namer

    def money(self, amount: int) -> str:
        """The amount as the title writes it."""
        return self.currency.format(amount)

    def who(self, entity: str) -> str:
        """The bank, the pool, or a name."""
        return {BANK: "the bank", POOL: "the pool"}.get(entity) or self.name(entity)  # type: ignore[call-overload]


def tell(event: Event, currency: str, name: Namer = str) -> str | None:
    """Return one sentence for an event; None when it is not worth a line or another event says it."""
    sentence = _sentence(event, _Words(currency, name))
    return sentence[0].upper() + sentence[1:] if sentence else None


def ask(decision: Decision, name: Namer = str) -> str:
    """Return what the game waits for as one clause with the actor: ``"SFTG lays track"``."""
    return f"{name(decision.actor)} {decision.prompt}"


def summary(events: Sequence[Event], currency: str, name: Namer = str) -> list[str]:
    """Return the sentences of a list of events in order.

    Equal money moves in a row become one line, a purchase or sale of shares names its price, and the certificates
    swapped for a presidency are told by the change of president alone.
    """
    words = _Words(currency, name)
    prices = _share_prices(events)
    swaps = _swaps(events)
    lines: list[str] = []
    moves: list[CashMoved] = []
    for index, event in enumerate(events):
        if isinstance(event, CashMoved):
            if event.reason not in EXPLAINED:
                if moves and (moves[0].source, moves[0].reason) != (event.source, event.reason):
                    lines += _paid(moves, words)
                    moves = []
                moves.append(event)
            continue
        line = None if index in swaps else tell(event, currency, name)
        if line is not None:
            price = f" for {words.money(prices[index])}." if index in prices else "."
            lines += [*_paid(moves, words), line.removesuffix(".") + price]
            moves = []
    return lines + _paid(moves, words)


def _swaps(events: Sequence[Event]) -> set[int]:
    """Indexes of the two moves of certificates just before each change of president."""
    found: set[int] = set()
    for index, event in enumerate(events):
        if isinstance(event, PresidentChanged):
            before = [place for place in (index - 2, index - 1) if place >= 0]
            found.update(place for place in before if isinstance(events[place], SharesMoved))
    return found


def _share_prices(events: Sequence[Event]) -> dict[int, int]:
    """Index of a move of certificates -> what was paid for it in the same list."""
    paid = [event for event in events if isinstance(event, CashMoved) and event.reason == "shares"]
    swaps, prices = _swaps(events), {}
    for index, event in enumerate(events):
        if not isinstance(event, SharesMoved) or index in swaps:
            continue
        fitting = (move for move in paid if move.source == event.target or move.target == event.source)
        payment = next(fitting, None)
        if payment is not None:
            paid.remove(payment)
            prices[index] = payment.amount
    return prices


def _paid(moves: Sequence[CashMoved], words: _Words) -> list[str]:
    if not moves:
        return []
    parts = ", ".join(f"{words.who(move.target)} {words.money(move.amount)}" for move in moves)
    line = f"{words.who(moves[0].source)} pays {parts} ({moves[0].reason})."
    return [line[0].upper() + line[1:]]


@singledispatch
def _sentence(event: Event, words: _Words) -> str:
    return ""


@_sentence.register
def _(event: RoundBegan, words: _Words) -> str:
    mark = event.round
    names = {"auction": "the auction begins", "stock": f"stock round {mark.number} begins"}
    operating = f"operating round {mark.number}.{mark.part} begins"
    return names.get(mark.kind, operating if mark.kind == "operating" else f"{mark.kind} begins") + "."


@_sentence.register
def _(event: Passed, words: _Words) -> str:
    return f"{words.who(event.actor)} {event.what}."


@_sentence.register
def _(event: BidMade, words: _Words) -> str:
    return f"{words.who(event.player)} bids {words.money(event.amount)} for {event.item}."


@_sentence.register
def _(event: PrivateMoved, words: _Words) -> str:
    price = f" for {words.money(event.price)}" if event.price else ""
    return f"{_card(event)} goes from {words.who(event.source)} to {words.who(event.target)}{price}."


@_sentence.register
def _(event: PrivateGone, words: _Words) -> str:
    return f"{_card(event)} leaves the game."


def _card(event: PrivateMoved | PrivateGone) -> str:
    return f"the {event.what} {event.item}" if event.what else event.item


@_sentence.register
def _(event: CashMoved, words: _Words) -> str:
    if event.reason in EXPLAINED:
        return ""
    source, target = words.who(event.source), words.who(event.target)
    return f"{source} pays {words.money(event.amount)} to {target} ({event.reason})."


@_sentence.register
def _(event: CompanyFounded, words: _Words) -> str:
    company, price = words.who(event.company), words.money(event.price)
    if event.founder == event.company:
        return f"{company} begins at {price}."
    return f"{words.who(event.founder)} starts {company} at {price}."


@_sentence.register
def _(event: CompanyGone, words: _Words) -> str:
    return f"{words.who(event.company)} is gone ({event.reason})."


@_sentence.register
def _(event: SharesMoved, words: _Words) -> str:
    company = words.who(event.company)
    what = f"{event.percent}% of {company}"
    if event.source == event.company:
        if event.target == POOL:
            return f"{company} sells {event.percent}% out of its offering."
        return f"{words.who(event.target)} gets {what} from its offering."
    if event.target == event.company:
        return f"{words.who(event.source)} hands in {what}."
    if event.target == POOL:
        return f"{words.who(event.source)} sells {what}."
    return f"{words.who(event.target)} gets {what} from {words.who(event.source)}."


@_sentence.register
def _(event: PresidentChanged, words: _Words) -> str:
    company = words.who(event.company)
    if event.new in (POOL, event.company):
        return f"nobody presides over {company} any more."
    return f"{words.who(event.new)} becomes president of {company}."


@_sentence.register
def _(event: MarkerMoved, words: _Words) -> str:
    if event.old_price == event.new_price:
        return ""
    verb = "rises" if event.new_price > event.old_price else "falls"
    old, new = words.money(event.old_price), words.money(event.new_price)
    return f"{words.name(event.marker)} {verb} from {old} to {new}."


@_sentence.register
def _(event: TileLaid, words: _Words) -> str:
    price = f" for {words.money(event.cost)}" if event.cost else ""
    return f"{words.who(event.company)} lays tile {event.tile} on {event.hex}, turn {event.turn}{price}."


@_sentence.register
def _(event: TokenPlaced, words: _Words) -> str:
    price = f" for {words.money(event.cost)}" if event.cost else ""
    return f"{words.who(event.company)} places a token on {event.stop.partition(':')[0]}{price}."


@_sentence.register
def _(event: TokenRemoved, words: _Words) -> str:
    return f"a token of {words.who(event.company)} leaves {event.stop.partition(':')[0]} ({event.reason})."


@_sentence.register
def _(event: TrainsRan, words: _Words) -> str:
    parts = ", ".join(
        f"{route.train.rpartition('-')[0]}-train {words.money(revenue)}"
        for route, revenue in zip(event.routes, event.revenues, strict=True)
    )
    total = f"{words.who(event.company)} runs for {words.money(event.total)}"
    return f"{total} ({parts})." if len(event.routes) > 1 else f"{total}."


@_sentence.register
def _(event: DividendDeclared, words: _Words) -> str:
    company = words.who(event.company)
    if not event.revenue:
        return f"{company} has no revenue."
    if event.kind == "withhold":
        return f"{company} keeps {words.money(event.revenue)}."
    paid = ", ".join(f"{words.who(holder)} {words.money(amount)}" for holder, amount in event.paid.items() if amount)
    half = "half of " if event.kind == "split" else ""
    return f"{company} pays {half}{words.money(event.revenue)}: {paid or 'nobody holds shares'}."


@_sentence.register
def _(event: TrainBought, words: _Words) -> str:
    kind = event.train.rpartition("-")[0]
    source = {BANK: "", POOL: " from the discard"}.get(event.source, f" from {words.who(event.source)}")
    return f"{words.who(event.company)} buys {a_train(kind)}{source} for {words.money(event.price)}."


@_sentence.register
def _(event: TrainLost, words: _Words) -> str:
    kind = event.train.rpartition("-")[0]
    verb = {"rust": "loses", "discard": "discards"}.get(event.reason, "gives up")
    return f"{words.who(event.owner)} {verb} {a_train(kind)}."


@_sentence.register
def _(event: PhaseBegan, words: _Words) -> str:
    return f"phase {event.phase} begins."


@_sentence.register
def _(event: PriorityMoved, words: _Words) -> str:
    return f"{words.who(event.player)} has the priority deal."


@_sentence.register
def _(event: Announced, words: _Words) -> str:
    return event.sentence


@_sentence.register
def _(event: GameEnded, words: _Words) -> str:
    ranked = sorted(event.scores.items(), key=lambda item: -item[1])
    standings = ", ".join(f"{words.who(player)} {words.money(score)}" for player, score in ranked)
    return f"the game is over ({event.reason}): {standings}."
