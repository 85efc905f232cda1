"""How a player makes a move: taps on a card or panel, a verb command, one line; by what is shown, as a user would."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import discord
from msgspec import structs
from simcord import ChannelHandle, InteractionResult, ResponseMessage
from simcord.actors import MemberActor

from bot.ui import parts
from bot.ui.address import parse
from bot.ui.typed import write_value
from engine import notation
from engine.actions import Action, verb_of
from engine.decisions import Decision, Spec, Value


class Shows(Protocol):
    """Anything with components."""

    @property
    def components(self) -> Sequence[Any]:
        """Components, as objects or as Discord sends them."""
        ...


Shown = discord.Message | ResponseMessage
Way = tuple[int, ...]

MOST_TAPS = 40
LADDERS = ("card", "turn", "verb", "do")
"""Ways of making a move, tried in rotation."""


class Unplayable(AssertionError):
    """A move that cannot be made the way it was tried: nothing that is shown leads to it."""


@dataclass
class Hands:
    """One player's hands at a table; counts what they did.

    Attributes:
        taps: how often each ladder was used and each kind of component tapped.
    """

    taps: Counter[str] = field(default_factory=Counter)

    async def play(self, who: MemberActor, table: ChannelHandle, card: Shown, move: "Move") -> None:
        """Make a move on a ladder; whether it arrived must be seen from the position."""
        self.taps[move.ladder] += 1
        if move.ladder in ("verb", "do"):
            verb, options = verb_of(move.action), options_of(move.action)
            command, filled = (verb, options) if move.ladder == "verb" else ("do", {"move": move.line})
            result = await who.slash(table, command, **filled)
            if move.is_grave:
                await self._tap(who, _shown(result, None), move)
        elif move.ladder == "turn":
            await self._tap(who, _shown(await who.slash(table, "turn"), None), move)
        else:
            await self._tap(who, card, move)

    async def _tap(self, who: MemberActor, shown: Shown | None, move: "Move") -> None:
        """Tap what leads to the action until it is made."""
        seen: set[tuple[int, str]] = set()
        for _ in range(MOST_TAPS):
            if shown is None or not list(components(shown)):
                return  # nothing to tap was shown
            found = self.next(shown, move)
            if (shown.id, found.custom_id) in seen:
                return  # it was tapped already and is still there: Discord failed; try the whole move again
            seen.add((shown.id, found.custom_id))
            self.taps[found.kind] += 1
            if found.kind == parts.PICK:
                result = await who.select(_message(shown), [found.value], custom_id=found.custom_id)
            else:
                result = await who.click(_message(shown), custom_id=found.custom_id)
            if found.kind == parts.TYPE and result.modal is not None:
                await who.submit_modal(result, {"answer": found.value})
                return
            if found.is_last:
                return
            shown = _shown(result, shown)
        raise Unplayable(f"{move}: no end of taps")

    def next(self, shown: "Shows", move: "Move") -> "Target":
        """Return what to tap next on what is shown.

        Raises:
            Unplayable: nothing there leads to the move.
        """
        tappable = list(components(shown))
        choices = [target for target in tappable if target.path and leads(target.path, move.paths)]
        if sure := [target for target in choices if target.kind == parts.SURE]:
            return replace(sure[0], is_last=True)
        if best := [target for target in choices if target.kind in (parts.CHOOSE, parts.PICK)]:
            best.sort(key=lambda target: -len(target.path))
            last = best[0].path in move.whole and not move.is_grave
            return replace(best[0], is_last=last)
        for target in tappable:
            if target.kind == parts.TYPE and (text := move.typed(target.path)) is not None:
                return replace(target, value=text)
        for target in tappable:
            if target.kind == parts.PAGE and target.label == "More":
                return target
        labels = [target.label or target.value for target in tappable]
        raise Unplayable(f"{move} cannot be tapped; there is {labels}")


@dataclass(frozen=True)
class Target:
    """Something to tap: a button, or one option of a select."""

    kind: str
    path: Way
    custom_id: str
    label: str = ""
    value: str = ""
    is_last: bool = False


@dataclass(frozen=True)
class Move:
    """A move somebody means to make.

    Attributes:
        paths: choices that lead to it, one for each spec that offers it; a field whose value is not among the
            proposals ends the path: it is typed.
        texts: what is typed after such a path; `whole`: paths that finish the action.
    """

    ladder: str
    action: Action
    paths: tuple[Way, ...]
    texts: tuple[tuple[Way, str], ...]
    whole: frozenset[Way]
    is_grave: bool

    @property
    def line(self) -> str:
        """The move as it is written after `/do`."""
        return notation.write_move(self.action)

    def typed(self, path: Way) -> str | None:
        """Return what is typed after a path, or None."""
        return next((text for before, text in self.texts if before == path), None)

    def __str__(self) -> str:
        """Return ladder and notation, for messages."""
        return f"{self.ladder}: {notation.write(self.action)}"


def move_of(decision: Decision, action: Action, ladder: str) -> Move:
    """Find how an action is reached in the choices of a decision."""
    paths, texts, whole = [], [], set()
    for index, spec in enumerate(decision.specs):
        if spec.verb is not type(action) or spec.rejection(action)[1] is not None:
            continue
        path, text = _path(spec, action, (index,))
        paths.append(path)
        if text is None:
            whole.add(path)
        else:
            texts.append((path, text))
    grave = any(spec.grave and spec.verb is type(action) for spec in decision.specs)
    return Move(ladder, action, tuple(paths), tuple(texts), frozenset(whole), grave)


def _path(spec: Spec, action: Action, path: Way) -> tuple[Way, str | None]:
    given: dict[str, Value] = {}
    for each in spec.fields:
        value: Value = getattr(action, each.name)
        options = list(each.domain(given).options())
        if value not in options:
            return path, write_value(value)
        path = (*path, options.index(value))
        given[each.name] = value
    return path, None


def leads(path: Way, goals: tuple[Way, ...]) -> bool:
    """Whether a path of choices is on the way to one of the goals."""
    return any(goal[: len(path)] == path for goal in goals)


def options_of(action: Action) -> dict[str, str | int]:
    """Return the options a user fills in for a verb command: all that are not as they would be anyway."""
    defaults = {each.name: each.default for each in structs.fields(type(action)) if not each.required}
    values: dict[str, Value] = {name: getattr(action, name) for name in action.__struct_fields__ if name != "actor"}
    return {
        name: value if isinstance(value, int) else write_value(value)
        for name, value in values.items()
        if name not in defaults or defaults[name] != value
    }


def components(message: "Shows") -> Iterator[Target]:
    """Yield everything of ours that can be tapped on a message."""
    raw = [item if isinstance(item, dict) else item.to_dict() for item in message.components]
    for item in itertools.chain.from_iterable(_walk(each) for each in raw):
        at = parse(str(item.get("custom_id", "")))
        if at is None or item.get("disabled"):
            continue
        custom_id = str(item["custom_id"])
        options = item.get("options")
        if isinstance(options, list):
            for option in options:
                value = str(option["value"])
                path = tuple(int(part) for part in value.split(".") if part.isdigit())
                yield Target(at.kind, path, custom_id, str(option.get("label", "")), value)
        else:
            yield Target(at.kind, at.path, custom_id, str(item.get("label", "")))


def _walk(item: object) -> Iterator[dict[str, object]]:
    if isinstance(item, dict):
        yield item
        for value in item.values():
            yield from _walk(value)
    elif isinstance(item, list | tuple):
        for value in item:
            yield from _walk(value)


def _message(shown: Shown) -> discord.Message:
    return shown.message if isinstance(shown, ResponseMessage) else shown


def _shown(result: InteractionResult, before: Shown | None) -> Shown | None:
    """Return the panel after a tap: a new private message, or the one that was edited."""
    if result.response is not None and list(components(result.response)):
        return result.response
    fresh = [message for message in result.followups if list(components(message))]
    return fresh[-1] if fresh else before
