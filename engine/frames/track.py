"""The track step of an operating turn."""

from functools import partial
from typing import cast

from msgspec import field as default

from engine.actions import Action, Lay
from engine.context import Context
from engine.decisions import Decision, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, passing, possible, refusal
from engine.frames.base import Turn
from engine.ids import CompanyId, HexId, StopRef, TileId
from engine.ops import board
from engine.policies import Done, LaySpot

TURNS = range(6)


class LayTrack(Turn, tag="lay_track"):
    """Lays tiles, one after the other, until none is left or the company stops.

    Attributes:
        done: lays so far as ``[hex, source, source ...]``: the sources that justified each when it was laid.
        lays: how many in all, fixed when the step begins (-1 = not begun).
    """

    company: CompanyId
    done: list[list[str]] = default(default_factory=list)
    lays: int = -1
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the next lay while one is possible."""
        if self.lays < 0:
            self.lays = ctx.rules.tracks.lays(ctx, self.company)
        if self.closed or len(self.done) >= self.lays:
            return None
        spec = lay_spec(ctx, self.company, self.done)
        if not possible(spec, self.company):
            return None
        words = "Lay no more track" if self.done else "Lay no track"
        return decide(ctx, self.company, ("lays track", "track"), (spec, passing(words)))

    def apply(self, ctx: Context, action: Action) -> None:
        """Lay the tile, or stop."""
        if not isinstance(action, Lay):
            self.closed = True
            ctx.emit(Passed(self.company, "lays no more track" if self.done else "lays no track"))
            return
        spot = (action.hex, action.tile, action.turn)
        sources = sorted(ctx.rules.tracks.sources(ctx, self.company, spot))
        cost = ctx.rules.tracks.cost(ctx, self.company, action.hex, action.tile)
        board.lay(ctx, self.company, spot, cost=cost)
        self.done.append([action.hex, *sources])
        for frame in reversed(ctx.rules.turns.aftermath(ctx, self.company, action)):
            ctx.push(frame)


def lay_spec(ctx: Context, company: CompanyId, done: list[list[str]]) -> Spec:
    """Return the spec of a lay after the given earlier lays; hex, tile and turn depend on one another."""
    sources = [frozenset(StopRef(source) for source in lay[1:]) for lay in done]
    used = {lay[0] for lay in done}
    return Spec(
        Lay,
        "Lay track",
        (
            Field("hex", lambda _given: _hexes(ctx, company, used)),
            Field("tile", lambda given: _tiles(ctx, company, given)),
            Field("turn", lambda given: _turns(ctx, company, given, sources)),
        ),
    )


def _hexes(ctx: Context, company: CompanyId, used: set[str]) -> OneOf:
    unknown = refusal(ctx, "no_hex", "track", "There is no such hex on the map.")
    again = refusal(ctx, "same_hex", "track", "A second tile of one turn must go on another hex.")
    rules = ctx.rules.tracks

    def legal(value: Value) -> RuleError | None:
        return again if value in used else rules.hex_refusal(ctx, company, cast(HexId, value))

    return OneOf(lambda: ctx.data.board.hexes, unknown, (legal,))


def _tiles(ctx: Context, company: CompanyId, given: Given) -> OneOf:
    hex_id = cast(HexId, given["hex"])
    unknown = refusal(ctx, "no_tile", "track", "There is no such tile in this game.")
    rules = ctx.rules.tracks

    def legal(value: Value) -> RuleError | None:
        return rules.tile_refusal(ctx, company, hex_id, cast(TileId, value))

    return OneOf(lambda: ctx.data.board.tiles, unknown, (legal,))


def _turns(ctx: Context, company: CompanyId, given: Given, sources: Done) -> OneOf:
    unknown = refusal(ctx, "no_turn", "track", "A tile is turned by 0 to 5 edges.")
    check = partial(_turn_refusal, ctx, company, given, sources)
    return OneOf(lambda: TURNS, unknown, (check,), lambda value: f"turn {value}")


def _turn_refusal(ctx: Context, company: CompanyId, given: Given, sources: Done, value: Value) -> RuleError | None:
    spot = cast(LaySpot, (given["hex"], given["tile"], value))
    return ctx.rules.tracks.lay_refusal(ctx, company, spot, sources)
