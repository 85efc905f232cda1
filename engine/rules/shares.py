"""Certificates, limits and presidencies, plain rules: players hold shares, 60 percent at most, half in the pool."""

from engine.context import Position
from engine.errors import RuleError
from engine.ids import POOL, CompanyId, EntityId, PlayerId


class PlainShares:
    """Plain share rules.

    Attributes:
        seats: players at the start; the certificate limit hangs on it.
        most: percent of one company a player may hold.
        pool: percent the pool may hold after a sale.
    """

    def __init__(self, seats: int, *, most: int = 60, pool: int = 50) -> None:
        """Fix the limits."""
        self.seats, self.most, self.pool = seats, most, pool

    def percent(self, pos: Position, holder: EntityId, company: CompanyId) -> int:
        """Percent of `company` held."""
        held = pos.state.shares.get(company, {}).get(holder, ())
        sizes = pos.data.companies[company].shares
        return sum(sizes[index] for index in held)

    def certificates(self, pos: Position, holder: EntityId) -> int:
        """Every certificate counts one, and so does every private company."""
        privates = sum(owner == holder for owner in pos.state.privates.values())
        return privates + sum(len(holders.get(holder, ())) for holders in pos.state.shares.values())

    def limit(self, pos: Position, holder: EntityId) -> int:
        """Printed limit for the number of seats."""
        return pos.data.certificate_limit[self.seats]

    def purchase_refusal(self, pos: Position, buyer: EntityId, company: CompanyId, percent: int) -> RuleError | None:
        """Certificate limit and share of one company."""
        paragraph = pos.rules.paragraph("buy")
        held, limit = self.certificates(pos, buyer), self.limit(pos, buyer)
        if held >= limit:
            sentence = f"{buyer} holds {held} certificates and may hold {limit}."
            return RuleError("certificate_limit", paragraph, sentence)
        if self.percent(pos, buyer, company) + percent > self.most:
            sentence = f"Nobody may hold more than {self.most} percent of {company}."
            return RuleError("share_limit", paragraph, sentence)
        return None

    def sale_refusal(self, pos: Position, seller: EntityId, company: CompanyId, count: int) -> RuleError | None:
        """Not before the company has operated, not more than the pool takes, no presidency into the pool."""
        paragraph = pos.rules.paragraph("sell")
        small = pos.data.companies[company].shares[1]
        if not pos.state.companies[company].operated:
            return RuleError("not_operated", paragraph, f"{company} has not operated yet.")
        if self.percent(pos, seller, company) < count * small:
            return RuleError("not_held", paragraph, f"{seller} does not hold {count} shares of {company}.")
        if self.percent(pos, POOL, company) + count * small > self.pool:
            sentence = f"The pool may hold at most {self.pool} percent of {company}."
            return RuleError("pool_full", paragraph, sentence)
        held = pos.state.shares[company].get(seller, ())
        if 0 in held and count > len(held) - 1 and self.successor(pos, company, seller, count) is None:
            sentence = f"Nobody could take over as president of {company}; the president's certificate is never sold."
            return RuleError("no_successor", paragraph, sentence)
        return None

    def heir(self, pos: Position, company: CompanyId) -> EntityId | None:
        """The largest holder, if he has more than the president."""
        president = pos.rules.control.president(pos, company)
        return None if president is None else self._outbids(pos, company, president, 0)

    def successor(self, pos: Position, company: CompanyId, seller: EntityId, count: int) -> EntityId | None:
        """The largest other holder, if he will have more than the selling president."""
        if pos.rules.control.president(pos, company) != seller:
            return None
        return self._outbids(pos, company, seller, count * pos.data.companies[company].shares[1])

    def _outbids(self, pos: Position, company: CompanyId, president: EntityId, less: int) -> EntityId | None:
        sizes = pos.data.companies[company].shares
        kept = self.percent(pos, president, company) - less
        rivals = self._rivals(pos, company, president)
        best = max(rivals, key=lambda rival: self.percent(pos, rival, company), default=None)
        if best is None:
            return None
        most = self.percent(pos, best, company)
        return best if most > kept and most >= sizes[0] else None

    def _rivals(self, pos: Position, company: CompanyId, president: EntityId) -> list[EntityId]:
        """Other holders, the player to the left of the president first; companies last."""
        holders = pos.state.shares[company]
        players = (
            [EntityId(p) for p in pos.rules.order.clockwise(pos, PlayerId(president))]
            if president in pos.state.players
            else list(pos.state.players)
        )
        others = [holder for holder in holders if holder not in players and holder not in (POOL, company)]
        return [holder for holder in (*players, *others) if holder != president and holders.get(holder)]
