"""Random play with invariants, and perft: the harness for every title.

`random_game` plays a whole game and checks the books after every action; `perft` counts action sequences.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

import msgspec

from engine.actions import Action, AnyAction, verb_of
from engine.codec import action_from_json, action_to_json
from engine.decisions import Decision
from engine.errors import RuleError
from engine.game import Game
from engine.ids import CHANCE, CompanyId, EntityId
from engine.notation import read, write
from engine.session import Act, Redo, Session, Undo
from engine.title import Setup, Title


@dataclass(frozen=True)
class Thoroughness:
    """How often the dear checks run: every so many actions (0 = never); and what is played.

    `taste`: verb -> how often it is chosen against 3 for any other.
    """

    alternatives: int = 1
    perturbed: int = 3
    copies: int = 10
    rewinds: int = 25
    taste: Mapping[str, int] = field(default_factory=lambda: {"pass": 1})


THOROUGH = Thoroughness()
QUICK = Thoroughness(alternatives=5, perturbed=10, copies=40, rewinds=100)


def random_game(
    title: Title, setup: Setup, seed: int, max_actions: int = 2000, checks: Thoroughness = THOROUGH
) -> Session:
    """Play random legal actions until the game ends or `max_actions` are done; return the session.

    Verbs are drawn by taste, amounts of money are often the smallest ones.

    Raises:
        AssertionError: names the seed, the number of the action and the broken invariant.
    """
    session, rng = Session(title, setup), random.Random(seed)
    check_books(session.game)
    for number in range(1, max_actions + 1):
        decision = session.decision
        if decision is None:
            break
        action = _choose(decision, rng, checks.taste)
        if _due(number, checks.alternatives):
            _check_alternatives(decision)
        place = f"seed {seed}, action {number}: {write(action)}"
        assert read(write(action)) == action, place
        assert action_from_json(action_to_json(action)) == action, place
        if _due(number, checks.perturbed):
            _check_refusals(session, rng, action)
        proposal = session.propose(Act(cast(AnyAction, action)))
        session.accept(proposal)
        check_books(session.game, place)
        if _due(number, checks.copies):
            check_copy(session.game)
        if _due(number, checks.rewinds):
            check_rewind(session, rng.randint(1, 3))
    assert Session.fold(title, setup, session.entries).digest() == session.digest(), f"seed {seed}: replay differs"
    return session


def _due(number: int, every: int) -> bool:
    return every > 0 and number % every == 0


def _choose(decision: Decision, rng: random.Random, taste: Mapping[str, int]) -> Action:
    """Choose a verb, then field by field."""
    actions = list(decision.enumerate())
    assert actions, f"nobody can act: {decision.actor} {decision.prompt}"
    verbs = list(dict.fromkeys(verb_of(action) for action in actions))
    verb = rng.choices(verbs, [taste.get(verb, 3) for verb in verbs])[0]
    actions = [action for action in actions if verb_of(action) == verb]
    for name in actions[0].__struct_fields__:
        values = list(dict.fromkeys(getattr(action, name) for action in actions))
        frugal = name in ("amount", "price") and rng.random() < 0.6
        value = min(values) if frugal else rng.choice(values)
        actions = [action for action in actions if getattr(action, name) == value]
    return actions[0]


def _check_alternatives(decision: Decision) -> None:
    """Everything that is listed is accepted, and listed once."""
    actions = list(decision.enumerate())
    assert len(set(actions)) == len(actions), f"an action is listed twice: {decision.prompt}"
    for action in actions:
        assert decision.rejection(action) is None, f"listed, yet refused: {write(action)}"


def _check_refusals(session: Session, rng: random.Random, action: Action) -> None:
    """Change one field at a time: what the decision refuses must raise, explain itself and change nothing."""
    assert session.decision is not None
    before = session.digest()
    for other in neighbours(session, rng, action):
        refusal = session.decision.rejection(other)
        if refusal is None:
            continue
        assert refusal.sentence.endswith("."), refusal.sentence
        assert refusal.code
        try:
            session.game.apply(other)
        except RuleError:
            assert session.digest() == before, f"refused, yet something changed: {write(other)}"
        else:
            raise AssertionError(f"refused, then carried out: {write(other)}")


def neighbours(session: Session, rng: random.Random, action: Action) -> Iterator[Action]:
    """Yield actions that differ from `action` in one field: most of them are not allowed."""
    state = session.game.state
    actors = [*state.players, *state.companies, CHANCE]
    yield msgspec.structs.replace(action, actor=rng.choice(actors))
    words = [*session.blueprint.data.board.hexes, *session.blueprint.data.companies, "nowhere", "bank", "2"]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "actor":
            continue
        if isinstance(value, int):
            for changed in (value + 1, value - 1, -value, value + 10_000):
                yield msgspec.structs.replace(action, **{name: changed})
        elif isinstance(value, str):
            yield msgspec.structs.replace(action, **{name: rng.choice(words)})
        elif isinstance(value, tuple) and value:
            yield msgspec.structs.replace(action, **{name: ()})
            yield msgspec.structs.replace(action, **{name: (*value, value[0])})


def describe(decision: Decision | None) -> tuple[str, ...]:
    """Return everything a decision says, for comparison."""
    if decision is None:
        return ()
    actions = tuple(write(action) for action in decision.enumerate())
    return (decision.actor, decision.player, decision.prompt, decision.paragraph, *decision.verbs(), *actions)


def check_copy(game: Game) -> None:
    """Taken apart and put together again, the game asks the same and is the same."""
    twin = game.copy()
    assert twin.digest() == game.digest()
    assert describe(twin.decision) == describe(game.decision)


def check_rewind(session: Session, count: int) -> None:
    """Undo then redo is the identity."""
    before, question = session.digest(), describe(session.decision)
    count = min(count, len(session.live))
    session.accept(session.propose(Undo(count)))
    assert session.digest() == session.at(len(session.live)).digest()
    session.accept(session.propose(Redo()))
    assert session.digest() == before
    assert describe(session.decision) == question


def check_books(game: Game, place: str = "start") -> None:
    """Money, certificates, tiles, tokens and trains: nothing is made, lost or doubled; somebody can act."""
    state, data = game.state, game.blueprint.data
    assert sum(state.cash.values()) == data.bank, f"{place}: money"
    assert all(amount >= 0 for owner, amount in state.cash.items() if owner != "bank"), f"{place}: debt"
    for company in state.companies.values():
        _check_company(game, company.id, place)
    laid = Counter(placed.tile for placed in state.tiles.values())
    assert all(state.tile_counts[tile] + laid[tile] == count for tile, count in data.board.counts.items()), place
    assert all(count >= 0 for count in state.tile_counts.values()), f"{place}: tiles"
    cards = [*state.depot, *state.discards, *(card for held in state.trains.values() for card in held)]
    assert len(set(cards)) == len(cards), f"{place}: a train is in two places"
    for stop, owners in state.tokens.items():
        found = game.context.board.stop(stop)
        assert found is not None, f"{place}: tokens on {stop}, which is no stop"
        assert len(owners) <= found.data.slots, f"{place}: too many tokens on {stop}"
        assert len(set(owners)) == len(owners), f"{place}: two tokens of one company on {stop}"
        assert set(owners) <= set(state.companies), f"{place}: a token of nobody on {stop}"
    markers = [marker for stack in state.stacks.values() for marker in stack]
    assert Counter(markers) == Counter(state.places.keys()), f"{place}: market"
    assert (game.decision is None) == bool(state.outcome), f"{place}: nobody can act, and the game is not over"


def _check_company(game: Game, company: CompanyId, place: str) -> None:
    state = game.state
    held = [index for indexes in state.shares[company].values() for index in indexes]
    assert sorted(held) == list(range(len(state.companies[company].sizes))), f"{place}: certificates of {company}"
    assert state.companies[company].tokens_left >= 0, f"{place}: tokens of {company}"
    assert EntityId(company) in state.cash, f"{place}: no treasury of {company}"


def perft(game: Game, depth: int) -> int:
    """Count the action sequences of length `depth` from a position (shorter ones when the game ends)."""
    if depth == 0 or game.decision is None:
        return 1
    if depth == 1:
        return sum(1 for _ in game.decision.enumerate())
    total = 0
    for action in game.decision.enumerate():
        twin = game.copy()
        twin.apply(action)
        total += perft(twin, depth - 1)
    return total
