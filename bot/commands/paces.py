"""What ``bench`` measures: folding a log, searching routes, drawing, a move through tables and storage."""

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Final

from bot.clock import SystemClock
from bot.commands.sample import sample_move
from bot.store import Store
from bot.tables import Plan, Tables, Who
from engine.game import Game
from engine.ids import CompanyId, HexId, TrainId
from engine.policies import RouteProposal
from engine.session import Act, Session

Row = dict[str, str | int | float]

ROUNDS: Final = 12
"""So often each picture is drawn."""
MARKED: Final = 3
MOVES: Final = 200


@dataclass(frozen=True, slots=True)
class Measure:
    """Times of one thing, in milliseconds.

    Attributes:
        clock: ``cpu`` = time of this process at work, ``wall`` = time that passed.
        against: what the median is compared with, measured in the same run.
        notes: further numbers to show.
    """

    what: str
    times: tuple[float, ...]
    clock: str = "cpu"
    against: "Measure | None" = None
    notes: tuple[tuple[str, int | float], ...] = ()

    def row(self) -> Row:
        """Return count, mean, median, 95th percentile, maximum and what else is known."""
        if not self.times:
            return {"what": self.what, "count": 0}
        late = quantiles(self.times, n=20, method="inclusive")[-1] if len(self.times) > 1 else self.times[0]
        row: Row = {
            "what": self.what,
            "count": len(self.times),
            "clock": self.clock,
            "mean_ms": round(fmean(self.times), 3),
            "median_ms": round(median(self.times), 3),
            "p95_ms": round(late, 3),
            "max_ms": round(max(self.times), 3),
        }
        if self.against is not None and self.against.times:
            row["ratio"] = round(median(self.times) / median(self.against.times), 3)
            row["against"] = self.against.what
        return row | dict(self.notes)


def cpu(work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that something takes."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


# -- replay and routes ----------------------------------------------------------------------------------


def measure_replay(session: Session) -> Measure:
    """Measure folding the log: each action checked and carried out, nothing searched."""
    again = Session(session.blueprint.title, session.setup)
    again.game.context.trusted = True
    times = tuple(cpu(lambda action=action: again.play(Act(action))) for action in session.live)  # type: ignore[misc]
    return Measure(f"{session.blueprint.title.id}: replay, per action", times)


def measure_routes(session: Session) -> tuple[Measure, ...]:
    """Measure the search at every run of a game, for its own trains and for two of the longest class."""
    name = session.blueprint.title.id
    own = [_search(game, company) for game, company in runs(session)]
    longest = max(session.blueprint.data.trains, key=lambda train: train.reach).id
    long = [_search(with_trains(game, company, (longest, longest)), company) for game, company in runs(session)]
    return (
        _searches(f"{name}: best routes", own),
        _searches(f"{name}: best routes, two {longest}-trains", long),
    )


def runs(session: Session) -> Iterator[tuple[Game, CompanyId]]:
    """Yield every position in which a company runs trains, nothing searched yet."""
    game = session.at(0)
    game.context.trusted = True
    for action in session.live:
        if game.decision is not None and "run" in game.decision.verbs():
            yield game.copy(), CompanyId(game.decision.actor)
        game.apply(action)


def with_trains(game: Game, company: CompanyId, kinds: tuple[str, ...]) -> Game:
    """Return a copy of a position in which the company has invented trains."""
    state = game.blueprint.codec.copy(game.state)
    state.trains[company] = [TrainId(f"{kind}-{number}") for number, kind in enumerate(kinds)]
    return Game(game.blueprint, state)


def _search(game: Game, company: CompanyId) -> tuple[float, tuple[RouteProposal, ...]]:
    found: list[RouteProposal] = []
    spent = cpu(lambda: found.extend(game.blueprint.rules.running.search(game.context, company)))
    return spent, tuple(found)


def _searches(what: str, found: list[tuple[float, tuple[RouteProposal, ...]]]) -> Measure:
    proven = sum(all(each.proven for each in proposals) for _, proposals in found)
    return Measure(what, tuple(spent for spent, _ in found), notes=(("proven", proven),))


# -- pictures -------------------------------------------------------------------------------------------


def measure_map(session: Session) -> tuple[Measure, ...]:
    """Measure the map: the first one, put together from known hexes, with three hexes changed, only encoded."""
    from renderers import MapHints, encode
    from renderers.map import painter_of

    name, state, data = session.blueprint.title.id, session.game.state, session.blueprint.data
    painter = painter_of(data, "light")
    first = cpu(lambda: encode(painter.draw(state, MapHints())))
    floor, whole, changed = list[float](), list[float](), list[float]()
    marks = list(_marks(list(data.board.hexes)))
    for hints in [MapHints(last_hexes=mark) for mark in marks]:
        image = painter.draw(state, hints)  # so that its hexes are known
        floor.append(cpu(lambda image=image: encode(image)))  # type: ignore[misc]
        painter.forget()
        whole.append(cpu(lambda hints=hints: encode(painter.draw(state, hints))))  # type: ignore[misc]
        painter.forget()
        painter.draw(state, MapHints())
        changed.append(cpu(lambda hints=hints: encode(painter.draw(state, hints))))  # type: ignore[misc]
    size = len(encode(painter.draw(state, MapHints())))
    encoded = Measure(f"{name}: map, encoded only", tuple(floor), notes=(("bytes", size),))
    return (
        Measure(f"{name}: map, the first", (first,), against=encoded),
        encoded,
        Measure(f"{name}: map, hexes known", tuple(whole), against=encoded),
        Measure(f"{name}: map, three hexes changed", tuple(changed), against=encoded),
    )


def _marks(hexes: list[HexId]) -> Iterator[frozenset[HexId]]:
    """Yield different sets of hexes, spread over the map."""
    step = max(1, len(hexes) // MARKED)
    for number in range(ROUNDS):
        yield frozenset(hexes[(number + place * step) % len(hexes)] for place in range(MARKED))


def measure_sheets(session: Session) -> tuple[Measure, ...]:
    """Measure the other pictures: the first time, and again."""
    from bot import pictures

    name = session.blueprint.title.id
    moment = pictures.scene(session, len(session.live))
    found: list[Measure] = []
    for what in ("market", "players", "company", "bank", "tiles"):
        times = [cpu(lambda what=what: pictures.DRAWINGS[what](moment)) for _ in range(4)]  # type: ignore[misc]
        found += [
            Measure(f"{name}: {what}, the first", (times[0],)),
            Measure(f"{name}: {what}, again", tuple(times[1:])),
        ]
    return tuple(found)


# -- commands -------------------------------------------------------------------------------------------


async def measure_commands(session: Session, most: int = MOVES) -> tuple[Measure, ...]:
    """Measure moves through tables and storage into a scratch database."""
    title, setup, clock = session.blueprint.title, session.setup, SystemClock()
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "bench.db", clock)
        tables = Tables(store, clock, {title.id: title}, lambda _: 0)
        plan = Plan(title.id, "Bench", len(setup.players), setup.options, setup.edition)
        game = (await tables.seat_here(plan, setup.players)).row.id
        here = Who(0, "bench")
        while len(times) < most and (decision := (await tables.position(game)).decision) is not None:
            move = sample_move(decision, len(times))
            begun = time.perf_counter()
            await tables.submit(game, [move], here)
            times.append((time.perf_counter() - begun) * 1000)
        await store.close()
    return (Measure(f"{title.id}: a move, stored", tuple(times), clock="wall"),)
