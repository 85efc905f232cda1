"""The stock market of 1841 [3.5.1]: two columns that some corporations do not pass."""

from engine.context import Position
from engine.ids import CompanyId, EntityId, MarkerId
from engine.rules.market import GridMarket, has_cell
from engine.titles.t1841.network import phase_marks


class Market1841(GridMarket):
    """Minors go up from column K instead of right; before phase 8 everybody does so from column P [3.5.1, 4.6.7]."""

    def may_go_right(self, pos: Position, marker: MarkerId) -> bool:
        """Whether the marker may enter the next column of its row."""
        row, column = pos.state.places[marker]
        stops = column_marks(pos, column)
        if "stop_minor" in stops and pos.state.companies[CompanyId(EntityId(marker))].kind == "minor":
            return False
        if "stop_major" in stops and "right_columns" not in phase_marks(pos):
            return False
        return has_cell(pos.data.market, row, column + 1)


def column_marks(pos: Position, column: int) -> frozenset[str]:
    """Every mark that a cell of the column carries."""
    rows = pos.data.market.rows
    cells = (row[column] for row in rows if column < len(row))
    return frozenset(mark for cell in cells if cell for mark in cell.marks)
