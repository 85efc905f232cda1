"""Prices and wealth over the rounds of a game: a session folded into points for `renderers.draw_history`."""

from collections.abc import Iterator, Mapping, Sequence

import renderers
from bot.painting import Picture
from bot.rows import Seat
from engine.game import Game
from engine.ids import MarkerId
from engine.session import Session
from engine.state import RoundMark

SHORT: Mapping[str, str] = {"operating": "OR", "stock": "SR", "auction": "Auction", "start": "Start", "end": "End"}
"""Kinds of rounds in short words."""

HISTORIES = ("prices", "wealth")
"""The histories that can be drawn."""


def label(mark: RoundMark) -> str:
    """Return a round in a short word: ``OR 2.1``."""
    if mark.kind == "end":
        return SHORT["end"]
    number = f" {mark.number}.{mark.part}" if mark.part else f" {mark.number}" if mark.number else ""
    return SHORT.get(mark.kind, mark.kind) + number


def rounds(session: Session, live: int) -> Iterator[tuple[str, Game]]:
    """Yield the position at the end of every round up to `live` actions, each with the name of its round.

    The game is one and the same object that goes on: what is needed of it must be read at once.
    """
    game = session.at(0)
    mark = game.state.round
    for action in session.live[:live]:
        game.apply(action)
        if game.state.round != mark:
            yield label(mark), game
            mark = game.state.round
    yield label(mark), game


def prices(game: Game) -> dict[str, int]:
    """Return the price of every company on the market."""
    rows, state = game.blueprint.data.market.rows, game.state
    found = {}
    for company in state.companies:
        row, column = state.places.get(MarkerId(company), (-1, -1))
        cell = rows[row][column] if row >= 0 else None
        if cell is not None:
            found[str(company)] = cell.price
    return found


def wealth(game: Game, seats: Sequence[Seat]) -> dict[str, int]:
    """Return what every player would score now, by name."""
    names = {seat.player: seat.name for seat in seats}
    score = game.blueprint.rules.ending.score
    return {names.get(player, player): score(game.context, player) for player in game.state.players}


def draw_history(session: Session, what: str, live: int, seats: Sequence[Seat] = ()) -> Picture | None:
    """Draw prices or wealth after `live` actions; None = there is nothing to draw yet."""
    data = session.blueprint.data
    moments = rounds(session, live)
    points = [(name, prices(game) if what == "prices" else wealth(game, seats)) for name, game in moments]
    if not any(values for _, values in points):
        return None
    heading = f"{data.title}: prices" if what == "prices" else f"{data.title}: what everybody is worth"
    colours = {str(company.id): company.colour for company in data.companies.values()} if what == "prices" else {}
    hints = renderers.HistoryHints(heading, data.currency, colours)
    return Picture(f"{what}.png", renderers.draw_history(points, hints), renderers.history_alt_text(points, hints))
