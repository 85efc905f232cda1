"""The one source of legality: `Decision` -> `Spec` -> `Domain`.

A frame that needs an answer returns a `Decision`: who must act, and for each possible verb a `Spec` whose fields
have a `Domain` each. A domain is candidates plus ordered filters, every filter carrying its `RuleError`:
enumerating keeps the candidates for which all filters pass, a refusal is the first filter that fails.
The same domains serve buttons and autocomplete (`walk`), tests and random play (`enumerate`) and the check of a
move (`rejection`). Domains are lazy: nothing is computed before it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from engine.actions import Action, Route, verb_of
from engine.errors import RuleError
from engine.ids import EntityId, PlayerId

Value = str | int | tuple[Route, ...]
"""What a field of an action may hold."""

Given = Mapping[str, Value]
"""Fields chosen so far, by name, in the order of the Spec."""

Filter = Callable[[Value], RuleError | None]
"""A rule about one candidate: None = allowed, else why not."""

FEW = 25
"""How many values of a long range are offered as examples; also Discord's largest select."""

HINTED = 8
"""How many legal values a refusal lists."""


class Domain(Protocol):
    """Values a field may take."""

    def options(self) -> Iterator[Value]:
        """Yield legal values: all of them when finite, instructive samples of a long range or route search."""
        ...

    def rejection(self, value: Value) -> RuleError | None:
        """Return why `value` is not allowed, or None."""
        ...

    def label(self, value: Value) -> str:
        """Return `value` as a player reads it."""
        ...

    def hint(self) -> str:
        """Return what would be allowed, in few words, or an empty string."""
        ...


def as_text(value: Value) -> str:
    """Return a value as plain text: the default label."""
    if isinstance(value, tuple):
        return ", ".join(f"{route.train}: {'-'.join(route.path)}" for route in value)
    return str(value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of finitely many candidates.

    Attributes:
        candidates: called when first needed; everything that makes sense to name, legal or not.
        filters: rules in the order in which a refusal should be explained.
        unknown: refusal for a value that is no candidate at all.
        labels: value -> words, where the value alone says too little.
    """

    candidates: Callable[[], Iterable[Value]]
    unknown: RuleError
    filters: tuple[Filter, ...] = ()
    labels: Callable[[Value], str] = as_text

    def options(self) -> Iterator[Value]:
        """Yield the candidates that pass all filters, in order."""
        return (value for value in self.candidates() if all(rule(value) is None for rule in self.filters))

    def rejection(self, value: Value) -> RuleError | None:
        """Return the first refusal for `value`."""
        if value not in self.candidates():
            return self.unknown
        return next((error for rule in self.filters if (error := rule(value)) is not None), None)

    def label(self, value: Value) -> str:
        """Return the words for `value`."""
        return self.labels(value)

    def hint(self) -> str:
        """List the first legal values."""
        words = [self.labels(value) for value, _ in zip(self.options(), range(FEW + 1), strict=False)]
        shown = ", ".join(words[:HINTED])
        return f"{shown} and more" if len(words) > HINTED else shown


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `low` to `high` in steps of `step`, counted from `low` (or from 0 if `on_grid`).

    `refusal` explains a number outside; an empty range (high < low) refuses every number.
    """

    low: int
    high: int
    refusal: RuleError
    step: int = 1
    filters: tuple[Filter, ...] = ()
    money: bool = True

    def options(self) -> Iterator[Value]:
        """Yield all numbers of a short range, else both ends and values spread between."""
        numbers = range(self.low, self.high + 1, self.step)
        if len(numbers) > FEW:
            stride = -(-len(numbers) // FEW)
            numbers = range(self.low, self.high + 1, self.step * stride)
        return (number for number in numbers if all(rule(number) is None for rule in self.filters))

    def rejection(self, value: Value) -> RuleError | None:
        """Return why the number is not allowed."""
        if not isinstance(value, int) or not self.low <= value <= self.high or (value - self.low) % self.step:
            return self.refusal
        return next((error for rule in self.filters if (error := rule(value)) is not None), None)

    def label(self, value: Value) -> str:
        """Return the number."""
        return as_text(value)

    def hint(self) -> str:
        """Return the range in words."""
        if self.high < self.low:
            return ""
        if self.low == self.high:
            return str(self.low)
        return f"{self.low} to {self.high}" + (f" in steps of {self.step}" if self.step != 1 else "")


@dataclass(frozen=True, slots=True)
class Subset:
    """Comma-separated choice of `least` to `most` members, written in the order of `members`."""

    members: tuple[str, ...]
    least: int
    most: int
    refusal: RuleError
    filters: tuple[Filter, ...] = ()

    def options(self) -> Iterator[Value]:
        """Yield every legal subset, small ones first."""
        for size in range(self.least, self.most + 1):
            for chosen in combinations(self.members, size):
                text = ",".join(chosen)
                if all(rule(text) is None for rule in self.filters):
                    yield text

    def rejection(self, value: Value) -> RuleError | None:
        """Return why the subset is not allowed."""
        chosen = str(value).split(",") if value else []
        known = len(set(chosen)) == len(chosen) and set(chosen) <= set(self.members)
        if not known or not self.least <= len(chosen) <= self.most:
            return self.refusal
        return next((error for rule in self.filters if (error := rule(value)) is not None), None)

    def label(self, value: Value) -> str:
        """Return the members with spaces after the commas."""
        return str(value).replace(",", ", ") or "none"

    def hint(self) -> str:
        """Name the members and how many of them."""
        return f"{self.least} to {self.most} of {', '.join(self.members)}"


def _plain_lines(routes: tuple[Route, ...]) -> tuple[str, ...]:
    return tuple(as_text((route,)) for route in routes)


@dataclass(frozen=True, slots=True)
class Routes:
    """Routes for the trains at hand.

    Attributes:
        check: explains what is wrong with a set; linear in its length unless the title demands the best set.
        suggest: proposes good sets, best first; this searches.
        wrong: refusal of what is no set of routes.
        tell: a set in lines of words: first what it brings and whether more is possible, then each train.
    """

    check: Callable[[tuple[Route, ...]], RuleError | None]
    suggest: Callable[[], Iterable[tuple[Route, ...]]]
    wrong: RuleError
    tell: Callable[[tuple[Route, ...]], tuple[str, ...]] = _plain_lines

    def options(self) -> Iterator[Value]:
        """Yield the proposed sets of routes."""
        return iter(self.suggest())

    def rejection(self, value: Value) -> RuleError | None:
        """Return what is wrong with the routes."""
        return self.check(value) if isinstance(value, tuple) else self.wrong

    def label(self, value: Value) -> str:
        """Return the routes in one line, what matters most first."""
        return " · ".join(self.tell(value)) if isinstance(value, tuple) else as_text(value)

    def hint(self) -> str:
        """Return the first proposal."""
        return next((self.label(routes) for routes in self.suggest()), "")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action and where its values come from, given the fields before it."""

    name: str
    domain: Callable[[Given], Domain]


@dataclass(frozen=True, slots=True)
class Spec:
    """One verb that is possible now.

    Attributes:
        fields: in the order of the action's own fields; fields not named keep their default.
        words: what it does, as a button or prompt, for example ``"Pay the dividend"``.
        grave: irreversible; a user is asked once more (bankruptcy, closing, a merger).
        final: a rule about the whole action, checked last.
        meant: of several specs of a verb only those speak that mean the action; None = any action.
    """

    verb: type[Action]
    words: str
    fields: tuple[Field, ...] = ()
    grave: bool = False
    final: Callable[[Action], RuleError | None] | None = None
    meant: Callable[[Action], bool] | None = None

    @property
    def name(self) -> str:
        """The verb as players write it."""
        return verb_of(self.verb)

    def domain(self, given: Given) -> Domain | None:
        """Return the domain of the first field not in `given`; None when all are chosen."""
        field = next((field for field in self.fields if field.name not in given), None)
        return field.domain(given) if field else None

    def build(self, actor: EntityId, given: Given) -> Action:
        """Return the action for chosen fields."""
        return self.verb(actor, **given)

    def rejection(self, action: Action) -> tuple[int, RuleError | None]:
        """Return how far the action made sense (in half fields: a known but illegal value is half) and the refusal."""
        given: dict[str, Value] = {}
        for depth, field in enumerate(self.fields):
            value: Value = getattr(action, field.name)
            domain = field.domain(given)
            if (error := domain.rejection(value)) is not None:
                unknown = isinstance(domain, OneOf) and error is domain.unknown
                return 2 * depth + (not unknown), error
            given[field.name] = value
        if not self._rest_is_default(action):
            return 0, RuleError("unexpected_field", "", f"The move {self.name} has a part that does not belong here.")
        return 2 * len(self.fields), self.final(action) if self.final else None

    def _rest_is_default(self, action: Action) -> bool:
        named = {field.name for field in self.fields} | {"actor"}
        plain = {name: getattr(action, name) for name in action.__struct_fields__ if name in named}
        return self.verb(**plain) == action

    def enumerate(self, actor: EntityId) -> Iterator[Action]:
        """Yield every action the domains offer."""
        yield from self._complete(actor, {})

    def _complete(self, actor: EntityId, given: dict[str, Value]) -> Iterator[Action]:
        domain = self.domain(given)
        if domain is None:
            action = self.build(actor, given)
            if self.final is None or self.final(action) is None:
                yield action
            return
        name = next(field.name for field in self.fields if field.name not in given)
        for value in domain.options():
            yield from self._complete(actor, {**given, name: value})


@dataclass(frozen=True, slots=True)
class Decision:
    """What the game waits for.

    Attributes:
        actor: the player or company that acts; `player`: the human who decides for it, or CHANCE.
        prompt: what is asked, as a clause without the actor: ``"lays track"``, ``"buys or sells shares"``.
        paragraph: rulebook paragraph of the step.
        specs: possible verbs, most usual first; a verb may have several specs.
        barrier: undo past this point needs the others' consent (secrets opened, chance drawn).
        secret: the answer is hidden from the other players until it is opened.
        idle: verbs of the step that have no legal action now; never offered, they only explain refusals.
    """

    actor: EntityId
    player: PlayerId
    prompt: str
    paragraph: str
    specs: tuple[Spec, ...]
    barrier: bool = False
    secret: bool = False
    idle: tuple[Spec, ...] = ()

    def rejection(self, action: Action) -> RuleError | None:
        """Return why `action` is refused now, or None; of several specs the one that got furthest speaks."""
        if action.actor != self.actor:
            return RuleError("not_your_turn", self.paragraph, f"It is {self.actor} who {self.prompt} now.")
        specs = [spec for spec in (*self.specs, *self.idle) if spec.verb is type(action)]
        if not specs:
            return self._wrong_verb(action)
        meant = [spec for spec in specs if spec.meant is None or spec.meant(action)]
        furthest, refusal = -1, None
        for spec in meant or specs:
            depth, error = spec.rejection(action)
            if error is None:
                return None
            if depth > furthest:
                furthest, refusal = depth, error
        return refusal

    def _wrong_verb(self, action: Action) -> RuleError:
        verbs = ", ".join(self.verbs())
        sentence = f"{self.actor} cannot {verb_of(action)} now: {self.actor} {self.prompt} ({verbs})."
        return RuleError("wrong_verb", self.paragraph, sentence)

    def verbs(self) -> tuple[str, ...]:
        """Return the names of the possible verbs, each once, in order."""
        return tuple(dict.fromkeys(spec.name for spec in self.specs))

    def enumerate(self) -> Iterator[Action]:
        """Yield every legal action the domains offer (samples of long ranges)."""
        for spec in self.specs:
            yield from spec.enumerate(self.actor)

    def walk(self, path: Sequence[int]) -> "Walk":
        """Follow choice indexes: first the spec, then an option of each field; for buttons and selects.

        Raises:
            RuleError: an index that no longer exists.
        """
        return _walk(self, path)


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a path of choices leads: a finished `action`, or the next `options` as (index, label)."""

    action: Action | None
    spec: Spec | None
    field: str
    given: Given
    options: tuple[tuple[int, str], ...]
    domain: Domain | None


def _walk(decision: Decision, path: Sequence[int]) -> Walk:
    gone = RuleError("choice_gone", decision.paragraph, "That choice is no longer offered.")
    if not path:
        options = tuple((index, spec.words) for index, spec in enumerate(decision.specs))
        return Walk(None, None, "", {}, options, None)
    if not 0 <= path[0] < len(decision.specs):
        raise gone
    spec = decision.specs[path[0]]
    given: dict[str, Value] = {}
    for index in path[1:]:
        domain = spec.domain(given)
        values = list(domain.options()) if domain else []
        if not 0 <= index < len(values):
            raise gone
        given[spec.fields[len(given)].name] = values[index]
    domain = spec.domain(given)
    if domain is None:
        action = spec.build(decision.actor, given)
        refusal = decision.rejection(action)
        if refusal is not None:
            raise refusal
        return Walk(action, spec, "", given, (), None)
    labels = tuple((index, domain.label(value)) for index, value in enumerate(domain.options()))
    return Walk(None, spec, spec.fields[len(given)].name, given, labels, domain)


def refuse(code: str, paragraph: str, sentence: str, *, when: Callable[[Value], bool]) -> Filter:
    """Return a filter that refuses with one fixed sentence when the predicate holds."""
    error = RuleError(code, paragraph, sentence)
    return lambda value: error if when(value) else None


def field(name: str, domain: Domain) -> Field:
    """Return a field whose domain does not depend on the fields before it."""
    return Field(name, lambda _given: domain)
