"""One action, one line: ``SFTG: lay K5 9 1``.

The actor stands before a colon and may be left out where it is known. Fields follow in the order of the action,
trailing ones that keep their default are omitted. Routes are written ``2-3=J6-K5-L4-M3`` with spaces between trains.
"""

from functools import cache

import msgspec

from engine.actions import VERBS, Action, Route, Run, verb_of
from engine.errors import NotationError
from engine.ids import EntityId, TrainId


def write(action: Action) -> str:
    """Return the line for an action."""
    return f"{action.actor}: {write_move(action)}"


def write_move(action: Action) -> str:
    """Return the line without the actor."""
    words = [verb_of(action)]
    if isinstance(action, Run):
        return " ".join([*words, *(f"{route.train}={'-'.join(route.path)}" for route in action.routes)])
    values = [(field.default, getattr(action, field.name)) for field in _fields(type(action))]
    while values and values[-1][0] == values[-1][1]:
        values.pop()
    return " ".join([*words, *(_quote(str(value)) for _, value in values)])


def read(line: str, actor: str | None = None) -> Action:
    """Return the action of a line; `actor` is used when the line names none.

    Raises:
        NotationError: says what was expected.
    """
    head, colon, rest = line.partition(":")
    if colon and " " not in head.strip() and head.strip().lower() not in VERBS:
        actor, line = head.strip(), rest
    words = line.split()
    if not words:
        raise NotationError("Nothing was written; a move looks like: lay K5 9 1.")
    verb, values = words[0].lower(), words[1:]
    if verb not in VERBS:
        raise NotationError(f"There is no move called {words[0]}; moves are {', '.join(VERBS)}.")
    if actor is None:
        raise NotationError("Who acts? Write the name and a colon before the move.")
    if verb == "run":
        return Run(EntityId(actor), tuple(_read_route(word) for word in values))
    return _build(VERBS[verb], actor, values)


def usage(verb: str) -> str:
    """Return the form of a verb, for example ``lay HEX TILE TURN``; optional fields in brackets."""
    if verb == "run":
        return "run TRAIN=HEX-HEX... [TRAIN=HEX-HEX...]"
    parts = [field.name.upper() if field.required else f"[{field.name.upper()}]" for field in _fields(VERBS[verb])]
    return " ".join([verb, *parts])


@cache
def _fields(verb: type[Action]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return tuple(field for field in msgspec.structs.fields(verb) if field.name != "actor")


def _build(verb: type[Action], actor: str, values: list[str]) -> Action:
    fields = _fields(verb)
    if len(values) > len(fields):
        raise NotationError(f"Too many words; the form is: {usage(verb_of(verb))}.")
    given: dict[str, str | int] = {"actor": actor}
    for field, text in zip(fields, values, strict=False):
        given[field.name] = _number(field.name, text) if field.type is int else _unquote(text)
    missing = [field.name for field in fields if field.required and field.name not in given]
    if missing:
        raise NotationError(f"{missing[0]} is missing; the form is: {usage(verb_of(verb))}.")
    return msgspec.convert(given | {"verb": verb_of(verb)}, verb)


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"{name} must be a whole number, not {text}.") from None


def _read_route(word: str) -> Route:
    train, equals, path = word.partition("=")
    if not equals or not train or not path:
        raise NotationError(f"{word} is no route; a route looks like 2-3=J6-K5-L4-M3.")
    return Route(TrainId(train), tuple(path.split("-")))


def _quote(text: str) -> str:
    return text.replace(" ", "_") or '""'


def _unquote(text: str) -> str:
    return "" if text == '""' else text
