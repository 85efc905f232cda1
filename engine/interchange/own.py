"""Our own log as a file: what the table agreed on, and every entry, so that anybody can fold the game again."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from engine.errors import LogError
from engine.session import Entry, Session
from engine.title import Setup, Title

FORMAT = 1
"""Number of the file format; a file with a higher one was written by a newer version."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the log: `by` is the seat it was made for (or ``chance``), `at` the time as ISO 8601 text."""

    entry: Entry
    by: str = ""
    at: str = ""


class OwnLog(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game: `railhead` is the format's number."""

    railhead: int
    name: str
    setup: Setup
    log: tuple[Line, ...]


def write(log: OwnLog) -> str:
    """Return the file's text: JSON, one entry per line."""
    encoder = msgspec.json.Encoder()
    head = encoder.encode({"railhead": log.railhead, "name": log.name, "setup": log.setup}).decode()
    lines = ",\n".join(encoder.encode(line).decode() for line in log.log)
    return f'{head[:-1]},"log":[\n{lines}\n]}}\n'


def is_own(text: str | bytes) -> bool:
    """Whether a text looks like one of our own files rather than another's."""
    try:
        msgspec.json.decode(text, type=_Mark)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def read(text: str | bytes) -> OwnLog:
    """Return the log in a file.

    Raises:
        LogError: not such a file, damaged, or written by a newer version.
    """
    try:
        if msgspec.json.decode(text, type=_Mark).railhead > FORMAT:
            raise LogError(0, "this file was written by a newer version of Railhead.")
        return msgspec.json.decode(text, type=OwnLog)
    except msgspec.DecodeError as error:
        raise LogError(0, f"this is no log of Railhead ({error}).") from error


def replay(log: OwnLog, titles: Mapping[str, Title]) -> Session:
    """Return the session of a log, every move checked.

    Raises:
        LogError: names the entry that is not allowed, or a title that this version does not have.
        RuleError: the setup cannot be played.
    """
    title = titles.get(log.setup.title)
    if title is None:
        raise LogError(0, f"the title {log.setup.title} is not one of ours ({', '.join(titles)}).")
    return Session.fold(title, log.setup, [line.entry for line in log.log])


class _Mark(Struct):
    railhead: int
