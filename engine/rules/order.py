"""Who comes first: operating order and seats."""

from engine.context import Position
from engine.ids import CompanyId, EntityId, MarkerId, PlayerId


class MarketOrder:
    """Highest value first, then the column further right, then the higher place in the stack."""

    def operating(self, pos: Position) -> tuple[CompanyId, ...]:
        """Companies on the market in operating order."""
        state = pos.state
        cells = sorted({state.places[marker] for marker in state.places}, key=lambda cell: self._rank(pos, cell))
        ordered = (marker for row, column in cells for marker in state.stacks[f"{row},{column}"])
        return tuple(company for marker in ordered if (company := CompanyId(EntityId(marker))) in state.companies)

    def _rank(self, pos: Position, cell: tuple[int, int]) -> tuple[int, int, int]:
        row, column = cell
        data = pos.data.market.rows[row][column]
        return (-(data.price if data else 0), -column, row)

    def clockwise(self, pos: Position, first: PlayerId) -> tuple[PlayerId, ...]:
        """Seats from `first` on."""
        players = tuple(pos.state.players)
        start = players.index(first)
        return players[start:] + players[:start]


def marker_of(company: CompanyId) -> MarkerId:
    """Return the market marker of a company."""
    return MarkerId(company)
