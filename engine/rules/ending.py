"""How the game ends, plain rules: the bank breaks, or a marker reaches the end of the market."""

from engine.context import Position
from engine.ids import CompanyId, PlayerId
from engine.policies import Moment
from engine.rules.order import marker_of


class PlainEnding:
    """After a broken bank the set of operating rounds is finished; a marker on a cell ``end`` finishes the round."""

    def score(self, pos: Position, player: PlayerId) -> int:
        """Cash, shares at market price, private companies at face value."""
        state = pos.state
        shares = sum(self._shares(pos, player, company) for company in state.companies)
        privates = sum(pos.data.privates[item].price for item, owner in state.privates.items() if owner == player)
        return state.cash.get(player, 0) + shares + privates

    def left(self, pos: Position) -> tuple[PlayerId, ...]:
        """Nobody leaves before the end."""
        return ()

    def debt(self, pos: Position, player: PlayerId) -> int:
        """Nobody borrows."""
        return 0

    def reason(self, pos: Position, moment: Moment) -> str | None:
        """``bank`` at the end of a set, ``market`` at the end of a round."""
        if moment == "set" and pos.state.bank_broken:
            return "bank"
        if moment in ("round", "set") and self._at_end(pos):
            return "market"
        return None

    def _shares(self, pos: Position, player: PlayerId, company: CompanyId) -> int:
        small = pos.data.companies[company].shares[1]
        percent = pos.rules.shares.percent(pos, player, company)
        return percent // small * pos.rules.market.price(pos, marker_of(company)) if percent else 0

    def _at_end(self, pos: Position) -> bool:
        rows = pos.data.market.rows
        cells = (rows[row][column] for row, column in pos.state.places.values())
        return any(cell is not None and "end" in cell.marks for cell in cells)
