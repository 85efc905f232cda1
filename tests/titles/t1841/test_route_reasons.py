"""A route typed by hand is judged in one pass; a refusal gives the exact reason and its paragraph [4.2, 4.3.1]."""

import pytest

from engine.actions import Route
from engine.ids import TrainId
from tests.titles.t1841.table import company
from tests.titles.t1841.test_running import rail

REASONS = [
    ("H12-Z9", "4.3.1", "Z9 is no hex of the map."),
    ("H12.c7-G13", "4.3.1", "H12.c7 is no stop of its hex."),
    ("H12-H10", "4.3.1", "H10 does not lie next to the hex before it."),
    ("H12-G11", "4.3.1", "No track leads into G11 from the hex before it."),
    ("G13-H12-I13", "4.3.1", "No track leads into I13 from the hex before it."),
    ("H12", "4.3.1", "A route needs two stops: an own city and another city, town or box."),
    ("H12-I11-H12", "4.3.1", "The route uses the same track twice on I11."),
    ("G13-H12-G13", "4.3.1", "The route uses the same track twice on H12."),
    ("G13-H12-I11-H10", "4.3.1", "The route visits more cities, passes and boxes than the train can reach."),
]


@pytest.mark.parametrize(("path", "paragraph", "sentence"), REASONS, ids=[path for path, _, _ in REASONS])
def test_4_3_1_the_reason_is_exact(path: str, paragraph: str, sentence: str) -> None:
    yard = rail().trains("CTS", "2")
    error = yard.context.rules.running.refusal(
        yard.context, company("CTS"), [Route(TrainId("2-0"), tuple(path.split("-")))]
    )
    assert error is not None
    assert (error.paragraph, error.sentence) == (paragraph, f"Train 2-0: {sentence}")


def test_4_2_a_full_city_is_named() -> None:
    yard = rail().run("SB", 100, P2=40).token("SB", "H12:c0").run("AFI", 100, P1=40).token("AFI", "G13:c0")
    yard.trains("AFI", "3").tile("H12", "57", 1)
    error = yard.context.rules.running.refusal(
        yard.context, company("AFI"), [Route(TrainId("3-0"), ("G13", "H12", "I11", "H10"))]
    )
    assert error is not None
    said = "H12.c0 is full of other corporations' tokens; no route runs through it."
    assert (error.paragraph, error.sentence) == ("4.2", f"Train 3-0: {said}")


def test_4_3_1_an_own_token_is_asked_for() -> None:
    yard = rail().trains("CTS", "2")
    yard.context.state.tokens.clear()
    yard.token("CTS", "G13:c0").context.board_changed()
    error = yard.context.rules.running.refusal(
        yard.context, company("CTS"), [Route(TrainId("2-0"), ("H12", "I11", "H10"))]
    )
    assert error is not None
    said = "A route must include a city with a token of its own corporation."
    assert (error.paragraph, error.sentence) == ("4.3.1", f"Train 2-0: {said}")
