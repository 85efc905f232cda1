"""The stack of turns: what a frame must do, and the generic frame `Sequence`.

A frame is plain data with two methods. `advance` does what needs no answer and returns the Decision it waits for, or
None when it has pushed a child (which runs first) or has nothing left to do (it is then taken off the stack).
`advance` is idempotent: asked twice without an action between, it returns the same Decision and changes nothing.
`apply` carries out an action that the Decision has already accepted; it never refuses.
"""

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.state import Frame

if TYPE_CHECKING:
    from engine.context import Context


class Turn(Frame):
    """Behaviour of a frame; every frame of the engine and of the titles derives from it directly."""

    def advance(self, ctx: "Context") -> Decision | None:
        """Do automatic work; return what is asked, or None (child pushed, or finished)."""
        raise NotImplementedError

    def apply(self, ctx: "Context", action: Action) -> None:
        """Carry out an accepted action."""
        raise InvariantError(f"{type(self).__name__} asks nothing, yet was answered.")


class Sequence(Turn, tag="sequence"):
    """Runs `steps` one after the other. It lays them on the stack at once, so none is ever stored inside another."""

    steps: list[Frame]

    def advance(self, ctx: "Context") -> Decision | None:
        """Give way to the steps, the first one on top."""
        ctx.state.stack.pop()
        for step in reversed(self.steps):
            ctx.push(step)
        return None
