"""Train cards change hands, rust, or are discarded."""

from engine.context import Context
from engine.errors import InvariantError
from engine.events import TrainBought, TrainLost
from engine.ids import BANK, POOL, CompanyId, EntityId, TrainId
from engine.ops import cash
from engine.rules.trains import train_class


def buy(ctx: Context, company: CompanyId, train: TrainId, source: EntityId, price: int) -> None:
    """Move a card from the depot (BANK), the discards (POOL) or a company, and the money the other way."""
    place = _cards(ctx, source)
    if train not in place:
        raise InvariantError(f"{source} has no train {train}.")
    place.remove(train)
    if source == BANK:
        _refill(ctx, train)
    ctx.state.trains.setdefault(company, []).append(train)
    cash.pay(ctx, company, BANK if source == POOL else source, price, reason="train")
    ctx.emit(TrainBought(company, train, source, price))


def deal(ctx: Context, owner: EntityId, kind: str) -> None:
    """Give somebody the first card of a class in the depot without payment.

    Raises:
        InvariantError: the depot has none.
    """
    card = next((card for card in ctx.state.depot if train_class(card) == kind), None)
    if card is None:
        raise InvariantError(f"The depot has no {kind}-train.")
    ctx.state.depot.remove(card)
    _refill(ctx, card)
    ctx.state.trains.setdefault(owner, []).append(card)


def discard(ctx: Context, owner: EntityId, train: TrainId) -> None:
    """Move a card to the bank's discard."""
    ctx.state.trains[owner].remove(train)
    ctx.state.discards.append(train)
    ctx.emit(TrainLost(owner, train, "discard"))


def rust(ctx: Context, kind: str) -> None:
    """Remove every card of a class, wherever it is."""
    for owner, cards in ctx.state.trains.items():
        for train in [card for card in cards if train_class(card) == kind]:
            cards.remove(train)
            ctx.emit(TrainLost(owner, train, "rust"))
    for pile in (ctx.state.depot, ctx.state.discards):
        pile[:] = [card for card in pile if train_class(card) != kind]


def hand_over(ctx: Context, source: EntityId, target: EntityId) -> None:
    """Move all trains without payment (mergers)."""
    cards = ctx.state.trains.pop(source, [])
    ctx.state.trains.setdefault(target, []).extend(cards)


def _refill(ctx: Context, sold: TrainId) -> None:
    """Put the next card of an endless class on top of the depot."""
    kind = train_class(sold)
    if any(train.id == kind and train.count is None for train in ctx.data.trains):
        ctx.state.depot.insert(0, TrainId(f"{kind}-{int(sold.rpartition('-')[2]) + 1}"))


def _cards(ctx: Context, source: EntityId) -> list[TrainId]:
    if source == BANK:
        return ctx.state.depot
    if source == POOL:
        return ctx.state.discards
    return ctx.state.trains.get(source, [])


def forget(ctx: Context, owner: EntityId) -> None:
    """Drop the empty row of an owner that leaves the game."""
    ctx.state.trains.pop(owner, None)
