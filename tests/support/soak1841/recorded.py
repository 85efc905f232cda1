"""Whole random games kept as files: the log, how the position looked every so often, and how it ended.

python -m tests.support.soak1841.recorded refresh               write the digests of all files anew
python -m tests.support.soak1841.recorded record --seeds 4 17   play numbered games of the campaign and keep them
"""

import argparse
import gzip
import sys
from pathlib import Path
from typing import Final, cast

import msgspec
from msgspec import Struct

from engine.actions import AnyAction
from engine.interchange.own import FORMAT, Line, OwnLog
from engine.interchange.own import read as read_log
from engine.interchange.own import write as write_log
from engine.session import Act, Session
from engine.titles.t1841.title import T1841
from tests.support.campaign import setup_of
from tests.support.soak1841.playing import Played, play
from tests.support.soak1841.tally import Tally
from tests.support.soak1841.tastes import style_of

FOLDER: Final = Path(__file__).parents[2] / "data" / "games" / "1841"
EVERY: Final = 50
"""Actions between two digests."""


class Recorded(Struct, frozen=True):
    """A game in a file.

    Attributes:
        digests: of the position after every `EVERY` actions and at the end.
        counts: what occurs, see `Tally`.
        log: the own log as text.
    """

    outcome: str
    scores: dict[str, int]
    digests: tuple[str, ...]
    counts: dict[str, int]
    log: str


class Replayed(Struct, frozen=True):
    """What folding a log gave."""

    outcome: str
    scores: dict[str, int]
    digests: tuple[str, ...]
    counts: dict[str, int]


def files() -> list[Path]:
    """All recorded games."""
    return sorted(FOLDER.glob("*.json.gz"))


def load(path: Path) -> Recorded:
    """Read one game."""
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Recorded)


def save(path: Path, game: Recorded) -> None:
    """Write one game; the same game gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(msgspec.json.encode(game), compresslevel=9, mtime=0))


def replay(text: str) -> Replayed:
    """Fold an own log move by move, every one checked, and count what occurs.

    Raises:
        RuleError: an action of the log is refused.
    """
    log = read_log(text)
    session, tally, digests = Session(T1841, log.setup), Tally(), []
    for number, line in enumerate(log.log, 1):
        assert isinstance(line.entry, Act)
        action = line.entry.action
        tally.before(session.game)
        session.game.context.trusted = True
        events = session.play(line.entry)
        tally.after(session.game, action, events)
        if number % EVERY == 0:
            digests.append(session.digest())
    state = session.game.state
    scores = {str(player): score for player, score in state.scores.items()}
    return Replayed(
        state.outcome,
        scores,
        (*digests, session.digest()),
        {key: count for key, count in sorted(tally.counts.items()) if count},
    )


def of(played: Played, name: str) -> Recorded:
    """Return a played game as it is kept."""
    session = played.session
    lines = tuple(Line(Act(cast(AnyAction, action))) for action in session.live)
    return _anew(write_log(OwnLog(FORMAT, name, session.setup, lines)))


def _anew(text: str) -> Recorded:
    done = replay(text)
    return Recorded(done.outcome, done.scores, done.digests, done.counts, text)


def main() -> int:
    """Refresh all files or record numbered games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("refresh", "record"))
    parser.add_argument("--seeds", type=int, nargs="*", default=[])
    parser.add_argument("--style", default="")
    options = parser.parse_args()
    if options.what == "refresh":
        for path in files():
            save(path, _anew(load(path).log))
    for seed in options.seeds:
        played = play(setup_of(seed), seed, options.style or style_of(seed))
        save(FOLDER / f"random-{seed:03}.json.gz", of(played, f"random {seed}"))
        sys.stdout.write(f"{seed}: {played.length} actions, {played.outcome}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
