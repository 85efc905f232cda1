"""Checks: golden cases, board data, stored games."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.commands.opening import Opened, database_argument, opened
from bot.errors import BotError
from bot.records import entries
from bot.rows import EntryRow, GameRow
from bot.table.shelf import Stored, read, setup_of
from engine.errors import DataError, EngineError
from engine.session import Session
from engine.title import Setup, Title

# -- case -----------------------------------------------------------------------------------------------


def case_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``case``."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="text with GIVEN, WHEN and THEN")


def case(arguments: argparse.Namespace) -> int:
    """Run golden cases; 1 when one fails."""
    from engine import cases
    from engine.titles import TITLES

    ran = failed = 0
    for path in arguments.files:
        try:
            results = cases.run_text(path.read_text(encoding="utf-8"), TITLES)
        except cases.CaseError as error:
            raise BotError(f"{path}: {error}") from error
        for result in results:
            ran += 1
            failed += not result.passed
            for line, sentence in result.failures:
                sys.stdout.write(f"{path}:{line}: {result.name}: {sentence}\n")
    sys.stdout.write(f"{ran} cases, {failed} failed.\n")
    return 1 if failed else 0


# -- board-check ----------------------------------------------------------------------------------------


def board_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``board-check``."""
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a corrected board file")


def board_check(arguments: argparse.Namespace) -> int:
    """Load a title's data in every edition and say what is in it; 1 when it contradicts itself."""
    from engine.titles import find

    if arguments.file is not None:
        raise BotError("Checking a corrected board file is not yet in this version.")
    title = find(arguments.title)
    failed = 0
    for edition in title.editions:
        try:
            sys.stdout.write(f"{title.id} {edition}: {_contents(title, edition)}; errors: none\n")
        except DataError as error:
            failed += 1
            sys.stdout.write(f"{title.id} {edition}: errors: {error}\n")
    return 1 if failed else 0


def _contents(title: Title, edition: str) -> str:
    names = tuple(f"P{number}" for number in range(1, title.players[0] + 1))
    data = title.load(Setup(title.id, names, (), edition, title.version))
    stops = sum(len(hex_data.design.stops) for hex_data in data.board.hexes.values())
    counted = {
        "hexes": len(data.board.hexes),
        "printed stops": stops,
        "tile designs": len(data.board.tiles),
        "tiles": sum(data.board.counts.values()),
        "companies": len(data.companies),
        "trains": len(data.trains),
        "phases": len(data.phases),
    }
    return ", ".join(f"{count} {name}" for name, count in counted.items())


# -- verify ---------------------------------------------------------------------------------------------


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``verify``."""
    parser.add_argument("--running", action="store_true", help="only games that are not over")
    database_argument(parser)


def verify(arguments: argparse.Namespace) -> int:
    """Replay every stored game and compare the digest after every entry; 1 when one differs."""
    return asyncio.run(_verify(arguments))


async def _verify(arguments: argparse.Namespace) -> int:
    from engine.titles import TITLES

    different = checked = 0
    async with opened(arguments) as place:
        for row in await place.tables.listing():
            if not row.version or (arguments.running and row.status in ("finished", "abandoned")):
                continue
            checked += 1
            fault = await _fault(place, row, TITLES.get(row.title))
            different += bool(fault)
            sys.stdout.write(f"{row.id} {row.title} {row.name}: {fault or 'as stored'}\n")
    sys.stdout.write(f"{checked} games, {different} different.\n")
    return 1 if different else 0


async def _fault(place: Opened, row: GameRow, title: Title | None) -> str:
    if title is None:
        return f"the title {row.title} is not in this version"
    stored = await place.store.read(read, row.id, {title.id: title.version})
    return await asyncio.to_thread(compare, title, stored) if stored else "it has gone"


def compare(title: Title, stored: Stored) -> str:
    """Return the first difference between a stored game and its replay, or an empty string."""
    kept = {snapshot.seq: snapshot for snapshot in stored.snapshots}
    try:
        session = Session(title, setup_of(stored.row, stored.seats))
        for row in stored.rows:
            session.play(row.entry)
            if session.digest() != row.digest:
                return f"entry {row.seq} leads to another position than it did"
            if (fault := _snapshot_fault(session, row, kept.get(row.seq))) != "":
                return fault
    except EngineError as error:
        return f"entry {len(session.entries) + 1} is refused: {error}"
    return ""


def _snapshot_fault(session: Session, row: EntryRow, kept: entries.Snapshot | None) -> str:
    if kept is None:
        return ""
    codec = session.blueprint.codec
    same = kept.digest == row.digest == codec.digest(codec.decode(kept.position))
    return "" if same else f"the position kept after entry {row.seq} is another one"
