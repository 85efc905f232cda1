"""Many random games of 1841, all options mixed, and a table of what occurred.

python -m tests.support.campaign --games 300 [--from 0] [--style mergers] [--keep FOLDER]
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

import msgspec

from engine.actions import AnyAction
from engine.interchange.own import FORMAT, Line, OwnLog, write
from engine.session import Act
from engine.title import Setup
from engine.titles.t1841.options import BOOK, ONLINE_EDITION, OPTIONS
from tests.support.soak1841.playing import Care, Played, play
from tests.support.soak1841.tally import Counts
from tests.support.soak1841.tastes import style_of

NAMES: Final = ("Ann", "Bea", "Carl", "Dan", "Eve", "Finn", "Gus", "Hal")
_PLANS: Final = ("", "", "napoleon", "cavour", "wilhelm", "carlo_alberto", "franz_joseph")
_SMALL: Final = ("priority_deal", "stock_sales", "stock_purchases", "game_end", "brown_cities")


def setup_of(seed: int) -> Setup:
    """The table of a numbered game: 3 to 8 players, options mixed; every seventh game follows 18xx.games."""
    rng = random.Random(f"setup {seed}")
    online = seed % 7 == 3
    chosen = {rng.choice(_PLANS)} - {""} if not online else set()
    chosen |= {name for name in _SMALL if rng.random() < 0.35 and not online}
    chosen |= {name for name in ("lite", "version_1") if rng.random() < 0.25}
    if online and rng.random() < 0.5:
        chosen.add("player_trades")
    if "version_1" in chosen and rng.random() < 0.5:
        chosen.add("sfli_run")
    if "version_1" not in chosen and not online and rng.random() < 0.3:
        chosen.add("unit_bids")
    players = rng.randint(3, 6 if "lite" in chosen else 8)
    assert chosen <= {option.name for option in OPTIONS}
    return Setup("1841", NAMES[:players], tuple(sorted(chosen)), ONLINE_EDITION if online else BOOK)


@dataclass
class Summary:
    """Results of many games."""

    games: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    counts: Counts = field(default_factory=Counts)
    seen: Counts = field(default_factory=Counts)
    failures: list[str] = field(default_factory=list)

    def add(self, setup: Setup, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.lengths.append(played.length)
        self.ends[played.outcome or "cut off"] += 1
        self.tables.update([f"{len(setup.players)} players", setup.edition, *setup.options])
        self.counts.update(played.counts)
        self.seen.update([key for key, count in played.counts.items() if count])

    def join(self, other: "Summary") -> None:
        """Count the games of another part of the campaign."""
        self.games += other.games
        self.seconds += other.seconds
        self.lengths += other.lengths
        self.failures += other.failures
        for mine, theirs in ((self.ends, other.ends), (self.tables, other.tables), (self.counts, other.counts)):
            mine.update(theirs)
        self.seen.update(other.seen)

    def lines(self) -> Iterator[str]:
        """The table, line by line."""
        mean = sum(self.lengths) / max(1, len(self.lengths))
        longest, shortest = max(self.lengths, default=0), min(self.lengths, default=0)
        yield f"{self.games} games, {len(self.failures)} failures, {self.seconds:.0f} s of CPU time"
        yield f"length: {mean:.0f} actions on average, {shortest} to {longest}"
        yield "ends: " + ", ".join(f"{name} {count}" for name, count in self.ends.most_common())
        yield "tables: " + ", ".join(f"{name} {count}" for name, count in sorted(self.tables.items()))
        yield "occurrences (in how many games):"
        for key in sorted(self.counts):
            if self.counts[key]:
                yield f"  {key:44} {self.counts[key]:6} ({self.seen[key]})"
        yield from sorted(self.failures)


def campaign(seeds: range, style: str = "", care: Care | None = None, keep: Path | None = None) -> Summary:
    """Play the numbered games; failures are collected, not raised."""
    summary = Summary()
    began = time.process_time()
    for seed in seeds:
        setup, taste = setup_of(seed), style or style_of(seed)
        try:
            played = play(setup, seed, taste, care=care)
        except AssertionError as error:
            summary.failures.append(f"{setup.edition} {','.join(setup.options)} {len(setup.players)} {taste}: {error}")
            continue
        summary.add(setup, played)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            log = OwnLog(
                FORMAT,
                f"random {seed}",
                setup,
                tuple(Line(Act(cast(AnyAction, action))) for action in played.session.live),
            )
            (keep / f"{seed}.json").write_text(write(log))
    summary.seconds = time.process_time() - began
    return summary


def read_part(path: Path) -> Summary:
    """Return the numbers that a part of the campaign has saved."""
    return msgspec.json.decode(path.read_bytes(), type=Summary, dec_hook=lambda kind, value: kind(value))


def main() -> int:
    """Play, print the table; 1 when an invariant broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--style", default="")
    parser.add_argument("--keep", type=Path, help="write every game as an own log into this folder")
    parser.add_argument("--save", type=Path, help="write the numbers to this file")
    parser.add_argument("--join", type=Path, nargs="*", default=[], help="add the numbers of saved parts")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    summary = campaign(seeds, options.style, keep=options.keep)
    for part in options.join:
        summary.join(read_part(part))
    if options.save:
        options.save.write_bytes(msgspec.json.encode(summary))
    for line in summary.lines():
        sys.stdout.write(line + "\n")
    return 1 if summary.failures else 0


if __name__ == "__main__":
    sys.exit(main())
