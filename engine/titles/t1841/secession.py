"""The Ferdinandea secession [4.6.9]: IRSFF is split into SB (Veneto) and SFL (Lombardia).

It happens unless Milano and Venezia are connected. The two come into being, possessions are divided, then IRSFF stock
is exchanged: the first two pairs for the two presidencies, further pairs for a share of each, single shares for either.
Version 1 makes minors SFV and SFL of it. The online edition then offers stock and tokens, which the book does not.
"""

from typing import Final

from msgspec import Struct

from engine.actions import Action, Choose
from engine.context import Context
from engine.decisions import Decision
from engine.errors import RuleError
from engine.events import Announced
from engine.frames.base import Sequence, Turn
from engine.frames.closing import running_frame
from engine.frames.operating import OperatingRound
from engine.ids import BANK, POOL, CompanyId, EntityId, PlayerId
from engine.ops import cash, shares
from engine.state import Frame
from engine.titles.t1841.connection import are_joined
from engine.titles.t1841.dealing import concession_of, settle, value_of
from engine.titles.t1841.division import Divide
from engine.titles.t1841.exchange import (
    PAIR,
    PRESIDENCY,
    Party,
    ask,
    choice,
    claim,
    draw,
    hand_in,
    holders_among,
    is_unclaimed,
    ordinary_left,
    shareholder_order,
    units,
    with_operating,
)
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.secession_offers import SecessionOffers, SecessionTokens
from engine.titles.t1841.succession import has_operated_now, lose_turn, retire, strike, surplus_first

FERDINANDEA: Final = CompanyId(EntityId("IRSFF"))
WEST: Final = CompanyId(EntityId("SFL"))
EAST: Final = (CompanyId(EntityId("SB")), CompanyId(EntityId("SFV")))


class Split(Struct, frozen=True):
    """The division: `east` gets Veneto and comes first everywhere; `director` decides for IRSFF."""

    east: CompanyId
    west: CompanyId
    director: PlayerId

    @property
    def both(self) -> tuple[CompanyId, CompanyId]:
        """The two new corporations."""
        return self.east, self.west


class Secession(Turn, tag="secession"):
    """Decides whether IRSFF is split, and starts it."""

    begun: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Push the division, or take SB and SFL out of the game."""
        if self.begun:
            return None
        self.begun = True
        east = next(company for company in EAST if company in ctx.data.companies)
        if FERDINANDEA in ctx.state.companies and not are_joined(ctx, FERDINANDEA):
            split = Split(east, WEST, with_operating(ctx, FERDINANDEA))
            ctx.push(Sequence(seceding(ctx, split)))
            return None
        for company in (east, WEST):
            strike(ctx, company)
        ctx.emit(Announced("no_secession", f"{FERDINANDEA} is not split; {east} and {WEST} are out of the game."))
        return None


def seceding(ctx: Context, split: Split) -> list[Frame]:
    """All frames of the secession; the holders are fixed before anything moves."""
    order = shareholder_order(ctx, split.director, (FERDINANDEA,))
    parties = holders_among(ctx, order, (FERDINANDEA,))
    frames: list[Frame] = [Divide(FERDINANDEA, *split.both)]
    frames += [ExchangeDoubles(split, party) for party in parties]
    frames.append(DropPresidencies(split))
    frames += [ExchangeSingle(split, party) for party in parties]
    if is_online(ctx):
        frames.append(SecessionOffers(split.director, list(split.both)))
        if ctx.data.companies[split.east].kind == "major":
            frames += [SecessionTokens(company, split.director) for company in split.both]
    return [*frames, CloseSecession(split)]


class ExchangeDoubles(Turn, tag="exchange_doubles"):
    """One holder's pairs of IRSFF stock, its president's certificate first."""

    split: Split
    party: Party

    def advance(self, ctx: Context) -> Decision | None:
        """Exchange pair by pair; who has only one pair chooses which presidency it becomes."""
        while (have := units(ctx, self.party.holder, FERDINANDEA)) >= PAIR:
            free = [company for company in self.split.both if is_unclaimed(ctx, company)]
            if free == list(self.split.both) and have < PRESIDENCY and self.party.player:
                return None if surplus_first(ctx) else self._ask()
            self._exchange(ctx, free[:1])
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Take the chosen presidency."""
        assert isinstance(action, Choose)
        self._exchange(ctx, [CompanyId(EntityId(action.option))])

    def _ask(self) -> Decision:
        labels = {str(company): f"the presidency of {company}" for company in self.split.both}
        unknown = RuleError("which_presidency", "4.6.9", f"The pair becomes the presidency of {' or '.join(labels)}.")
        spec = choice("Exchange the first pair", labels, unknown)
        return ask(self.party, "chooses a presidency for the first pair of IRSFF stock", "4.6.9", (spec,))

    def _exchange(self, ctx: Context, presidency: list[CompanyId]) -> None:
        holder = self.party.holder
        held = ctx.state.shares[FERDINANDEA][holder]
        hand_in(ctx, holder, FERDINANDEA, [0] if 0 in held else held[:2])
        for company in presidency:
            claim(ctx, company, holder)
        if not presidency:
            for company in self.split.both:
                draw(ctx, company, holder)


class DropPresidencies(Turn, tag="drop_presidencies"):
    """Nobody had a second pair: the other president's certificate goes to the bank pool [4.6.9]."""

    split: Split

    def advance(self, ctx: Context) -> Decision | None:
        """Drop what is unclaimed."""
        for company in self.split.both:
            if is_unclaimed(ctx, company):
                shares.move(ctx, company, [0], company, POOL)
        return None


class ExchangeSingle(Turn, tag="exchange_single"):
    """One holder's single share: a share of either new corporation; the pool's is chosen by the director."""

    split: Split
    party: Party

    def advance(self, ctx: Context) -> Decision | None:
        """Ask where both are left; frozen corporations take SB if they can."""
        if units(ctx, self.party.holder, FERDINANDEA) != 1:
            return None
        left = [company for company in self.split.both if ordinary_left(ctx, company)]
        if not left:
            self._pay_out(ctx)
            return None
        chooser = self._chooser()
        if len(left) > 1 and chooser.player:
            return None if surplus_first(ctx) else self._ask(chooser, left)
        self._exchange(ctx, left[0])
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Exchange it."""
        assert isinstance(action, Choose)
        self._exchange(ctx, CompanyId(EntityId(action.option)))

    def _pay_out(self, ctx: Context) -> None:
        """Version 1 has six shares and may need eight: the bank pays the value of one that is missing (ruling)."""
        holder = self.party.holder
        hand_in(ctx, holder, FERDINANDEA, list(ctx.state.shares[FERDINANDEA][holder]))
        if holder != POOL:
            cash.pay(ctx, BANK, holder, value_of(ctx, self.split.east), reason="secession")

    def _chooser(self) -> Party:
        if self.party.holder == POOL:
            return Party(self.split.director, self.split.director)
        return self.party

    def _ask(self, chooser: Party, left: list[CompanyId]) -> Decision:
        whose = "the pool's" if self.party.holder == POOL else "a"
        labels = {str(company): f"a share of {company}" for company in left}
        unknown = RuleError("which_share", "4.6.9", f"The share becomes one of {' or '.join(labels)}.")
        spec = choice(f"Exchange {whose} single share of IRSFF", labels, unknown)
        return ask(chooser, f"exchanges {whose} single share of IRSFF", "4.6.9", (spec,))

    def _exchange(self, ctx: Context, company: CompanyId) -> None:
        holder = self.party.holder
        hand_in(ctx, holder, FERDINANDEA, list(ctx.state.shares[FERDINANDEA][holder]))
        draw(ctx, company, holder)


class CloseSecession(Turn, tag="close_secession"):
    """Presidencies are settled, IRSFF leaves the game, the new ones take its place in the round [4.6.9]."""

    split: Split

    def advance(self, ctx: Context) -> Decision | None:
        """Finish; if IRSFF bought the train that caused it, the rest of its turn is lost."""
        for company in self.split.both:
            settle(ctx, company)
        concession = concession_of(ctx, FERDINANDEA)
        if concession is not None:
            shares.remove_private(ctx, concession)
        self._enter_round(ctx)
        lose_turn(ctx, FERDINANDEA)
        retire(ctx, FERDINANDEA, reason="secession")
        ctx.emit(Announced("secession", f"{FERDINANDEA} is split into {' and '.join(self.split.both)}."))
        return None

    def _enter_round(self, ctx: Context) -> None:
        running = running_frame(ctx, OperatingRound)
        if running is None or not running.waiting or has_operated_now(ctx, FERDINANDEA):
            return
        if FERDINANDEA in running.waiting:
            place = running.waiting.index(FERDINANDEA)
            running.waiting[place:place] = self.split.both
