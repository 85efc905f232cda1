"""What the bot says when it cannot do what was asked; every text is one plain sentence."""


class BotError(Exception):
    """Root of the bot's own errors; `str(error)` may be shown to anybody."""


class StoreError(BotError):
    """The database cannot be opened, read or written: damaged, newer than this version, disk full, not writable."""


class Refused(BotError):
    """A request that a table does not allow; nothing has changed.

    Attributes:
        code: stable snake_case name: ``stale``, ``not_seated``, ``not_your_turn``, ``not_host``, ``no_such_game``,
            ``not_running``, ``consent`` (undo needs the others), ``full`` ... or the code of a `RuleError`.
        sentence: one plain sentence for the player.
        paragraph: rulebook paragraph, or empty.
    """

    def __init__(self, code: str, sentence: str, paragraph: str = "") -> None:
        super().__init__(f"{sentence} [{paragraph}]" if paragraph else sentence)
        self.code = code
        self.sentence = sentence
        self.paragraph = paragraph


class Undeliverable(BotError):
    """A letter that can never be delivered (channel deleted, user gone); the courier gives it up at once."""


class Overtaken(BotError):
    """The log on disk is longer than the one in memory: another process plays in the same file."""
