"""How fast it is: replay, routes, pictures, and a move through the whole house."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.commands.opening import from_file
from bot.commands.paces import (
    Measure,
    Row,
    measure_commands,
    measure_map,
    measure_replay,
    measure_routes,
    measure_sheets,
)
from bot.commands.sample import sample_game
from engine.session import Session

_COLUMNS = ("mean_ms", "median_ms", "p95_ms", "max_ms", "ratio")


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="logs (default: a game that plays itself)")
    parser.add_argument("--actions", type=int, default=400, metavar="N", help="actions of the game that plays itself")
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="open tables under load; 0 = no load")
    parser.add_argument("--seconds", type=int, default=10, metavar="N", help="how long the load lasts")
    parser.add_argument("--json", action="store_true", help="only the JSON line")


def bench(arguments: argparse.Namespace) -> int:
    """Measure and print a table, then one line of JSON: a list of rows, times in milliseconds."""
    from engine.titles import TITLES

    sessions = [from_file(path, None).session for path in arguments.files]
    sessions = sessions or [sample_game(title, arguments.actions) for title in TITLES.values()]
    rows = [measure.row() for session in sessions for measure in measures(session)]
    if arguments.tables:
        from bot.commands.load import measure_load

        longest = max(sessions, key=lambda session: len(session.live))
        rows += [measure.row() for measure in asyncio.run(measure_load(longest, arguments.tables, arguments.seconds))]
    if not arguments.json:
        sys.stdout.write(table(rows))
    sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
    return 0


def measures(session: Session) -> Iterator[Measure]:
    """Yield everything that is measured for one game."""
    yield measure_replay(session)
    yield from measure_routes(session)
    yield from measure_map(session)
    yield from measure_sheets(session)
    yield from asyncio.run(measure_commands(session))


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a text table; ratios are of medians, and name what they compare with."""
    heads = " ".join(f"{column.replace('_', ' '):>10}" for column in _COLUMNS)
    lines = [f"{'what':<40} {'count':>6} {heads}"]
    for row in rows:
        numbers = " ".join(f"{row.get(column, ''):>10}" for column in _COLUMNS)
        notes = [
            f"{key} {row[key]}"
            for key in ("clock", "p99_ms", "table_mb", "process_mb", "proven", "bytes")
            if key in row
        ]
        if "against" in row:
            notes.append(f"ratio to {str(row['against']).partition(': ')[2]}")
        lines.append(f"{row['what']:<40} {row['count']:>6} {numbers}  {', '.join(notes)}".rstrip())
    return "\n".join(lines) + "\n"
