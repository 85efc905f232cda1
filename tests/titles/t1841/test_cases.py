"""Every golden case of 1841: plain text, one position each, run against the engine."""

from pathlib import Path

import pytest

from engine.cases import Case, parse, run
from engine.titles import TITLES

FOLDER = Path(__file__).parents[2] / "data" / "cases" / "1841"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.case")) for case in parse(path.read_text("utf-8"))]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{stem}: {case.name}" for stem, case in CASES])
def test_case(case: Case) -> None:
    result = run(case, TITLES)
    assert result.passed, "\n".join(f"line {number}: {sentence}" for number, sentence in result.failures)


def test_names_of_cases_are_unique() -> None:
    names = [name for _, case in CASES for name in [case.name]]
    assert sorted(set(names)) == sorted(names)


def test_every_case_claims_something() -> None:
    idle = [case.name for _, case in CASES if not any(line.section == "THEN" for line in case.lines)]
    assert idle == []
