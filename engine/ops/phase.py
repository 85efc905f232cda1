"""The game moves on: phases, rounds, priority, the end."""

from engine.context import Context
from engine.errors import InvariantError
from engine.events import GameEnded, PhaseBegan, PriorityMoved, RoundBegan
from engine.ids import PhaseId, PlayerId
from engine.state import RoundMark


def begin_phase(ctx: Context, phase: PhaseId) -> None:
    """Make a phase current; what it changes follows from frames. Phases only ever advance.

    Raises:
        InvariantError: the phase lies behind.
    """
    order = [entry.id for entry in ctx.data.phases]
    if order.index(phase) <= order.index(ctx.state.phase):
        raise InvariantError(f"Phase {phase} does not come after phase {ctx.state.phase}.")
    ctx.state.phase = phase
    ctx.emit(PhaseBegan(phase))


def begin_round(ctx: Context, mark: RoundMark) -> None:
    """Note that a round begins."""
    ctx.state.round = mark
    ctx.emit(RoundBegan(mark))


def move_priority(ctx: Context, player: PlayerId) -> None:
    """Give the priority deal to a player."""
    if ctx.state.priority != player:
        ctx.state.priority = player
        ctx.emit(PriorityMoved(player))


def end_game(ctx: Context, reason: str) -> None:
    """End the game: outcome, scores, and no frame is left to ask anything."""
    state = ctx.state
    state.outcome = reason
    state.scores = {player: ctx.rules.ending.score(ctx, player) for player in state.players}
    state.round = RoundMark("end", state.round.number, state.round.part)
    state.stack.clear()
    ctx.emit(GameEnded(reason, dict(state.scores)))
