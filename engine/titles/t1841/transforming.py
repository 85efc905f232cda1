"""Transforming a minor corporation into a free major one [4.7.5]: one certificate for one, then stock is offered."""

from functools import partial
from typing import cast

from msgspec import Struct

from engine.actions import Action, Choose, Convert
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.events import Announced, Passed
from engine.frames.asking import decide, money, passing, possible
from engine.frames.base import Sequence, Turn
from engine.frames.operating import end_turn
from engine.ids import BANK, POOL, CompanyId, EntityId, PlayerId
from engine.ops import cash, companies
from engine.rules.order import marker_of
from engine.state import Frame
from engine.titles.t1841.dealing import settle
from engine.titles.t1841.emergency import RaiseMoney
from engine.titles.t1841.exchange import (
    Party,
    ask,
    choice,
    claim,
    director_of,
    draw,
    hand_in,
    holders_among,
    settle_led,
    shareholder_order,
)
from engine.titles.t1841.network import phase_marks
from engine.titles.t1841.offers import PLAYERS, OfferShares
from engine.titles.t1841.succession import (
    found_successor,
    free_majors,
    replace_tokens,
    retire,
    settle_holdings,
    take_over,
)


class Transformation(Struct, frozen=True):
    """A minor becomes a major; `director` makes the choices and comes first among the shareholders."""

    minor: CompanyId
    target: CompanyId
    director: PlayerId


class TransformStep(Turn, tag="transform_step"):
    """The last step of a minor's turn: it may become a major, which ends the turn."""

    company: CompanyId
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the new charter; nothing is asked where no transformation is possible."""
        if self.closed:
            return None
        spec = self._spec(ctx)
        if not possible(spec, self.company):
            return None
        question = ("may become a major corporation", "transform")
        return decide(ctx, self.company, question, (spec, passing("No transformation")))

    def apply(self, ctx: Context, action: Action) -> None:
        """Transform, or do nothing."""
        self.closed = True
        if not isinstance(action, Convert):
            ctx.emit(Passed(self.company, "stays a minor corporation"))
            return
        target = CompanyId(EntityId(action.target))
        change = Transformation(self.company, target, director_of(ctx, self.company))
        frames = [*transforming(ctx, change), BuyTokens(target), CloseTransformation(change)]
        ctx.push(Sequence(frames))

    def _spec(self, ctx: Context) -> Spec:
        listed = ", ".join(free_majors(ctx)) or "none"
        unknown = RuleError("charter_taken", "4.7.5", f"Free charters are: {listed}.")
        allowed = partial(_refused, ctx, self.company)
        domain = OneOf(lambda: free_majors(ctx), unknown, (allowed,), partial(_name, ctx))
        return Spec(Convert, "Transform into a major", (field("target", domain),), grave=True)


def transform_refusal(pos: Position, company: CompanyId) -> RuleError | None:
    """Why the corporation may not become a major now; that a charter is left is another matter [4.7.5]."""
    if pos.state.companies[company].kind != "minor":
        return RuleError("no_minor", "4.7.5", f"{company} is a major corporation already.")
    if "historical" in pos.data.companies[company].marks and "concessions" in phase_marks(pos):
        return RuleError("concession", "4.7.5", f"{company} is historical and cannot be transformed before phase 4.")
    return None


def _refused(pos: Position, company: CompanyId, _value: Value) -> RuleError | None:
    return transform_refusal(pos, company)


def _name(pos: Position, value: Value) -> str:
    return f"{value} {pos.data.companies[cast(CompanyId, value)].name}"


def transforming(ctx: Context, change: Transformation) -> list[Frame]:
    """Frames that change the charter and offer stock: to the shareholders, then to all players."""
    order = shareholder_order(ctx, change.director, (change.minor,))
    return [
        ChangeCharter(change, holders_among(ctx, order, (change.minor,))),
        OfferShares(change.target, change.director),
        OfferShares(change.target, change.director, PLAYERS),
    ]


class ChangeCharter(Turn, tag="change_charter"):
    """Possessions, certificates, tokens and the value token go over to the new charter; nothing is asked."""

    change: Transformation
    parties: list[Party]

    def advance(self, ctx: Context) -> Decision | None:
        """Do it all."""
        minor, target = self.change.minor, self.change.target
        found_successor(ctx, target, ctx.state.places[marker_of(minor)])
        moved = take_over(ctx, minor, target)
        for party in self._president_first(ctx):
            for index in list(ctx.state.shares[minor].get(party.holder, ())):
                hand_in(ctx, party.holder, minor, [index])
                self._give(ctx, party.holder, index)
        settle_led(ctx, target)
        settle_holdings(ctx, moved, target)
        replace_tokens(ctx, minor, target)
        ctx.state.companies[target].tokens_left = ctx.state.companies[minor].tokens_left
        ctx.emit(Announced("transformed", f"{minor} becomes {target}."))
        return None

    def _president_first(self, ctx: Context) -> list[Party]:
        held = ctx.state.shares[self.change.minor]
        return sorted(self.parties, key=lambda party: 0 not in held.get(party.holder, ()))

    def _give(self, ctx: Context, holder: EntityId, index: int) -> None:
        """20% for 40%, 10% for 20%; a president's certificate in the pool becomes two shares."""
        if index == 0 and holder != POOL:
            claim(ctx, self.change.target, holder)
            return
        for _ in range(2 if index == 0 else 1):
            draw(ctx, self.change.target, holder)


class BuyTokens(Turn, tag="buy_tokens"):
    """A second token must be bought, if need be with emergency money; more, up to five, from the treasury [4.7.5]."""

    buyer: CompanyId
    helped: bool = False
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Raise money for the second token if it is missing, then ask how many more."""
        if self.closed:
            return None
        due = self._price(ctx, self._least(ctx))
        if due > ctx.state.cash[self.buyer] and not self.helped:
            self.helped = True
            ctx.push(RaiseMoney(self.buyer, due))
            return None
        numbers = self._numbers(ctx)
        player = ctx.rules.control.controller(ctx, self.buyer)
        if len(numbers) == 1 or player is None:
            self._buy(ctx, numbers[0])
            return None
        labels = {str(number): f"{number} for {money(ctx, self._price(ctx, number))}" for number in numbers}
        unknown = RuleError("token_number", "4.7.5", f"It can buy {numbers[0]} to {numbers[-1]} tokens.")
        specs = (choice("Buy tokens", labels, unknown),)
        return ask(Party(self.buyer, player), "buys tokens", "4.7.5", specs)

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy as many."""
        assert isinstance(action, Choose)
        self._buy(ctx, int(action.option))

    def _buy(self, ctx: Context, number: int) -> None:
        """Pay; after a bankruptcy the token is handed over for what there is (D48)."""
        self.closed = True
        cost = min(self._price(ctx, number), ctx.state.cash[self.buyer])
        cash.pay(ctx, self.buyer, BANK, cost, reason="token")
        companies.add_tokens(ctx, self.buyer, number)

    def _owned(self, ctx: Context) -> int:
        return tokens_owned(ctx, self.buyer)

    def _least(self, ctx: Context) -> int:
        return max(0, ctx.data.companies[self.buyer].tokens[0] - self._owned(ctx))

    def _numbers(self, ctx: Context) -> list[int]:
        least, most = self._least(ctx), ctx.data.companies[self.buyer].tokens[1] - self._owned(ctx)
        more = [n for n in range(least + 1, most + 1) if self._price(ctx, n) <= ctx.state.cash[self.buyer]]
        return [least, *more]

    def _price(self, ctx: Context, number: int) -> int:
        """Price of `number` tokens: the second one is cheaper than the others."""
        least, numbers = self._least(ctx), ctx.data.numbers
        cheap = min(least, number)
        return cheap * numbers["transform_token"] + (number - cheap) * numbers["transform_extra_token"]


def tokens_owned(pos: Position, company: CompanyId) -> int:
    """Tokens of a corporation on the map and on its charter."""
    laid = sum(owners.count(company) for owners in pos.state.tokens.values())
    return laid + pos.state.companies[company].tokens_left


class CloseTransformation(Turn, tag="close_transformation"):
    """The old charter goes; the turn is over, and the new corporation does not operate again in this round [4.7.5]."""

    change: Transformation

    def advance(self, ctx: Context) -> Decision | None:
        """Retire the minor."""
        settle(ctx, self.change.target)
        retire(ctx, self.change.minor, reason="transformation")
        end_turn(ctx)
        return None
