"""How fast it is: replay, routes, pictures, and a move through the whole house."""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from bot.clock import SystemClock
from bot.commands.opening import from_file
from bot.store import Store
from bot.tables import Plan, Tables, Who
from engine.actions import Action
from engine.decisions import Decision, Routes
from engine.session import Act, Session
from engine.title import Setup, Title

_MULTIPLIER, _INCREMENT, _MODULUS = 1103515245, 12345, 2**31
_CANDIDATES = 40  # enumerated before one is chosen: enough variety, little time


@dataclass(frozen=True, slots=True)
class Measure:
    """Times of one thing, in milliseconds."""

    what: str
    times: tuple[float, ...]

    def row(self) -> dict[str, str | int | float]:
        """Return count, median, 95th percentile and maximum."""
        if not self.times:
            return {"what": self.what, "count": 0}
        late = quantiles(self.times, n=20, method="inclusive")[-1] if len(self.times) > 1 else self.times[0]
        return {
            "what": self.what,
            "count": len(self.times),
            "median_ms": round(median(self.times), 3),
            "p95_ms": round(late, 3),
            "max_ms": round(max(self.times), 3),
        }


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="logs to replay (default: random play)")
    parser.add_argument("--actions", type=int, default=300, metavar="N", help="actions of random play per title")
    parser.add_argument("--json", action="store_true", help="only the JSON line")


def bench(arguments: argparse.Namespace) -> int:
    """Measure and print a table, then one line of JSON."""
    from engine.titles import TITLES

    sessions = [from_file(path, None).session for path in arguments.files]
    sessions = sessions or [random_game(title, arguments.actions) for title in TITLES.values()]
    rows = [measure.row() for session in sessions for measure in measure_session(session)]
    rows += [measure.row() for session in sessions for measure in asyncio.run(measure_commands(session))]
    if not arguments.json:
        sys.stdout.write(table(rows))
    sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
    return 0


def table(rows: Sequence[dict[str, str | int | float]]) -> str:
    """Return the rows as a text table."""
    lines = [f"{'what':<40} {'count':>6} {'median ms':>10} {'p95 ms':>10} {'max ms':>10}"]
    for row in rows:
        numbers = [f"{row.get(key, 0):>10}" for key in ("median_ms", "p95_ms", "max_ms")]
        lines.append(f"{row['what']:<40} {row['count']:>6} {' '.join(numbers)}")
    return "\n".join(lines) + "\n"


def random_game(title: Title, actions: int) -> Session:
    """Return a game of at most so many random legal actions; the same every time."""
    names = tuple(f"Player {number}" for number in range(1, max(3, title.players[0]) + 1))
    session = Session(title, Setup(title.id, names, (), title.editions[0], title.version))
    seed = 1
    while (decision := session.decision) is not None and len(session.live) < actions:
        seed = (seed * _MULTIPLIER + _INCREMENT) % _MODULUS
        session.play(Act(_some_action(decision, seed)))  # type: ignore[arg-type]
    return session


def _some_action(decision: Decision, seed: int) -> Action:
    found = [action for action, _ in zip(decision.enumerate(), range(_CANDIDATES), strict=False)]
    return found[seed // 7 % len(found)]


def measure_session(session: Session) -> tuple[Measure, ...]:
    """Measure folding the log, suggesting routes, and drawing the last position."""
    name = session.blueprint.title.id
    again = Session(session.blueprint.title, session.setup)
    moves, searches = [], []
    for action in session.live:
        if (search := _routes_of(again.decision)) is not None:
            searches.append(_timed(lambda search=search: next(iter(search.suggest()), None)))  # type: ignore[misc]
        moves.append(_timed(lambda action=action: again.play(Act(action))))  # type: ignore[misc]
    return (
        Measure(f"{name}: replay, per action", tuple(moves)),
        Measure(f"{name}: best routes", tuple(searches)),
        *measure_pictures(session),
    )


def measure_pictures(session: Session) -> tuple[Measure, ...]:
    """Measure drawing: the first time, and again."""
    from bot import pictures

    name, live = session.blueprint.title.id, len(session.live)
    moment = pictures.scene(session, live)
    found = []
    for what in ("map", "market"):
        times = [_timed(lambda what=what: pictures.DRAWINGS[what](moment)) for _ in range(6)]  # type: ignore[misc]
        found += [Measure(f"{name}: {what}, first", (times[0],)), Measure(f"{name}: {what}, again", tuple(times[1:]))]
    return tuple(found)


async def measure_commands(session: Session, most: int = 200) -> tuple[Measure, ...]:
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
            begun = time.perf_counter()
            await tables.submit(game, [_some_action(decision, len(times))], here)
            times.append((time.perf_counter() - begun) * 1000)
        await store.close()
    return (Measure(f"{title.id}: a move, stored", tuple(times)),)


def _routes_of(decision: Decision | None) -> Routes | None:
    if decision is None:
        return None
    spec = next((spec for spec in decision.specs if spec.name == "run"), None)
    domain = spec.domain({}) if spec else None
    return domain if isinstance(domain, Routes) else None


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000
