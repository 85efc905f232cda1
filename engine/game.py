"""One game in memory: advance to the next decision, apply one action."""

from engine.actions import Action
from engine.board import Board
from engine.codec import Codec
from engine.context import Context
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.events import Event
from engine.frames.base import Turn
from engine.ids import HexId
from engine.policies import Rules
from engine.schema import TitleData
from engine.state import State
from engine.title import Setup, Title


class Blueprint:
    """What all copies of one game share: title, setup, data, rules, codec. Immutable."""

    def __init__(self, title: Title, setup: Setup) -> None:
        """Load data and rules.

        Raises:
            RuleError: the setup cannot be played.
        """
        title.check(setup)
        self.title = title
        self.setup = setup
        self.data: TitleData = title.load(setup)
        self.rules: Rules = title.rules(setup, self.data)
        self.codec = Codec(title.frames, title.extra)
        self.options = frozenset((*setup.options, f"edition:{setup.edition}"))

    def first(self) -> "Game":
        """Return the game before its first action."""
        return Game(self, self.title.begin(self.setup, self.data))


class Game:
    """A position that waits for a decision. After any exception other than RuleError it must be thrown away."""

    def __init__(self, blueprint: Blueprint, state: State, board: Board | None = None) -> None:
        """Take a position and advance it to its decision (a stored position is already there).

        `board` saves reading the map again when a board over ``state.tiles`` is at hand.
        """
        self.blueprint = blueprint
        board = board or Board(blueprint.data.board, state.tiles)
        self.context = Context(state, blueprint.data, blueprint.rules, blueprint.options, board)
        self.decision: Decision | None = self._advance()

    @property
    def state(self) -> State:
        """The position. Callers outside the engine only read it."""
        return self.context.state

    @property
    def closed_sides(self) -> frozenset[tuple[HexId, int]]:
        """Hexsides that a rule closes now, as ``(hex, edge)`` on both faces; for pictures."""
        return self.context.rules.tracks.closed_sides(self.context)

    def copy(self) -> "Game":
        """Return an independent copy, events forgotten."""
        state = self.blueprint.codec.copy(self.state)
        return Game(self.blueprint, state, self.context.board.copy(state.tiles))

    def digest(self) -> str:
        """Return the digest of the position."""
        return self.blueprint.codec.digest(self.state)

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Check and carry out an action; return what happened.

        Raises:
            RuleError: not allowed; nothing has changed.
        """
        if self.decision is None:
            from_outcome = self.state.outcome or "over"
            raise InvariantError(f"The game is over ({from_outcome}); nobody can act.")
        refusal = self.decision.rejection(action)
        if refusal is not None:
            raise refusal
        self.context.events.clear()
        self._top().apply(self.context, action)
        self.decision = self._advance()
        return tuple(self.context.events)

    def _top(self) -> Turn:
        top = self.state.stack[-1]
        if not isinstance(top, Turn):
            raise InvariantError(f"{type(top).__name__} is no turn.")
        return top

    def _advance(self) -> Decision | None:
        stack = self.state.stack
        while stack:
            top = self._top()
            decision = top.advance(self.context)
            if decision is not None:
                return decision
            if stack and stack[-1] is top:
                stack.pop()
        return None
