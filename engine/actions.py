"""Actions: everything anybody can do, as frozen tagged Structs shared by all titles.

An action names its actor and a few typed fields. A one-off question is `Choose`, never a new verb. The tag
is the verb of the notation, of the slash command and of the log.
"""

from msgspec import Struct

from engine.ids import CompanyId, EntityId, HexId, PrivateId, TileId, TrainId


class Route(Struct, frozen=True, forbid_unknown_fields=True):
    """One train's route.

    Attributes:
        train: the card that runs.
        path: hexes in order; the first and last carry the stop they begin or end at when the hex has several
            stops, for example ``("H4.c0", "I3", "K3", "M3")``.
    """

    train: TrainId
    path: tuple[str, ...]


class Action(Struct, frozen=True, tag_field="verb", tag=str.lower, forbid_unknown_fields=True):
    """Root of all actions; `actor` is who acts: a player, a company, or CHANCE."""

    actor: EntityId


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing where that is allowed."""


class Bid(Action, frozen=True):
    """Nominate or raise: `amount` in money for a private company or concession."""

    item: PrivateId
    amount: int


class Par(Action, frozen=True):
    """Found a company at a starting price per small share."""

    company: CompanyId
    price: int


class Buy(Action, frozen=True):
    """Buy certificates or a concession.

    Attributes:
        item: company (ordinary share), company with ``*`` (its president's certificate), or a concession.
        source: who sells: the company itself (initial offering), POOL, or another entity.
        count: number of ordinary certificates (for ``*``: besides the president's certificate, counted from 1 in all).
        price: total asked from another entity; 0 = the listed price.
    """

    item: str
    source: EntityId
    count: int = 1
    price: int = 0


class Sell(Action, frozen=True):
    """Sell `count` shares (units of the small certificate) of a company to the pool."""

    company: CompanyId
    count: int


class Lay(Action, frozen=True):
    """Lay or replace a tile: rotation `turn` 0-5 is added to every edge."""

    hex: HexId
    tile: TileId
    turn: int


class Token(Action, frozen=True):
    """Place a token in stop `stop` (``c0`` ...) of a hex; replacing `replaces`' token for `price` when named."""

    hex: HexId
    stop: str
    replaces: str = ""
    price: int = 0


class Run(Action, frozen=True):
    """Run trains over the given routes."""

    routes: tuple[Route, ...]


class Pay(Action, frozen=True):
    """Pay the whole revenue as dividend."""


class Withhold(Action, frozen=True):
    """Keep the whole revenue in the treasury."""


class Split(Action, frozen=True):
    """Pay half, keep half."""


class Train(Action, frozen=True):
    """Buy a train: class or card `train`, from BANK, POOL (discards) or a company, for `price`."""

    train: str
    source: EntityId
    price: int


class Discard(Action, frozen=True):
    """Give a surplus train (or token stop) back."""

    train: str


class Borrow(Action, frozen=True):
    """Take `count` loans."""

    count: int = 1


class Repay(Action, frozen=True):
    """Pay back `count` loans."""

    count: int = 1


class Issue(Action, frozen=True):
    """A company sells `count` of its own shares to the pool."""

    count: int


class Redeem(Action, frozen=True):
    """A company buys `count` of its own shares back."""

    count: int


class Exchange(Action, frozen=True):
    """Exchange a private company or share `item` for `target`."""

    item: str
    target: str


class Convert(Action, frozen=True):
    """Change a company into another kind or charter `target`."""

    target: str


class Merge(Action, frozen=True):
    """Merge with `partner`."""

    partner: CompanyId


class Close(Action, frozen=True):
    """Close `item` for good (irreversible)."""

    item: str


class Choose(Action, frozen=True):
    """Answer a one-off question with one of its offered options."""

    option: str


class Draw(Action, frozen=True):
    """Chance draws: `outcome` is the drawn order or card, comma separated."""

    outcome: str


class Roll(Action, frozen=True):
    """Chance rolls a die: `outcome` is the number shown."""

    outcome: int


AnyAction = (
    Pass
    | Bid
    | Par
    | Buy
    | Sell
    | Lay
    | Token
    | Run
    | Pay
    | Withhold
    | Split
    | Train
    | Discard
    | Borrow
    | Repay
    | Issue
    | Redeem
    | Exchange
    | Convert
    | Merge
    | Close
    | Choose
    | Draw
    | Roll
)

VERBS: dict[str, type[Action]] = {
    str(cls.__struct_config__.tag): cls
    for cls in (
        Pass,
        Bid,
        Par,
        Buy,
        Sell,
        Lay,
        Token,
        Run,
        Pay,
        Withhold,
        Split,
        Train,
        Discard,
        Borrow,
        Repay,
        Issue,
        Redeem,
        Exchange,
        Convert,
        Merge,
        Close,
        Choose,
        Draw,
        Roll,
    )
}
"""Verb -> action class, in the order of the commands."""


def verb_of(action: Action | type[Action]) -> str:
    """Return the verb (tag) of an action or action class."""
    return str(action.__struct_config__.tag)
