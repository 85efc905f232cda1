"""Sentences for players."""

import pytest

from engine.cases import position
from engine.events import (
    Announced,
    CashMoved,
    CompanyGone,
    DividendDeclared,
    Event,
    GameEnded,
    MarkerMoved,
    Passed,
    PresidentChanged,
    PrivateGone,
    RoundBegan,
    SharesMoved,
    TokenRemoved,
    TrainBought,
    TrainLost,
    TurnEnded,
)
from engine.ids import BANK, POOL, CompanyId, EntityId, MarkerId, PlayerId, TrainId
from engine.narrate import ask, summary, tell
from engine.state import RoundMark
from engine.title import Setup
from tests.support.play import QUICK, random_game
from tests.support.t18mini import T18MINI
from tests.support.t18mini.title import load

P1, P2 = PlayerId(EntityId("P1")), PlayerId(EntityId("P2"))
AAA = CompanyId(EntityId("AAA"))
BBB = CompanyId(EntityId("BBB"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (RoundBegan(RoundMark("stock", 2)), "Stock round 2 begins."),
        (RoundBegan(RoundMark("operating", 2, 1)), "Operating round 2.1 begins."),
        (RoundBegan(RoundMark("auction")), "The auction begins."),
        (TurnEnded("stock", P1), None),
        (Passed(P1, "passes"), "P1 passes."),
        (CashMoved(BANK, P1, 10, "income"), "The bank pays $10 to P1 (income)."),
        (CashMoved(BANK, P1, 10, "dividend"), None),
        (PrivateGone("Ferry"), "Ferry leaves the game."),
        (CompanyGone(AAA, "merged"), "AAA is gone (merged)."),
        (SharesMoved(AAA, (1,), 10, AAA, P1), "P1 gets 10% of AAA from its offering."),
        (SharesMoved(AAA, (1, 2), 20, P1, POOL), "P1 sells 20% of AAA."),
        (PresidentChanged(AAA, P1, POOL), "Nobody presides over AAA any more."),
        (MarkerMoved(MarkerId(AAA), (0, 0), (1, 0), 40, 35, "sale"), "AAA falls from $40 to $35."),
        (MarkerMoved(MarkerId(AAA), (0, 0), (1, 0), 40, 40, "sale"), None),
        (TokenRemoved(AAA, "E3:c0", "merger"), "A token of AAA leaves E3 (merger)."),
        (DividendDeclared(AAA, "withhold", 0, {}), "AAA has no revenue."),
        (DividendDeclared(AAA, "withhold", 30, {}), "AAA keeps $30."),
        (DividendDeclared(AAA, "split", 30, {P1: 9, P2: 0}), "AAA pays half of $30: P1 $9."),
        (TrainBought(AAA, TrainId("2-0"), BANK, 60), "AAA buys a 2-train for $60."),
        (TrainBought(AAA, TrainId("2-0"), POOL, 60), "AAA buys a 2-train from the discard for $60."),
        (TrainBought(AAA, TrainId("2-0"), BBB, 1), "AAA buys a 2-train from BBB for $1."),
        (TrainLost(AAA, TrainId("2-0"), "rust"), "AAA loses a 2-train."),
        (TrainLost(AAA, TrainId("2-0"), "discard"), "AAA discards a 2-train."),
        (Announced("fog", "Fog comes up."), "Fog comes up."),
        (GameEnded("bank", {P1: 10, P2: 20}), "The game is over (bank): P2 $20, P1 $10."),
    ],
)
def test_one_event_one_sentence(event: Event, sentence: str | None) -> None:
    assert tell(event, "${}") == sentence


def test_equal_payments_in_a_row_are_one_line() -> None:
    events = [CashMoved(BANK, P1, 10, "income"), CashMoved(BANK, P2, 20, "income"), CashMoved(P1, P2, 5, "bet")]
    assert summary(events, "${}") == ["The bank pays P1 $10, P2 $20 (income).", "P1 pays P2 $5 (bet)."]


def test_a_purchase_names_its_price_and_a_swap_is_told_once() -> None:
    events: list[Event] = [
        CashMoved(P1, AAA, 60, "shares"),
        SharesMoved(AAA, (5,), 10, AAA, P1),
        SharesMoved(AAA, (3, 5), 20, P1, P2),
        SharesMoved(AAA, (0,), 20, P2, P1),
        PresidentChanged(AAA, P2, P1),
    ]
    assert summary(events, "${}") == ["P1 gets 10% of AAA from its offering for $60.", "P1 becomes president of AAA."]


def test_names_are_the_readers() -> None:
    names = {"P1": "Ann", "AAA": "Ada Line"}
    event = SharesMoved(AAA, (1,), 10, AAA, P1)
    assert tell(event, "${}", lambda entity: names.get(entity, entity)) == "Ann gets 10% of Ada Line from its offering."


def test_a_question_is_one_clause() -> None:
    game = position("CASE x\nGIVEN title t18mini\nplayers Ann Bea", {"t18mini": T18MINI})
    assert game.decision is not None
    assert ask(game.decision) == "P1 buys or sells shares"
    assert ask(game.decision, lambda entity: "Ann") == "Ann buys or sells shares"


def test_whole_games_are_told_in_sentences() -> None:
    session = random_game(T18MINI, random_setup(), 3, checks=QUICK)
    game = session.blueprint.first()
    for action in session.live:
        for line in summary(game.apply(action), load().currency):
            assert line[0].isupper() or line[0].isdigit()
            assert line.endswith(".")
            assert ".." not in line


def random_setup() -> Setup:
    return Setup("t18mini", ("Ann", "Bea"))
