"""Which of our titles and options an export was played with."""

from collections.abc import Mapping
from typing import Final

from engine.interchange.site import ImportFailure, SiteGame
from engine.title import Setup, Title
from engine.titles import registry

OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "1841": {
        "lite": "lite",
        "version_1": "version_1",
        "sfli_run_variant": "sfli_run",
        "p2p_purchases": "player_trades",
    },
}
"""Title -> the site's option -> ours."""


def title_and_setup(site: SiteGame) -> tuple[Title, Setup]:
    """Return our title and setup for an export.

    Raises:
        ImportFailure: a title or option we do not know.
    """
    title = registry.TITLES.get(site.title)
    if title is None:
        raise ImportFailure(0, f"the game {site.title} is not one of ours ({', '.join(registry.TITLES)}).")
    names = OPTIONS.get(title.id, {})
    unknown = [option for option in site.options if option not in names]
    if unknown:
        raise ImportFailure(0, f"the option {unknown[0]} of {site.title} is unknown.")
    ours = tuple(sorted({names[option] for option in site.options}))
    return title, Setup(title.id, site.players, ours, edition="18xx.games", version=title.version)
