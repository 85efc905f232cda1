"""Games in and out of the database: play, import, export."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.commands.opening import database_argument, find_game, opened
from bot.commands.watching import result_line
from bot.errors import BotError
from bot.tables import Plan, Who

HERE = 0
"""The user who sits at the keyboard: no Discord id."""


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``play``."""
    parser.add_argument("title", nargs="?", metavar="TITLE", help="the title's number")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the players in seat order")
    parser.add_argument("--option", action="append", default=[], metavar="NAME", help="a variant; may be repeated")
    parser.add_argument("--edition", default="book", help="book or 18xx.games")
    parser.add_argument("--name", default="Console", help="what the table is called")
    parser.add_argument("--game", metavar="GAME", help="go on with a stored game (number or name) instead")
    database_argument(parser)


def play(arguments: argparse.Namespace) -> int:
    """Play a table in the terminal."""
    if not arguments.game and not (arguments.title and arguments.names):
        sys.stderr.write("railhead play: a title and the players are needed, or --game (see railhead play --help)\n")
        return 2
    return asyncio.run(_play(arguments))


async def _play(arguments: argparse.Namespace) -> int:
    from bot.console import Console

    async with opened(arguments) as place:
        if arguments.game:
            game = (await find_game(place.tables, arguments.game)).id
        else:
            names = tuple(arguments.names)
            options = tuple(arguments.option)
            plan = Plan(arguments.title, arguments.name, len(names), options, arguments.edition)
            game = (await place.tables.seat_here(plan, names)).row.id
        await Console(place.tables, game, sys.stdin.readline, sys.stdout.write).run()
    return 0


def import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``import``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="our own log or an 18xx.games export")
    parser.add_argument("--name", help="what the table is called (default: the file's name)")
    database_argument(parser)


def import_(arguments: argparse.Namespace) -> int:
    """Store a game from a file and print one JSON line about it."""
    return asyncio.run(_import(arguments))


async def _import(arguments: argparse.Namespace) -> int:
    text = arguments.file.read_text(encoding="utf-8")
    name = arguments.name or arguments.file.name.partition(".")[0]
    async with opened(arguments) as place:
        position, applied = await place.tables.adopt_counted(text, name, Who(HERE, "console"))
    session = position.session
    if session is None:
        raise BotError("The imported game has no position.")
    sys.stdout.write(result_line(session.game, session.setup.players, applied) + "\n")
    return 0


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``export``."""
    parser.add_argument("game", metavar="GAME", help="number or name of a stored game")
    parser.add_argument("-o", "--out", type=Path, metavar="OUT", help="file to write (default: print it)")
    database_argument(parser)


def export(arguments: argparse.Namespace) -> int:
    """Write a stored game as our own log."""
    return asyncio.run(_export(arguments))


async def _export(arguments: argparse.Namespace) -> int:
    async with opened(arguments) as place:
        row = await find_game(place.tables, arguments.game)
        text = await place.tables.export(row.id)
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        arguments.out.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{arguments.out}\n")
    return 0
