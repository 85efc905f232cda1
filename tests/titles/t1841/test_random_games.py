"""Random games of 1841 keep every invariant; the long campaign runs with `make soak`."""

from collections.abc import Iterable

import pytest

from engine.titles.t1841.options import BOOK, ONLINE_EDITION, OPTIONS
from tests.support.campaign import campaign, setup_of
from tests.support.soak1841.playing import play
from tests.support.soak1841.tastes import STYLES, style_of

SHORT = 300
"""Actions after which a game of the quick run is cut off."""

QUICK = (1001, 1002, 1005, 1006, 1008, 1010, 1011, 1016, 1018, 1036, 1040, 1041)
"""Numbers of games with all editions, options, numbers of players and styles among them."""


@pytest.mark.parametrize("seed", QUICK)
def test_a_random_game_keeps_every_invariant(seed: int) -> None:
    played = play(setup_of(seed), seed, style_of(seed), most=SHORT)
    assert played.length == SHORT or played.outcome


@pytest.mark.parametrize("seeds", [QUICK, range(300)], ids=["quick", "campaign"])
def test_all_tables_are_mixed(seeds: Iterable[int]) -> None:
    setups = {seed: setup_of(seed) for seed in seeds}
    assert {setup.edition for setup in setups.values()} == {BOOK, ONLINE_EDITION}
    assert {len(setup.players) for setup in setups.values()} == set(range(3, 9))
    assert {name for setup in setups.values() for name in setup.options} == {option.name for option in OPTIONS}
    assert {style_of(seed) for seed in setups} == set(STYLES)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_the_long_campaign(seed: int) -> None:
    summary = campaign(range(seed, seed + 1))
    assert not summary.failures, summary.failures
