"""The token step of an operating turn."""

from functools import partial
from typing import cast

from engine.actions import Action, Token
from engine.context import Context
from engine.decisions import Decision, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, passing, refusal
from engine.frames.base import Turn
from engine.ids import CompanyId, HexId
from engine.ops import board


class PlaceToken(Turn, tag="place_token"):
    """Places at most one token."""

    company: CompanyId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask where, if there is a place."""
        if self.closed or not ctx.rules.tokens.spots(ctx, self.company):
            return None
        specs = (token_spec(ctx, self.company), passing("Place no token"))
        return decide(ctx, self.company, ("places a token", "token"), specs)

    def apply(self, ctx: Context, action: Action) -> None:
        """Place the token, or stop."""
        self.closed = True
        if not isinstance(action, Token):
            ctx.emit(Passed(self.company, "places no token"))
            return
        stop = f"{action.hex}:{action.stop}"
        board.place_token(ctx, self.company, stop, cost=ctx.rules.tokens.cost(ctx, self.company, stop))
        for frame in reversed(ctx.rules.turns.aftermath(ctx, self.company, action)):
            ctx.push(frame)


def token_spec(ctx: Context, company: CompanyId) -> Spec:
    """Return the spec of a token: a hex, then one of its stops."""
    return Spec(
        Token,
        "Place a token",
        (
            Field("hex", lambda _given: _hexes(ctx, company)),
            Field("stop", lambda given: _stops(ctx, company, given)),
        ),
    )


def _hexes(ctx: Context, company: CompanyId) -> OneOf:
    unknown = refusal(ctx, "no_hex", "token", "There is no such hex on the map.")
    return OneOf(lambda: ctx.data.board.hexes, unknown, (partial(_hex_refusal, ctx, company),))


def _hex_refusal(ctx: Context, company: CompanyId, value: Value) -> RuleError | None:
    stops = ctx.board.cell(cast(HexId, value)).stops
    first = refusal(ctx, "no_stop", "token", f"There is no place for a token on {value}.")
    for number, stop in enumerate(stops):
        error = ctx.rules.tokens.spot_refusal(ctx, company, stop.ref)
        if error is None:
            return None
        first = error if number == 0 else first
    return first


def _stops(ctx: Context, company: CompanyId, given: Given) -> OneOf:
    hex_id = cast(HexId, given["hex"])
    stops = tuple(stop.data.ref for stop in ctx.board.cell(hex_id).stops)
    unknown = refusal(ctx, "no_stop", "token", f"{hex_id} has no such stop; it has {', '.join(stops) or 'none'}.")

    def legal(value: Value) -> RuleError | None:
        return ctx.rules.tokens.spot_refusal(ctx, company, f"{hex_id}:{value}")

    return OneOf(lambda: stops, unknown, (legal,))
