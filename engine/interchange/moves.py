"""Site actions -> candidates of ours, in the order of likelihood; the decision at hand picks the one that fits."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import (
    Action,
    Bid,
    Buy,
    Choose,
    Convert,
    Discard,
    Draw,
    Lay,
    Merge,
    Par,
    Pass,
    Pay,
    Run,
    Sell,
    Split,
    Token,
    Train,
    Withhold,
)
from engine.context import Position
from engine.ids import BANK, POOL, CompanyId, EntityId, HexId, PrivateId, TileId, TrainId
from engine.interchange.labels import Labels
from engine.interchange.routes import routes_of
from engine.interchange.site import SiteAction

Candidates = list[Action]

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "first": ("lower",),
    "last": ("higher",),
    "pres": ("president",),
    "full": ("share",),
    "cash": ("cash",),
    "no": ("no",),
    "yes": ("yes",),
    "y": ("yes",),
    "n": ("no",),
    "a": ("SB", "SFV"),
    "b": ("SFL",),
}
"""Site answers -> words our frames offer."""


def candidates(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    """Return our possible actions for a site action, most likely first; empty for an unknown kind."""
    make = _MAKERS.get(action.kind)
    return make(action, pos, labels) if make else []


def certificates_of(action: SiteAction) -> tuple[str, ...]:
    """Return the site's certificate ids that the action moves."""
    if action.kind == "par":
        return (f"{action.text('corporation')}_0",)
    return action.texts("shares")


def _actor(action: SiteAction) -> EntityId:
    return EntityId(action.entity)


def _bid(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    return [Bid(_actor(action), PrivateId(action.text("company")), action.whole("price"))]


def _par(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    price = int(action.text("share_price").partition(",")[0])
    return [Par(_actor(action), CompanyId(EntityId(action.text("corporation"))), price)]


def _buy_shares(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    held = [labels.certificate(pos, name) for name in action.texts("shares")]
    company, _, holder = held[0]
    item = f"{company}*" if any(index == 0 for _, index, _ in held) else company
    price = action.whole("total_price") if holder not in (POOL, company) else 0
    return [Buy(_actor(action), item, holder, len(held), price)]


def _sell_shares(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    company, _, holder = labels.certificate(pos, action.texts("shares")[0])
    count = action.whole("percent") // pos.state.companies[company].sizes[1]
    return [Sell(actor, company, count) for actor in dict.fromkeys((holder, _actor(action)))]


def _buy_company(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    return [Buy(_actor(action), action.text("company"), POOL)]


def _place_token(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    hex_id, stop = labels.city(pos, action.text("city"))
    return [Token(_actor(action), hex_id, stop)]


def _buy_token(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    hex_id, stop = labels.city(pos, action.text("city"))
    owners = [owner for owner in pos.state.tokens.get(f"{hex_id}:{stop}", ()) if owner != action.entity]
    slot = action.whole("slot")
    ordered = [*owners[slot : slot + 1], *owners]
    return [Token(_actor(action), hex_id, stop, owner, action.whole("price")) for owner in dict.fromkeys(ordered)]


def _remove_token(action: SiteAction, pos: Position, labels: Labels) -> Candidates:
    hex_id, stop = labels.city(pos, action.text("city"))
    return [Discard(_actor(action), f"{hex_id}:{stop}")]


def _choose(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    choice = action.text("choice")
    return [Choose(_actor(action), option) for option in dict.fromkeys((choice, *CHOICES.get(choice, ())))]


def _lay_tile(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    tile = TileId(action.text("tile").rpartition("-")[0])
    return [Lay(_actor(action), HexId(action.text("hex")), tile, action.whole("rotation"))]


def _run_routes(action: SiteAction, pos: Position, _labels: Labels) -> Candidates:
    return [Run(_actor(action), routes_of(pos, action.fields.get("routes")))]


def _dividend(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    kinds: Mapping[str, type[Action]] = {"payout": Pay, "withhold": Withhold, "half": Split}
    return [kinds[action.text("kind")](_actor(action))]


def _buy_train(action: SiteAction, pos: Position, _labels: Labels) -> Candidates:
    card = TrainId(action.text("train"))
    source = BANK if card in pos.state.depot else POOL if card in pos.state.discards else _train_owner(pos, card)
    kind = action.text("variant") or card.partition("-")[0]
    return [Train(_actor(action), name, source, action.whole("price")) for name in (kind, card)]


def _train_owner(pos: Position, card: TrainId) -> EntityId:
    return next((owner for owner, cards in pos.state.trains.items() if card in cards), BANK)


def _discard_train(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    card = action.text("train")
    return [Discard(_actor(action), name) for name in (card.partition("-")[0], card)]


def _merge(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    name, actor = action.text("corporation"), _actor(action)
    return [Merge(actor, CompanyId(EntityId(name))), Choose(actor, name), Convert(actor, name)]


def _bankrupt(action: SiteAction, pos: Position, _labels: Labels) -> Candidates:
    option = "loan" if action.whole("option") else "leave"
    return [Choose(EntityId(actor), option) for actor in (action.entity, *pos.state.players)]


def sealed_bids(action: SiteAction, pos: Position) -> Candidates:
    """Return our actions for a list of sealed bids: one bid per concession bid for, then the handing in."""
    bids = zip(pos.data.privates, action.texts("bids"), strict=False)
    written: Candidates = [Bid(_actor(action), item, int(amount)) for item, amount in bids if int(amount)]
    return [*written, Pass(_actor(action))]


def _pass(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    return [Pass(_actor(action))]


def _connection(action: SiteAction, _pos: Position, _labels: Labels) -> Candidates:
    return [Draw(_actor(action), "boxes")]


_MAKERS: Final[Mapping[str, Callable[[SiteAction, Position, Labels], Candidates]]] = {
    "bid": _bid,
    "par": _par,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "buy_company": _buy_company,
    "place_token": _place_token,
    "buy_token": _buy_token,
    "remove_token": _remove_token,
    "choose": _choose,
    "lay_tile": _lay_tile,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "buy_train": _buy_train,
    "discard_train": _discard_train,
    "merge": _merge,
    "bankrupt": _bankrupt,
    "pass": _pass,
    "destination_connection": _connection,
}
