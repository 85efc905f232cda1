"""Bad weather: some of the bot's calls to Discord fail, before or after they had their effect."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

Dispatch = Callable[..., object]


@dataclass
class Weather:
    """How often a call fails; `failed` counts by the moment of failure, `calls` all of them."""

    share: float
    dice: random.Random
    failed: Counter[str] = field(default_factory=Counter)
    calls: int = 0

    def around(self, dispatch: Dispatch) -> Dispatch:
        """Return a dispatch that sometimes fails: half of the times the call had arrived all the same."""

        def stormy(*args: object, **kwargs: object) -> object:
            self.calls += 1
            if self.dice.random() >= self.share:
                return dispatch(*args, **kwargs)
            moment = self.dice.choice(("before", "after"))
            if moment == "after":
                dispatch(*args, **kwargs)
            self.failed[moment] += 1
            raise BackendError(self.dice.choice((500, 502, 503)), 0, "Bad weather")

        return stormy


@contextmanager
def weather(share: float, seed: int = 1) -> Iterator[Weather]:
    """Let that share of the calls fail while the block runs."""
    found = Weather(share, random.Random(seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", found.around(router.dispatch))
        yield found
