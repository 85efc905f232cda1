"""One random game of 1841 with everything checked on the way."""

import random
from dataclasses import dataclass, field
from typing import Final, cast

from engine.actions import AnyAction
from engine.codec import action_from_json, action_to_json
from engine.decisions import Decision
from engine.errors import RuleError
from engine.notation import read, write
from engine.session import Act, Session
from engine.title import Setup
from engine.titles.t1841.title import T1841
from tests.support.play import check_copy, check_rewind, neighbours
from tests.support.soak1841.choosing import any_action, choose
from tests.support.soak1841.invariants import Watch
from tests.support.soak1841.tally import Counts, Tally
from tests.support.soak1841.tastes import STYLES

PATIENCE: Final = 1500
HASTE: Final = 700
"""Actions after which a careful table, or another one, wants to see the end."""
DESPAIR: Final = 2500
"""Actions after which anybody does anything."""


@dataclass(frozen=True)
class Care:
    """How often the dear checks run: every so many actions, drawn at random (0 = never)."""

    alternatives: int = 15
    tried: int = 3
    perturbed: int = 15
    copies: int = 100
    rewinds: int = 400


@dataclass
class Played:
    """A finished game: its log, how it ended (empty = cut off), what occurred."""

    session: Session
    outcome: str
    counts: Counts = field(default_factory=Counts)

    @property
    def length(self) -> int:
        """Number of actions."""
        return len(self.session.live)


def play(setup: Setup, seed: int, style: str, most: int = 5000, care: Care | None = None) -> Played:
    """Play until the game ends or `most` actions are done.

    Raises:
        AssertionError: names the seed, the number of the action and what is wrong.
    """
    return _Table(setup, seed, style, care or Care()).run(most)


class _Table:
    def __init__(self, setup: Setup, seed: int, style: str, care: Care) -> None:
        self._session = Session(T1841, setup)
        self._rng, self._seed, self._tastes, self._care = random.Random(seed), seed, STYLES[style], care
        self._doubt = random.Random(f"checks {seed}")
        self._watch, self._tally = Watch(self._session.game), Tally()

    def run(self, most: int) -> Played:
        session = self._session
        for number in range(1, most + 1):
            if session.decision is None:
                break
            self._step(number)
        again = Session.fold(T1841, session.setup, session.entries)
        assert again.digest() == session.digest(), f"seed {self._seed}: the replay differs"
        return Played(session, session.game.state.outcome, self._tally.counts)

    def _step(self, number: int) -> None:
        if number == (PATIENCE if self._tastes.careful else HASTE):
            self._tastes = self._tastes.hurried()
        if number == DESPAIR:
            self._tastes = STYLES["gamblers"].hurried()
        session, game = self._session, self._session.game
        action = cast(AnyAction, choose(game, self._rng, self._tastes))
        place = f"seed {self._seed}, action {number}: {write(action)}"
        try:
            self._check_before(action, place)
            self._tally.before(game)
            events = session.play(Act(action))
        except Exception as error:
            raise AssertionError(f"{place}: {type(error).__name__}: {error}") from error
        self._watch.check(session.game, action, events, place)
        self._tally.after(session.game, action, events)
        self._check_after(place)

    def _now(self, every: int) -> bool:
        return every > 0 and self._doubt.random() < 1 / every

    def _check_before(self, action: AnyAction, place: str) -> None:
        decision = self._session.decision
        assert decision is not None
        assert read(write(action)) == action, place
        assert action_from_json(action_to_json(action)) == action, place
        assert decision.rejection(action) is None, f"{place}: offered, yet refused"
        if self._now(self._care.alternatives):
            self._check_alternatives(decision, place)
        if self._now(self._care.perturbed):
            self._check_refusals(action, place)

    def _check_alternatives(self, decision: Decision, place: str) -> None:
        """Some other legal actions are accepted; one of them is tried on a copy."""
        found = [action for _ in range(6) if (action := any_action(decision, self._doubt)) is not None]
        for action in found:
            refusal = decision.rejection(action)
            assert refusal is None, f"{place}: {write(action)} is offered, yet refused: {refusal}"
            assert read(write(action)) == action, place
        if found and self._now(self._care.tried):
            twin, other = self._session.game.copy(), self._doubt.choice(found)
            watch = Watch(twin)
            events = twin.apply(other)
            watch.check(twin, other, events, f"{place}, instead {write(other)}")

    def _check_refusals(self, action: AnyAction, place: str) -> None:
        """What differs in one field is legal too, or refused with a reason and without a trace."""
        session = self._session
        assert session.decision is not None
        before = session.digest()
        for other in neighbours(session, self._doubt, action):
            refusal = session.decision.rejection(other)
            if refusal is None:
                continue
            assert refusal.code, f"{place}: no code for refusing {write(other)}"
            assert refusal.sentence.endswith("."), f"{place}: {refusal.sentence}"
            try:
                session.game.apply(other)
            except RuleError:
                continue
            raise AssertionError(f"{place}: refused, then carried out: {write(other)}")
        assert session.digest() == before, f"{place}: a refusal changed something"

    def _check_after(self, place: str) -> None:
        if self._session.decision is None:
            return
        if self._now(self._care.copies):
            check_copy(self._session.game)
        if self._now(self._care.rewinds):
            check_rewind(self._session, self._doubt.randint(1, 4))
