"""Where a button or select points: game, position, choices made so far. This is all a component remembers.

Written into a component's `custom_id` (at most 100 characters), so that it survives a restart and a component of an
earlier position is recognised as such.
"""

import re
from dataclasses import dataclass, replace

LONGEST = 100
"""Discord's limit for a custom id, in characters."""

OURS = "rh:"
"""How every address begins."""
GAME = r"(?P<game>[A-Za-z0-9_-]{1,32})"
NUMBER = "[0-9]{1,18}"
"""A number that fits into 64 bits."""
TEMPLATE = (
    rf"{OURS}(?P<kind>[a-z]+):{GAME}:(?P<seq>{NUMBER})"
    rf":(?P<path>(?:{NUMBER}(?:\.{NUMBER})*)?):(?P<page>{NUMBER})"
)
"""Pattern of every address; `kind` says what the component does."""


@dataclass(frozen=True, slots=True)
class Address:
    """One component's meaning.

    Attributes:
        kind: letter of what it does, see `bot.ui.dynamic`.
        game: id of the game; `seq`: length of its log when the component was made.
        path: indexes of the choices made so far, see `engine.decisions.Decision.walk`.
        page: page of a long list, from 0.
    """

    kind: str
    game: str
    seq: int = 0
    path: tuple[int, ...] = ()
    page: int = 0

    def __str__(self) -> str:
        """Return the custom id; raises ValueError when it would be too long."""
        text = f"{OURS}{self.kind}:{self.game}:{self.seq}:{'.'.join(map(str, self.path))}:{self.page}"
        if len(text) > LONGEST:
            raise ValueError(f"custom id of {len(text)} characters: {text}")
        return text

    @property
    def table(self) -> int:
        """The game's number; 0, which no game has, for an id that is none."""
        return int(self.game) if re.fullmatch(NUMBER, self.game) else 0

    def to(self, kind: str, path: tuple[int, ...] | None = None, page: int = 0) -> "Address":
        """Return an address in the same position."""
        return replace(self, kind=kind, path=self.path if path is None else path, page=page)


def parse(custom_id: str) -> Address | None:
    """Return the address of a custom id; None when it is none of ours."""
    found = re.fullmatch(TEMPLATE, custom_id)
    return of_match(found) if found else None


def of_match(found: re.Match[str]) -> Address:
    """Return the address of a match of `TEMPLATE`."""
    return Address(found["kind"], found["game"], int(found["seq"]), path_of(found["path"]), int(found["page"]))


def path_of(text: str) -> tuple[int, ...]:
    """Return the choices of a path such as ``3.0.12``; what is no number is left out."""
    return tuple(int(index) for index in text.split(".") if re.fullmatch(NUMBER, index))
