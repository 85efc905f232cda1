"""One painter per title and theme for the whole process, used by one thread at a time; encoded PNGs by picture."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from PIL import Image

from engine.schema import TitleData
from renderers.png import fit_upload
from renderers.theme import ThemeName

KEPT_PNGS: Final = 6
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
    """PNGs of the latest pictures: the same image object is encoded once."""

    def __init__(self, size: int = KEPT_PNGS) -> None:
        self._size = size
        self._kept: OrderedDict[int, tuple[Image.Image, bytes]] = OrderedDict()
        self._lock = threading.Lock()

    def png(self, image: Image.Image) -> bytes:
        """The picture encoded, from the shelf when it was encoded before."""
        with self._lock:
            found = self._kept.get(id(image))
        if found is not None:
            return found[1]
        made = fit_upload(image).data
        with self._lock:
            self._kept[id(image)] = (image, made)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return made
