"""Who decides for whom: presidents, chains of control, frozen companies, circles.

Frozen is always derived, never stored: a company is frozen when the chain of presidents above it ends where nobody
decides, or closes on itself.
"""

from engine.context import Position
from engine.ids import POOL, CompanyId, EntityId, PlayerId


class ChainControl:
    """Control through presidents who may themselves be companies."""

    def president(self, pos: Position, company: CompanyId) -> EntityId | None:
        """Holder of certificate 0, unless that is the pool or the company itself."""
        for holder, certificates in pos.state.shares.get(company, {}).items():
            if 0 in certificates:
                return None if holder in (POOL, company) else holder
        return None

    def chain(self, pos: Position, company: CompanyId) -> tuple[EntityId, ...]:
        """Presidents above `company`; a loop ends where it would repeat."""
        chain: list[EntityId] = []
        above = self.president(pos, company)
        while above is not None and above not in chain and above != company:
            chain.append(above)
            if above not in pos.state.companies:
                break
            above = self.president(pos, CompanyId(above))
        return tuple(chain)

    def controller(self, pos: Position, entity: EntityId) -> PlayerId | None:
        """The player at the end of the chain."""
        if entity not in pos.state.companies:
            return PlayerId(entity)
        chain = self.chain(pos, CompanyId(entity))
        if not chain or chain[-1] in pos.state.companies:
            return None
        return PlayerId(chain[-1])

    def is_frozen(self, pos: Position, company: CompanyId) -> bool:
        """Whether no player stands at the end of the chain."""
        return self.controller(pos, company) is None

    def in_circle(self, pos: Position, company: CompanyId) -> bool:
        """Whether the company is part of a loop of presidencies."""
        seen: list[EntityId] = []
        above = self.president(pos, company)
        while above is not None and above in pos.state.companies and above not in seen:
            if above == company:
                return True
            seen.append(above)
            above = self.president(pos, CompanyId(above))
        return above == company

    def controlled(self, pos: Position, player: PlayerId) -> tuple[CompanyId, ...]:
        """Companies in operating order whose chain ends at `player`."""
        return tuple(c for c in pos.rules.order.operating(pos) if self.controller(pos, c) == player)
