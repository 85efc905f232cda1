"""From a Decision to what a panel shows next: choices, a number to type, or a finished action.

Nothing here knows a verb or a title. Functions may search routes and so be slow: call them off the event loop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.ui.typed import read_value
from engine.actions import Action
from engine.decisions import FEW, Amount, Decision, Domain, OneOf, Routes, Spec, Value, Walk
from engine.errors import RuleError

BUTTONS = 5
"""Up to so many choices are buttons, more are a select."""

SHORT = 3
"""A value of so few characters is shown with the name of its field."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap: where it leads and its words."""

    path: tuple[int, ...]
    words: str
    grave: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What a panel shows.

    Attributes:
        path: choices that led here, forced ones included.
        chosen: those choices in words, for example ``"Lay track · hex K5"``.
        asks: name of the field that is asked for, empty at the first question.
        choices: what can be tapped; for a long range or a route search only proposals.
        domain: of the field asked for; None at the first question and when finished.
        action: the finished action, None while something is to be chosen; `grave`: it must be confirmed.
        told: proposed routes in full, one line each: what they bring, then train by train.
    """

    path: tuple[int, ...]
    chosen: str
    asks: str
    choices: tuple[Choice, ...]
    domain: Domain | None = None
    action: Action | None = None
    grave: bool = False
    told: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        """Whether values besides the proposals are possible and can be typed."""
        return isinstance(self.domain, Routes) or is_long(self.domain)


def is_long(domain: Domain | None) -> bool:
    """Whether a domain is a range too long for a select."""
    return isinstance(domain, Amount) and len(range(domain.low, domain.high + 1, domain.step)) > FEW


def step(decision: Decision, path: Sequence[int] = ()) -> Step:
    """Return what to show after the choices `path`; a single choice that does not finish is taken at once.

    Raises:
        RuleError: a choice that no longer exists, or the finished action is not allowed.
    """
    here = tuple(path)
    walk = decision.walk(here)
    while walk.action is None and len(walk.options) == 1 and not _is_free(walk):
        ahead = decision.walk((*here, walk.options[0][0]))
        if ahead.action is not None:
            break
        here, walk = (*here, walk.options[0][0]), ahead
    grave = walk.spec.grave if walk.spec else False
    choices = _first_choices(decision) if walk.spec is None else _choices(here, walk)
    return Step(here, _chosen(walk), walk.field, choices, walk.domain, walk.action, grave, _told(walk))


def _is_free(walk: Walk) -> bool:
    return isinstance(walk.domain, Routes) or is_long(walk.domain)


def _choices(path: tuple[int, ...], walk: Walk) -> tuple[Choice, ...]:
    """Return the values of the field asked for, without those after which nothing could be chosen."""
    if walk.spec is None or walk.domain is None:
        return ()
    found = zip(walk.options, walk.domain.options(), strict=False)
    return tuple(Choice((*path, index), label) for (index, label), value in found if _leads_on(walk, value))


def _told(walk: Walk) -> tuple[str, ...]:
    if not isinstance(walk.domain, Routes):
        return ()
    proposals = [value for value in walk.domain.options() if isinstance(value, tuple)]
    return tuple(line for routes in proposals for line in walk.domain.tell(routes))


def _leads_on(walk: Walk, value: Value) -> bool:
    domain = walk.spec.domain({**walk.given, walk.field: value}) if walk.spec else None
    return domain is None or next(domain.options(), None) is not None


def _chosen(walk: Walk) -> str:
    if walk.spec is None:
        return ""
    words = [walk.spec.words]
    given: dict[str, Value] = {}
    for field in walk.spec.fields[: len(walk.given)]:
        value = walk.given[field.name]
        label = field.domain(given).label(value)
        words.append(label if len(label) > SHORT else f"{field.name} {label}")
        given[field.name] = value
    return " · ".join(words)


def _first_choices(decision: Decision) -> tuple[Choice, ...]:
    """Return the verbs; a verb with one short field is spread out while everything still fits on buttons."""
    plain = [Choice((index,), spec.words, spec.grave) for index, spec in enumerate(decision.specs)]
    room = BUTTONS - len(plain)
    spread: list[Choice] = []
    for choice, spec in zip(plain, decision.specs, strict=True):
        parts = list(_spread(choice, spec, room + 1))
        if 0 < len(parts) <= room + 1:
            room -= len(parts) - 1
            spread.extend(parts)
        else:
            spread.append(choice)
    return tuple(spread)


def _spread(choice: Choice, spec: Spec, room: int) -> Iterator[Choice]:
    if len(spec.fields) != 1 or spec.grave:
        return
    domain = spec.domain({})
    if not isinstance(domain, OneOf):
        return
    for index, value in enumerate(domain.options()):
        if index > room:
            return
        yield Choice((*choice.path, index), f"{spec.words}: {domain.label(value)}")


def typed_value(decision: Decision, path: Sequence[int], text: str) -> Action:
    """Return the action for a value typed after the choices `path`; later fields must have one legal value each.

    Raises:
        NotationError: the text is no number or no route.
        RuleError: not allowed; says what would be.
    """
    walk = decision.walk(path)
    if walk.spec is None or walk.domain is None:
        raise RuleError("choice_gone", decision.paragraph, "That choice is no longer offered.")
    value = read_value(walk.field, walk.spec.name, text.strip(), walk.domain)
    refusal = walk.domain.rejection(value)
    if refusal is not None:
        limits = walk.domain.hint()
        sentence = f"{refusal.sentence} Possible: {limits}." if limits else refusal.sentence
        raise RuleError(refusal.code, refusal.paragraph, sentence)
    given = {**walk.given, walk.field: value}
    while (domain := walk.spec.domain(given)) is not None:
        name = walk.spec.fields[len(given)].name
        options = list(domain.options())
        if len(options) != 1:
            raise RuleError("missing", decision.paragraph, f"Say also which {name}: use /{walk.spec.name} for that.")
        given[name] = options[0]
    return walk.spec.build(decision.actor, given)
