"""Recorded random games fold to the same positions, and together show every procedure of 1841."""

from pathlib import Path

import pytest

from tests.support.soak1841.recorded import FOLDER, files, load, replay

LARGEST = 600_000
"""Bytes of all recorded games together."""

PROCEDURES = (
    "start by a player",
    "start by a corporation",
    "open bid",
    "sealed bid",
    "consent yes: buy",
    "consent no: buy",
    "consent yes: merge",
    "consent yes: token",
    "consent yes: train",
    "train from the discards",
    "discard chosen",
    "emergency: debtor chooses stock",
    "emergency: debtor chooses initial offering",
    "emergency: corporation above chooses stock",
    "emergency: corporation above chooses initial offering",
    "emergency: cash of a corporation",
    "emergency: cash of a player",
    "emergency: player chooses stock",
    "bankruptcy: left",
    "bankruptcy: loan",
    "frozen turn",
    "circle made",
    "circle broken",
    "president's certificate out of the pool",
    "merger of minors",
    "merger of majors",
    "merger: odd share: share",
    "merger: odd share: cash",
    "merger: odd share: president",
    "merger: presidency for pairs: president",
    "merger_called_off",
    "transformed",
    "offer of stock: yes",
    "secession into SB in phase 4",
    "secession into SB in phase 3",
    "secession into SFV in phase 4",
    "no_secession into SB in phase 4",
    "Tuscan merge SFLP+SFMA",
    "Tuscan merge SFLP+SSFL",
    "Tuscan merge SFMA+SSFL",
    "Tuscan merge SFLP+SFMA+SSFL",
    "no_tuscan_merge",
    "sfli_frozen",
    "payment: priority deal",
    "extra operating round: yes",
    *(f"phase {number}" for number in range(3, 9)),
    "8.4: a sale leaves the value",
    "8.6: stock across a border refused",
    "8.7: end with the option game_end",
    "8.8: tile 63 laid",
    "end: bank",
    "end: bankrupt",
    "end: offboards",
    "end: stock_market",
)
"""What the recorded games show at least once."""


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name.partition(".")[0])
def test_a_recorded_game_folds_to_the_same_positions(path: Path) -> None:
    kept = load(path)
    now = replay(kept.log)
    assert now.digests == kept.digests
    assert (now.outcome, now.scores, now.counts) == (kept.outcome, kept.scores, kept.counts)
    assert now.outcome


def test_the_recorded_games_show_every_procedure() -> None:
    seen = {key for path in files() for key in load(path).counts}
    assert set(PROCEDURES) <= seen, sorted(set(PROCEDURES) - seen)


def test_the_recorded_games_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST
