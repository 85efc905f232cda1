"""Trains of 1841 [4.5]: limits by phase, the duty to own one, who may sell."""

from engine.context import Position
from engine.ids import CompanyId
from engine.policies import TrainOffer
from engine.rules.trains import PlainTrains, bank_offers, company_offers
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.running import has_route


class Trains1841(PlainTrains):
    """A corporation must own a train when a route is possible [4.5]; frozen ones sell nothing [4.5.1.1]."""

    def has_route(self, pos: Position, company: CompanyId) -> bool:
        """Whether a base leads to another city, town or box, borders ignored [4.3.1, 4.5]."""
        return has_route(pos, company)

    def offers(self, pos: Position, company: CompanyId) -> tuple[TrainOffer, ...]:
        """Bank trains, then other corporations' at any price; online frozen sellers are offered too (D38)."""
        if not is_online(pos):
            return super().offers(pos, company)
        sellers = pos.rules.order.operating(pos)
        return bank_offers(pos) + company_offers(pos, company, sellers)
