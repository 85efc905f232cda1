"""How 1841 ends, and who has won [5, 8.7]."""

from engine.context import Position
from engine.ids import MarkerId, PlayerId
from engine.policies import Moment
from engine.titles.t1841.extra import extra_of, is_online

STOCK_MARKET, BOXES, BANK_BROKEN, LAST_PLAYER = "stock_market", "offboards", "bank", "bankrupt"


class Ending1841:
    """Four triggers [5]: the last cell of the market, all external boxes, an empty bank, one player left."""

    def score(self, pos: Position, player: PlayerId) -> int:
        """Money and stock at its value, less what was borrowed after a bankruptcy; nothing for who left [5]."""
        if player in extra_of(pos).bankrupt:
            return 0
        return pos.state.cash.get(player, 0) + _stock(pos, player) + _concessions(pos, player) - self.debt(pos, player)

    def left(self, pos: Position) -> tuple[PlayerId, ...]:
        """Players who left after a bankruptcy [4.5.1]."""
        return tuple(extra_of(pos).bankrupt)

    def debt(self, pos: Position, player: PlayerId) -> int:
        """Money lent after bankruptcies [4.5.1]."""
        return extra_of(pos).loans.get(player, 0)

    def reason(self, pos: Position, moment: Moment) -> str | None:
        """Why the game ends now; with the option game_end only at the end of an operating round [8.7]."""
        if len(pos.state.players) - len(extra_of(pos).bankrupt) <= 1:
            return LAST_PLAYER
        round_over = moment == "round" and pos.state.round.kind == "operating"
        if round_over and pos.state.bank_broken:
            return BANK_BROKEN
        if "game_end" in pos.options:
            return _reached(pos) if round_over else None
        if moment == "turn" and pos.state.round.kind == "operating":
            return _reached(pos)
        at_stock_end = moment == "round" and pos.state.round.kind == "stock"
        return STOCK_MARKET if at_stock_end and at_last_cell(pos) else None


def at_last_cell(pos: Position) -> bool:
    """Whether a token stands on a cell that ends the game [5]."""
    rows = pos.data.market.rows
    return any(
        (cell := rows[row][column]) is not None and "end" in cell.marks for row, column in pos.state.places.values()
    )


def _reached(pos: Position) -> str | None:
    if at_last_cell(pos):
        return STOCK_MARKET
    return BOXES if set(boxes(pos)) <= set(extra_of(pos).connected) else None


def boxes(pos: Position) -> tuple[str, ...]:
    """Names of the external boxes of this map [5]."""
    return tuple(dict.fromkeys(data.box for data in pos.data.board.hexes.values() if data.box))


def _stock(pos: Position, player: PlayerId) -> int:
    total = 0
    for company, holders in pos.state.shares.items():
        if MarkerId(company) not in pos.state.places:  # being exchanged for its successor's certificates
            continue
        sizes = pos.state.companies[company].sizes
        units = sum(sizes[index] for index in holders.get(player, ())) // sizes[1]
        total += units and units * pos.rules.market.price(pos, MarkerId(company))
    return total


def _concessions(pos: Position, player: PlayerId) -> int:
    """Online each concession counts its price (D78); in the book they count nothing."""
    if not is_online(pos):
        return 0
    return sum(pos.data.privates[item].price for item, owner in pos.state.privates.items() if owner == player)
