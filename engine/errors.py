"""What the engine says when it refuses."""


class EngineError(Exception):
    """Root of every error the engine raises on purpose."""


class RuleError(EngineError):
    """A move that the rules do not allow.

    Attributes:
        code: stable snake_case name of the refusal, for tests and statistics.
        paragraph: rulebook paragraph, for example ``"4.1.1"``; empty only when no rule text applies.
        sentence: one plain sentence for the player, ending with a full stop.
    """

    def __init__(self, code: str, paragraph: str, sentence: str) -> None:
        super().__init__(f"{sentence} [{paragraph}]" if paragraph else sentence)
        self.code = code
        self.paragraph = paragraph
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["RuleError"], tuple[str, str, str]]:
        """Let the error pass from one process to another."""
        return type(self), (self.code, self.paragraph, self.sentence)


class NotationError(EngineError):
    """A line of text that is no action: the message says what was expected."""


class LogError(EngineError):
    """A stored or imported log that does not fold; names the entry.

    Attributes:
        number: 1-based number of the entry that failed.
        reason: why, in one plain sentence.
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Action {number}: {reason}" if number else reason)
        self.number = number
        self.reason = reason

    def __reduce__(self) -> tuple[type["LogError"], tuple[int, str]]:
        """Let the error pass from one process to another."""
        return type(self), (self.number, self.reason)


class DataError(EngineError):
    """Title data that contradicts itself; names the file and the entry."""


class InvariantError(EngineError):
    """A change that would break the books: always a defect of the engine, never of a player."""
