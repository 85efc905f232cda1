"""Looking at games without changing them: replay, render, routes."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot.commands.opening import Source, database_argument, source
from bot.errors import BotError
from engine.decisions import Routes
from engine.events import Event
from engine.game import Game
from engine.session import Session

# -- replay ---------------------------------------------------------------------------------------------


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``replay``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="our own log or an 18xx.games export")
    parser.add_argument("--trace", action="store_true", help="print the position after each action as one JSON object")
    parser.add_argument("--to", type=int, metavar="N", help="stop after action N")


def replay(arguments: argparse.Namespace) -> int:
    """Play a log through; the last line printed is its result."""
    from engine.interchange import games18xx, own

    text = arguments.file.read_text(encoding="utf-8")
    if own.is_own(text):
        session, applied = _replay_own(text, arguments)
    else:
        observe = (lambda action, game, events: _print_trace(action.number, game, events)) if arguments.trace else None
        played = games18xx.replay(text, to=arguments.to, observe=observe)
        session, applied = played.session, played.applied
    sys.stdout.write(result_line(session.game, session.setup.players, applied) + "\n")
    return 0


def _replay_own(text: str, arguments: argparse.Namespace) -> tuple[Session, int]:
    """Play our own log: what was taken back is left out, so that actions are numbered as they count."""
    from engine.interchange import own
    from engine.session import Act
    from engine.titles import TITLES

    log = own.read(text)
    whole = own.replay(log, TITLES)
    live = whole.live if arguments.to is None else whole.live[: max(0, arguments.to)]
    session = Session(whole.blueprint.title, log.setup)
    for number, action in enumerate(live, 1):
        events = session.play(Act(action))  # type: ignore[arg-type]
        if arguments.trace:
            _print_trace(number, session.game, events)
    return session, len(live)


def _print_trace(number: int, game: Game, events: Sequence[Event]) -> None:
    from engine.interchange import trace

    found: dict[str, object] = {"i": number, **trace.snapshot(game.context, game.decision)}
    if (run := trace.run_detail(events)) is not None:
        found["run"] = run
    if dividends := trace.dividend_details(events):
        found["dividends"] = dividends
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")


def result_line(game: Game, names: Sequence[str], applied: int) -> str:
    """Return the JSON line that ``import`` and ``replay`` end with.

    Keys: title, players (names in seat order), result (name -> score; of an unfinished game what everybody is worth
    now), end_reason (null while it runs), actions (how many were applied).
    """
    seats = {f"P{number}": name for number, name in enumerate(names, 1)}
    scores: Mapping[str, int] = {str(player): score for player, score in game.state.scores.items()}
    if not scores:
        ending, position = game.blueprint.rules.ending, game.context
        scores = {str(player): ending.score(position, player) for player in position.state.players}
    line = {
        "title": game.blueprint.title.id,
        "players": list(names),
        "result": {name: scores[seat] for seat, name in seats.items() if seat in scores},
        "end_reason": game.state.outcome or None,
        "actions": applied,
    }
    return json.dumps(line, ensure_ascii=False)


# -- render ---------------------------------------------------------------------------------------------


def render_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``render``."""
    _what(parser)
    parser.add_argument("--what", dest="picture", metavar="WHAT", default="map", help="map, market, players, tiles ...")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="OUT", required=True, help="file to write (PNG; timelapse: GIF)"
    )


def render(arguments: argparse.Namespace) -> int:
    """Draw one picture into a file."""
    from bot import pictures

    if arguments.picture not in pictures.WHAT:
        raise BotError(f"There is no picture called {arguments.picture}; there are {', '.join(pictures.WHAT)}.")
    found = asyncio.run(source(arguments, arguments.at))
    drawn = pictures.draw(found.session, arguments.picture, found.live, found.seats)
    if drawn is None:
        raise BotError(f"The picture {arguments.picture} cannot be drawn.")
    arguments.out.write_bytes(drawn.data)
    sys.stdout.write(f"{arguments.out}: {drawn.alt}\n")
    return 0


# -- routes ---------------------------------------------------------------------------------------------


def routes_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``routes``."""
    _what(parser)


def routes(arguments: argparse.Namespace) -> int:
    """Print the best routes of the company that is to run."""
    found = asyncio.run(source(arguments, arguments.at))
    for line in best_routes(found, time.perf_counter):
        sys.stdout.write(line + "\n")
    return 0


def best_routes(found: Source, timer: Callable[[], float]) -> tuple[str, ...]:
    """Return the lines about the best route set at a moment.

    Raises:
        BotError: no company is to run then, or it can run nothing.
    """
    game = found.session.at(found.live)
    decision = game.decision
    spec = next((spec for spec in decision.specs if spec.name == "run"), None) if decision else None
    domain = spec.domain({}) if spec else None
    if decision is None or not isinstance(domain, Routes):
        raise BotError(f"After action {found.live} no company is to run its trains.")
    begun = timer()
    best = next(iter(domain.suggest()), None)
    spent = (timer() - begun) * 1000
    if not best:
        raise BotError(f"{decision.actor} can run no route.")
    revenues = game.blueprint.rules.running.revenues(game.context, decision.actor, best)  # type: ignore[arg-type]
    money = game.blueprint.data.currency.format
    lines = [
        f"{route.train}: {'-'.join(route.path)}: {money(sum_)}" for route, sum_ in zip(best, revenues, strict=True)
    ]
    return (*lines, f"{decision.actor}: total {money(sum(revenues))}, {spent:.1f} ms")


def _what(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="FILE|GAME", help="a log file, or the number or name of a stored game")
    parser.add_argument("--at", type=int, metavar="N", help="after action N instead of the latest")
    database_argument(parser)
