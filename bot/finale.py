"""The end of a table: standings, what the companies earned, how long everybody took, and the last pictures."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import pairwise

from bot import letters
from bot.painting import Painter, Picture
from bot.rows import EntryRow, Seat
from bot.tables import Position
from bot.ui import words
from engine.errors import RuleError
from engine.events import DividendDeclared
from engine.session import Session

REASONS = {
    "bank": "the bank is broken",
    "bankrupt": "bankruptcy",
    "stock_market": "a share price has reached the end of the market",
    "offboards": "all boxes off the map are connected",
    "stalemate": "nothing can happen any more",
}
"""Why a game ended, in words; other reasons speak for themselves."""

PICTURES = ("prices", "wealth", "timelapse")
"""What is shown besides map and market when a game is over."""

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def standings(position: Position, content: letters.Ended) -> str:
    """Return the final result, best first, in the title's money."""
    reason = REASONS.get(content.reason, content.reason)
    money = position.session.blueprint.data.currency if position.session else "{}"
    lines = [f"**{words.escape(position.row.name)}** is over: {reason}."]
    for rank, (player, score) in enumerate(content.scores, 1):
        seat = position.seat(player)
        lines.append(f"{rank}. {words.escape(seat.name) if seat else player}: {money.format(score)}")
    return "\n".join(lines)


async def statistics(position: Position, rows: Sequence[EntryRow]) -> str:
    """Return what the companies earned and how long everybody took, as two lines; empty lines are left out."""
    lines = [times(rows, position.seats)]
    if position.session is not None:
        lines.insert(0, await asyncio.to_thread(revenues, position.session))
    return "\n".join(line for line in lines if line)


def revenues(session: Session) -> str:
    """Return the revenue of each company over the whole game, highest first. Takes its time: not on the loop."""
    earned: Counter[str] = Counter()
    try:
        game = session.at(0)
        for action in session.live:
            for event in game.apply(action):
                if isinstance(event, DividendDeclared):
                    earned[event.company] += event.revenue
    except RuleError:
        return ""
    money = session.blueprint.data.currency
    told = ", ".join(f"{company} {money.format(sum_)}" for company, sum_ in earned.most_common() if sum_)
    return f"-# Revenue: {told}" if told else ""


def times(rows: Sequence[EntryRow], seats: Iterable[Seat]) -> str:
    """Return how long each player had the turn, longest first: from the move before to his own."""
    taken: Counter[str] = Counter()
    for before, row in pairwise(rows):
        taken[row.player] += int((row.at - before.at) / timedelta(seconds=1))
    names: dict[str, str] = {seat.player: words.escape(seat.name) for seat in seats}
    told = [f"{names[player]} {span(taken[player])}" for player, _ in taken.most_common() if player in names]
    return f"-# Time to act: {', '.join(told)}" if told else ""


def span(seconds: int) -> str:
    """Return a stretch of time in its two largest units: ``3 d 4 h``, ``5 h 20 min``, ``under a minute``."""
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    parts = [f"{days} d" * bool(days), f"{hours} h" * bool(hours), f"{rest // _MINUTE} min" * bool(rest // _MINUTE)]
    return " ".join([part for part in parts if part][:2]) or "under a minute"


async def pictures(painter: Painter, position: Position) -> tuple[Picture, ...]:
    """Return the charts and the timelapse of the whole game, as far as they can be drawn."""
    drawn = [await painter.show(position, what, position.live) for what in PICTURES]
    return tuple(picture for picture in drawn if picture is not None)
