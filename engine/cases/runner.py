"""Running cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.actions import Pass
from engine.cases.facts import CHECKERS, SETTERS
from engine.cases.grammar import Case, CaseError, Line, parse
from engine.errors import EngineError, NotationError, RuleError
from engine.events import Event
from engine.game import Blueprint, Game
from engine.narrate import ask, summary
from engine.notation import read
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case: its name and first line, and what failed, each as ``(line number, sentence)``."""

    name: str
    number: int
    failures: tuple[tuple[int, str], ...]

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


@dataclass(slots=True)
class _Run:
    """A case that is running: `refusal` is what the latest move was refused with, `told` what happened since WHEN."""

    game: Game
    failures: list[tuple[int, str]] = field(default_factory=list)
    refusal: RuleError | None = None
    refused: Line | None = None
    events: list[Event] = field(default_factory=list)
    changed: bool = False

    def give(self, line: Line) -> None:
        """Bring a fact about, or play a move."""
        word, *words = line.words
        if word == "play":
            self.settle()
            self.move(Line(line.number, "GIVEN", line.text.partition(" ")[2]))
            self.claim_refusal()
            return
        if word == "until":
            self.settle()
            self.pass_until(line)
            return
        setter = SETTERS.get(word)
        if setter is None:
            raise CaseError(line.number, f"{word} cannot be given; facts are {', '.join(SETTERS)}.")
        try:
            setter(self.game.context, words)
        except (IndexError, KeyError, StopIteration, ValueError, EngineError) as error:
            raise CaseError(line.number, f"That cannot be brought about: {line.text} ({error}).") from error
        self.changed = True

    def pass_until(self, line: Line) -> None:
        """Pass for everybody until the game asks what the line says."""
        wanted = line.text.partition(" ")[2]
        while self.game.decision is not None and not ask(self.game.decision).startswith(wanted):
            question = ask(self.game.decision)
            try:
                self.game.apply(Pass(self.game.decision.actor))
            except RuleError as error:
                raise CaseError(line.number, f"Nobody passes where {question} ({error}).") from error
        if self.game.decision is None:
            raise CaseError(line.number, f"The game was over before: {wanted}.")

    def settle(self) -> None:
        """Let a position that was changed by hand go on to its next decision."""
        if self.changed:
            self.game = Game(self.game.blueprint, self.game.state)
            self.changed = False

    def move(self, line: Line) -> None:
        """Make a move; a refusal waits for a THEN REFUSED."""
        self.claim_refusal()
        decision = self.game.decision
        if decision is None:
            self.fail(line, "the game is over")
            return
        before = self.game.digest()
        try:
            action = read(line.text, decision.actor)
        except NotationError as error:
            raise CaseError(line.number, str(error)) from error
        try:
            self.events += self.game.apply(action)
        except RuleError as error:
            self.refusal, self.refused = error, line
            if self.game.digest() != before:
                self.fail(line, "the refused move changed the position")

    def check(self, line: Line) -> None:
        """Check a fact, or that the latest move was refused."""
        word, *words = line.words
        if word == "REFUSED":
            self._check_refusal(line, words)
            return
        self.claim_refusal()
        negated = word == "no"
        if negated:
            word, *words = words
        if word == "told":
            found = self._told(" ".join(words))
        elif word in CHECKERS:
            found = self._look(word, words)
        else:
            raise CaseError(line.number, f"{word} is no fact; facts are {', '.join(CHECKERS)}, told, REFUSED.")
        if negated and not found:
            self.fail(line, "holds")
        elif found and not negated:
            self.fail(line, found)

    def claim_refusal(self) -> None:
        """A move that was refused although no REFUSED followed is a failure."""
        if self.refusal is not None and self.refused is not None:
            self.fail(self.refused, f"refused: {self.refusal}")
        self.refusal = self.refused = None

    def fail(self, line: Line, found: str) -> None:
        """Note a failure."""
        self.failures.append((line.number, f"{line.text}: {found}"))

    def _check_refusal(self, line: Line, words: list[str]) -> None:
        error, self.refusal, self.refused = self.refusal, None, None
        if error is None:
            self.fail(line, "the move was accepted")
            return
        found = [error.paragraph or "-", error.code]
        if found[: len(words)] != words:
            self.fail(line, f"refused by [{error.paragraph}] {error.code}: {error.sentence}")

    def _look(self, word: str, words: list[str]) -> str:
        """What a checker says; a fact about something that is not in play does not hold."""
        try:
            return CHECKERS[word](self.game, words)
        except KeyError as missing:
            return f"{missing.args[0]} is not in play"

    def _told(self, text: str) -> str:
        told = summary(self.events, self.game.blueprint.data.currency)
        return "" if any(text in sentence for sentence in told) else " ".join(told) or "nothing"


def run(case: Case, titles: Mapping[str, Title]) -> Result:
    """Run one case.

    Raises:
        CaseError: a line that means nothing, an unknown title, or a position that cannot be.
    """
    if case.setup.title not in titles:
        raise CaseError(case.number, f"There is no title {case.setup.title}; titles are {', '.join(titles)}.")
    running = _Run(Blueprint(titles[case.setup.title], case.setup).first())
    section = "GIVEN"
    for line in case.lines:
        if line.section == "WHEN" and section != "WHEN":
            running.events.clear()
        section = line.section
        if section == "GIVEN":
            running.give(line)
            continue
        running.settle()
        if section == "WHEN":
            running.move(line)
        else:
            running.check(line)
    running.claim_refusal()
    return Result(case.name, case.number, tuple(running.failures))


def position(text: str, titles: Mapping[str, Title]) -> Game:
    """Return the position that the GIVEN part of the first case of a text describes.

    Raises:
        CaseError: see `parse` and `run`.
    """
    case = parse(text)[0]
    running = _Run(Blueprint(titles[case.setup.title], case.setup).first())
    for line in case.lines:
        if line.section == "GIVEN":
            running.give(line)
    running.settle()
    return running.game


def run_text(text: str, titles: Mapping[str, Title]) -> tuple[Result, ...]:
    """Run every case of a file.

    Raises:
        CaseError: see `parse` and `run`.
    """
    return tuple(run(case, titles) for case in parse(text))
