"""Exports whose players did what the site's server lets them do, although its screens lead elsewhere."""

import json
from pathlib import Path

import pytest

from engine.events import Event, SharesMoved
from engine.game import Game
from engine.interchange.games18xx import replay
from engine.interchange.site import SiteAction

LITE = Path(__file__).parents[4] / "shared" / "games" / "1841_lite.18xxgames.json"
CORPORATE_SALE, PLAYERS_SALE = 400, 402
"""Ids of two emergency sales for CGTF: its own, and one of its player after it."""


@pytest.mark.skipif(not LITE.is_file(), reason="the real games are not here (../shared/games)")
def test_4_5_1_a_player_may_sell_before_the_corporation_does() -> None:
    """D41: the site keeps no order of sellers; the importer names who sells."""
    export = json.loads(LITE.read_text("utf-8"))
    actions = export["actions"]
    places = {action["id"]: place for place, action in enumerate(actions)}
    one, other = places[CORPORATE_SALE], places[PLAYERS_SALE]
    actions[one], actions[other] = actions[other], actions[one]
    sellers: list[str] = []

    def observe(action: SiteAction, _game: Game, events: tuple[Event, ...]) -> None:
        if action.id in (CORPORATE_SALE, PLAYERS_SALE):
            sellers.append(next(event.source for event in events if isinstance(event, SharesMoved)))

    replay(json.dumps(export), observe=observe)
    assert sellers == ["P1", "CGTF"]
