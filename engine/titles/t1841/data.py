"""Which files make which variant of 1841."""

from functools import cache
from importlib.resources import files

from engine.loader import Source, load_title
from engine.schema import TitleData

BASE = ("map.toml", "tiles.toml", "market.toml", "game.toml", "companies.toml")


def overlays(*, lite: bool, version: int, online: bool) -> tuple[str, ...]:
    """Files laid over the base: the original edition [7], 1841lite [8.3], the online edition's deviations."""
    chosen = {
        "version_1.toml": version == 1,
        "lite.toml": lite,
        "online.toml": online,
        "online_lite.toml": online and lite,
    }
    return tuple(name for name, wanted in chosen.items() if wanted)


@cache
def load(*, lite: bool = False, version: int = 2, online: bool = False) -> TitleData:
    """The printed game: read once per variant, then shared.

    Args:
        lite: the small map of [8.3].
        version: 2, or 1 for the original edition [7].
        online: exactly as the online edition has it, where that differs from the rulebook.

    Raises:
        DataError: the files contradict each other.
    """
    catalogue = Source("board/tiles.toml", files("engine.board").joinpath("tiles.toml").read_text("utf-8"))
    chosen = overlays(lite=lite, version=version, online=online)
    return load_title([catalogue, *map(_source, BASE)], [_source(name) for name in chosen])


def _source(name: str) -> Source:
    return Source(f"t1841/{name}", (files(__package__) / "data" / name).read_text("utf-8"))
