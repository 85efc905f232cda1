"""Prices and movement on a two-dimensional market, with data-driven barriers."""

from engine.context import Position
from engine.ids import CompanyId, MarkerId
from engine.policies import Direction
from engine.schema import MarketData


class GridMarket:
    """Left, right, up and down on the printed grid.

    A move to the right that the row does not allow goes up; a move to the left from the first column goes down.
    """

    def __init__(self) -> None:
        """Belongs to one game: the printed starting cells are looked up once per kind."""
        self._starts: dict[str, dict[int, tuple[int, int]]] = {}

    def price(self, pos: Position, marker: MarkerId) -> int:
        """Value of the marker's cell."""
        row, column = pos.state.places[marker]
        return cell_price(pos.data.market, row, column)

    def step(self, pos: Position, marker: MarkerId, direction: Direction) -> tuple[int, int]:
        """Cell one move away, or the same cell."""
        row, column = pos.state.places[marker]
        market = pos.data.market
        if direction == "left" and column == 0:
            direction = "down"
        if direction == "right" and not self.may_go_right(pos, marker):
            direction = "up"
        rows, columns = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}[direction]
        target = (row + rows, column + columns)
        return target if has_cell(market, *target) else (row, column)

    def may_go_right(self, pos: Position, marker: MarkerId) -> bool:
        """Whether the row goes on to the right for this marker."""
        row, column = pos.state.places[marker]
        return has_cell(pos.data.market, row, column + 1)

    def starts(self, pos: Position, company: CompanyId) -> dict[int, tuple[int, int]]:
        """Cells marked ``par``, and ``par_KIND`` for the kind of the company."""
        kind = pos.data.companies[company].kind
        if kind not in self._starts:
            self._starts[kind] = starts_of(pos.data.market, ("par", f"par_{kind}"))
        return self._starts[kind]


def starts_of(market: MarketData, marks: tuple[str, ...]) -> dict[int, tuple[int, int]]:
    """Return price -> cell for every cell that carries one of the marks, cheapest first."""
    found = {
        cell.price: (row, column)
        for row, cells in enumerate(market.rows)
        for column, cell in enumerate(cells)
        if cell and set(marks) & set(cell.marks)
    }
    return dict(sorted(found.items()))


def has_cell(market: MarketData, row: int, column: int) -> bool:
    """Whether the market has a cell there."""
    return 0 <= row < len(market.rows) and 0 <= column < len(market.rows[row]) and market.rows[row][column] is not None


def cell_price(market: MarketData, row: int, column: int) -> int:
    """Return the price of an existing cell."""
    cell = market.rows[row][column]
    return cell.price if cell else 0
