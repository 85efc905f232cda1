"""Which of our things a site's id means: certificates, tile copies, cities.

Certificates of one size are alike to us, yet the site's log tells them apart. `Labels` keeps for each company which
site number stands for which of our certificates, and exchanges two numbers when the site moved another piece of
paper than we did.
"""

from collections.abc import Sequence

from engine.context import Position
from engine.errors import LogError
from engine.events import Event, SharesMoved
from engine.ids import CompanyId, EntityId, HexId


class Labels:
    """Site ids of certificates and tiles while a log is played."""

    def __init__(self) -> None:
        """Begin with equal numbers."""
        self._ours: dict[CompanyId, list[int]] = {}
        self._copies: dict[str, HexId] = {}

    def forget(self, company: CompanyId) -> None:
        """A company starts afresh: its certificates lie in order again."""
        self._ours.pop(company, None)

    def certificate(self, pos: Position, name: str) -> tuple[CompanyId, int, EntityId]:
        """Return company, our index and holder of the site's certificate ``CORP_n``.

        Raises:
            LogError: nobody holds it.
        """
        head, _, tail = name.rpartition("_")
        company = CompanyId(EntityId(head))
        index = self._table(company)[int(tail)]
        for holder, held in pos.state.shares.get(company, {}).items():
            if index in held:
                return company, index, holder
        if pos.state.shares.get(company) is None:
            return company, index, company
        raise LogError(0, f"nobody holds the certificate {name}")

    def align(self, names: Sequence[str], events: Sequence[Event]) -> None:
        """Let the site's certificates be the ones that moved in `events`."""
        moved: dict[CompanyId, list[int]] = {}
        for event in events:
            if isinstance(event, SharesMoved):
                moved.setdefault(event.company, []).extend(event.certificates)
        for name in names:
            head, _, tail = name.rpartition("_")
            company = CompanyId(EntityId(head))
            self._swap(company, int(tail), moved.get(company, []))

    def _swap(self, company: CompanyId, number: int, moved: list[int]) -> None:
        table = self._table(company)
        if not moved:
            return
        if table[number] in moved:
            moved.remove(table[number])
            return
        alike = [index for index in moved if (index == 0) == (table[number] == 0)]
        if not alike:
            return
        other = table.index(alike[0])
        moved.remove(alike[0])
        table[number], table[other] = table[other], table[number]

    def _table(self, company: CompanyId) -> list[int]:
        return self._ours.setdefault(company, list(range(20)))

    def laid(self, copy: str, hex_id: HexId) -> None:
        """Remember where the tile copy ``202-0`` lies."""
        self._copies[copy] = hex_id

    def city(self, pos: Position, city: str) -> tuple[HexId, str]:
        """Return hex and stop of the site's city id ``X-k-part``.

        Raises:
            LogError: no such city on the map.
        """
        head, _, part = city.rpartition("-")
        name = head.rpartition("-")[0]
        hex_id = self._copies.get(head, HexId(name))
        if hex_id not in pos.data.board.hexes:
            raise LogError(0, f"there is no city {city} on the map")
        stops = [stop.data.ref for stop in pos.board.cell(hex_id).stops if stop.data.part == int(part)]
        if not stops:
            raise LogError(0, f"there is no city {city} on {hex_id}")
        return hex_id, stops[0]
