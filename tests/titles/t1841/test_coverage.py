"""Every paragraph of the rulebook, every worked example and every report is shown by a case or a test.

The table is ``tests/data/coverage_1841.toml``. A name in it must exist; a paragraph that a case claims must be in it.
"""

import re
import tomllib
from pathlib import Path

import pytest

from engine.cases import parse

ROOT = Path(__file__).parents[3]
TABLE: dict[str, dict[str, list[str]]] = tomllib.loads((ROOT / "tests/data/coverage_1841.toml").read_text("utf-8"))
FOLDER = ROOT / "tests" / "data" / "cases" / "1841"
CASES = {case.name for path in sorted(FOLDER.glob("*.case")) for case in parse(path.read_text("utf-8"))}
NOTES = ROOT.parent / "shared" / "notes" / "1841.md"
REPORTS = ROOT.parent / "shared" / "reports" / "bug_reports.md"
SECTIONS = ("paragraphs", "examples", "reports")
ENTRIES = [(section, key) for section in SECTIONS for key in TABLE[section]]
PARAGRAPH = re.compile(r"\[(\d[\d.]*)\]")


def exists(reference: str) -> bool:
    """Whether a case of that name, or the test ``FILE::FUNCTION``, exists."""
    name, _, function = reference.partition("::")
    if not function:
        return name in CASES
    path = ROOT / name
    return path.is_file() and f"def {function}(" in path.read_text("utf-8")


@pytest.mark.parametrize(("section", "key"), ENTRIES, ids=[f"{section} {key}" for section, key in ENTRIES])
def test_it_is_shown_by_something_that_exists(section: str, key: str) -> None:
    references = TABLE[section][key]
    assert references, f"{section} {key} is shown by nothing"
    assert [name for name in references if not exists(name)] == []


def test_every_paragraph_that_a_case_claims_is_in_the_table() -> None:
    claimed = {paragraph for name in CASES for paragraph in PARAGRAPH.findall(name)}
    assert claimed <= set(TABLE["paragraphs"])


def test_every_case_claims_a_paragraph() -> None:
    assert [name for name in sorted(CASES) if not PARAGRAPH.search(name)] == []


def test_a_case_under_a_paragraph_claims_it() -> None:
    wrong = [
        (paragraph, name)
        for paragraph, references in TABLE["paragraphs"].items()
        for name in references
        if "::" not in name and paragraph not in PARAGRAPH.findall(name)
    ]
    assert wrong == []


def expand(text: str) -> list[str]:
    """``8.3.2-8.3.4`` and ``9, 11, 12`` as single paragraphs."""
    found = re.fullmatch(r"(\d+\.\d+)\.(\d+)-\1\.(\d+)", text)
    if found:
        return [f"{found[1]}.{number}" for number in range(int(found[2]), int(found[3]) + 1)]
    return [part.strip() for part in text.split(",")]


@pytest.mark.skipif(not NOTES.is_file(), reason="the notes on 1841 are not here (../shared/notes)")
def test_no_paragraph_of_the_notes_is_missing() -> None:
    lines = NOTES.read_text("utf-8").partition("## 7. Coverage")[2].splitlines()
    listed = [found[1] for line in lines if (found := re.match(r"- \[([^\]]+)\]", line))]
    assert listed
    known = set(TABLE["paragraphs"]) | set(TABLE["nothing_to_play"])
    assert [paragraph for text in listed for paragraph in expand(text) if paragraph not in known] == []


@pytest.mark.skipif(not REPORTS.is_file(), reason="the reports are not here (../shared/reports)")
def test_no_report_is_missing() -> None:
    text = REPORTS.read_text("utf-8").partition("## 1866")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    numbers = {number for row in rows for number in re.findall(r"\b\d{4,5}\b", row)}
    assert numbers
    assert sorted(numbers - set(TABLE["reports"])) == []
