"""From decisions to choices and typed moves, with a title of a few verbs."""

import pytest

from bot.ui.address import Address, parse
from bot.ui.steps import step, typed_value
from bot.ui.typed import build, complete_line, complete_option, hint
from engine.actions import Bid, Choose, Close, Pass
from engine.decisions import Decision
from engine.errors import NotationError, RuleError
from engine.ids import EntityId, PlayerId, PrivateId
from tests.support.counting import specs

P1 = PlayerId(EntityId("P1"))


@pytest.fixture
def decision() -> Decision:
    return Decision(P1, P1, "adds a number", "1.2", specs())


def test_an_address_fits_and_comes_back() -> None:
    at = Address("bc", "123456", 98765, (3, 124, 17, 5, 2), 4)
    assert len(str(at)) <= 100
    assert parse(str(at)) == at


def test_other_custom_ids_are_not_ours() -> None:
    assert parse("something:else") is None
    assert parse("rh:bc:1:x::0") is None


def test_an_address_that_would_be_too_long_is_an_error() -> None:
    with pytest.raises(ValueError, match="characters"):
        str(Address("bc", "1", 1, tuple(range(100))))


def test_the_first_step_offers_the_verbs(decision: Decision) -> None:
    assert [choice.words for choice in step(decision).choices] == [
        "Add a number",
        "Bid",
        "Add nothing",
        "End the game",
    ]


def test_a_verb_with_few_values_is_spread_out_over_the_free_buttons() -> None:
    few = Decision(P1, P1, "adds", "1.2", (specs()[0],))
    assert [choice.words for choice in step(few).choices] == [f"number {n}" for n in range(1, 6)]


def test_a_choice_leads_to_the_next_question(decision: Decision) -> None:
    found = step(decision, (1, 0))
    assert (found.asks, found.chosen, found.action) == ("amount", "Bid · item big", None)
    assert found.is_typed


def test_a_path_ends_in_an_action(decision: Decision) -> None:
    assert step(decision, (0, 2)).action == Choose(P1, "3")
    assert step(decision, (2,)).action == Pass(P1)


def test_a_grave_verb_says_so(decision: Decision) -> None:
    assert step(decision).choices[3].grave
    assert step(decision, (3, 0)).grave


def test_a_choice_that_does_not_exist_is_refused(decision: Decision) -> None:
    with pytest.raises(RuleError, match="no longer offered"):
        step(decision, (9,))


def test_a_number_is_typed(decision: Decision) -> None:
    assert typed_value(decision, (1, 0), " 42 ") == Bid(P1, PrivateId("big"), 42)
    with pytest.raises(NotationError, match="whole number"):
        typed_value(decision, (1, 0), "many")
    with pytest.raises(RuleError, match=r"Possible: 1 to 100"):
        typed_value(decision, (1, 0), "101")


def test_a_command_fills_in_nothing_that_is_open(decision: Decision) -> None:
    assert build(decision, "bid", {"item": "big", "amount": 7}) == Bid(P1, PrivateId("big"), 7)
    with pytest.raises(RuleError, match="which amount: 1 to 100"):
        build(decision, "bid", {"item": "big"})


def test_a_command_fills_in_what_has_one_legal_value(decision: Decision) -> None:
    assert build(decision, "close", {}) == Close(P1, "game")


def test_a_verb_that_is_not_possible_is_refused_by_the_engine(decision: Decision) -> None:
    with pytest.raises(RuleError, match="cannot lay now"):
        build(decision, "lay", {"hex": "A1"})


def test_an_option_completes_given_the_others(decision: Decision) -> None:
    assert [item.value for item in complete_option(decision, "bid", "item", {"item": "s"})] == ["small"]
    given = {"item": "big", "amount": "42"}
    assert [item.value for item in complete_option(decision, "bid", "amount", given)] == ["42"]
    assert complete_option(decision, "bid", "amount", {"item": "none", "amount": ""}) == []


def test_a_line_completes_word_by_word(decision: Decision) -> None:
    assert {item.value for item in complete_line(decision, "")} == {"choose ", "bid ", "pass", "close "}
    assert [item.value for item in complete_line(decision, "cho")][:2] == ["choose 1", "choose 2"]
    assert "bid big 42" in [item.value for item in complete_line(decision, "bid big 42")]


def test_a_hint_says_what_would_be_legal(decision: Decision) -> None:
    assert "1 to 100" in hint(decision, Bid(P1, PrivateId("big"), 500))
    assert hint(decision, None).startswith("Possible now: Add a number, Bid")
