"""What occurred in a game: procedures, phases, endings, read from events, actions and the stack."""

from collections import Counter
from typing import Final

from engine.actions import Action, Bid, Buy, Choose, Convert, Discard, Lay, Merge, Par, Pass, Token, Train, verb_of
from engine.events import (
    Announced,
    CashMoved,
    Event,
    GameEnded,
    MarkerMoved,
    PhaseBegan,
    TrainLost,
)
from engine.frames.consent import Consent
from engine.game import Game
from engine.ids import BANK, POOL, CompanyId, EntityId
from engine.rules.order import marker_of
from engine.state import Frame
from engine.titles.t1841.emergency import OFFERING, STOCK, OnlineEmergency, RaiseMoney, payers
from engine.titles.t1841.finance import Finance
from engine.titles.t1841.founding import Founding
from engine.titles.t1841.merger_stock import ExchangeOdd, ExchangePairs
from engine.titles.t1841.merging import JoinPossessions, MergeStep
from engine.titles.t1841.offers import OfferShares
from engine.titles.t1841.positions import BuyPosition
from engine.titles.t1841.priority import ExtraRound, SellPriority
from engine.titles.t1841.secession import ExchangeDoubles, ExchangeSingle
from engine.titles.t1841.tuscan_tokens import TuscanTokens
from tests.support.soak1841.invariants import circles

Counts = Counter[str]


class Tally:
    """Counts of one game; `before` and `after` go around each action."""

    def __init__(self) -> None:
        self.counts: Counts = Counter()
        self._top: Frame | None = None
        self._below: Frame | None = None
        self._circles: frozenset[CompanyId] = frozenset()
        self._chain: tuple[EntityId, ...] = ()
        self._group = ""
        self._refused = False
        self._phase = ""
        self._pending: dict[CompanyId, int] = {}
        self._kinds: dict[str, str] = {}

    def before(self, game: Game) -> None:
        """Look at the position in which the action is about to be made."""
        state, options = game.state, game.context.options
        self._top = state.stack[-1]
        self._below = state.stack[-2] if len(state.stack) > 1 else None
        self._circles = circles(state)
        self._kinds = {name: charter.kind for name, charter in state.companies.items()}
        self._refused = isinstance(self._top, Finance) and "stock_purchases" in options and _refuses(game)
        if isinstance(self._top, RaiseMoney | OnlineEmergency):
            self._chain = payers(game.context, self._top.debtor)
        self._group = getattr(self._top, "group", "")
        self._pending = dict(self._top.pending) if isinstance(self._top, Finance) else {}

    def after(self, game: Game, action: Action, events: tuple[Event, ...]) -> None:
        """Count what the action and its events stand for."""
        self._phase = game.state.phase
        self.counts.update(self._of_variants(game, action, events))
        for key in (*_of_action(self._top, self._below, action), *self._of_events(events)):
            self.counts[key] += 1
        if isinstance(action, Par):
            self.counts["start by a corporation" if action.actor in self._kinds else "start by a player"] += 1
        for key in self._of_emergency(action):
            self.counts[key] += 1
        now = circles(game.state)
        self.counts["circle made"] += bool(now - self._circles)
        self.counts["circle broken"] += bool(self._circles - now)
        self.counts["verb " + verb_of(action)] += 1

    def _of_events(self, events: tuple[Event, ...]) -> list[str]:
        keys = [key for event in events for key in _of_event(event)]
        for event in events:
            if isinstance(event, Announced) and event.code == "merged":
                first = event.sentence.partition(" ")[0]
                keys.append(f"merger of {self._kinds.get(first, 'major')}s")
            if isinstance(event, Announced) and event.code == "tuscan_merge":
                names = event.sentence.partition(" are now")[0].split(", ")
                keys.append("Tuscan merge " + "+".join(sorted(names)))
            if isinstance(event, Announced) and event.code in ("secession", "no_secession"):
                keys.append(f"{event.code} into {_successors(event.sentence)} in phase {self._phase}")
        return keys

    def _of_variants(self, game: Game, action: Action, events: tuple[Event, ...]) -> list[str]:
        """Effects of the options 8.4, 8.6, 8.7 and 8.8."""
        options, keys = game.context.options, []
        moved = {event.marker for event in events if isinstance(event, MarkerMoved) and event.cause == "sale"}
        closed = isinstance(self._top, Finance) and self._top.closed
        if closed and "stock_sales" in options and set(map(marker_of, self._pending)) - moved:
            keys.append("8.4: a sale leaves the value")
        if self._refused:
            keys.append("8.6: stock across a border refused")
        if isinstance(action, Lay) and action.tile == "63" and "brown_cities" in options:
            keys.append("8.8: tile 63 laid")
        if any(isinstance(event, GameEnded) for event in events) and "game_end" in options:
            keys.append("8.7: end with the option game_end")
        return keys

    def _of_emergency(self, action: Action) -> list[str]:
        top = self._top
        if not isinstance(top, RaiseMoney) or verb_of(action) != "sell":
            return []
        rank = self._chain.index(action.actor) if action.actor in self._chain else 0
        who = "player" if action.actor not in self._kinds else "debtor" if rank == 0 else "corporation above"
        what = {STOCK: "stock", OFFERING: "initial offering"}.get(self._group, self._group)
        return [f"emergency: {who} chooses {what}"]


def _successors(sentence: str) -> str:
    return "SFV" if "SFV" in sentence else "SB"


def _refuses(game: Game) -> bool:
    """Whether some purchase of the corporation in turn is refused because a border lies between [8.6]."""
    assert game.decision is not None
    actor = game.decision.actor
    offers = (Buy(actor, company, source) for company in game.state.companies for source in (company, POOL))
    errors = (game.decision.rejection(offer) for offer in offers)
    return any(error is not None and error.code == "other_country" for error in errors)


def _of_event(event: Event) -> list[str]:
    if isinstance(event, Announced):
        return [_ANNOUNCED.get(event.code, event.code)]
    if isinstance(event, PhaseBegan):
        return [f"phase {event.phase}"]
    if isinstance(event, GameEnded):
        return [f"end: {event.reason}"]
    if isinstance(event, CashMoved):
        return _of_payment(event)
    if isinstance(event, TrainLost):
        return [f"train lost: {event.reason}"]
    if isinstance(event, MarkerMoved) and event.cause in ("frozen", "round end"):
        return [f"marker moved: {event.cause}"]
    return []


_ANNOUNCED: Final = {"frozen": "frozen turn", "bankrupt": "bankruptcy", "left": "bankruptcy: left"}


def _of_payment(event: CashMoved) -> list[str]:
    if event.reason == "loan":
        return ["bankruptcy: loan"]
    if event.reason == "emergency sale":
        return ["emergency: sale"]
    if event.reason == "emergency":
        return ["emergency: cash of a player" if event.source.startswith("P") else "emergency: cash of a corporation"]
    return [f"payment: {event.reason}"] if event.reason in ("priority deal", "trade", "concession") else []


def _of_action(top: Frame | None, below: Frame | None, action: Action) -> list[str]:
    """Names of what an action does in the frame that asked for it."""
    if isinstance(top, Consent):
        return [f"consent {getattr(action, 'option', '')}: {verb_of(top.action)}"]
    keys: list[str] = []
    if isinstance(action, Convert):
        keys.append("transformation begun")
    if isinstance(action, Merge):
        keys.append("merger proposed")
    if isinstance(action, Discard):
        keys.append("discard chosen")
    if isinstance(action, Train) and action.source not in (BANK, POOL):
        keys.append("train of another asked for")
    if isinstance(action, Train) and action.source == POOL:
        keys.append("train from the discards")
    if isinstance(action, Token) and action.replaces:
        keys.append("token of another asked for")
    if isinstance(action, Bid):
        keys.append("sealed bid" if type(top).__name__ == "SealedBids" else "open bid")
    if isinstance(action, Buy) and action.item.endswith("*") and action.source == POOL:
        keys.append("president's certificate out of the pool")
    return keys + _of_choice(top, action)


_CHOICES: Final[dict[type[Frame], str]] = {
    JoinPossessions: "merger: value chosen",
    ExchangePairs: "merger: presidency for pairs",
    ExchangeOdd: "merger: odd share",
    OfferShares: "offer of stock",
    ExchangeDoubles: "secession: presidency chosen",
    ExchangeSingle: "secession: single share",
    ExtraRound: "extra operating round",
    SellPriority: "priority deal",
    TuscanTokens: "Tuscan merge: tokens chosen",
    Founding: "founding: tokens",
}


def _of_choice(top: Frame | None, action: Action) -> list[str]:
    if isinstance(action, Choose) and top is not None and type(top) in _CHOICES:
        option = action.option if action.option in ("yes", "no", "share", "cash", "president", "keep") else "choice"
        return [f"{_CHOICES[type(top)]}: {option}"]
    if isinstance(action, Pass) and isinstance(top, MergeStep) and top.partner:
        return ["merger: charter declined"]
    if isinstance(action, Pass) and isinstance(top, BuyPosition):
        return ["token of another: none"]
    return []
