"""A legal action at random, chosen step by step through the domains of a decision: nothing is listed in full."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from engine.actions import Action, Lay
from engine.board import reach
from engine.decisions import Decision, Spec, Value
from engine.game import Game
from engine.ids import BANK, CompanyId, EntityId
from engine.rules.trains import cheapest_bank_train
from engine.titles.t1841.bankruptcy import LEAVE
from engine.titles.t1841.network import bases, run_access
from tests.support.soak1841.tastes import Tastes

PLAIN: Final = 10.0
MOST: Final = 60
"""Values of one field that are looked at."""
RESERVE: Final = 300
"""Money to keep for starting a corporation, in the auction."""
BANK_FIRST: Final = 0.8
OFTEN_CHEAP: Final = 0.7
FEW: Final = 2
NEAR: Final = 3


def choose(game: Game, rng: random.Random, tastes: Tastes) -> Action:
    """Return a legal action of the open decision, weighted by taste.

    Raises:
        AssertionError: nobody can act.
    """
    decision = game.decision
    assert decision is not None
    if "lay" in decision.verbs() and rng.random() < tastes.build:
        best = _best_lay(game, rng, tastes.trials)
        if best is not None:
            return best
    specs = list(decision.specs)
    while specs:
        weights = [weight(spec, game, tastes) for spec in specs]
        spec = rng.choices(specs, weights)[0] if any(weights) else specs[0]
        action = complete(decision, spec, rng, tastes)
        if action is not None:
            return action
        specs.remove(spec)
    raise AssertionError(f"nobody can act: {decision.actor} {decision.prompt}")


def any_action(decision: Decision, rng: random.Random) -> Action | None:
    """Return any legal action, every verb and value alike; None when the drawn verb has none."""
    return complete(decision, rng.choice(decision.specs), rng, Tastes())


def weight(spec: Spec, game: Game, tastes: Tastes) -> float:
    """How much a table likes to do this now."""
    decision = game.decision
    assert decision is not None
    if spec.name == "pass":
        return _weight_of_passing(decision, game, tastes.reserve)
    if spec.words.startswith("Offer to buy from"):
        return tastes.trade
    keeping = max(1 - tastes.pay, tastes.thrift if _needs_money(game, decision.actor) else 0.0)
    liked = {
        "sell": tastes.sell,
        "par": tastes.found,
        "merge": tastes.merge,
        "convert": tastes.transform,
        "train": tastes.trains,
        "token": tastes.tokens,
        "pay": PLAIN * (1 - keeping),
        "withhold": PLAIN * keeping,
    }
    return liked.get(spec.name, PLAIN)


def _weight_of_passing(decision: Decision, game: Game, reserve: int) -> float:
    kind = game.state.round.kind
    if kind == "auction":
        return 6.0 if game.state.cash[decision.actor] > RESERVE else 100.0
    if kind == "stock" and game.state.cash[decision.actor] < reserve:
        return PLAIN * PLAIN
    return {"lays track": 0.2, "buys or sells stock": 2.0 if kind == "stock" else 6.0}.get(decision.prompt, 3.0)


def _needs_money(game: Game, company: EntityId) -> bool:
    """Whether a corporation with one train or none is saving for the next one, a third of which it has."""
    cheapest = cheapest_bank_train(game.context)
    few, has = len(game.state.trains.get(company, ())) < FEW, game.state.cash.get(company, 0)
    return few and cheapest is not None and has < cheapest.low <= NEAR * has


def complete(decision: Decision, spec: Spec, rng: random.Random, tastes: Tastes) -> Action | None:
    """Return an action of the spec, its fields drawn one after the other; None when there is none."""
    return next(_completions(decision, spec, {}, (rng, tastes)), None)


def _completions(
    decision: Decision, spec: Spec, given: dict[str, Value], luck: tuple[random.Random, Tastes]
) -> Iterator[Action]:
    domain = spec.domain(given)
    if domain is None:
        action = spec.build(decision.actor, given)
        if spec.final is None or spec.final(action) is None:
            yield action
        return
    name = next(field.name for field in spec.fields if field.name not in given)
    values = list(islice(domain.options(), MOST))
    for value in _in_order(spec, name, values, luck):
        yield from _completions(decision, spec, {**given, name: value}, luck)


def _in_order(spec: Spec, name: str, values: Sequence[Value], luck: tuple[random.Random, Tastes]) -> list[Value]:
    """Values as they shall be tried: cheap prices first more often than not, answers by taste."""
    rng, tastes = luck
    if name == "routes":
        return list(values)
    shuffled = rng.sample(list(values), len(values))
    if name == "source" and BANK in values and (tastes.careful or rng.random() < BANK_FIRST):
        return sorted(shuffled, key=lambda value: value != BANK)
    if name == "price" and spec.name == "par" and tastes.careful:
        return sorted(shuffled, key=lambda value: -int(str(value)))
    cheap = name == "amount" or tastes.careful or rng.random() < OFTEN_CHEAP
    if name in ("price", "amount") and len(values) > FEW and cheap:
        return sorted(shuffled, key=lambda value: int(str(value)))
    first = {"yes", LEAVE} & set(map(str, values))
    if first:
        chance = tastes.leave if LEAVE in first else tastes.consent
        shuffled.sort(key=lambda value: (str(value) in first) != (rng.random() < chance))
    return shuffled


def _best_lay(game: Game, rng: random.Random, trials: int) -> Lay | None:
    """Of some tiles the one after which the corporation reaches most."""
    decision = game.decision
    assert decision is not None
    spec = next(spec for spec in decision.specs if spec.name == "lay")
    first = spec.domain({})
    hexes = list(first.options()) if first else []
    chosen = rng.choices(hexes, k=trials) if hexes else []
    found = [next(_completions(decision, spec, {"hex": each}, (rng, Tastes())), None) for each in chosen]
    lays = list(dict.fromkeys(action for action in found if isinstance(action, Lay)))
    return max(lays, key=lambda lay: _reached(game, lay), default=None) if len(lays) > 1 else next(iter(lays), None)


def _reached(game: Game, lay: Lay) -> float:
    twin = game.copy()
    twin.apply(lay)
    company = CompanyId(lay.actor)
    if company not in twin.state.companies:
        return 0
    starts = bases(twin.context, company)
    stops = reach(twin.context.board, run_access(twin.context, company, starts)).stops if starts else ()
    kinds = [stop.data.kind for ref in stops if (stop := twin.context.board.stop(ref)) is not None]
    return sum({"city": 3, "offboard": 8, "port": 2, "pass": 1}.get(kind, 1) for kind in kinds)
