"""Every run of the real 1841 games, and the largest networks with invented trains: ours against the players', times.

Run it with ``python -m tests.support.route_report``; times are processor milliseconds, the graph of the map included.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median, quantiles

from engine.board import Board, Reaches, TokenAccess, Train, best_routes, reach
from tests.engine.board.positions import GAMES, NAMES, company_of, snapshots
from tests.engine.board.test_real_positions import ANY, ONLINE

LARGEST = 8
INVENTED = ((8, 8), (7, 8), (10, 10), (12, 12), (20, 20), (8, 8, 8))


@dataclass(frozen=True)
class Place:
    """A company about to run, and what its player made of it."""

    name: str
    board: Board
    access: TokenAccess
    trains: list[Train]
    theirs: int

    def stops(self) -> int:
        return len(reach(self.board, self.access).stops)


@dataclass(frozen=True)
class Answer:
    place: Place
    total: int
    proven: bool
    work: int
    spent: float


def places() -> Iterator[Place]:
    for name in NAMES:
        for snapshot in snapshots(name):
            run = snapshot.record.get("run")
            if isinstance(run, dict):
                board, company = snapshot.board(), company_of(run)
                access = snapshot.access(board, company, ANY, borders=False)
                trains = [train for _, train in snapshot.trains(company)]
                yield Place(f"{name} {snapshot.number} {company}", board, access, trains, run["total"])


def answer(place: Place, trains: list[Train]) -> Answer:
    """Search with nothing known about the map."""
    place.board.memo.clear()
    begun = time.process_time()
    found = best_routes(place.board, place.access, trains, ONLINE)
    return Answer(place, found.total, found.proven, found.work, (time.process_time() - begun) * 1000)


def invented(place: Place, reaches: tuple[int, ...]) -> list[Train]:
    one = place.trains[0]
    return [Train(Reaches(stops, one.reaches.counts), one.pricing) for stops in reaches]


def times(answers: list[Answer]) -> str:
    spent = [each.spent for each in answers]
    proven = sum(each.proven for each in answers)
    late = quantiles(spent, n=20, method="inclusive")[-1]
    return (
        f"{len(answers)} searches, {proven} proven; median {median(spent):.2f} ms, 95th percentile {late:.2f} ms, "
        f"worst {max(spent):.2f} ms; most work {max(each.work for each in answers)} steps"
    )


def lines() -> Iterator[str]:
    found = [answer(place, place.trains) for place in places()]
    for name in NAMES:
        mine = [each for each in found if each.place.name.startswith(name)]
        higher = [each for each in mine if each.total > each.place.theirs]
        lower = [each for each in mine if each.total < each.place.theirs]
        gained = sum(each.total - each.place.theirs for each in higher)
        yield f"{name}: {len(mine)} runs, ours higher {len(higher)} (by {gained} in sum), lower {len(lower)}"
    yield f"all: {times(found)}"
    largest = sorted((each.place for each in found), key=lambda place: -place.stops())[:LARGEST]
    yield f"{LARGEST} largest networks: {', '.join(f'{place.name} ({place.stops()} stops)' for place in largest)}"
    for reaches in INVENTED:
        yield f"trains {reaches}: {times([answer(place, invented(place, reaches)) for place in largest])}"


def main() -> int:
    """Print the report."""
    if not GAMES.exists():
        sys.stderr.write("The real games of ../shared/games are not here.\n")
        return 1
    for line in lines():
        sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
