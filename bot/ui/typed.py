"""Moves that are typed: verb commands and one-line notation, completed and checked from the same domains.

Every function may search routes and so be slow: call them off the event loop.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_origin

from msgspec import structs

from engine import notation
from engine.actions import VERBS, Action, Route, Run
from engine.decisions import FEW, Decision, Domain, Field, Given, Spec, Value, as_text
from engine.errors import NotationError, RuleError
from engine.ids import EntityId

Typed = Mapping[str, str | int]
"""Options of a command as Discord hands them over: field -> text or number."""

NAME = 100
"""Longest name or value of a completion, in characters (Discord)."""

DIGITS = 18
"""Digits of the largest number that is understood."""

NOTHING: Mapping[object, Value] = {int: 0, str: "", Route: ()}
"""Kind of a field -> what stands there when nothing was typed."""

TRIED = 200
"""So many combinations of options that were not filled in are looked at for a completion."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One proposal: what is read and what is sent, each at most 100 characters."""

    name: str
    value: str


def read_value(field: str, verb: str, text: str | int, domain: Domain) -> Value:
    """Return a typed option as a value of its field; ``#3`` is the third proposal of a long one.

    Raises:
        NotationError: no number, or no route.
    """
    if isinstance(text, str) and text.startswith("#") and (wanted := _whole(text[1:])) is not None:
        for number, value in enumerate(domain.options(), 1):
            if number == wanted:
                return value
    return _read(field, types(verb)[field], text)


def _read(field: str, kind: object, text: str | int) -> Value:
    if kind is int:
        try:
            return int(text)
        except ValueError:
            raise NotationError(f"{field} must be a whole number, not {text}.") from None
    if kind is str:
        return str(text).strip()
    move = notation.read(f"run {text}", "nobody")
    return move.routes if isinstance(move, Run) else ()


def _whole(text: str) -> int | None:
    """Return a number written in digits, None for anything else and for what no game has so much of."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def write_value(value: Value) -> str:
    """Return a value as it is typed into an option."""
    return " ".join(_route(route) for route in value) if isinstance(value, tuple) else str(value)


def _route(route: Route) -> str:
    return f"{route.train}={'-'.join(route.path)}"


def types(verb: str) -> dict[str, type[int] | type[str] | type[Route]]:
    """Return field -> type of an action, without the actor: ``int``, ``str`` (ids) or ``Route`` (a tuple of them)."""
    return {field.name: _kind(field.type) for field in structs.fields(VERBS[verb]) if field.name != "actor"}


def _kind(declared: object) -> type[int] | type[str] | type[Route]:
    if get_origin(declared) is tuple:
        return Route
    return int if declared is int else str


# -- verb commands -----------------------------------------------------------------------------------


def build(decision: Decision, verb: str, typed: Typed) -> Action:
    """Return the action of a verb command; options left out are filled in where only one value is legal.

    A legal action if there is one, else the one that makes most sense, for the table to refuse.

    Raises:
        RuleError: the verb is not possible now, or something is missing.
        NotationError: an option that cannot be read.
    """
    wrong: list[tuple[int, Action]] = []
    gaps: list[RuleError] = []
    for spec in (spec for spec in decision.specs if spec.name == verb):
        try:
            action = spec.build(decision.actor, _fill(spec, typed, decision.paragraph))
        except RuleError as error:
            gaps.append(error)
            continue
        action = structs.replace(action, **_left_over(spec, verb, typed))
        if decision.rejection(action) is None:
            return action
        wrong.append((spec.rejection(action)[0], action))
    if wrong:
        return max(wrong, key=lambda found: found[0])[1]
    if gaps:
        raise gaps[0]
    raise _impossible(decision, verb, typed)


def _impossible(decision: Decision, verb: str, typed: Typed) -> RuleError:
    """Return why a verb that is not offered is not possible; the engine explains from what was typed."""
    values = {name: NOTHING[kind] for name, kind in types(verb).items()}
    values |= {name: value for name, value in typed.items() if types(verb)[name] is type(value)}
    refusal = decision.rejection(VERBS[verb](decision.actor, **values))
    return refusal or RuleError("wrong_verb", decision.paragraph, f"{verb} is not possible now.")


def _fill(spec: Spec, typed: Typed, paragraph: str) -> dict[str, Value]:
    """Return a value for every field; what stands after an illegal one is taken as typed, for the table to refuse."""
    given: dict[str, Value] = {}
    defaults = {field.name: field.default for field in structs.fields(spec.verb) if not field.required}
    for field in spec.fields:
        domain = field.domain(given)
        if field.name in typed:
            given[field.name] = read_value(field.name, spec.name, typed[field.name], domain)
            if field is not spec.fields[-1] and domain.rejection(given[field.name]) is not None:
                return {**_all_as_typed(spec, typed), **given}
        elif (only := _only(domain)) is not None:
            given[field.name] = only
        elif field.name in defaults and domain.rejection(defaults[field.name]) is None:
            given[field.name] = defaults[field.name]
        else:
            raise RuleError("missing", paragraph, f"Say also which {field.name}: {domain.hint()}.")
    return given


def _all_as_typed(spec: Spec, typed: Typed) -> dict[str, Value]:
    """Return what was typed into the fields of a spec, and nothing, in the field's kind, where nothing was."""
    kinds = types(spec.name)
    return {
        field.name: _read(field.name, kinds[field.name], typed[field.name])
        if field.name in typed
        else NOTHING[kinds[field.name]]
        for field in spec.fields
    }


def _left_over(spec: Spec, verb: str, typed: Typed) -> dict[str, str | int]:
    named = {field.name for field in spec.fields}
    return {name: value for name, value in typed.items() if name not in named and types(verb)[name] in (int, str)}


def _only(domain: Domain) -> Value | None:
    options = domain.options()
    first = next(options, None)
    return first if first is not None and next(options, None) is None else None


def complete_option(decision: Decision, verb: str, name: str, typed: Typed) -> list[Completion]:
    """Return what may be filled into option `name`, given the other options in `typed` and the text typed so far."""
    wanted = str(typed.get(name, "")).lower()
    others = {field: value for field, value in typed.items() if field != name and value != ""}
    found: dict[str, Completion] = {}
    for spec in (spec for spec in decision.specs if spec.name == verb):
        for domain in _domains(spec, name, others):
            for number, value in enumerate(domain.options(), 1):
                text, label = write_value(value), domain.label(value)
                if wanted in text.lower() or wanted in label.lower():
                    sent = text if len(text) <= NAME else f"#{number}"
                    found.setdefault(text, Completion(_reading(text, label), sent))
            whole = _whole(wanted)
            if whole is not None and domain.rejection(whole) is None:
                found.setdefault(wanted, Completion(wanted, wanted))
    return sorted(found.values(), key=lambda item: not item.value.lower().startswith(wanted))[:FEW]


def _reading(text: str, label: str) -> str:
    reading = label if text.lower() in label.lower() or len(text) > NAME // 2 else f"{text} · {label}"
    return reading if len(reading) <= NAME else reading[: NAME - 1] + "…"


def _domains(spec: Spec, name: str, others: Typed) -> Iterator[Domain]:
    """Yield the domain of a field for every way to fill the fields before it that agrees with `others`."""
    budget = [TRIED]

    def walk(given: dict[str, Value], fields: tuple[Field, ...]) -> Iterator[Domain]:
        if not fields or budget[0] <= 0:
            return
        budget[0] -= 1
        field, rest = fields[0], fields[1:]
        domain = field.domain(given)
        if field.name == name:
            yield domain
            return
        values = _given_values(spec, field.name, others, domain)
        for value in values:
            yield from walk({**given, field.name: value}, rest)

    yield from walk({}, spec.fields)


def _given_values(spec: Spec, name: str, others: Typed, domain: Domain) -> list[Value]:
    if name not in others:
        return [value for value, _ in zip(domain.options(), range(TRIED), strict=False)]
    try:
        value = read_value(name, spec.name, others[name], domain)
    except NotationError:
        return []
    return [value] if domain.rejection(value) is None else []


# -- one line of notation ----------------------------------------------------------------------------


def complete_line(decision: Decision, text: str) -> list[Completion]:
    """Return what was typed if it is a legal move, and lines that go on: moves where they are few, else a word."""
    found = [*_as_typed(decision, text), *_continued(decision, text)]
    return list({item.value: item for item in reversed(found)}.values())[::-1][:FEW]


def _as_typed(decision: Decision, text: str) -> list[Completion]:
    line = " ".join(text.split())
    try:
        is_legal = decision.rejection(notation.read(line, decision.actor)) is None
    except NotationError:
        return []
    return [Completion(line, line)] if is_legal and len(line) <= NAME else []


def _continued(decision: Decision, text: str) -> list[Completion]:
    words = text.lower().split()
    if text.endswith(" ") and words:
        words.append("")
    front = [_Part(spec, {}) for spec in decision.specs if spec.name.startswith(words[0] if words else "")]
    if len(words) <= 1 and len(front) > 1:
        return _complete([_Part(part.spec, {}) for part in front])
    for depth, word in enumerate(words[1:] or [""], 1):
        front = [deeper for part in front for deeper in part.grow(word, exact=depth < len(words) - 1)]
    while len(front) <= FEW // 3 and any(not part.is_whole for part in front):
        front = [deeper for part in front for deeper in ([part] if part.is_whole else part.grow("", exact=False))]
    return _complete(front)


def _complete(parts: "list[_Part]") -> list[Completion]:
    found: dict[str, Completion] = {}
    for part in parts:
        line = part.line()
        if len(line) <= NAME:
            found.setdefault(line, Completion(_reading(line, part.words()), line))
    return list(found.values())[:FEW]


@dataclass(frozen=True, slots=True)
class _Part:
    """The beginning of a move: a spec and the fields chosen so far."""

    spec: Spec
    given: Given

    @property
    def is_whole(self) -> bool:
        return len(self.given) == len(self.spec.fields)

    def grow(self, word: str, *, exact: bool) -> "Iterator[_Part]":
        """Yield the part with one more field, for values that begin with (or are) `word`."""
        if self.is_whole:
            if not word:
                yield self
            return
        field = self.spec.fields[len(self.given)]
        domain = field.domain(self.given)
        hits = 0
        for value in domain.options():
            text = _word(value).lower()
            if text == word or (not exact and text.startswith(word)):
                hits += 1
                yield _Part(self.spec, {**self.given, field.name: value})
        number = _whole(word)
        if not hits and number is not None and domain.rejection(number) is None:
            yield _Part(self.spec, {**self.given, field.name: number})

    def line(self) -> str:
        """Return the notation of what is chosen."""
        if self.is_whole:
            return notation.write_move(self.spec.build(self.spec_actor, self.given))
        return " ".join([self.spec.name, *(_word(value) for value in self.given.values())]) + " "

    def words(self) -> str:
        """Return what is chosen in words."""
        return " · ".join([self.spec.words, *(as_text(value) for value in self.given.values())])

    @property
    def spec_actor(self) -> EntityId:
        return EntityId("nobody")


def _word(value: Value) -> str:
    return write_value(value).replace(" ", "_") if isinstance(value, str) else write_value(value)


def hint(decision: Decision, action: Action | None, verb: str = "") -> str:
    """Return what would be legal instead of a refused action: values of the field at fault, or the verbs."""
    verb_class = type(action) if action is not None else VERBS.get(verb)
    specs = [spec for spec in decision.specs if spec.verb is verb_class]
    if action is not None and specs:
        spec, reach = max(((spec, spec.rejection(action)[0]) for spec in specs), key=lambda pair: pair[1])
        depth = reach // 2  # counted in half fields
        if depth < len(spec.fields):
            field = spec.fields[depth]
            given = {before.name: getattr(action, before.name) for before in spec.fields[:depth]}
            words = field.domain(given).hint()
            return f"Possible {field.name}: {words}." if words else ""
        return ""
    return f"Possible now: {', '.join(dict.fromkeys(spec.words for spec in decision.specs))}."
