"""Markers on the stock market."""

from engine.context import Context
from engine.events import MarkerMoved
from engine.ids import MarkerId
from engine.policies import Direction


def place(ctx: Context, marker: MarkerId, cell: tuple[int, int]) -> None:
    """Put a marker at the bottom of a cell's stack, taking it away from where it was."""
    lift(ctx, marker)
    ctx.state.places[marker] = cell
    ctx.state.stacks.setdefault(key(cell), []).append(marker)


def lift(ctx: Context, marker: MarkerId) -> int | None:
    """Take a marker off the market; return its former place in the stack (0 = first), or None."""
    cell = ctx.state.places.pop(marker, None)
    if cell is None:
        return None
    stack = ctx.state.stacks[key(cell)]
    index = stack.index(marker)
    stack.remove(marker)
    if not stack:
        del ctx.state.stacks[key(cell)]
    return index


def insert(ctx: Context, marker: MarkerId, cell: tuple[int, int], index: int) -> None:
    """Put a new marker into a stack at a given place (0 = operates first)."""
    lift(ctx, marker)
    ctx.state.places[marker] = cell
    ctx.state.stacks.setdefault(key(cell), []).insert(index, marker)


def move(ctx: Context, marker: MarkerId, direction: Direction, *, times: int = 1, cause: str) -> None:
    """Move a marker step by step; every real move puts it at the bottom, a blocked one keeps its place."""
    old = ctx.state.places[marker]
    old_price = ctx.rules.market.price(ctx, marker)
    for _ in range(times):
        target = ctx.rules.market.step(ctx, marker, direction)
        if target != ctx.state.places[marker]:
            place(ctx, marker, target)
    new = ctx.state.places[marker]
    if new != old:
        ctx.emit(MarkerMoved(marker, old, new, old_price, ctx.rules.market.price(ctx, marker), cause))


def key(cell: tuple[int, int]) -> str:
    """Return the name of a cell in `State.stacks`."""
    return f"{cell[0]},{cell[1]}"
