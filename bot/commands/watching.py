"""Looking at games without changing them: replay, render, routes."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.opening import Source, database_argument, source
from bot.errors import BotError
from engine.events import Event
from engine.game import Game
from engine.ids import CompanyId
from engine.policies import RouteProposal
from engine.session import Session

if TYPE_CHECKING:
    from engine.interchange.games18xx import Observer
    from engine.interchange.trace import Tracer

# -- replay ---------------------------------------------------------------------------------------------


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``replay``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="our own log or an 18xx.games export")
    parser.add_argument("--trace", action="store_true", help="print the position after each action as one JSON object")
    parser.add_argument("--to", type=int, metavar="N", help="stop after action N")


def replay(arguments: argparse.Namespace) -> int:
    """Play a log through; the last line printed is its result."""
    from engine.interchange import games18xx, own, trace

    text = arguments.file.read_text(encoding="utf-8")
    if own.is_own(text):
        session, applied = _replay_own(text, arguments)
    else:
        tracer = trace.Tracer()
        observe = _printer(tracer) if arguments.trace else None
        played = games18xx.replay(text, to=arguments.to, observe=observe)
        session, applied = played.session, played.applied
    sys.stdout.write(result_line(session.game, session.setup.players, applied) + "\n")
    return 0


def _replay_own(text: str, arguments: argparse.Namespace) -> tuple[Session, int]:
    """Play our own log: what was taken back is left out, so that actions are numbered as they count."""
    from engine.interchange import own, trace
    from engine.session import Act
    from engine.titles import TITLES

    log = own.read(text)
    whole = own.replay(log, TITLES)
    tracer = trace.Tracer()
    live = whole.live if arguments.to is None else whole.live[: max(0, arguments.to)]
    session = Session(whole.blueprint.title, log.setup)
    for number, action in enumerate(live, 1):
        events = session.play(Act(action))  # type: ignore[arg-type]
        if arguments.trace:
            _print_trace(tracer, number, session.game, events)
    return session, len(live)


def _printer(tracer: "Tracer") -> "Observer":
    return lambda action, game, events: _print_trace(tracer, action.number, game, events)


def _print_trace(tracer: "Tracer", number: int, game: Game, events: Sequence[Event]) -> None:
    from engine.interchange import trace

    found: dict[str, object] = {"i": number, **tracer.snapshot(game.context, game.decision, events)}
    if (run := trace.run_detail(game.context, events)) is not None:
        found["run"] = run
    if dividends := trace.dividend_details(game.context, events):
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
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")


def routes(arguments: argparse.Namespace) -> int:
    """Print the best routes of the company that is to run."""
    found = asyncio.run(source(arguments, arguments.at))
    searched = search_routes(found, time.perf_counter)
    lines = (json.dumps(searched.row(), ensure_ascii=False),) if arguments.json else searched.lines()
    for line in lines:
        sys.stdout.write(line + "\n")
    return 0


@dataclass(frozen=True, slots=True)
class Searched:
    """The best route sets of a company at a moment, and how long it took to find them."""

    company: str
    proposals: tuple[RouteProposal, ...]
    currency: str
    milliseconds: float

    def lines(self) -> tuple[str, ...]:
        """Return each train's route and sum, then the total and whether it is proven, for each set."""
        return tuple(line for each in self.proposals for line in self._lines(each))

    def _lines(self, found: RouteProposal) -> tuple[str, ...]:
        money = self.currency.format
        pairs = zip(found.routes, found.revenues, strict=True)
        trains = (f"{route.train}: {'-'.join(route.path)}: {money(sum_)}" for route, sum_ in pairs)
        words = [f"total {money(found.total)}"]
        if len(self.proposals) > 1:
            words += [f"subsidy {money(found.subsidy)}", f"most {found.aim}"]
        words.append("proven best" if found.proven else f"not proven, at most {money(found.bound)}")
        words.append(f"{self.milliseconds:.1f} ms")
        return (*trains, f"{self.company}: {', '.join(words)}")

    def row(self) -> dict[str, object]:
        """Return all of it for JSON; money as numbers."""
        return {
            "company": self.company,
            "ms": round(self.milliseconds, 3),
            "sets": [
                {
                    "routes": [
                        {"train": route.train, "path": "-".join(route.path), "revenue": money}
                        for route, money in zip(each.routes, each.revenues, strict=True)
                    ],
                    "total": each.total,
                    "subsidy": each.subsidy,
                    "bound": each.bound,
                    "proven": each.proven,
                    "aim": each.aim,
                    "work": each.work,
                }
                for each in self.proposals
            ],
        }


def search_routes(found: Source, timer: Callable[[], float]) -> Searched:
    """Return the best route sets at a moment.

    Raises:
        BotError: no company is to run then, or it can run nothing.
    """
    game = found.session.at(found.live)
    decision = game.decision
    if decision is None or not any(spec.name == "run" for spec in decision.specs):
        raise BotError(f"After action {found.live} no company is to run its trains.")
    company = CompanyId(decision.actor)
    begun = timer()
    proposals = game.blueprint.rules.running.search(game.context, company)
    spent = (timer() - begun) * 1000
    if not any(each.routes for each in proposals):
        raise BotError(f"{company} can run no route.")
    return Searched(company, proposals, game.blueprint.data.currency, spent)


def _what(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="FILE|GAME", help="a log file, or the number or name of a stored game")
    parser.add_argument("--at", type=int, metavar="N", help="after action N instead of the latest")
    database_argument(parser)
