"""What a table of 1841 can choose: editions and optional rules [7, 8]."""

from typing import Final

from engine.errors import RuleError
from engine.title import Option, Setup

_LITE_SEATS: Final = 6

BOOK, ONLINE_EDITION = "book", "18xx.games"

_REUNIFICATIONS: Final = ("napoleon", "cavour", "wilhelm", "carlo_alberto", "franz_joseph")


def _others(name: str) -> tuple[str, ...]:
    return tuple(other for other in _REUNIFICATIONS if other != name)


OPTIONS: Final = (
    Option("lite", "Small map without Tuscany, less money, fewer trains.", "8.3"),
    Option("version_1", "The original edition: sealed bids, old Cuneo and Genova, minors after the secession.", "7"),
    Option("unit_bids", "Bids in the concessions auction rise by L.1 or more instead of L.5.", "2.1"),
    Option(
        "napoleon",
        "Napoleon's Project: Austria leaves at once, the others join in phase 5.",
        "8.1.1",
        _others("napoleon"),
    ),
    Option("cavour", "Cavour's Plan: all borders but the Swiss one fall in phase 4.", "8.1.2", _others("cavour")),
    Option("wilhelm", "Wilhelm's Idea: Austria and the others stay until phase 5.", "8.1.3", _others("wilhelm")),
    Option(
        "carlo_alberto", "Carlo Alberto's Dream: the secession comes in phase 3.", "8.1.4", _others("carlo_alberto")
    ),
    Option(
        "franz_joseph", "Franz Joseph's Gambit: Austria, Tuscany and the Zone unite.", "8.1.5", _others("franz_joseph")
    ),
    Option("priority_deal", "The priority deal can be sold and may call one more operating round.", "8.2"),
    Option("player_trades", "Edition 18xx.games: players may trade stock among themselves.", "3.2"),
    Option("stock_sales", "Corporations' small sales of dear stock do not lower its value.", "8.4"),
    Option("sfli_run", "Version 1: SFLi operates in the round of its formation.", "8.5"),
    Option("stock_purchases", "No corporation buys stock across an active border.", "8.6"),
    Option("game_end", "The last operating round is always played to its end.", "8.7"),
    Option("brown_cities", "Brown cities are tile 63 wherever it fits.", "8.8"),
)

_ONLINE_OPTIONS: Final = frozenset({"lite", "version_1", "sfli_run", "player_trades"})


def setup_refusal(setup: Setup) -> RuleError | None:
    """Why this table cannot be played: too many for lite, options that mean nothing, or that are not online."""
    options = set(setup.options)
    if "lite" in options and len(setup.players) > _LITE_SEATS:
        return RuleError("players", "8.3.2", f"1841lite is for 3 to 6 players, not {len(setup.players)}.")
    if setup.edition == ONLINE_EDITION:
        foreign = sorted(options - _ONLINE_OPTIONS)
        if foreign:
            return RuleError("options", "8", f"The edition {ONLINE_EDITION} does not have the option {foreign[0]}.")
        return None
    if "player_trades" in options:
        return RuleError("options", "3.2", "By the book players may always trade; player_trades is online only.")
    if "sfli_run" in options and "version_1" not in options:
        return RuleError("options", "8.5", "sfli_run means something in version_1 only; version 2 plays so anyway.")
    if "unit_bids" in options and "version_1" in options:
        return RuleError("options", "2.1", "unit_bids is about the open auction; version_1 has sealed bids.")
    return None
