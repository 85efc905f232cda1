"""Buying another corporation's token position [4.4]: the tokens change places for an agreed price."""

from typing import NamedTuple, cast

from msgspec import field as default

from engine.actions import Action, Token
from engine.context import Context, Position
from engine.decisions import Amount, Decision, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, money, passing, possible
from engine.frames.base import Turn
from engine.frames.consent import Consent, needs_consent
from engine.ids import CompanyId, EntityId, HexId
from engine.ops import board, cash
from engine.titles.t1841.extra import is_online, nothing_offered
from engine.titles.t1841.network import bases, is_city, token_reach, tokens_of


class Offer(NamedTuple):
    """A position that could change hands."""

    stop: str
    seller: CompanyId


class BuyPosition(Turn, tag="buy_position"):
    """At most one position a turn, with the consent of the other corporation.

    Attributes:
        refused: proposals that were declined, as ``[stop, seller, price]``.
    """

    company: CompanyId
    refused: list[list[str]] = default(default_factory=list)
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask when some position can be bought."""
        if self.closed or ctx.state.companies[self.company].tokens_left < 1 or ctx.state.cash[self.company] < 1:
            return None
        spec = position_spec(ctx, self.company, self.refused)
        if not possible(spec, self.company):
            site_asks = ctx.state.companies[self.company].tokens_left > 0 and ctx.state.cash[self.company] > 0
            return nothing_offered(ctx, self.company, ("finds no token to buy", "position")) if site_asks else None
        specs = (spec, passing("Buy no token position"))
        return decide(ctx, self.company, ("buys a token position", "position"), specs)

    def apply(self, ctx: Context, action: Action) -> None:
        """Propose the purchase, carry it out, or pass."""
        if not isinstance(action, Token):
            self.closed = True
            ctx.emit(Passed(self.company, "buys no token position"))
        elif is_online(ctx) or not needs_consent(ctx, self.company, EntityId(action.replaces)):
            self.agreed(ctx, action)
        else:
            question = f"give its token on {action.hex} to {self.company} for {money(ctx, action.price)}"
            ctx.push(Consent(self.company, EntityId(action.replaces), question, action, "position"))

    def agreed(self, ctx: Context, action: Action) -> None:
        """Exchange the tokens: the seller's returns to its charter."""
        assert isinstance(action, Token)
        seller = CompanyId(EntityId(action.replaces))
        cash.pay(ctx, self.company, seller, action.price, reason="token position")
        board.replace_token(ctx, seller, self.company, f"{action.hex}:{action.stop}")
        ctx.state.companies[seller].tokens_left += 1
        ctx.state.companies[self.company].tokens_left -= 1
        self.closed = True
        for frame in reversed(ctx.rules.turns.aftermath(ctx, self.company, action)):
            ctx.push(frame)

    def declined(self, ctx: Context, action: Action) -> None:
        """Remember the proposal, which may not be repeated in this step."""
        assert isinstance(action, Token)
        self.refused.append([f"{action.hex}:{action.stop}", action.replaces, str(action.price)])


def position_spec(pos: Position, company: CompanyId, refused: list[list[str]]) -> Spec:
    """The spec of a purchase: hex, stop, seller, price."""
    offers = tuple(offer for offer in occupied(pos, company) if offer_refusal(pos, company, offer) is None)

    def hexes(_given: Given) -> OneOf:
        every = dict.fromkeys(offer.stop.partition(":")[0] for offer in occupied(pos, company))
        unknown = RuleError("no_position", "4.4", "No token of another corporation stands there.")
        return OneOf(lambda: every, unknown, (lambda value: _hex_refusal(pos, company, str(value)),))

    def stops(given: Given) -> OneOf:
        names = dict.fromkeys(stop.partition(":")[2] for stop, _ in offers if stop.startswith(f"{given['hex']}:"))
        return OneOf(lambda: names, RuleError("no_position", "4.4", f"On {given['hex']} choose {', '.join(names)}."))

    def sellers(given: Given) -> OneOf:
        names = [seller for stop, seller in offers if stop == f"{given['hex']}:{given['stop']}"]
        return OneOf(
            lambda: names, RuleError("no_seller", "4.4", f"A token there could be sold by {', '.join(names)}.")
        )

    def prices(given: Given) -> Amount:
        return _prices(pos, company, [f"{given['hex']}:{given['stop']}", str(given["replaces"])], refused)

    fields = (Field("hex", hexes), Field("stop", stops), Field("replaces", sellers), Field("price", prices))
    return Spec(Token, "Buy a token position", fields)


def occupied(pos: Position, company: CompanyId) -> list[Offer]:
    """Every token of another corporation on the map."""
    return [Offer(stop, owner) for stop, owners in pos.state.tokens.items() for owner in owners if owner != company]


def offer_refusal(pos: Position, company: CompanyId, offer: Offer) -> RuleError | None:
    """Why this position cannot be bought [4.4]."""
    stop, seller = offer
    hex_id = HexId(stop.partition(":")[0])
    if pos.state.companies[company].tokens_left < 1:
        return RuleError("no_token_left", "4.4", f"{company} has no token left on its charter.")
    if stop not in token_reach(pos, company).stops:
        return RuleError("not_connected", "4.4", f"{stop} is not connected to a base of {company} within its borders.")
    if any(own.partition(":")[0] == hex_id for own in tokens_of(pos, company)):
        return RuleError("token_twice", "4.4", f"{company} already has a token on {hex_id}.")
    if is_city(pos, stop) and len(bases(pos, seller)) <= 1:
        return RuleError("last_base", "4.4", f"It is the last city token of {seller}, which must keep it.")
    if not is_online(pos) and pos.rules.control.is_frozen(pos, seller):
        return RuleError("frozen_seller", "4.5.1.1", f"{seller} is frozen and agrees to nothing.")
    return None


def _hex_refusal(pos: Position, company: CompanyId, hex_id: str) -> RuleError | None:
    here = [offer for offer in occupied(pos, company) if offer.stop.startswith(f"{hex_id}:")]
    errors = [offer_refusal(pos, company, offer) for offer in here]
    return None if None in errors else errors[0]


def _prices(pos: Position, company: CompanyId, proposal: list[str], refused: list[list[str]]) -> Amount:
    has = pos.state.cash[company]
    wrong = RuleError("wrong_price", "4.4", f"The price is 1 to {has}, all that {company} has.")
    again = RuleError("refused_before", "4.4", f"{proposal[1]} has said no to exactly that in this turn.")

    def fresh(value: Value) -> RuleError | None:
        return again if [*proposal, str(cast(int, value))] in refused else None

    return Amount(1, has, wrong, filters=(fresh,))
