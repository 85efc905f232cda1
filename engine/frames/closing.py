"""Ending the game where the rules say so, and finding a running frame."""

from typing import TypeVar

from engine.context import Context
from engine.ops import phase
from engine.policies import Moment
from engine.state import Frame

F = TypeVar("F", bound=Frame)


def end_if_due(ctx: Context, moment: Moment) -> bool:
    """End the game if the rules say so at this moment; the stack is empty then, the caller must return at once."""
    reason = ctx.rules.ending.reason(ctx, moment)
    if reason is not None:
        phase.end_game(ctx, reason)
    return reason is not None


def running_frame(ctx: Context, kind: type[F]) -> F | None:
    """Return the innermost frame of a class on the stack."""
    return next((frame for frame in reversed(ctx.state.stack) if isinstance(frame, kind)), None)
