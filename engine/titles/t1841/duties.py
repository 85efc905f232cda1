"""When stock must be sold: certificate limits, the anti-trust law, stock of corporations above [3.1, 3.5, 4.7.1]."""

from dataclasses import dataclass

from engine.context import Position
from engine.ids import CompanyId, EntityId
from engine.titles.t1841.shares import controlled_percent, is_above


@dataclass(frozen=True, slots=True)
class Excess:
    """What somebody must get rid of.

    Attributes:
        certificates: how many are over the limit [3.5.2].
        companies: of which too much is held or controlled [3.5.4].
        above: those of them that stand above the seller, whose stock it may not hold at all [3.5.4, 4.7.1].
    """

    certificates: int = 0
    companies: tuple[CompanyId, ...] = ()
    above: tuple[CompanyId, ...] = ()

    @property
    def paragraph(self) -> str:
        """Where the duty to sell stands."""
        return "3.5.2" if self.certificates > 0 else "3.5.4"

    def __bool__(self) -> bool:
        return self.certificates > 0 or bool(self.companies)

    def __str__(self) -> str:
        number = "1 certificate" if self.certificates == 1 else f"{self.certificates} certificates"
        over = [f"{number} too many"] if self.certificates > 0 else []
        return ", ".join([*over, *map(self._words, self.companies)])

    def _words(self, company: CompanyId) -> str:
        return f"stock of {company}, which stands above" if company in self.above else f"too much of {company}"


def excess_of(pos: Position, seller: EntityId) -> Excess:
    """What the seller holds against a rule [3.5.2, 3.5.4, 4.7.1]; its own initial offering does not count."""
    rules = pos.rules.shares
    over = rules.certificates(pos, seller) - rules.limit(pos, seller)
    held = [company for company in pos.state.companies if company != seller and pos.state.shares[company].get(seller)]
    above = tuple(company for company in held if is_above(pos, company, seller))
    return Excess(max(0, over), tuple(c for c in held if c in above or _too_much(pos, seller, c)), above)


def reduces(pos: Position, seller: EntityId, sale: tuple[CompanyId, int], excess: Excess) -> bool:
    """Whether a legal sale mends the excess a little [3.5.2, 3.5.4]."""
    company, _ = sale
    return company in excess.companies or (excess.certificates > 0 and _certificates_sold(pos, seller, sale) > 0)


def _too_much(pos: Position, seller: EntityId, company: CompanyId) -> bool:
    player = pos.rules.control.controller(pos, seller)
    limit = pos.data.numbers["ownership_percent"]
    return player is not None and controlled_percent(pos, player, company) > limit


def _certificates_sold(pos: Position, seller: EntityId, sale: tuple[CompanyId, int]) -> int:
    """By how many certificates a sale lightens the seller; a given up presidency leaves ordinary ones."""
    company, count = sale
    if company == seller:
        return 0
    gives_up = pos.rules.shares.successor(pos, company, seller, count) is not None
    return count - 1 if gives_up else count
