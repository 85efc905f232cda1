"""Going back: a position kept as bytes while a procedure that may be called off runs its course.

Kept is everything except the stack of turns: the frame that keeps the bytes stands on it and decides what stays there.
"""

from functools import lru_cache

import msgspec

from engine.context import Context
from engine.state import Extra, State

_encoder = msgspec.msgpack.Encoder()
_IN_PLACE = ("tiles", "stack")


def save(ctx: Context) -> bytes:
    """Return the position without its stack."""
    fields = {name: value for name, value in msgspec.structs.asdict(ctx.state).items() if name != "stack"}
    return _encoder.encode(fields)


def restore(ctx: Context, saved: bytes) -> None:
    """Make the saved position the present one; the stack stays as it is.

    Raises:
        msgspec.ValidationError: the bytes were not written by `save` for a state of this title.
    """
    state = ctx.state
    before = _decoder(type(state.extra)).decode(saved)
    for field in State.__struct_fields__:
        if field not in _IN_PLACE:
            setattr(state, field, getattr(before, field))
    changed = [name for name in state.tiles.keys() | before.tiles if state.tiles.get(name) != before.tiles.get(name)]
    state.tiles.clear()
    state.tiles.update(before.tiles)
    for name in changed:
        ctx.board.changed(name)
    ctx.board_changed()


@lru_cache(maxsize=8)
def _decoder(extra: type[Extra]) -> msgspec.msgpack.Decoder[State]:
    """A decoder for states of one title, stack left out."""
    kind = msgspec.defstruct(f"{extra.__name__}Saved", [("extra", extra)], bases=(State,), kw_only=True)
    return msgspec.msgpack.Decoder(kind)
