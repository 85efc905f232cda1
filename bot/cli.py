"""The command line: ``railhead VERB``. Exit 0 = success, 1 = what was asked about failed, 2 = wrong use."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import NoReturn

from bot.commands import checking, keeping, measuring, playing, serving, watching
from bot.errors import BotError
from engine.errors import EngineError

FAILED, MISUSED = 1, 2


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: what it does in a line, its arguments, and what carries it out and returns the exit code."""

    name: str
    words: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


VERBS = (
    Verb("serve", "the bot on Discord (needs DISCORD_TOKEN)", serving.serve_arguments, serving.serve),
    Verb("preview", "the bot in a local browser page, no token needed", serving.preview_arguments, serving.preview),
    Verb("play", "a table in the terminal", playing.play_arguments, playing.play),
    Verb("import", "store a game from a file (18xx.games or our own log)", playing.import_arguments, playing.import_),
    Verb("export", "write a stored game as our own log", playing.export_arguments, playing.export),
    Verb("replay", "play a log through without storing it", watching.replay_arguments, watching.replay),
    Verb("render", "draw one picture", watching.render_arguments, watching.render),
    Verb("routes", "the best routes of the company that is to run", watching.routes_arguments, watching.routes),
    Verb("case", "run golden cases", checking.case_arguments, checking.case),
    Verb("board-check", "check a title's board data", checking.board_arguments, checking.board_check),
    Verb("verify", "replay every stored game and compare digests", checking.verify_arguments, checking.verify),
    Verb("migrate", "bring the database up to date", keeping.migrate_arguments, keeping.migrate),
    Verb("backup", "copy the database while the bot runs", keeping.backup_arguments, keeping.backup),
    Verb("restore", "check a backup and put it in the database's place", keeping.restore_arguments, keeping.restore),
    Verb("bench", "measure replay, routes, pictures and commands", measuring.bench_arguments, measuring.bench),
)
"""Every verb, in the order of the help."""


class Parser(argparse.ArgumentParser):
    """Complains in one plain line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with 2."""
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        raise SystemExit(MISUSED)


def parser() -> Parser:
    """Return the parser of the whole command line."""
    root = Parser(prog="railhead", description="18xx railway games for friends, on Discord and in the terminal.")
    root.add_argument("--version", action="version", version=f"railhead {_version()}")
    verbs = root.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    for verb in VERBS:
        one = verbs.add_parser(verb.name, help=verb.words, description=f"{verb.words[0].upper()}{verb.words[1:]}.")
        verb.arguments(one)
        one.set_defaults(run=verb.run)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
    arguments = parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        code = run(arguments)
        sys.stdout.flush()
    except (BotError, EngineError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has gone; nothing is left to say
        return FAILED
    except (OSError, UnicodeDecodeError) as error:
        return _complain(_about_file(error))
    except KeyboardInterrupt:
        return FAILED
    return code


def _complain(sentence: str) -> int:
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    return FAILED


def _about_file(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "The file is not UTF-8 text."
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or error}."


def _version() -> str:
    try:
        return version("railhead")
    except PackageNotFoundError:
        return "(not installed)"
