"""The one-line notation and JSON of actions."""

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.actions import VERBS, Action, Buy, Lay, Pass, Route, Run, Token, Train, verb_of
from engine.codec import action_from_json, action_to_json
from engine.errors import NotationError
from engine.ids import EntityId, HexId, TileId, TrainId
from engine.notation import read, usage, write, write_move

SFTG = EntityId("SFTG")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("SFTG: lay K5 9 1", Lay(SFTG, HexId("K5"), TileId("9"), 1)),
        ("SFTG: pass", Pass(SFTG)),
        ("SFTG: token H4 c0", Token(SFTG, HexId("H4"), "c0")),
        ("SFTG: token H4 c0 SFTN 40", Token(SFTG, HexId("H4"), "c0", "SFTN", 40)),
        ("SFTG: train 2 bank 100", Train(SFTG, "2", EntityId("bank"), 100)),
        ("P1: buy SFTG* pool", Buy(EntityId("P1"), "SFTG*", EntityId("pool"))),
        ("P1: buy SFTG P2 3 250", Buy(EntityId("P1"), "SFTG", EntityId("P2"), 3, 250)),
        (
            "SFTG: run 2-0=J6-K5-L4-M3 3-1=H4.c0-J6",
            Run(
                SFTG,
                (Route(TrainId("2-0"), ("J6", "K5", "L4", "M3")), Route(TrainId("3-1"), ("H4.c0", "J6"))),
            ),
        ),
        ("SFTG: run", Run(SFTG, ())),
    ],
)
def test_lines_and_actions_translate_both_ways(line: str, action: Action) -> None:
    assert write(action) == line
    assert read(line) == action
    assert read(write_move(action), action.actor) == action
    assert action_from_json(action_to_json(action)) == action


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "Nothing was written"),
        ("SFTG: dance", "no move called dance"),
        ("lay K5 9 1", "Who acts"),
        ("SFTG: lay K5", "tile is missing"),
        ("SFTG: lay K5 9 north", "turn must be a whole number"),
        ("SFTG: lay K5 9 1 2", "Too many words"),
        ("SFTG: run 2-0", "is no route"),
    ],
)
def test_a_line_that_is_no_move_says_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read(line)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_says_how_it_is_written(verb: str) -> None:
    assert usage(verb).split()[0] == verb


def test_an_unknown_field_in_json_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        action_from_json('{"verb":"pass","actor":"P1","mood":"glad"}')


_words = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=6)
_Value = str | int | tuple[Route, ...]
_values: dict[str, st.SearchStrategy[_Value]] = {"str": _words, "int": st.integers(-5, 5000), "tuple": st.just(())}


@st.composite
def actions(draw: st.DrawFn) -> Action:
    verb = draw(st.sampled_from(list(VERBS.values())))
    fields: dict[str, _Value] = {}
    for field in msgspec.structs.fields(verb):
        kind = "int" if field.type is int else "tuple" if verb is Run and field.name == "routes" else "str"
        fields[field.name] = draw(_values[kind])
    return verb(**fields)  # type: ignore[arg-type]


@given(actions())
def test_any_action_survives_notation_and_json(action: Action) -> None:
    assume(action.actor.lower() not in VERBS)
    assert read(write(action)) == action
    assert action_from_json(action_to_json(action)) == action
    assert verb_of(action) in VERBS
