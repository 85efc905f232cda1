"""Pieces shared by mergers, transformations and the secession: who acts when, and certificates for certificates.

Shareholders act clockwise, each player first for himself and then for the corporations he controls; then the bank pool,
then the frozen corporations [4.6.9, 4.7.4.1, 4.7.5].
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from engine.actions import Choose
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.frames.closing import running_frame
from engine.frames.operating import OperatingRound
from engine.ids import POOL, CompanyId, EntityId, PlayerId
from engine.ops import shares
from engine.titles.t1841.dealing import settle
from engine.titles.t1841.extra import is_online

NOBODY: Final = PlayerId(EntityId(""))
"""No human decides: the bank pool, a frozen corporation."""

PAIR: Final = 2
"""Old shares that make one new one."""

PRESIDENCY: Final = 4
"""Old shares that make a president's certificate."""


class Party(Struct, frozen=True):
    """Somebody whose turn comes in an exchange, and the human who answers for it; see `NOBODY`."""

    holder: EntityId
    player: PlayerId = NOBODY

    @property
    def is_player(self) -> bool:
        """Whether a human holds for himself."""
        return self.holder == self.player


def shareholder_order(pos: Position, first: PlayerId, leave_out: Collection[EntityId]) -> list[Party]:
    """Everybody who may hold certificates, in the order of acting from `first` on [4.7.4.1].

    A player's corporations act highest valued first, online in list order (D57).
    """
    control, order = pos.rules.control, pos.rules.order.operating(pos)
    ranked = [c for c in pos.data.companies if c in pos.state.companies] if is_online(pos) else order
    companies = [company for company in ranked if company not in leave_out]
    parties: list[Party] = []
    for player in pos.rules.order.clockwise(pos, first):
        parties.append(Party(player, player))
        parties += [Party(company, player) for company in companies if control.controller(pos, company) == player]
    frozen = (company for company in order if company not in leave_out and control.is_frozen(pos, company))
    return [*parties, Party(POOL), *map(Party, frozen)]


def holders_among(pos: Position, parties: Iterable[Party], companies: Collection[CompanyId]) -> list[Party]:
    """Those who hold certificates of one of the corporations."""
    return [each for each in parties if any(pos.state.shares[c].get(each.holder) for c in companies)]


def director_of(pos: Position, *companies: CompanyId) -> PlayerId:
    """The human who directs a procedure: who controls the first of the corporations that anybody controls.

    Where all are frozen it is the player of the operating corporation, then the holder of the priority deal.
    """
    found = (pos.rules.control.controller(pos, company) for company in companies if company in pos.state.companies)
    return next((player for player in found if player is not None), pos.state.priority)


def with_operating(ctx: Context, *companies: CompanyId) -> PlayerId:
    """Like `director_of`, with the operating corporation as the last resort."""
    running = running_frame(ctx, OperatingRound)
    return director_of(ctx, *companies, *([running.current] if running else []))


# --- asking ----------------------------------------------------------------------------------------------------------


def ask(party: Party, prompt: str, paragraph: str, specs: Iterable[Spec]) -> Decision:
    """A question to a party whose human is known, even while control is in suspense."""
    return Decision(party.holder, party.player, prompt, paragraph, tuple(specs))


def choice(words: str, labels: Mapping[str, str], unknown: RuleError, *, grave: bool = False) -> Spec:
    """A `Choose` among options -> what they mean."""

    def label(value: Value) -> str:
        return labels[str(value)]

    return Spec(Choose, words, (field("option", OneOf(lambda: tuple(labels), unknown, (), label)),), grave=grave)


# --- certificates ----------------------------------------------------------------------------------------------------


def units(pos: Position, holder: EntityId, company: CompanyId) -> int:
    """Certificates held, the president's counted as two."""
    sizes = pos.state.companies[company].sizes
    return sum(sizes[index] // sizes[1] for index in pos.state.shares[company].get(holder, ()))


def ordinary_left(pos: Position, company: CompanyId) -> int:
    """Ordinary certificates still in the corporation's own hands."""
    return sum(index != 0 for index in pos.state.shares[company][company])


def is_unclaimed(pos: Position, company: CompanyId) -> bool:
    """Whether the president's certificate still lies on the corporation's own charter."""
    return 0 in pos.state.shares[company][company]


def settle_led(ctx: Context, company: CompanyId) -> None:
    """Let presidencies pass once the new corporation has a president.

    Without one it would count as frozen and lose ties over what it owns, although the procedure is not over.
    """
    if not is_unclaimed(ctx, company):
        settle(ctx, company)


def draw(ctx: Context, company: CompanyId, holder: EntityId) -> None:
    """Give the holder the next ordinary certificate; online the presidency may pass at once, by the book later."""
    shares.move(ctx, company, shares.ordinary(ctx, company, company, 1), company, holder)
    if is_online(ctx):
        settle(ctx, company)


def claim(ctx: Context, company: CompanyId, holder: EntityId) -> None:
    """Give the holder the president's certificate."""
    shares.move(ctx, company, [0], company, holder)


def hand_in(ctx: Context, holder: EntityId, company: CompanyId, indexes: Iterable[int]) -> None:
    """Take old certificates back to the charter of their corporation."""
    shares.move(ctx, company, list(indexes), holder, company)
