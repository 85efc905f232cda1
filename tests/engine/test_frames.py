"""The shared frames one by one: rounds, re-sorting, ending a turn, consent, discards, sequences."""

from collections.abc import Sequence as Frames

import pytest

from engine.actions import Choose
from engine.cases import position
from engine.decisions import Decision
from engine.errors import InvariantError, RuleError
from engine.events import PhaseBegan, RoundBegan, TurnEnded
from engine.frames.base import Sequence, Turn
from engine.frames.consent import Consent
from engine.frames.operating import OperatingRound, current_round, end_turn, resort
from engine.frames.phase import DiscardTrains
from engine.frames.stock import has_sold, stock_round
from engine.game import Game
from engine.ids import CompanyId, EntityId, MarkerId, PhaseId
from engine.notation import read
from engine.ops import companies, market, phase, shares
from tests.support.t18mini import T18MINI

AAA, BBB, CCC = (CompanyId(EntityId(name)) for name in ("AAA", "BBB", "CCC"))
THREE = """CASE three companies
GIVEN title t18mini
  players Ann Bea
  company AAA 60
  company BBB 55
  company CCC 50 2,2
  shares AAA P1 60
  shares BBB P2 60
  shares CCC P1 60
  token AAA A3:c0
  token BBB C1:c0
  token CCC E3:c0
  cash AAA 200
  cash BBB 200
  cash CCC 200
"""


def given(*lines: str) -> Game:
    return position("\n".join((THREE, *lines)), {"t18mini": T18MINI})


def play(game: Game, *moves: str) -> list[str]:
    """Apply moves; return the names of all events."""
    return [type(event).__name__ for move in moves for event in game.apply(read(move))]


def asked(game: Game) -> str:
    assert game.decision is not None
    return f"{game.decision.actor} {game.decision.prompt}"


def test_companies_operate_in_the_order_fixed_at_the_start_of_the_round() -> None:
    game = given("operate AAA")
    game.context.rules.market.price(game.context, MarkerId(CCC))
    market.place(game.context, MarkerId(CCC), (0, 9))
    play(game, "AAA: pass", "AAA: train 2 bank 60", "AAA: pass")
    assert asked(game) == "BBB lays track"


def test_resort_orders_those_who_have_not_operated() -> None:
    game = given("operate AAA")
    market.place(game.context, MarkerId(CCC), (0, 9))
    resort(game.context)
    assert current_round(game.context).waiting == [CCC, BBB]
    play(game, "AAA: pass", "AAA: train 2 bank 60", "AAA: pass")
    assert asked(game) == "CCC lays track"


def test_a_company_that_is_gone_is_passed_over() -> None:
    game = given("operate AAA")
    state = game.state
    shares.move(game.context, BBB, [0, 1, 2, 3, 4], EntityId("P2"), BBB)
    companies.remove(game.context, BBB, reason="test")
    assert BBB not in state.companies
    play(game, "AAA: pass", "AAA: train 2 bank 60", "AAA: pass")
    assert asked(game) == "CCC lays track"


def test_a_turn_that_is_over_is_marked_and_reported() -> None:
    game = given("operate AAA")
    assert not game.state.companies[AAA].operated
    play(game, "AAA: pass", "AAA: train 2 bank 60")
    assert TurnEnded("operating", AAA) in game.apply(read("AAA: pass"))
    assert game.state.companies[AAA].operated
    assert current_round(game.context).done == [AAA]


def test_end_turn_drops_every_step() -> None:
    game = given("operate AAA")
    end_turn(game.context)
    again = Game(game.blueprint, game.state)
    assert asked(again) == "BBB lays track"


def test_outside_its_round_nothing_is_resorted_and_nothing_ended() -> None:
    game = given("stock P1")
    resort(game.context)
    with pytest.raises(InvariantError, match="No operating round"):
        end_turn(game.context)
    with pytest.raises(InvariantError, match="No stock round"):
        stock_round(given("operate AAA").context)


def test_the_set_has_as_many_rounds_as_the_phase_said_when_the_stock_round_ended() -> None:
    game = given("cash AAA 110", "cash BBB 110", "cash CCC 110", "depot 3", "stock P1")
    play(game, "P1: pass", "P2: pass")
    assert game.state.round.kind == "operating"
    names = play(game, "AAA: pass", "AAA: train 3 bank 110", "BBB: pass", "BBB: train 3 bank 110")
    assert "PhaseBegan" in names
    play(game, "CCC: pass", "CCC: train 3 bank 110")
    assert game.state.round.kind == "stock", "phase 3 has two rounds, but only from the next set on"
    play(game, "P1: pass", "P2: pass")
    assert (game.state.round.kind, game.state.round.number, game.state.round.part) == ("operating", 2, 1)


def test_a_stock_round_remembers_sales() -> None:
    game = given("operated AAA", "stock P1")
    play(game, "P1: sell AAA 1")
    assert has_sold(game.context, EntityId("P1"), AAA)
    assert not has_sold(game.context, EntityId("P2"), AAA)
    play(game, "P1: pass")
    assert stock_round(game.context).passes == 0, "a turn with a sale is no pass"
    play(game, "P2: pass")
    assert stock_round(game.context).passes == 1


def test_discards_can_be_limited_to_some_companies() -> None:
    game = given("phase 3", "trains AAA 2 2 3", "operate BBB")
    game.context.push(DiscardTrains([BBB]))
    assert asked(Game(game.blueprint, game.state)) == "BBB lays track"
    game.context.push(DiscardTrains([AAA]))
    again = Game(game.blueprint, game.state)
    assert asked(again) == "AAA discards a train"
    with pytest.raises(RuleError, match="these classes: 2, 3"):
        again.apply(read("AAA: discard 4"))


def test_equal_trains_are_discarded_without_a_question() -> None:
    game = given("phase 3", "trains AAA 2 2 2", "operate BBB")
    game.context.push(DiscardTrains())
    again = Game(game.blueprint, game.state)
    assert asked(again) == "BBB lays track"
    assert len(again.state.trains[AAA]) == 2
    assert again.state.discards == ["2-0"]


def test_consent_needs_a_frame_below_that_can_take_the_answer() -> None:
    game = given("operate AAA")
    game.context.push(Consent(AAA, BBB, "agrees to nothing", read("AAA: pass")))  # type: ignore[arg-type]
    again = Game(game.blueprint, game.state)
    assert again.decision is not None
    assert again.decision.player == "P2"
    with pytest.raises(InvariantError, match="cannot take the answer"):
        again.apply(Choose(BBB, "yes"))


def test_phases_only_advance() -> None:
    game = given("phase 3")
    with pytest.raises(InvariantError, match="does not come after"):
        phase.begin_phase(game.context, PhaseId("2"))
    phase.begin_phase(game.context, PhaseId("4"))
    assert game.context.events[-1] == PhaseBegan(PhaseId("4"))


class Note(Turn, tag="note"):
    """Writes its text into the outcome when its turn comes."""

    text: str

    def advance(self, ctx: object) -> Decision | None:
        notes.append(self.text)
        return None


notes: list[str] = []


def test_a_sequence_runs_its_steps_in_order_and_before_what_lies_below() -> None:
    game = given("stock P1")
    notes.clear()
    inner: Frames[Turn] = [Note("b"), Note("c")]
    game.context.push(Note("e"))
    game.context.push(Sequence([Note("a"), Sequence(list(inner)), Note("d")]))
    assert asked(Game(game.blueprint, game.state)) == "P1 buys or sells shares"
    assert notes == ["a", "b", "c", "d", "e"]


def test_a_frame_that_asks_nothing_takes_no_answer() -> None:
    game = given("operate AAA")
    with pytest.raises(InvariantError, match="asks nothing"):
        OperatingRound(1, 1).apply(game.context, read("AAA: pass"))


def test_every_round_is_announced() -> None:
    game = given("stock P1")
    play(game, "P1: pass")
    events = game.apply(read("P2: pass"))
    assert any(isinstance(event, RoundBegan) and event.round.kind == "operating" for event in events)
