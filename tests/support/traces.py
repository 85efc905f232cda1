"""Compares a replayed real game with the reference after every action.

Run ``python -m tests.support.traces ../shared/games/1841_full`` (without extension; several stems allowed, ``--to N``
stops early): prints how many of how many actions are equal, and the first differences.
"""

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.events import Event
from engine.game import Game
from engine.interchange.games18xx import replay
from engine.interchange.site import ImportFailure, Json, SiteAction
from engine.interchange.trace import Tracer, dividend_details, run_detail

_TOP = "round actors phase finished end_reason player_order priority bank market_order"
_PLAYER = "cash shares companies certs value bankrupt loan"
_COMPANY = (
    "cash price row col stack president controller trains tokens tokens_left shares_ipo shares_market holdings loans"
    " floated operated frozen"
)
COMPARED = re.compile(
    rf"({'|'.join(_TOP.split())}|depot\..*|tiles\..*"
    rf"|players\.[^.]+\.({'|'.join(_PLAYER.split())})(\..*)?"
    rf"|corps\.[^.]+\.({'|'.join(_COMPANY.split())})(\..*)?)"
)
"""Keys of the reference that describe the game; the others describe the site's engine."""

_SETS = re.compile(r"(depot\.discarded|players\.[^.]+\.companies|corps\.[^.]+\.(trains|tokens)|actors)")


@dataclass(slots=True)
class Report:
    """Outcome of one comparison: equal actions, all actions, and differences as (action, key, ours, theirs)."""

    equal: int = 0
    total: int = 0
    differences: list[tuple[int, str, Json, Json]] = field(default_factory=list)
    failure: str = ""

    @property
    def perfect(self) -> bool:
        """Whether every action of the log was compared and equal."""
        return not self.failure and self.equal == self.total > 0


def flat(value: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, Json]]:
    """Yield dotted path and leaf; lists are leaves, empty dicts vanish."""
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from flat(inner, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", inner


def compare(stem: Path, to: int | None = None) -> Report:
    """Replay ``STEM.18xxgames.json`` and compare with ``STEM.trace.json.gz`` after every action."""
    trace = json.loads(gzip.decompress(stem.with_name(f"{stem.name}.trace.json.gz").read_bytes()))
    snapshots = trace["snapshots"]
    tracer = Tracer()
    expected = dict(flat(snapshots[0]["state"]))
    report = Report(total=min(to, len(snapshots) - 1) if to else len(snapshots) - 1)

    def observe(action: SiteAction, game: Game, events: tuple[Event, ...]) -> None:
        entry = snapshots[action.number]
        expected.update(entry["d"])
        ours = dict(flat(tracer.snapshot(game.context, game.decision, events)))
        wrong = [*_differences(ours, expected), *_detail(entry, game, events)]
        report.differences += [(action.number, *difference) for difference in wrong]
        report.equal += not wrong

    try:
        replay(stem.with_name(f"{stem.name}.18xxgames.json").read_bytes(), to=to, observe=observe)
    except ImportFailure as error:
        report.failure = str(error)
    return report


def _differences(ours: Mapping[str, Json], theirs: Mapping[str, Json]) -> Iterator[tuple[str, Json, Json]]:
    operating = str(theirs.get("round", "")).startswith("OR")
    for key in sorted(ours.keys() | theirs.keys()):
        if not COMPARED.fullmatch(key) or (key == "market_order" and not operating):
            continue
        one, other = _plain(key, ours.get(key)), _plain(key, theirs.get(key))
        if one != other:
            yield key, one, other


def _plain(key: str, value: Json) -> Json:
    if isinstance(value, list) and _SETS.fullmatch(key):
        return sorted(value, key=str) or None
    return None if value in ([], False, 0) else value


def _detail(entry: Mapping[str, Json], game: Game, events: tuple[Event, ...]) -> Iterator[tuple[str, Json, Json]]:
    run = entry.get("run")
    if isinstance(run, dict):
        ours = run_detail(game.context, events) or {}
        if _revenues(ours) != _revenues(run) or ours.get("total") != run["total"]:
            yield "run", list[Json](_revenues(ours)), list[Json](_revenues(run))
    paid = entry.get("dividends")
    theirs = [_dividend(one) for one in paid if isinstance(one, dict)] if isinstance(paid, list) else []
    mine = [_dividend(one) for one in dividend_details(game.context, events)]
    if mine != theirs:
        yield "dividends", list[Json](mine), list[Json](theirs)


def _revenues(run: Mapping[str, Json]) -> list[str]:
    routes = run.get("routes")
    found = [route for route in routes if isinstance(route, dict)] if isinstance(routes, list) else []
    return sorted(f"{route['name']}:{route['revenue']}" for route in found if route["revenue"])


def _dividend(one: Mapping[str, Json]) -> str:
    paid = one.get("paid")
    shares = sorted(paid.items()) if isinstance(paid, dict) else []
    prices = f"{one.get('price_before')} -> {one.get('price_after')}"
    return f"{one['corp']} {one['kind']} {one['revenue']} {[(who, much) for who, much in shares if much]} {prices}"


def main() -> int:
    """Compare the stems named on the command line; 1 when any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stems", nargs="+", type=Path)
    parser.add_argument("--to", type=int)
    parser.add_argument("--show", type=int, default=12)
    options = parser.parse_args()
    perfect = True
    for stem in options.stems:
        report = compare(stem, options.to)
        perfect &= report.perfect
        sys.stdout.write(f"{stem.name}: {report.equal} of {report.total} actions equal. {report.failure}\n")
        for number, key, ours, theirs in report.differences[: options.show]:
            sys.stdout.write(f"  after {number}: {key} is {ours}, reference {theirs}\n")
    return 0 if perfect else 1


if __name__ == "__main__":
    sys.exit(main())
