"""Hostile inputs, made by dice: commands with rubbish in every option, forged and stale buttons, dialogs, files.

None of them may be a legal act of the one who does it: what a player or host may do is done by strangers, and a move of
whoever has to act is made only if the engine refuses it.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from bot.tables import Position
from bot.ui.steps import step, typed_value
from bot.ui.typed import build
from engine import notation
from engine.errors import NotationError, RuleError

Json = dict[str, object]

COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
"""Types of an interaction (Discord)."""
STRING, WHOLE, YES_NO, USER, CHANNEL, NUMBER, FILE = 3, 4, 5, 6, 7, 10, 11
"""Types of an option (Discord)."""

RUBBISH = (
    "", " ", "0", "-1", "1", "2", "40", "²", "٣", "1e9", "NaN", "null", "None", "true", "#1", "#0", "#²",
    "9" * 30, "9" * 5000, "x" * 6000, "🚂" * 500, "\u202eevil", "a\x00b", "@everyone", "<@1>", "<@&1> **b**",
    "'; DROP TABLE games; --", "../../x", "Europe", "Europe/Rome", "../Europe/Rome", "posixrules", "25:61",
    "22:00", "off", "2026-13-45", "0001-01-01", "9999-12-31", "pass", "pass; pass; pass", ";;;", "lay",
    "lay A1 57 0", "lay A1 57 99", "lay A1 57 -1", "bid X 40", "bid X -40", "run 2-0=A1", "run =", "run 2-0=",
    "run 2-0=A1-A1-A1", "token A1 c0", "choose yes", "draw boxes", "roll 6", "buy SFTG* SFTG",
    "sell SFTG 999999999999999999999999", "P1: pass", "CHANCE: draw 1", "withhold extra words here", "{}",
    "[1,2", "1841", "1866", "book", "18xx.games", "lite", "lite, lite", "lite, version_1", "standard", "SFTG",
    "SFTG*", "Torino Express", "torino express",
)  # fmt: skip
"""What is typed into options and dialogs."""

STRANGERS_ONLY = ("pause", "resume", "abandon", "rename", "pace", "replace", "undo", "redo", "leave", "start", "gm")
"""Commands that players or hosts may rightly use."""
TELLING = ("help", "me", "show")
"""Commands whose answers may be long."""
MOVES = ("bc", "bp", "by", "sc", "mt")
"""Kinds of address that can make a move."""
OWN = ("bm", "sr")
"""Kinds of address with which whoever has to act silences reminders."""


@dataclass(frozen=True)
class Blow:
    """One hostile input: who does what, as Discord would hand it over."""

    kind: str
    user: int
    type: int
    data: Json
    extra: Json = field(default_factory=dict)
    refusable: bool = True


@dataclass
class Armoury:
    """Makes blows against a table.

    Attributes:
        definitions: the commands as registered; `kinds`: kinds of address that the bot answers.
        users: everybody; `stranger`: who sits nowhere; `channel`: a channel id; `file`: stores a file.
    """

    dice: random.Random
    definitions: list[Json]
    kinds: tuple[str, ...]
    users: tuple[int, ...]
    stranger: int
    channel: int
    file: Callable[[str, bytes], Json]
    resolve: Callable[[int, str], Json]

    def blows(self, position: Position, count: int) -> Iterator[Blow]:
        """Yield so many inputs, none of which is a legal act."""
        while count:
            blow = self._one(position)
            if blow is not None:
                count -= 1
                yield blow

    def _one(self, position: Position) -> Blow | None:
        makers = (self._command, self._completion, self._component, self._component, self._modal)
        blow = self.dice.choice(makers)(position)
        is_fair = opens_a_table(position, blow) or (blow.user == acting(position) and is_legal(position, blow))
        return None if is_fair else blow

    # -- commands -----------------------------------------------------------------------------------

    def _command(self, position: Position) -> Blow:
        path, definition, leaf = self._leaf()
        data: Json = {"id": definition.get("id", "1"), "name": definition["name"], "type": 1}
        resolved: dict[str, Json] = {}
        options = [
            self._option(option, resolved)
            for option in cast("list[Json]", leaf.get("options") or [])
            if option.get("required") or self.dice.random() < 0.6
        ]
        data["options"] = nested(path[1:], options)
        if resolved:
            data["resolved"] = resolved
        name = " ".join(path)
        return Blow(
            f"/{name}", self._who(position, path), COMMAND, data, refusable=path[0] not in ("help", "me", "show")
        )

    def _completion(self, position: Position) -> Blow:
        path, definition, leaf = self._leaf()
        options = [option for option in cast("list[Json]", leaf.get("options") or []) if option.get("autocomplete")]
        if not options:
            return self._command(position)
        focus = self.dice.choice(options)
        filled: list[Json] = [
            {"name": option["name"], "type": option["type"], "value": self._rubbish()}
            for option in options
            if option != focus
        ]
        filled.append({"name": focus["name"], "type": focus["type"], "value": self._rubbish(), "focused": True})
        data: Json = {"id": definition.get("id", "1"), "name": definition["name"], "type": 1}
        data["options"] = nested(path[1:], filled)
        return Blow("autocomplete", self.dice.choice(self.users), COMPLETION, data)

    def _leaf(self) -> tuple[list[str], Json, Json]:
        definition = self.dice.choice(self.definitions)
        path, leaf = [str(definition["name"])], definition
        while subs := [o for o in cast("list[Json]", leaf.get("options") or []) if o["type"] in (1, 2)]:
            leaf = self.dice.choice(subs)
            path.append(str(leaf["name"]))
        return path, definition, leaf

    def _option(self, option: Json, resolved: dict[str, Json]) -> Json:
        return {"name": option["name"], "type": option["type"], "value": self._value(option, resolved)}

    def _value(self, option: Json, resolved: dict[str, Json]) -> object:
        kind = option["type"]
        if option.get("choices"):
            return self.dice.choice(cast("list[Json]", option["choices"]))["value"]
        if kind == STRING:
            text = self._rubbish()[: cast(int, option.get("max_length", 6000))]
            return text.ljust(cast(int, option.get("min_length", 0)), "x")
        if kind in (WHOLE, NUMBER):
            low, high = cast(int, option.get("min_value", -(2**53))), cast(int, option.get("max_value", 2**53))
            return min(max(self.dice.choice((low, high, -1, 0, 1, 7, 10**9)), low), high)
        if kind == YES_NO:
            return self.dice.random() < 0.5
        if kind == FILE:
            stored = self.file(*self._rubbish_file())
            resolved.setdefault("attachments", {})[str(stored["id"])] = stored
            return str(stored["id"])
        found = self.channel if kind == CHANNEL else self.dice.choice(self.users)
        for name, known in self.resolve(found, "channel" if kind == CHANNEL else "user").items():
            resolved.setdefault(name, {}).update(cast(Json, known))
        return str(found)

    def _rubbish_file(self) -> tuple[str, bytes]:
        return self.dice.choice(
            (
                ("empty.json", b""),
                ("picture.png", b"\x89PNG\r\n\x1a\n\xff\xfe"),
                ("large.json", b" " * (5 * 1024 * 1024)),
                ("list.json", b"[" * 5000),
                ("deep.json", b'{"a":' * 5000),
                ("log.json", json.dumps({"title": "1841", "players": [], "actions": [{"type": "pass"}]}).encode()),
                ("log.json", json.dumps({"title": "1841", "players": [1, {"id": None}], "actions": [5]}).encode()),
                ("log.json", json.dumps({"title": 7, "players": {}, "actions": [{"type": 7}], "settings": 1}).encode()),
                ("log.json", json.dumps({"format": "railhead", "title": 7, "entries": "no"}).encode()),
                ("text.txt", self._rubbish().encode("utf-8", "surrogatepass")),
            )
        )

    # -- components and dialogs ---------------------------------------------------------------------

    def _component(self, position: Position) -> Blow:
        kind = self.dice.choice((*self.kinds, *(kind for kind in MOVES if kind != "mt"), "bzz", "szz"))
        custom_id = self._address(position, kind)
        is_select = kind.startswith("s")
        data: Json = {"custom_id": custom_id, "component_type": 3 if is_select else 2, "id": 1}
        if is_select:
            data["values"] = [self.dice.choice((*RUBBISH[:18], self._path(), self._path()))[:100]]
        item: Json = {"type": 3, "custom_id": custom_id, "options": []} if is_select else {}
        item = item or {"type": 2, "custom_id": custom_id, "style": 2, "label": "x"}
        rows = [{"type": 10, "content": "x"}, {"type": 1, "components": [{**item, "id": 1}]}]
        return Blow(kind, self._who(position, [kind]), COMPONENT, data, {"rows": rows}, refusable=kind != "bh")

    def _modal(self, position: Position) -> Blow:
        custom_id = self._address(position, self.dice.choice(("mt", "mt", "mt", "mzz")))
        text = {"type": 4, "custom_id": "answer", "value": self._rubbish()[:1000], "id": 2}
        label = {"type": 18, "id": 1, "component": text}
        return Blow("mt", self.dice.choice(self.users), MODAL, {"custom_id": custom_id, "components": [label]})

    def _address(self, position: Position, kind: str) -> str:
        here = str(position.row.id)
        game = self.dice.choice((here, here, here, here, "0", "77", "abc", "-1", "9" * 30, "٣"))
        seq = self.dice.choice(
            (position.seq, position.seq, position.seq, position.seq - 1, 0, position.seq + 1, 10**20)
        )
        page = self.dice.choice((0, 0, 1, 99, 10**9))
        return f"rh:{kind}:{game}:{max(0, seq)}:{self._path()}:{page}"[:100]

    def _path(self) -> str:
        return ".".join(
            str(self.dice.choice((0, 0, 1, 2, 3, 7, 24, 999, 10**12))) for _ in range(self.dice.randint(0, 4))
        )

    def _who(self, position: Position, path: list[str]) -> int:
        if any(word in STRANGERS_ONLY for word in path) or path[0].startswith("bu"):
            return self.stranger
        if path[0] in OWN:
            return self.dice.choice([user for user in self.users if user != acting(position)])
        return self.dice.choice((*self.users, acting(position) or self.stranger))

    def _rubbish(self) -> str:
        if self.dice.random() < 0.2:
            return "".join(
                chr(self.dice.choice((32, 48, 59, 61, 97, 0x301, 0x1F682, self.dice.randint(32, 0xD7FF))))
                for _ in range(12)
            )
        return self.dice.choice(RUBBISH)


def nested(path: list[str], options: list[Json]) -> list[Json]:
    """Return options below their subcommands."""
    for name in reversed(path):
        options = [{"type": 1, "name": name, "options": options}]
    return options


def acting(position: Position) -> int:
    """Return the user who has to act, 0 for nobody."""
    seat = position.seat(position.decision.player) if position.decision else None
    return seat.user if seat else 0


def opens_a_table(position: Position, blow: Blow) -> bool:
    """Whether this is `/game new` with a title that there is, which anybody may do."""
    return blow.kind == "/game new" and f"'value': '{position.row.title}'" in str(blow.data)


def is_legal(position: Position, blow: Blow) -> bool:
    """Whether whoever has to act may rightly do this: a legal move, a registered wish, a table of their own."""
    decision = position.decision
    if decision is None or blow.type == COMPLETION:
        return False
    try:
        if blow.type == COMMAND:
            return _legal_command(position, blow.data)
        kind, game, seq, path = address_of(blow.data)
        if (game, seq) != (str(position.row.id), str(position.seq)) or kind not in MOVES:
            return False
        if blow.type == MODAL:
            components = cast("list[dict[str, dict[str, object]]]", blow.data["components"])
            action = typed_value(decision, path, str(components[0]["component"]["value"]))
            return decision.rejection(action) is None
        if kind == "sc":
            values = cast("list[str]", blow.data["values"])
            path = tuple(int(part) for part in values[0].split(".") if part.isascii() and part.isdigit())
        return step(decision, path).action is not None
    except (RuleError, NotationError):
        return False


def _legal_command(position: Position, data: Mapping[str, object]) -> bool:
    decision = position.decision
    assert decision is not None
    values = {str(o["name"]): o.get("value") for o in cast("list[Json]", data.get("options") or [])}
    name = str(data["name"])
    if name == "do":
        first = next((part for part in str(values["move"]).split(";") if part.strip()), "")
        return decision.rejection(notation.read(first.strip(), decision.actor)) is None
    if name not in decision.verbs():
        return False
    typed = {key: value for key, value in values.items() if isinstance(value, str | int)}
    return decision.rejection(build(decision, name, typed)) is None


def address_of(data: Mapping[str, object]) -> tuple[str, str, str, tuple[int, ...]]:
    """Return kind, game, entry and path of a forged address."""
    _, kind, game, seq, path, *_ = [*str(data["custom_id"]).split(":"), "", "", "", ""]
    return kind, game, seq, tuple(int(part) for part in path.split(".") if part)
