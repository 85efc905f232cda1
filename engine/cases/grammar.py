"""Reading case files."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.errors import EngineError
from engine.title import Setup

Section = Literal["GIVEN", "WHEN", "THEN"]
_SECTIONS: dict[str, Section] = {"GIVEN": "GIVEN", "WHEN": "WHEN", "THEN": "THEN"}
SETUP = ("title", "players", "options", "edition")
"""Words of the set-up, at the beginning of GIVEN."""


class CaseError(EngineError):
    """A case that cannot be read; the message names the line."""

    def __init__(self, number: int, sentence: str) -> None:
        super().__init__(f"Line {number}: {sentence}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a case: its number in the file, its section, its words (comment removed)."""

    number: int
    section: Section
    text: str

    @property
    def words(self) -> list[str]:
        """The words of the line."""
        return self.text.split()


@dataclass(frozen=True, slots=True)
class Case:
    """A case: its name, the line it begins on, the set-up, and all other lines in order."""

    name: str
    number: int
    setup: Setup
    lines: tuple[Line, ...]


def parse(text: str) -> tuple[Case, ...]:
    """Return the cases of a file.

    Raises:
        CaseError: a line outside a case or section, or a case without title and players.
    """
    return tuple(_case(name, number, lines) for name, number, lines in _blocks(text))


def _blocks(text: str) -> Iterator[tuple[str, int, list[Line]]]:
    name, start, lines = "", 0, list[Line]()
    section: Section | None = None
    for number, raw in _contents(text):
        word, _, rest = raw.partition(" ")
        if word == "CASE":
            if start:
                yield name, start, lines
            name, start, lines, section = rest.strip(), number, [], None
            continue
        section = _SECTIONS.get(word, section)
        content = rest.strip() if word in _SECTIONS else raw
        if not start or section is None:
            raise CaseError(number, "A case begins with CASE and its name, then GIVEN.")
        if content:
            lines.append(Line(number, section, content))
    if start:
        yield name, start, lines


def _contents(text: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(text.splitlines(), 1):
        content = "" if raw.lstrip().startswith("#") else raw.split("  #")[0].strip()
        if content:
            yield number, content


def _case(name: str, number: int, lines: list[Line]) -> Case:
    given = {line.words[0]: line.words[1:] for line in lines if line.section == "GIVEN" and line.words[0] in SETUP}
    for word in ("title", "players"):
        if not given.get(word):
            raise CaseError(number, f"The case {name} names no {word}.")
    setup = Setup(
        given["title"][0],
        tuple(given["players"]),
        tuple(sorted(given.get("options", ()))),
        (given.get("edition") or ["book"])[0],
    )
    rest = tuple(line for line in lines if not (line.section == "GIVEN" and line.words[0] in SETUP))
    return Case(name, number, setup, rest)
