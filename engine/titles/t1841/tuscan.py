"""The Tuscan merge [4.6.10]: SFLP, SFMA and SSFL, as far as they run, become SFLi. Nobody is asked for consent.

Two minors merge into SFLi at once. With SSFL there are two stages: the minors merge, or the only one is transformed,
into a helper; then helper and SSFL merge as majors. The helper's charter is a hidden one, online the first free one.
"""

from typing import Final

from msgspec import Struct

from engine.context import Context, Position
from engine.decisions import Decision
from engine.events import Announced
from engine.frames.base import Sequence, Turn
from engine.frames.closing import running_frame
from engine.frames.operating import OperatingRound, resort
from engine.ids import POOL, CompanyId, EntityId, PlayerId
from engine.ops import shares
from engine.state import Frame
from engine.titles.t1841.dealing import settle
from engine.titles.t1841.exchange import NOBODY, is_unclaimed, settle_led, with_operating
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.merger_tokens import drop_twins
from engine.titles.t1841.merging import Merger, joining
from engine.titles.t1841.succession import (
    DiscardSurplus,
    free_majors,
    has_operated_now,
    lose_turn,
    replace_tokens,
    retire,
    strike,
)
from engine.titles.t1841.transforming import Transformation, transforming
from engine.titles.t1841.tuscan_tokens import TuscanTokens

SFLP: Final = CompanyId(EntityId("SFLP"))
SFMA: Final = CompanyId(EntityId("SFMA"))
SSFL: Final = CompanyId(EntityId("SSFL"))
SFLI: Final = CompanyId(EntityId("SFLi"))
HIDDEN: Final = CompanyId(EntityId("Holding"))
TUSCANS: Final = (SFLP, SFMA, SSFL)


class Union(Struct, frozen=True):
    """The whole merge.

    Attributes:
        parts: the Tuscan corporations that run, in operating order.
        director: online the one who directs all stages; by the book empty, each stage has its own.
        operates: SFLi still operates in this round.
    """

    parts: tuple[CompanyId, ...]
    director: PlayerId
    operates: bool


class TuscanMerge(Turn, tag="tuscan_merge"):
    """Decides whether the merge takes place, and starts it."""

    begun: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Push the first stage, or take SFLi out of the game."""
        if self.begun or SFLI not in ctx.data.companies:
            return None
        self.begun = True
        parts = tuple(company for company in ctx.rules.order.operating(ctx) if company in TUSCANS)
        if len(parts) <= 1:
            strike(ctx, SFLI)
            sentence = f"Fewer than two Tuscan corporations run; {SFLI} is out of the game."
            ctx.emit(Announced("no_tuscan_merge", sentence))
            return None
        director = with_operating(ctx, parts[0]) if is_online(ctx) else NOBODY
        union = Union(parts, director, _operates(ctx, parts))
        ctx.push(Sequence(_first_stage(ctx, union)))
        return None


def _operates(ctx: Context, parts: tuple[CompanyId, ...]) -> bool:
    """Whether SFLi operates in this round: none of its parts has; never so in version 1, but by option [7, 8.5]."""
    if "version_1" in ctx.options and "sfli_run" not in ctx.options:
        return False
    return not any(has_operated_now(ctx, company) for company in parts)


def _first_stage(ctx: Context, union: Union) -> list[Frame]:
    minors = tuple(company for company in union.parts if company != SSFL)
    if SSFL not in union.parts:
        merger = Merger(*_pair(minors), SFLI, _director(ctx, union, minors))
        return [*joining(ctx, merger), *_last_steps(union, merger)]
    helper = helper_charter(ctx)
    begins = " and ".join(minors)
    sentence = f"The Tuscan merge takes two steps: {begins} to {helper}, then {helper} and {SSFL} to {SFLI}."
    ctx.emit(Announced("tuscan_stage", sentence))
    director = _director(ctx, union, (*minors, SSFL) if len(minors) == 1 else minors)
    if len(minors) == 1:
        change = Transformation(minors[0], helper, director)
        return [*transforming(ctx, change), CloseStage(minors, helper), SecondStage(union, helper)]
    merger = Merger(*_pair(minors), helper, director)
    return [*joining(ctx, merger), CloseStage(minors, helper), SecondStage(union, helper)]


def _director(ctx: Context, union: Union, companies: tuple[CompanyId, ...]) -> PlayerId:
    """Who directs a stage: the controller of the first of the corporations; online one for all (1.16.2)."""
    return union.director or with_operating(ctx, *companies)


def _pair(companies: tuple[CompanyId, ...]) -> tuple[CompanyId, CompanyId]:
    first, second = companies
    return first, second


def helper_charter(pos: Position) -> CompanyId:
    """Charter of the first stage: a hidden one; online the first free major while there is one (D59)."""
    free = free_majors(pos)
    return free[0] if is_online(pos) and free else HIDDEN


class CloseStage(Turn, tag="close_stage"):
    """The first stage is over: tokens are just replaced, the old charters go."""

    old: tuple[CompanyId, ...]
    helper: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Retire the old ones."""
        settle_led(ctx, self.helper)
        drop_twins(ctx, [company for company in self.old if company in ctx.state.companies])
        for company in self.old:
            if company in ctx.state.companies:
                replace_tokens(ctx, company, self.helper)
                retire(ctx, company, reason="merger" if len(self.old) > 1 else "transformation")
        return None


class SecondStage(Turn, tag="second_stage"):
    """Helper and SSFL merge into SFLi, directed by the one worth more."""

    union: Union
    helper: CompanyId
    begun: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Push the merger; the holders are those of now."""
        if self.begun:
            return None
        self.begun = True
        both = tuple(company for company in ctx.rules.order.operating(ctx) if company in (self.helper, SSFL))
        first, second = (self.helper, SSFL) if is_online(ctx) else _pair(both)
        merger = Merger(first, second, SFLI, _director(ctx, self.union, both))
        ctx.push(Sequence([*joining(ctx, merger), *_last_steps(self.union, merger)]))
        return None


def _last_steps(union: Union, merger: Merger) -> list[Frame]:
    return [
        Preside(),
        TuscanTokens(merger.old, SFLI),
        DiscardTuscan(merger.director),
        CloseTuscan(union, merger.old),
    ]


class Preside(Turn, tag="preside"):
    """If nobody presides over SFLi its president's certificate goes to the pool, for up to two shares there."""

    def advance(self, ctx: Context) -> Decision | None:
        """Settle the presidency, or freeze SFLi."""
        if is_unclaimed(ctx, SFLI):
            shares.move(ctx, SFLI, shares.ordinary(ctx, SFLI, POOL, 2), POOL, SFLI)
            shares.move(ctx, SFLI, [0], SFLI, POOL)
            ctx.emit(Announced("sfli_frozen", f"Nobody presides over {SFLI}; it is frozen."))
        settle(ctx, SFLI)
        return None


class DiscardTuscan(Turn, tag="discard_tuscan"):
    """Surplus trains of SFLi, its president's choice; the director chooses for a frozen one."""

    director: PlayerId
    begun: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Push the discard."""
        if not self.begun:
            self.begun = True
            player = ctx.rules.control.controller(ctx, SFLI) or self.director
            ctx.push(DiscardSurplus(SFLI, player))
        return None


class CloseTuscan(Turn, tag="close_tuscan"):
    """The old charters go; SFLi operates at its place in this round if none of its parts has [4.6.10]."""

    union: Union
    old: tuple[CompanyId, CompanyId]

    def advance(self, ctx: Context) -> Decision | None:
        """Finish; if one of the parts bought the train that caused it, the rest of its turn is lost."""
        for company in self.old:
            replace_tokens(ctx, company, SFLI)
            retire(ctx, company)
        for company in self.union.parts:
            lose_turn(ctx, company)
        running = running_frame(ctx, OperatingRound)
        if self.union.operates and running is not None and running.waiting is not None:
            running.waiting.append(SFLI)
            resort(ctx)
        ctx.emit(Announced("tuscan_merge", f"{', '.join(self.union.parts)} are now {SFLI}."))
        return None
