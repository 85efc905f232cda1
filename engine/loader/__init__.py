"""Title data: TOML texts in, one frozen and cross-checked `TitleData` out.

The loader is handed texts and never opens a file. How the files are written stands in `engine.loader.source`
(sections, overlays) and `engine.loader.lines` (short notations); besides, ``[patterns.<section>]`` holds lines
that others take over with ``like = "name"``, ``[catalogue]`` draws tiles for several titles, and ``[regions]``,
``[impassable]`` and ``[borders]`` are rows of hexes or hexsides.
"""

from collections.abc import Sequence

from engine.loader.build import build
from engine.loader.checks import check
from engine.loader.source import Source, merge
from engine.schema import TitleData

__all__ = ["Source", "load_title"]


def load_title(base: Sequence[Source], overlays: Sequence[Source] = ()) -> TitleData:
    """Read a title.

    Args:
        base: files that add entries.
        overlays: files of a variant, applied in order.

    Raises:
        DataError: a file is no TOML, an entry has the wrong shape, or entries contradict each other;
            the message names file, section and entry.
    """
    document = merge(base, overlays)
    data = build(document)
    check(document, data)
    return data
