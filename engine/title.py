"""A title as a value: data, rules, first position, and the classes its states are made of."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from engine.errors import RuleError
from engine.policies import Rules
from engine.schema import TitleData
from engine.state import Extra, Frame, State


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agreed on before the first move.

    Attributes:
        title: id of the title; `players`: names in seat order, seat k is ``Pk``.
        options: chosen variants by name, sorted; `edition`: ``book`` or ``18xx.games``.
        version: rules version of the title at the start of the game.
    """

    title: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    edition: str = "book"
    version: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """A variant: its name, one line on what it changes, its paragraph, and names it excludes."""

    name: str
    words: str
    paragraph: str
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Title:
    """Everything the engine needs to know about a title; see `engine.titles.registry`.

    Attributes:
        players: smallest and largest table; `refuse`: further reasons why a setup cannot be played, or None.
        frames, extra: every frame class and the extra class of its states (for the codec).
        load: printed data for a setup; `rules`: policies; `begin`: the first position, stack included.
        words: verb -> what a player of this title calls it, where it differs.
    """

    id: str
    name: str
    players: tuple[int, int]
    options: tuple[Option, ...]
    version: int
    frames: tuple[type[Frame], ...]
    extra: type[Extra]
    load: Callable[[Setup], TitleData]
    rules: Callable[[Setup, TitleData], Rules]
    begin: Callable[[Setup, TitleData], State]
    refuse: Callable[[Setup], RuleError | None] = lambda _setup: None
    editions: tuple[str, ...] = ("book",)

    def check(self, setup: Setup) -> None:
        """Raise RuleError when the setup cannot be played: seats, unknown or contradicting options."""
        low, high = self.players
        if not low <= len(setup.players) <= high:
            raise RuleError("players", "", f"{self.name} is for {low} to {high} players, not {len(setup.players)}.")
        known = {option.name: option for option in self.options}
        for name in setup.options:
            if name not in known:
                raise RuleError("option", "", f"{self.name} has no option called {name}.")
            for other in known[name].excludes:
                if other in setup.options:
                    sentence = f"The options {name} and {other} contradict each other."
                    raise RuleError("options", known[name].paragraph, sentence)
        if setup.edition not in self.editions:
            raise RuleError("edition", "", f"{self.name} has no edition called {setup.edition}.")
        if (error := self.refuse(setup)) is not None:
            raise error
