"""The titles that can be played."""

from typing import Final

from engine.errors import RuleError
from engine.title import Title
from engine.titles.t1841.title import T1841

TITLES: Final[dict[str, Title]] = {title.id: title for title in (T1841,)}
"""Title id -> title, in the order in which they are offered."""


def find(title_id: str) -> Title:
    """Return the title with that id.

    Raises:
        RuleError: there is none; the sentence names those there are.
    """
    if title_id not in TITLES:
        known = ", ".join(TITLES)
        raise RuleError("title", "", f"Railhead does not play {title_id}; it plays {known}.")
    return TITLES[title_id]
