"""Actions, logs and states <-> JSON and MessagePack, and the digest of a state.

A `Codec` is made for one title from the frame and extra classes it lists; the shared part knows no title.
"""

import hashlib
from functools import reduce
from operator import or_

import msgspec

from engine.actions import Action, AnyAction
from engine.state import Extra, Frame, State

_actions = msgspec.json.Decoder(AnyAction)
_json = msgspec.json.Encoder()


def action_to_json(action: Action) -> str:
    """Return an action as one line of JSON."""
    return _json.encode(action).decode()


def action_from_json(text: str | bytes) -> Action:
    """Return the action written by `action_to_json`.

    Raises:
        msgspec.ValidationError: unknown verb or field, wrong type.
    """
    return _actions.decode(text)


class Codec:
    """Encodes and decodes the states of one title."""

    def __init__(self, frames: tuple[type[Frame], ...], extra: type[Extra]) -> None:
        """Build decoders; `frames` and `extra` are every frame and the extra class of the title."""
        union = reduce(or_, frames)
        self._type = msgspec.defstruct(
            f"{extra.__name__}State",
            [("stack", list[union], msgspec.field(default_factory=list)), ("extra", extra)],  # type: ignore[valid-type]
            bases=(State,),
            kw_only=True,
        )
        self._encoder = msgspec.msgpack.Encoder()
        self._sorted = msgspec.msgpack.Encoder(order="deterministic")
        self._decoder = msgspec.msgpack.Decoder(self._type)

    def encode(self, state: State) -> bytes:
        """Return the state as MessagePack, dict order kept."""
        return self._encoder.encode(state)

    def decode(self, blob: bytes) -> State:
        """Return the state written by `encode`.

        Raises:
            msgspec.ValidationError: written by another title or version.
        """
        state = self._decoder.decode(blob)
        assert isinstance(state, State)
        return state

    def copy(self, state: State) -> State:
        """Return an independent copy of a state."""
        return self.decode(self.encode(state))

    def digest(self, state: State) -> str:
        """Return 16 hex digits that differ whenever any part of the state differs."""
        return hashlib.sha256(self._sorted.encode(state)).hexdigest()[:16]
