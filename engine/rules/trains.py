"""Trains: what is for sale, limits, and the duty to own one."""

from collections.abc import Iterable, Mapping

from engine.context import Position
from engine.ids import BANK, POOL, CompanyId, EntityId, TrainId
from engine.policies import TrainOffer
from engine.schema import PhaseData, TitleData, TrainData


def train_class(train: TrainId) -> str:
    """Return the class of a card: ``3`` for ``3-1``."""
    return train.rpartition("-")[0]


def a_train(kind: str) -> str:
    """Return a class as a noun with its article: ``a 3-train``, ``an 8-train``."""
    return f"{'an' if kind.startswith('8') else 'a'} {kind}-train"


def train_data(data: TitleData, kind: str) -> TrainData:
    """Return what is printed on a class; KeyError when the title has none of that name."""
    for train in data.trains:
        if train.id == kind:
            return train
    raise KeyError(kind)


def phase_data(pos: Position) -> PhaseData:
    """Return what is printed about the present phase."""
    return next(phase for phase in pos.data.phases if phase.id == pos.state.phase)


def cheapest_bank_train(pos: Position) -> TrainOffer | None:
    """Return the cheapest train that the bank sells now, discards included; the depot's on a tie; None = sold out."""
    return min(bank_offers(pos), key=lambda offer: offer.low, default=None)


def bank_offers(pos: Position) -> tuple[TrainOffer, ...]:
    """Return the front class of the depot, then every class in the discards, each at its face value."""
    state = pos.state
    front = tuple(_face_value(pos, train_class(card), BANK) for card in state.depot[:1])
    return front + tuple(_face_value(pos, kind, POOL) for kind in _classes(state.discards))


def company_offers(pos: Position, buyer: CompanyId, sellers: Iterable[CompanyId]) -> tuple[TrainOffer, ...]:
    """Return each class of each seller, at any price from 1 to the buyer's cash."""
    cash = pos.state.cash.get(buyer, 0)
    return tuple(
        TrainOffer(kind, seller, 1, cash)
        for seller in sellers
        if seller != buyer
        for kind in _classes(pos.state.trains.get(seller, ()))
    )


def _face_value(pos: Position, kind: str, source: EntityId) -> TrainOffer:
    price = train_data(pos.data, kind).price
    return TrainOffer(kind, source, price, price)


def _classes(cards: Iterable[TrainId]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(train_class(card) for card in cards))


class PlainTrains:
    """Limits by phase and kind; a company with a possible route must own a train; companies trade freely."""

    def limit(self, pos: Position, company: CompanyId) -> int:
        """Limit printed for the phase and the company's kind."""
        limits: Mapping[str, int] = phase_data(pos).train_limit
        return limits[pos.state.companies[company].kind]

    def must_own(self, pos: Position, company: CompanyId) -> bool:
        """No train, the bank has some, and the company has a route."""
        if pos.state.trains.get(company) or cheapest_bank_train(pos) is None:
            return False
        return self.has_route(pos, company)

    def has_route(self, pos: Position, company: CompanyId) -> bool:
        """Whether the company could run some train; by default any company must own one."""
        return company in pos.state.companies

    def offers(self, pos: Position, company: CompanyId) -> tuple[TrainOffer, ...]:
        """The bank's trains, then those of all other companies somebody controls, in operating order."""
        sellers = [c for c in pos.rules.order.operating(pos) if not pos.rules.control.is_frozen(pos, c)]
        return bank_offers(pos) + company_offers(pos, company, sellers)
