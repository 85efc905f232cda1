"""Asking the other side: a proposal that needs somebody else's yes."""

from typing import Protocol, runtime_checkable

from engine.actions import Action, AnyAction, Choose
from engine.context import Context
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import InvariantError
from engine.events import Passed
from engine.frames.asking import decide, refusal
from engine.frames.base import Turn
from engine.ids import EntityId

YES, NO = "yes", "no"

ONLINE_EDITION = "edition:18xx.games"
"""Edition mark of games from that site: players agree outside the game, and even a forced step is an action there."""


@runtime_checkable
class Proposer(Protocol):
    """A frame that may ask for consent."""

    def agreed(self, ctx: Context, action: Action) -> None:
        """Carry the proposed action out."""
        ...

    def declined(self, ctx: Context, action: Action) -> None:
        """Go on without it; the identical proposal should not be possible again in the same step."""
        ...


class Consent(Turn, tag="consent"):
    """Asks whoever controls `other` whether `action` of `asker` is agreed to; the frame below carries it out.

    Attributes:
        question: what `other` would do, as a clause: ``"sell a 3-train to SFTG for 200"``.
        topic: of the paragraph.
    """

    asker: EntityId
    other: EntityId
    question: str
    action: AnyAction
    topic: str = "consent"

    def advance(self, ctx: Context) -> Decision | None:
        """Ask yes or no; where nobody can answer, the answer is no."""
        unknown = refusal(ctx, "yes_or_no", self.topic, "The answer is yes or no.")
        spec = Spec(Choose, "Answer", (field("option", OneOf(lambda: (YES, NO), unknown)),))
        decision = decide(ctx, self.other, (f"decides whether to {self.question}", self.topic), (spec,))
        if decision is None:
            self._answer(ctx, NO)
        return decision

    def apply(self, ctx: Context, action: Action) -> None:
        """Hand the answer to the proposer."""
        assert isinstance(action, Choose)
        self._answer(ctx, action.option)

    def _answer(self, ctx: Context, option: str) -> None:
        ctx.state.stack.pop()
        parent = ctx.state.stack[-1]
        if not isinstance(parent, Proposer):
            raise InvariantError(f"{type(parent).__name__} asked for consent and cannot take the answer.")
        if option == YES:
            parent.agreed(ctx, self.action)
            return
        ctx.emit(Passed(self.other, f"refuses to {self.question}"))
        parent.declined(ctx, self.action)


def needs_consent(ctx: Context, asker: EntityId, other: EntityId) -> bool:
    """Whether two entities are decided for by different people, who must agree inside the game."""
    control = ctx.rules.control
    return ONLINE_EDITION not in ctx.options and control.controller(ctx, asker) != control.controller(ctx, other)
