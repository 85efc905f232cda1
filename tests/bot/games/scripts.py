"""What is to be played: the actions of a game, and what the engine alone makes of them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.chance import draw
from engine.actions import Action, verb_of
from engine.decisions import Decision
from engine.events import TurnEnded
from engine.ids import CHANCE
from engine.interchange.games18xx import replay
from engine.session import Act, Session
from engine.title import Setup, Title


@dataclass(frozen=True)
class Script:
    """A game to be played again.

    Attributes:
        title, setup: what was agreed on; `moves`: every action, chance included.
        players: who answers each action, CHANCE included; `last`: who is asked after them, or an empty string.
        digests: positions, the first one before any move; `scores`: the result, if it is a whole game.
        turns: numbers of live actions at which a turn has ended, map and market being due.
    """

    title: Title
    setup: Setup
    moves: tuple[Action, ...]
    players: tuple[str, ...]
    digests: tuple[str, ...]
    turns: tuple[int, ...]
    scores: dict[str, int]
    last: str

    @property
    def human(self) -> tuple[int, ...]:
        """Numbers of the actions that somebody makes."""
        return tuple(number for number, player in enumerate(self.players) if player != CHANCE)

    def calls(self, live: int | None = None) -> list[str]:
        """Return which players are called in the first `live` actions: one call whenever somebody else has to act."""
        asked = (*self.players, self.last)[: None if live is None else live + 1]
        asked = tuple(player for player in asked if player not in (CHANCE, ""))
        return [player for number, player in enumerate(asked) if number == 0 or asked[number - 1] != player]


def scripted(title: Title, setup: Setup, moves: Sequence[Action]) -> Script:
    """Play actions on the engine alone and note down everything about them."""
    session = Session(title, setup)
    players: list[str] = []
    digests, turns = [session.digest()], []
    for number, move in enumerate(moves, 1):
        assert session.decision is not None, f"the game is over before action {number}"
        players.append(str(session.decision.player))
        events = session.play(Act(move))  # type: ignore[arg-type]
        digests.append(session.digest())
        if any(isinstance(event, TurnEnded) for event in events):
            turns.append(number)
    asked = str(session.decision.player) if session.decision else ""
    scores = {str(player): score for player, score in session.game.state.scores.items()}
    return Script(title, setup, tuple(moves), tuple(players), tuple(digests), tuple(turns), scores, asked)


def whole(path: Path) -> Script:
    """Return a whole export of 18xx.games."""
    session = replay(path.read_bytes()).session
    return scripted(session.blueprint.title, session.setup, session.live)


def first_evening(path: Path) -> Script:
    """Return an export up to the end of its first operating round."""
    session = replay(path.read_bytes()).session
    trial = Session(session.blueprint.title, session.setup)
    seen = False
    for number, move in enumerate(session.live):
        operating = trial.game.state.round.kind == "operating"
        if seen and not operating:
            return scripted(session.blueprint.title, session.setup, session.live[:number])
        seen = seen or operating
        trial.play(Act(move))  # type: ignore[arg-type]
    raise AssertionError("the game ends in its first operating round")


def at_random(title: Title, setup: Setup, seed: int, moves: int) -> Script:
    """Return an evening of random play; whenever there is something better than passing, it is done."""
    session, dice = Session(title, setup), random.Random(seed)
    while len(session.live) < moves and session.decision is not None:
        session.play(Act(_some(session.decision, dice)))  # type: ignore[arg-type]
    return scripted(title, setup, session.live)


def _some(decision: Decision, dice: random.Random) -> Action:
    if decision.player == CHANCE:
        return draw(decision, first)
    by_verb: dict[str, list[Action]] = {}
    for action in decision.enumerate():
        if all(spec.verb is not type(action) or not spec.grave for spec in decision.specs):
            by_verb.setdefault(verb_of(action), []).append(action)
    verbs = sorted(by_verb)
    verb = dice.choices(verbs, [1 if verb == "pass" else 4 for verb in verbs])[0]
    found = by_verb[verb]
    return dice.choice(found[:3]) if verb == "bid" else dice.choice(found)


def first(_sides: int) -> int:
    """Chance that always takes the first; the bot under test is given the same one."""
    return 0
