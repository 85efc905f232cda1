"""What rules, ops and frames are handed: state, data, rules, board, and a place to report events.

`Position` is the read-only face for rules and renderers; `Context` adds what ops and frames need. The board cache
belongs to one Context and therefore to one copy of the state: it can never speak about another position.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from engine.board import Board
from engine.events import Event
from engine.policies import Rules
from engine.schema import TitleData
from engine.state import Frame, State, StateView

T = TypeVar("T")


class Position(Protocol):
    """A position as rules see it."""

    @property
    def state(self) -> StateView:
        """The position itself, read-only."""
        ...

    @property
    def data(self) -> TitleData:
        """What is printed."""
        ...

    @property
    def rules(self) -> Rules:
        """The title's policies."""
        ...

    @property
    def board(self) -> Board:
        """Map and laid tiles, with its caches."""
        ...

    @property
    def options(self) -> frozenset[str]:
        """Variants and edition marks chosen for this game."""
        ...

    @property
    def trusted(self) -> bool:
        """Whether the actions come from a log that was accepted before: rules may skip what only a search can tell."""
        ...

    def memo(self, key: str, make: Callable[[], T]) -> T:
        """Return what `make` gave for `key` since tiles or tokens last changed."""
        ...


@dataclass(slots=True)
class Context:
    """A position that may be changed; made once per copy of a state.

    `trusted` is set while a stored log is folded: every linear check stays, only searches (is a higher revenue
    possible?) are skipped. It is no part of the state.
    """

    state: State
    data: TitleData
    rules: Rules
    options: frozenset[str]
    board: Board
    events: list[Event] = field(default_factory=list)
    trusted: bool = False
    _memo: dict[str, object] = field(default_factory=dict)

    def emit(self, event: Event) -> None:
        """Report a fact."""
        self.events.append(event)

    def push(self, frame: Frame) -> None:
        """Put a frame on top of the stack: it runs before the one that pushed it."""
        self.state.stack.append(frame)

    def memo(self, key: str, make: Callable[[], T]) -> T:
        """Return the cached value for `key`, made on first use since the board last changed."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]  # type: ignore[return-value]

    def board_changed(self) -> None:
        """Forget what was derived from tiles and tokens; called by the board ops."""
        self._memo.clear()
