"""An 18xx.games export as plain data: undo and redo resolved, automatic actions inline, nothing title-specific."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.errors import LogError

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

_TALK = frozenset({"message"})
_NO_MOVE = frozenset({"message", "undo", "redo"})


class ImportFailure(LogError):
    """An export that cannot be read or played; `number` is the action's own id in the file."""


@dataclass(frozen=True, slots=True)
class SiteAction:
    """One applied action of the site.

    Attributes:
        number: 1-based place in the flattened log; `id`: the id of the exported action it belongs to.
        kind: the site's type, for example ``lay_tile``; `entity`: seat (``P1``) or company.
        fields: everything else the export says, player ids replaced by seats.
        auto: the site's engine made it by itself, or a player's earlier programme did.
    """

    number: int
    id: int
    kind: str
    entity: str
    fields: Mapping[str, Json]
    auto: bool = False

    def text(self, name: str) -> str:
        """Return a field as text, empty when absent."""
        value = self.fields.get(name)
        return "" if value is None else str(value)

    def whole(self, name: str) -> int:
        """Return a field as a whole number (prices may come as text or as 69.5: rounded down), 0 when absent."""
        value = self.fields.get(name)
        return int(float(str(value))) if value not in (None, "") else 0

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list field as texts."""
        value = self.fields.get(name)
        return tuple(str(item) for item in value) if isinstance(value, list) else ()


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A whole export.

    Attributes:
        players: names in seat order; seat k is ``Pk``.
        options: the site's names of the chosen variants.
        result: seat -> score as the file claims it, empty when unfinished.
    """

    title: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    actions: tuple[SiteAction, ...]
    seed: int
    result: Mapping[str, int]
    end_reason: str


def parse(text: str | bytes) -> SiteGame:
    """Read an export.

    Raises:
        ImportFailure: no JSON, not such an export, or an undo of something that is not there.
    """
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFailure(0, f"this is no JSON file ({error}).") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("actions"), list) or "title" not in raw:
        raise ImportFailure(0, "this is no 18xx.games export: title, players and actions are expected.")
    try:
        return _game(cast(dict[str, Json], raw))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ImportFailure(
            0, "this is no 18xx.games export: something in it is missing or of the wrong kind."
        ) from error


def _game(raw: Mapping[str, Json]) -> SiteGame:
    people = [cast(dict[str, Json], player) for player in cast(list[Json], raw.get("players") or [])]
    seats = {str(player["id"]): f"P{index}" for index, player in enumerate(people, 1)}
    settings = raw.get("settings")
    options = settings.get("optional_rules") if isinstance(settings, dict) else raw.get("optional_rules")
    seed = settings.get("seed") if isinstance(settings, dict) else raw.get("seed")
    result = raw.get("result")
    scores = {seats.get(str(who), str(who)): int(float(str(score))) for who, score in _items(result)}
    return SiteGame(
        title=str(raw["title"]),
        players=tuple(str(player["name"]) for player in people),
        options=tuple(str(option) for option in options) if isinstance(options, list) else (),
        actions=tuple(_flatten(_alive(cast(list[Json], raw["actions"])), seats)),
        seed=int(str(seed)) if isinstance(seed, int | str) and str(seed).isdigit() else 0,
        result=scores,
        end_reason=str(raw.get("game_end_reason") or ""),
    )


def _items(value: Json | None) -> Sequence[tuple[str, Json]]:
    return list(value.items()) if isinstance(value, dict) else []


def _alive(actions: Sequence[Json]) -> list[dict[str, Json]]:
    """Resolve undo and redo: what is left is what counts."""
    alive: list[dict[str, Json]] = []
    undone: list[list[dict[str, Json]]] = []
    for raw in actions:
        if not isinstance(raw, dict):
            raise ImportFailure(0, "an action is no object.")
        kind = str(raw.get("type"))
        if kind == "undo":
            undone.append(_take_back(alive, raw))
        elif kind == "redo":
            if not undone:
                raise ImportFailure(int(str(raw.get("id", 0))), "a redo without anything undone.")
            alive.extend(undone.pop())
        else:
            alive.append(raw)
            if kind not in _TALK:
                undone.clear()
    return alive


def _take_back(alive: list[dict[str, Json]], undo: Mapping[str, Json]) -> list[dict[str, Json]]:
    moves = [action for action in alive if action.get("type") not in _NO_MOVE]
    target = undo.get("action_id")
    killed = moves[-1:] if target is None else [action for action in moves if int(str(action["id"])) > int(str(target))]
    if not killed:
        raise ImportFailure(int(str(undo.get("id", 0))), "an undo without anything to take back.")
    alive[:] = [action for action in alive if all(action is not dead for dead in killed)]
    return killed


def _flatten(alive: Sequence[dict[str, Json]], seats: Mapping[str, str]) -> list[SiteAction]:
    flat: list[SiteAction] = []
    for action in alive:
        own = [] if _is_talk(action) else [action]
        extra = action.get("auto_actions")
        own += [cast(dict[str, Json], auto) for auto in extra] if isinstance(extra, list) else []
        for one in own:
            if not _is_talk(one):
                id_ = int(str(action.get("id", 0)))
                flat.append(_site_action((len(flat) + 1, id_), one, seats, auto=one is not action))
    return flat


def _is_talk(action: Mapping[str, Json]) -> bool:
    kind = str(action.get("type"))
    return kind in _TALK or kind.startswith("program_")


def _site_action(
    numbers: tuple[int, int], action: Mapping[str, Json], seats: Mapping[str, str], *, auto: bool
) -> SiteAction:
    skip = {"type", "entity", "entity_type", "id", "created_at", "user", "auto_actions"}
    fields = {name: value for name, value in action.items() if name not in skip}
    entity = str(action.get("entity"))
    seat = seats.get(entity, entity) if action.get("entity_type") == "player" else entity
    return SiteAction(*numbers, str(action["type"]), seat, fields, auto)
