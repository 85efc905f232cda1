"""Starting a corporation [3.3, 4.7.3]: price, first certificates, bases, tokens."""

from functools import partial
from typing import cast

from msgspec import field as default

from engine.actions import Action, Buy, Choose, Par, Token
from engine.context import Context, Position
from engine.decisions import Decision, Field, Given, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, money, passing
from engine.frames.base import Turn
from engine.frames.closing import running_frame
from engine.frames.operating import OperatingRound, end_turn
from engine.ids import BANK, POOL, CompanyId, EntityId, HexId, StopRef
from engine.ops import board, cash, companies, market, shares
from engine.rules.order import marker_of
from engine.titles.t1841.bases import historical_places, place_refusal, places, token_price
from engine.titles.t1841.dealing import carry_out_purchase, concession_of, purchase_problem, value_of
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.network import phase_marks
from engine.titles.t1841.shares import limit_refusal


def start_spec(pos: Position, founder: EntityId) -> Spec:
    """The spec of starting a corporation: which, and at what value [3.3.1, 3.3.2]."""

    def waiting() -> list[CompanyId]:
        return [company for company in pos.data.companies if company not in pos.state.companies]

    unknown = RuleError("not_startable", "3.3", "No corporation of that name is waiting to be started.")
    fields = (
        field("company", OneOf(waiting, unknown, (partial(_start_refusal, pos, founder),), partial(_name, pos))),
        Field("price", lambda given: _prices(pos, founder, given)),
    )
    return Spec(Par, "Start a corporation", fields)


def start(ctx: Context, founder: EntityId, action: Par) -> None:
    """Start it: the founder takes the president's certificate, a `Founding` frame asks the rest [3.3.2, 3.3.3]."""
    company = action.company
    companies.found(ctx, company, founder, ctx.rules.market.starts(ctx, company)[action.price])
    ctx.state.companies[company].floated = True
    cash.pay(ctx, founder, company, 2 * action.price, reason="shares")
    shares.move(ctx, company, [0], company, founder)
    for frame in reversed(ctx.rules.turns.aftermath(ctx, company, action)):
        ctx.push(frame)
    ctx.push(Founding(founder, company))


def start_refusal(pos: Position, founder: EntityId, company: CompanyId) -> RuleError | None:
    """Why the founder may not start this corporation, money included [3.3, 3.3.3]."""
    data = pos.data.companies[company]
    if "formed" in data.marks:
        return RuleError("not_startable", "3.3", f"{company} is formed by an event of the game, never started.")
    if company in extra_of(pos).removed:
        return RuleError("too_late", "4.6.3", f"{company} is out of the game and cannot be started any more.")
    historical = "historical" in data.marks
    error = _concession_refusal(pos, founder, company) if historical else _free_refusal(pos, company)
    return error or limit_refusal(pos, founder, 1) or _cheapest_refusal(pos, founder, company)


class Founding(Turn, tag="founding"):
    """The rest of a start: more certificates, bases, tokens.

    Attributes:
        stage: ``shares``, ``bases``, ``second``, ``tokens``, ``paid``.
        first: the free corporation's first base.
        helped: emergency money for the tokens has been asked for; what is missing then ended in a bankruptcy.
    """

    founder: EntityId
    company: CompanyId
    stage: str = "shares"
    first: StopRef = default(default=StopRef(""))
    helped: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask the next open question; stages without a choice do themselves."""
        stages = {
            "shares": (self._ask_shares, "bases"),
            "bases": (self._ask_base, "second"),
            "second": (self._ask_second, "tokens"),
            "tokens": (self._ask_tokens, "paid"),
        }
        while self.stage in stages:
            ask, after = stages[self.stage]
            decision = ask(ctx)
            if decision is not None or ctx.state.stack[-1] is not self:
                return decision
            self.stage = after
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out the answer; a pass ends its stage."""
        if isinstance(action, Buy):
            carry_out_purchase(ctx, self.founder, action.item, action.source)
        elif isinstance(action, Token):
            self._place(ctx, StopRef(f"{action.hex}:{action.stop}"))
        elif isinstance(action, Choose):
            self._buy_tokens(ctx, int(action.option))
        elif self.stage == "shares":
            ctx.emit(Passed(self.founder, f"buys no more of {self.company} now"))
            self.stage = "bases"
        else:
            ctx.emit(Passed(self.company, "places no second base"))
            self.stage = "tokens"

    # The president's further certificates, up to 40% [3.3.3].

    def _ask_shares(self, ctx: Context) -> Decision | None:
        if ctx.rules.shares.percent(ctx, self.founder, self.company) >= ctx.data.numbers["start_percent"]:
            return None
        if purchase_problem(ctx, self.founder, self.company, self.company) is not None:
            return None
        unknown = RuleError("only_this", "3.3.3", f"Only stock of {self.company} is sold now.")
        item = OneOf(lambda: (self.company,), unknown)
        offer = RuleError("only_offering", "3.3.3", "The certificates come from the initial offering.")
        fields = (field("item", item), field("source", OneOf(lambda: (self.company,), offer)))
        spec = Spec(Buy, f"Buy another {self.company} for {money(ctx, value_of(ctx, self.company))}", fields)
        question = (f"may buy more of {self.company}, up to 40%", "par")
        return decide(ctx, self.founder, question, (spec, passing("No more")))

    # Base cities [3.3.4].

    def _ask_base(self, ctx: Context) -> Decision | None:
        if "historical" not in ctx.data.companies[self.company].marks:
            return None if self.first else self._ask_place(ctx, places(ctx, self.company), ())
        for circles in historical_places(ctx, self.company):
            if len(circles) > 1:
                return self._ask_place(ctx, circles, ())
            board.place_token(ctx, self.company, circles[0])
        return None

    def _ask_second(self, ctx: Context) -> Decision | None:
        if not self.first or ctx.data.companies[self.company].kind == "minor" or self._bases(ctx) > 1:
            return None
        second = places(ctx, self.company, self.first)
        return self._ask_place(ctx, second, (passing("No second base"),)) if second else None

    def _ask_place(self, ctx: Context, stops: tuple[StopRef, ...], more: tuple[Spec, ...]) -> Decision | None:
        words = "Place the second base" if self.first else "Place the base"
        if len(stops) == 1 and not more and not is_online(ctx):
            self._place(ctx, stops[0])
            return None
        fields = (_hex_field(ctx, self, stops), Field("stop", partial(_stop_domain, ctx, self, stops)))
        spec = Spec(Token, words, fields)
        return decide(ctx, self.company, ("chooses a base", "base"), (spec, *more))

    def _place(self, ctx: Context, stop: StopRef) -> None:
        board.place_token(ctx, self.company, stop)
        if "historical" not in ctx.data.companies[self.company].marks and not self.first:
            self.first = stop

    def _bases(self, ctx: Context) -> int:
        return sum(self.company in owners for owners in ctx.state.tokens.values())

    # Tokens [3.3.4].

    def _ask_tokens(self, ctx: Context) -> Decision | None:
        least, most = ctx.data.companies[self.company].tokens
        price = token_price(ctx, self.company)
        if ctx.state.cash[self.company] < least * price:
            if self.helped:
                self._close_bankrupt(ctx, least)
            else:
                self._raise_money(ctx, least * price)
            return None
        most = min(most, ctx.state.cash[self.company] // price)
        if most == least and not is_online(ctx):
            self._buy_tokens(ctx, least)
            return None
        numbers = [str(number) for number in range(least, most + 1)]
        unknown = RuleError("token_number", "3.3.4", f"{self.company} buys {least} to {most} tokens in all.")

        def label(value: Value) -> str:
            return f"{value} for {money(ctx, int(str(value)) * price)}"

        spec = Spec(Choose, "Buy tokens", (field("option", OneOf(lambda: numbers, unknown, (), label)),))
        return decide(ctx, self.company, (f"buys tokens at {money(ctx, price)} each", "base"), (spec,))

    def _buy_tokens(self, ctx: Context, number: int) -> None:
        cost = min(number * token_price(ctx, self.company), ctx.state.cash[self.company])
        cash.pay(ctx, self.company, BANK, cost, reason="token")
        companies.add_tokens(ctx, self.company, number - ctx.data.companies[self.company].tokens[0])
        self.stage = "paid"

    def _close_bankrupt(self, ctx: Context, number: int) -> None:
        """The founder is bankrupt: the tokens are handed over for what there is, a running turn is over (ruling)."""
        self._buy_tokens(ctx, number)
        if running_frame(ctx, OperatingRound) is not None:
            end_turn(ctx)

    def _raise_money(self, ctx: Context, needed: int) -> None:
        """Emergency money [4.5.1]; online the initial offering is sold in one block, at half price rounded up."""
        self.helped = True
        if not is_online(ctx):
            ctx.push(ctx.rules.turns.emergency(ctx, self.company, needed))
            return
        value = value_of(ctx, self.company)
        count = -(-2 * (needed - ctx.state.cash[self.company]) // value)
        block = shares.ordinary(ctx, self.company, self.company, count)
        shares.move(ctx, self.company, block, self.company, POOL)
        cash.pay(ctx, BANK, self.company, -(-count * value // 2), reason="emergency")
        market.move(ctx, marker_of(self.company), "down", times=count, cause="sale")
        self._buy_tokens(ctx, ctx.data.companies[self.company].tokens[0])


def _start_refusal(pos: Position, founder: EntityId, value: Value) -> RuleError | None:
    return start_refusal(pos, founder, cast(CompanyId, value))


def _concession_refusal(pos: Position, founder: EntityId, company: CompanyId) -> RuleError | None:
    if founder in pos.state.companies:
        return RuleError(
            "needs_concession", "4.7.3", "A corporation owns no concession, so it starts no historical one."
        )
    item = concession_of(pos, company)
    if item is None or "concessions" not in phase_marks(pos):
        return RuleError("too_late", "4.6.3", f"{company} can no longer be started; concessions ended with phase 4.")
    if pos.state.privates[item] != founder:
        return RuleError("needs_concession", "3.3", f"Only the owner of the concession {item} may start {company}.")
    return None


def _free_refusal(pos: Position, company: CompanyId) -> RuleError | None:
    if "free_starts" not in phase_marks(pos):
        sentence = f"{company} can be started from phase 3 on; until then only historical corporations start."
        return RuleError("too_early", "4.6.2", sentence)
    if not places(pos, company):
        return RuleError("no_base_left", "3.3.4", f"No city is open as a base of {company}.")
    return None


def _cheapest_refusal(pos: Position, founder: EntityId, company: CompanyId) -> RuleError | None:
    return _price_refusal(pos, founder, min(pos.rules.market.starts(pos, company)))


def _price_refusal(pos: Position, founder: EntityId, value: Value) -> RuleError | None:
    due, has = 2 * cast(int, value), pos.state.cash[founder]
    if due <= has:
        return None
    words = pos.data.currency.format
    sentence = f"The president's certificate costs {words(due)}; {founder} has {words(has)}."
    return RuleError("no_money", "3.3.3", sentence)


def _prices(pos: Position, founder: EntityId, given: Given) -> OneOf:
    starts = pos.rules.market.starts(pos, cast(CompanyId, given["company"]))
    unknown = RuleError("no_price", "3.3.2", f"The first value is one of {', '.join(map(str, starts))}.")
    return OneOf(lambda: starts, unknown, (partial(_price_refusal, pos, founder),))


def _name(pos: Position, value: Value) -> str:
    return f"{value} {pos.data.companies[cast(CompanyId, value)].name}"


def _hex_field(ctx: Context, frame: Founding, stops: tuple[StopRef, ...]) -> Field:
    def refused(value: Value) -> RuleError | None:
        hex_id = str(value)
        if any(stop.startswith(f"{hex_id}:") for stop in stops):
            return None
        first = next((stop.ref for stop in ctx.board.cell(cast(HexId, value)).stops), f"{hex_id}:")
        return _place_error(ctx, frame, first)

    unknown = RuleError("no_hex", "3.3.4", "There is no such hex on the map.")
    return field("hex", OneOf(lambda: ctx.data.board.hexes, unknown, (refused,)))


def _stop_domain(ctx: Context, frame: Founding, stops: tuple[StopRef, ...], given: Given) -> OneOf:
    hex_id = given["hex"]
    refs = [stop.data.ref for stop in ctx.board.cell(cast(HexId, hex_id)).stops]
    unknown = RuleError("no_stop", "3.3.4", f"{hex_id} has no such place; it has {', '.join(refs)}.")

    def refused(value: Value) -> RuleError | None:
        stop = f"{hex_id}:{value}"
        return None if stop in stops else _place_error(ctx, frame, stop)

    return OneOf(lambda: refs, unknown, (refused,))


def _place_error(ctx: Context, frame: Founding, stop: str) -> RuleError:
    if "historical" in ctx.data.companies[frame.company].marks:
        return RuleError("printed_base", "3.3.4", f"The base of {frame.company} is printed on its charter.")
    if stop.endswith(":"):
        return RuleError("no_city", "3.3.4", f"{stop.removesuffix(':')} has no city; a base stands in a city.")
    error = place_refusal(ctx, frame.company, stop, frame.first or None)
    return error or RuleError("no_base", "3.3.4", f"{stop} is no base for {frame.company}.")
