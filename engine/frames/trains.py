"""The train step of an operating turn."""

from typing import cast

from msgspec import field as default

from engine.actions import Action, Train
from engine.context import Context
from engine.decisions import Amount, Decision, Field, Given, OneOf, Spec, Value
from engine.errors import RuleError
from engine.events import Passed
from engine.frames.asking import decide, money, passing, possible, refusal
from engine.frames.base import Turn
from engine.frames.consent import ONLINE_EDITION, Consent, needs_consent
from engine.frames.phase import RustTrains, follow_purchase
from engine.ids import BANK, POOL, CompanyId, EntityId, TrainId
from engine.ops import trains
from engine.policies import TrainOffer
from engine.rules.trains import a_train, cheapest_bank_train, train_class


class BuyTrains(Turn, tag="buy_trains"):
    """Buys any number of trains; a company that must own one may not stop without it.

    Attributes:
        refused: proposals to other companies that were declined, as ``[class, company, price]``.
        pending: class and source of the train that emergency money is being raised for; empty = none.
    """

    company: CompanyId
    bought: bool = False
    refused: list[list[str]] = default(default_factory=list)
    pending: list[str] = default(default_factory=list)
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Finish an emergency purchase, start one where nothing else is possible, or ask."""
        if self.closed:
            return None
        if self.pending:
            self._buy_pending(ctx)
            return None
        spec = train_spec(ctx, self.company, self.refused)
        duty = ctx.rules.trains.must_own(ctx, self.company)
        if not duty:
            specs = (spec, passing("Buy no more trains" if self.bought else "Buy no train"))
            return self._ask(ctx, specs) if possible(spec, self.company) else None
        emergency = emergency_offer(ctx, self.company)
        if emergency is not None and not _has_offers(ctx, self.company) and ONLINE_EDITION not in ctx.options:
            self._raise_money(ctx, emergency)
            return None
        return self._ask(ctx, (spec,))

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy, propose, raise money, or stop."""
        if not isinstance(action, Train):
            self.closed = True
            ctx.emit(Passed(self.company, "buys no more trains" if self.bought else "buys no train"))
            return
        emergency = emergency_offer(ctx, self.company)
        if emergency is not None and (emergency.kind, emergency.source) == (action.train, action.source):
            self._raise_money(ctx, emergency)
        elif action.source in (BANK, POOL) or not needs_consent(ctx, self.company, action.source):
            self.agreed(ctx, action)
        else:
            price = money(ctx, action.price)
            question = f"sell {a_train(action.train)} to {self.company} for {price}"
            ctx.push(Consent(self.company, action.source, question, action))

    def agreed(self, ctx: Context, action: Action) -> None:
        """Buy the train; the first of its class changes the phase at once."""
        assert isinstance(action, Train)
        self.bought = True
        card = _card(ctx, action.source, action.train)
        trains.buy(ctx, self.company, card, action.source, action.price)
        for frame in reversed(ctx.rules.turns.aftermath(ctx, self.company, action)):
            ctx.push(frame)
        if action.source == BANK:
            ctx.push(RustTrains(action.train))
            follow_purchase(ctx, action.train)

    def declined(self, ctx: Context, action: Action) -> None:
        """Remember the proposal, which may not be repeated in this step."""
        assert isinstance(action, Train)
        self.refused.append([action.train, action.source, str(action.price)])

    def _ask(self, ctx: Context, specs: tuple[Spec, ...]) -> Decision | None:
        return decide(ctx, self.company, ("buys trains", "train"), specs)

    def _raise_money(self, ctx: Context, offer: TrainOffer) -> None:
        self.pending = [offer.kind, offer.source]
        ctx.push(ctx.rules.turns.emergency(ctx, self.company, offer.low))

    def _buy_pending(self, ctx: Context) -> None:
        kind, source = self.pending
        self.pending = []
        price = next(o.low for o in ctx.rules.trains.offers(ctx, self.company) if [o.kind, o.source] == [kind, source])
        self.agreed(ctx, Train(self.company, kind, EntityId(source), price))


def emergency_offer(ctx: Context, company: CompanyId) -> TrainOffer | None:
    """Return the bank train that the company must buy with other people's money; None when it has no such duty."""
    if not ctx.rules.trains.must_own(ctx, company):
        return None
    cheapest = cheapest_bank_train(ctx)
    return cheapest if cheapest and cheapest.low > ctx.state.cash.get(company, 0) else None


def _has_offers(ctx: Context, company: CompanyId) -> bool:
    """Whether the company could buy any train with its own cash."""
    cash = ctx.state.cash.get(company, 0)
    return any(offer.low <= min(offer.high, cash) for offer in ctx.rules.trains.offers(ctx, company))


def train_spec(ctx: Context, company: CompanyId, refused: list[list[str]]) -> Spec:
    """Return the spec of a purchase: class, seller, price."""
    offers = ctx.rules.trains.offers(ctx, company)
    return Spec(
        Train,
        "Buy a train",
        (
            Field("train", lambda _given: _kinds(ctx, company, offers)),
            Field("source", lambda given: _sources(ctx, company, given, offers)),
            Field("price", lambda given: _prices(ctx, company, given, (offers, refused))),
        ),
    )


def _kinds(ctx: Context, company: CompanyId, offers: tuple[TrainOffer, ...]) -> OneOf:
    kinds = tuple(dict.fromkeys(offer.kind for offer in offers))
    listed = ", ".join(kinds) or "none"
    unknown = refusal(ctx, "not_for_sale", "train", f"Trains for sale now are of these classes: {listed}.")
    limit = ctx.rules.trains.limit(ctx, company)
    owned = len(ctx.state.trains.get(company, ()))
    full = refusal(ctx, "train_limit", "train", f"{company} owns {owned} trains and may own {limit}.")

    def room(_value: Value) -> RuleError | None:
        return full if owned >= limit else None

    def payable(value: Value) -> RuleError | None:
        mine = [offer for offer in offers if offer.kind == value]
        errors = [_too_dear(ctx, company, offer) for offer in mine]
        return None if None in errors else errors[0]

    return OneOf(lambda: kinds, unknown, (room, payable), lambda value: f"{value}-train")


def _sources(ctx: Context, company: CompanyId, given: Given, offers: tuple[TrainOffer, ...]) -> OneOf:
    mine = {offer.source: offer for offer in offers if offer.kind == given["train"]}
    unknown = refusal(ctx, "wrong_seller", "train", f"These sell {a_train(str(given['train']))}: {', '.join(mine)}.")

    def payable(value: Value) -> RuleError | None:
        return _too_dear(ctx, company, mine[cast(EntityId, value)])

    return OneOf(lambda: mine, unknown, (payable,))


def _too_dear(ctx: Context, company: CompanyId, offer: TrainOffer) -> RuleError | None:
    cash = ctx.state.cash.get(company, 0)
    if offer.low <= min(cash, offer.high) or offer == emergency_offer(ctx, company):
        return None
    sentence = f"{company} has {money(ctx, cash)}; the train costs {money(ctx, offer.low)}."
    return refusal(ctx, "no_money", "train", sentence)


def _prices(
    ctx: Context, company: CompanyId, given: Given, proposals: tuple[tuple[TrainOffer, ...], list[list[str]]]
) -> Amount:
    offers, refused = proposals
    kind, source = str(given["train"]), str(given["source"])
    offer = next(offer for offer in offers if (offer.kind, offer.source) == (kind, source))
    cash = ctx.state.cash.get(company, 0)
    high = offer.high if offer == emergency_offer(ctx, company) else min(cash, offer.high)
    span = money(ctx, offer.low) if offer.low == high else f"{money(ctx, offer.low)} to {money(ctx, high)}"
    wrong = refusal(ctx, "wrong_price", "train", f"The price of that train is {span}.")
    again = refusal(ctx, "refused_before", "consent", f"{source} has said no to exactly that in this turn.")

    def fresh(value: Value) -> RuleError | None:
        return again if [kind, source, str(value)] in refused else None

    return Amount(offer.low, high, wrong, filters=(fresh,))


def _card(ctx: Context, source: EntityId, kind: str) -> TrainId:
    state = ctx.state
    cards = state.depot if source == BANK else state.discards if source == POOL else state.trains[source]
    return next(card for card in cards if train_class(card) == kind)
