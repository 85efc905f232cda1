"""One painter per title and theme for the whole process, used by one thread at a time; encoded PNGs by content."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from engine.schema import TitleData
from renderers.theme import ThemeName

KEPT_PNGS: Final = 48
Painter = TypeVar("Painter")


class Painters(Generic[Painter]):
    """Painters by title data and theme, made when first asked for; `with` the lock while drawing."""

    def __init__(self, make: Callable[[TitleData, ThemeName], Painter]) -> None:
        self._make = make
        self._made: dict[tuple[int, ThemeName], tuple[TitleData, Painter]] = {}
        self.lock = threading.RLock()

    def of(self, data: TitleData, theme: ThemeName) -> Painter:
        """The painter of this title data object."""
        key = (id(data), theme)
        if key not in self._made:
            self._made[key] = (data, self._make(data, theme))
        return self._made[key][1]


class PngShelf:
    """The latest encoded pictures by a key of their content."""

    def __init__(self, size: int = KEPT_PNGS) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """The picture under `key`, drawn now if it is not there."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = draw()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return made
