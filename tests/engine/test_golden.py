"""Every golden case of the shared machinery, and the runner itself."""

from pathlib import Path

import pytest

from engine.cases import Case, CaseError, parse, run, run_text
from tests.support.t18mini import T18MINI

TITLES = {"t18mini": T18MINI}
FOLDER = Path(__file__).parent / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in parse(path.read_text("utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case) -> None:
    result = run(case, TITLES)
    assert result.passed, "\n".join(f"line {number}: {sentence}" for number, sentence in result.failures)


HEAD = "CASE x\nGIVEN title t18mini\nplayers Ann Bea\n"


@pytest.mark.parametrize(
    ("rest", "line", "words"),
    [
        ("WHEN P1: par AAA 60\nTHEN cash P1 1", 5, "cash P1 1: 200"),
        ("WHEN P1: par AAA 60\nTHEN no cash P1 200", 5, "holds"),
        ("WHEN P1: par AAA 61", 4, "refused: Starting prices are"),
        ("WHEN P1: par AAA 60\nTHEN REFUSED 2.3", 5, "the move was accepted"),
        ("WHEN P1: par AAA 61\nTHEN REFUSED 9.9", 5, "refused by [2.3] no_price"),
        ("WHEN P1: par AAA 61\nTHEN REFUSED 2.3 other", 5, "refused by [2.3] no_price"),
        ("WHEN P2: pass\nTHEN asks P1", 4, "refused: It is P1"),
    ],
)
def test_a_failure_names_line_and_truth(rest: str, line: int, words: str) -> None:
    (result,) = run_text(HEAD + rest, TITLES)
    (found_line, sentence) = result.failures[0]
    assert found_line == line
    assert words in sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("GIVEN title t18mini", "begins with CASE"),
        ("CASE x\ntitle t18mini", "begins with CASE"),
        ("CASE x\nGIVEN title t18mini", "names no players"),
        ("CASE x\nGIVEN title nothing\nplayers A B", "no title nothing"),
        (HEAD + "weather fine", "weather cannot be given"),
        (HEAD + "shares AAA P1 20", "cannot be brought about"),
        (HEAD + "company AAA 60\nshares AAA P1 15", "cannot give 15 percent"),
        (HEAD + "WHEN P1: dance", "no move called dance"),
        (HEAD + "THEN weather fine", "weather is no fact"),
    ],
)
def test_nonsense_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(CaseError, match=words):
        run_text(text, TITLES)


def test_given_may_play_moves() -> None:
    (result,) = run_text(HEAD + "play P1: par AAA 60\nplay P2: pass\nTHEN asks P1\npresident AAA P1", TITLES)
    assert result.passed, result.failures
