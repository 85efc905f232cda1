"""Which tokens of two merged corporations stay on the map, and how many the new charter gets [4.7.4].

At most one token in a city, at most five in all, at least one in a city. Of two tokens in one circle row the
partner's goes; of two in different circles of one hex the president drops one.
"""

from collections.abc import Sequence

from engine.actions import Action, Discard
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.frames.asking import passing
from engine.frames.base import Turn
from engine.ids import CompanyId, HexId, PlayerId, StopRef
from engine.ops import board
from engine.titles.t1841.exchange import Party, ask
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.network import is_city

OnMap = tuple[CompanyId, StopRef]


class JoinTokens(Turn, tag="join_tokens"):
    """The president takes tokens off the map; the rest stays, then the charter is filled up.

    Attributes:
        least, most: tokens that must and may go; -1 until counted.
        spare: tokens on the old charters; `gone`: taken off so far.
    """

    old: tuple[CompanyId, CompanyId]
    target: CompanyId
    director: PlayerId
    least: int = -1
    most: int = -1
    spare: int = 0
    gone: int = 0

    def advance(self, ctx: Context) -> Decision | None:
        """Settle doubles, then ask while more may go; in the end fill the charter."""
        if self.least < 0:
            self.spare = sum(ctx.state.companies[company].tokens_left for company in self.old)
            drop_twins(ctx, self.old)
            self.least = 0
        doubles = double_hex(ctx, self.old)
        if doubles:
            return self._ask(ctx, [stop for _, stop in doubles], "drops one of two tokens on a hex")
        if self.most < 0:
            self._count(ctx)
        removable = [stop for _, stop in on_map(ctx, self.old) if removal_refusal(ctx, self.old, stop) is None]
        if self.gone < self.most and removable:
            specs = () if self.gone < self.least else (passing("Keep the rest"),)
            return self._ask(ctx, removable, "may take tokens off the map", specs)
        self._fill(ctx)
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Take the token off, or keep the rest."""
        if not isinstance(action, Discard):
            self.most = self.gone
            return
        take_off(ctx, self.old, StopRef(action.train))
        if self.most >= 0:
            self.gone += 1

    def _ask(self, ctx: Context, stops: list[StopRef], prompt: str, more: Sequence[Spec] = ()) -> Decision:
        player = ctx.rules.control.controller(ctx, self.target) if is_online(ctx) else None
        party = Party(self.target, player or self.director)
        return ask(party, prompt, "4.7.4", (removal_spec(ctx, self.old, stops), *more))

    def _count(self, ctx: Context) -> None:
        """By the book any choice; online as many stay as there are tokens, up to five (D72)."""
        laid, limit = len(on_map(ctx, self.old)), token_limit(ctx, self.target)
        self.least, self.most = max(0, laid - limit), laid - 1
        if is_online(ctx):
            keep = min(limit, laid + self.spare)
            self.most = min(self.most, max(0, laid - keep + min(self.spare, keep - 1)))

    def _fill(self, ctx: Context) -> None:
        kept = len(on_map(ctx, self.old))
        total = min(token_limit(ctx, self.target), kept + self.spare + (self.gone if is_online(ctx) else 0))
        ctx.state.companies[self.target].tokens_left = max(0, total - kept)


def token_limit(pos: Position, company: CompanyId) -> int:
    """Tokens a charter may have at most."""
    return pos.data.companies[company].tokens[1]


def on_map(pos: Position, companies: Sequence[CompanyId]) -> list[OnMap]:
    """Tokens of the corporations on the map, corporation by corporation, doubles listed twice."""
    laid = [(owner, StopRef(stop)) for stop, owners in pos.state.tokens.items() for owner in owners]
    return [token for company in companies for token in laid if token[0] == company]


def drop_twins(ctx: Context, companies: Sequence[CompanyId]) -> None:
    """Take the later one of two tokens in the same city or pass off the map."""
    seen: set[StopRef] = set()
    for company, stop in on_map(ctx, companies):
        if stop in seen:
            _lift(ctx, company, stop, "double")
        seen.add(stop)


def double_hex(pos: Position, companies: Sequence[CompanyId]) -> list[OnMap]:
    """Tokens in different circles of one hex, of which one must go; empty if there are none."""
    laid = on_map(pos, companies)
    for company, stop in laid:
        same = [each for each in laid if each[1].partition(":")[0] == stop.partition(":")[0]]
        if len(same) > 1:
            return same
        assert same == [(company, stop)]
    return []


def take_off(ctx: Context, companies: Sequence[CompanyId], stop: StopRef) -> None:
    """Take the token at a stop off the map, back to its old charter."""
    owner = next(company for company, place in on_map(ctx, companies) if place == stop)
    _lift(ctx, owner, stop, "merger")


def removal_refusal(pos: Position, companies: Sequence[CompanyId], stop: str) -> RuleError | None:
    """Why a token must stay: it is the last one in a city [4.7.4]."""
    cities = [place for _, place in on_map(pos, companies) if is_city(pos, place)]
    if cities == [stop]:
        return RuleError("last_city_token", "4.7.4", f"{stop} is the last token in a city; one must stay on the map.")
    return None


def removal_spec(pos: Position, companies: Sequence[CompanyId], stops: list[StopRef]) -> Spec:
    """The spec of taking one of the tokens off the map."""
    unknown = RuleError("no_such_token", "4.7.4", f"Tokens that may go: {', '.join(stops)}.")

    def stays(value: Value) -> RuleError | None:
        return removal_refusal(pos, companies, str(value))

    def label(value: Value) -> str:
        hex_id = HexId(str(value).partition(":")[0])
        return f"{value} {pos.data.board.hexes[hex_id].name}".strip()

    return Spec(Discard, "Take a token off the map", (field("train", OneOf(lambda: stops, unknown, (stays,), label)),))


def _lift(ctx: Context, company: CompanyId, stop: StopRef, reason: str) -> None:
    board.remove_token(ctx, company, stop, reason=reason)
    ctx.state.companies[company].tokens_left += 1
