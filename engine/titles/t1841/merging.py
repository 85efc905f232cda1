"""Merging two corporations of one class into a free major [4.7.4, 4.7.4.1, 14].

The active side names the partner, whose president agrees; then the new charter. Possessions are joined, old stock is
exchanged, tokens are replaced, the old charters go. If nobody presides in the end everything goes back to before.
"""

from functools import partial
from typing import cast

from msgspec import Struct

from engine.actions import Action, Choose, Merge
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, Value, field
from engine.errors import RuleError
from engine.events import Announced, Passed
from engine.frames.asking import decide, passing, possible
from engine.frames.base import Sequence, Turn
from engine.frames.closing import running_frame
from engine.frames.consent import Consent, needs_consent
from engine.frames.operating import end_turn
from engine.ids import CompanyId, EntityId, PlayerId
from engine.ops import restore
from engine.rules.market import cell_price, has_cell
from engine.rules.order import marker_of
from engine.state import Frame
from engine.titles.t1841.dealing import settle, value_of
from engine.titles.t1841.exchange import Party, ask, choice, director_of, holders_among, shareholder_order
from engine.titles.t1841.extra import is_online, nothing_offered
from engine.titles.t1841.merger_stock import ExchangeMinors, ExchangeOdd, ExchangePairs
from engine.titles.t1841.merger_tokens import JoinTokens
from engine.titles.t1841.network import bases, is_city, phase_marks, token_reach
from engine.titles.t1841.succession import (
    DiscardSurplus,
    found_successor,
    free_majors,
    replace_tokens,
    retire,
    settle_holdings,
    take_over,
)

NOBODY_YET = CompanyId(EntityId(""))
LOWER, HIGHER = "lower", "higher"
Cell = tuple[int, int]


class Merger(Struct, frozen=True):
    """Two corporations become one.

    Attributes:
        first: the active one, or the one worth more in the Tuscan merge; `target`: the new charter.
        director: who makes the choices of the merger and comes first among the shareholders.
    """

    first: CompanyId
    second: CompanyId
    target: CompanyId
    director: PlayerId

    @property
    def old(self) -> tuple[CompanyId, CompanyId]:
        """The two that disappear."""
        return self.first, self.second


class MergeStep(Turn, tag="merge_step"):
    """The merge step of an operating turn: a partner and a new charter, or nothing.

    Attributes:
        partner: named and agreed, the charter is still open; empty before.
        refused: partners that may not be named again in this step.
        before: the position before the merger, while one is running.
    """

    company: CompanyId
    partner: CompanyId = NOBODY_YET
    refused: list[CompanyId] = []
    before: bytes = b""
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the partner, then for the charter; nothing is asked where no merger is possible."""
        if self.closed or merge_step_refusal(ctx, self.company) is not None:
            return None
        if self.partner:
            return self._ask_charter(ctx)
        spec = self._partner_spec(ctx)
        if not possible(spec, self.company):
            return nothing_offered(ctx, self.company, ("finds nobody to merge with", "merge"))
        return decide(ctx, self.company, ("may merge with another corporation", "merge"), (spec, passing("No merger")))

    def apply(self, ctx: Context, action: Action) -> None:
        """Name the partner, step back, merge, or do nothing."""
        if isinstance(action, Merge):
            if is_online(ctx) or not needs_consent(ctx, self.company, action.partner):
                self.agreed(ctx, action)
            else:
                ctx.push(Consent(self.company, action.partner, f"merge with {self.company}", action, "merge"))
        elif isinstance(action, Choose):
            self._merge(ctx, CompanyId(EntityId(action.option)))
        elif self.partner:
            ctx.emit(Passed(self.company, f"does not merge with {self.partner}"))
            self._give_up_partner()
        else:
            self.closed = True
            ctx.emit(Passed(self.company, "does not merge"))

    def agreed(self, ctx: Context, action: Action) -> None:
        """The partner is settled."""
        assert isinstance(action, Merge)
        self.partner = action.partner
        ctx.emit(Announced("merger", f"{self.company} and {self.partner} agree to merge."))

    def declined(self, ctx: Context, action: Action) -> None:
        """The same partner is not asked again in this step."""
        assert isinstance(action, Merge)
        self.refused.append(action.partner)

    def back_out(self, ctx: Context) -> None:
        """Nobody presides over the new corporation: everything goes back to before the merger [4.7.4.1]."""
        stack = ctx.state.stack
        del stack[next(place for place, frame in enumerate(stack) if frame is self) + 1 :]
        restore.restore(ctx, self.before)
        self.before = b""
        sentence = f"Nobody would preside: the merger of {self.company} and {self.partner} is called off."
        ctx.emit(Announced("merger_called_off", sentence))
        self._give_up_partner()

    def _give_up_partner(self) -> None:
        self.refused.append(self.partner)
        self.partner = NOBODY_YET

    def _partner_spec(self, ctx: Context) -> Spec:
        company = self.company
        unknown = RuleError("no_such_partner", "4.7.4", f"{company} merges with another corporation that has started.")
        again = RuleError("refused_before", "4.7.4", "That merger has come to nothing in this turn already.")

        def others() -> list[CompanyId]:
            return [other for other in ctx.state.companies if other != company]

        def fresh(value: Value) -> RuleError | None:
            return again if value in self.refused else None

        filters = (fresh, partial(_partner_refusal, ctx, company))
        return Spec(Merge, "Merge with a corporation", (field("partner", OneOf(others, unknown, filters)),))

    def _ask_charter(self, ctx: Context) -> Decision | None:
        labels = {str(name): f"{name} {ctx.data.companies[name].name}" for name in free_majors(ctx)}
        unknown = RuleError("charter_taken", "4.7.4", f"Free charters are {', '.join(labels)}.")
        specs = [choice("Choose the new charter", labels, unknown, grave=True)]
        if not is_online(ctx):
            specs.append(passing("No merger with this partner"))
        return decide(ctx, self.company, ("chooses the charter of the merger", "merge"), specs)

    def _merge(self, ctx: Context, target: CompanyId) -> None:
        self.before = restore.save(ctx)
        merger = Merger(self.company, self.partner, target, director_of(ctx, self.company))
        ending: list[Frame] = [CallOff(merger), JoinTokens(merger.old, target, merger.director), CloseMerger(merger)]
        ctx.push(Sequence([*joining(ctx, merger), *ending]))


def joining(ctx: Context, merger: Merger) -> list[Frame]:
    """Frames that join possessions and exchange stock; the holders are fixed now, before anything moves [4.7.4.1]."""
    order = shareholder_order(ctx, merger.director, merger.old)
    parties = holders_among(ctx, order, merger.old)
    begin: list[Frame] = [JoinPossessions(merger)]
    if ctx.state.companies[merger.first].kind == "minor":
        return [*begin, ExchangeMinors(merger.old, merger.target, parties)]
    pairs = [ExchangePairs(merger.old, merger.target, party) for party in parties]
    odd = [ExchangeOdd(merger.old, merger.target, party) for party in parties]
    return [*begin, *pairs, *odd]


# --- whether a merger is possible ------------------------------------------------------------------------------------


def merge_step_refusal(pos: Position, company: CompanyId) -> RuleError | None:
    """Why the corporation may not merge with anybody now [4.7.4]."""
    if not pos.state.companies[company].operated:
        return RuleError("not_operated", "4.7.4", f"{company} can merge from its second operating round on.")
    if not free_majors(pos):
        return RuleError("no_charter", "4.7.4", "No free major charter is left; all have started.")
    return _concession_refusal(pos, company)


def merge_refusal(pos: Position, company: CompanyId, partner: CompanyId) -> RuleError | None:
    """Why this merger is not possible; consent is another matter [4.7.4]."""
    companies = pos.state.companies
    if companies[company].kind != companies[partner].kind:
        return RuleError("other_class", "4.7.4", f"Only corporations of one class merge; {partner} is of the other.")
    if not companies[partner].operated:
        return RuleError("not_operated", "4.7.4", f"{partner} has not completed a turn of an operating round yet.")
    if pos.rules.control.is_frozen(pos, partner):
        return RuleError("frozen", "4.5.1.1", f"{partner} is frozen; nobody can agree for it.")
    error = _concession_refusal(pos, partner)
    if error is None and not are_connected(pos, company, partner):
        sentence = f"No route within the borders joins {company} and a city token of {partner}, or vice versa."
        return RuleError("not_connected", "4.7.4", sentence)
    return error


def are_connected(pos: Position, company: CompanyId, partner: CompanyId) -> bool:
    """Whether a base of one lies in the other's network; online only the active one's network counts (D64)."""
    if _reaches(pos, company, partner):
        return True
    return not is_online(pos) and _reaches(pos, partner, company)


def _reaches(pos: Position, company: CompanyId, other: CompanyId) -> bool:
    found = token_reach(pos, company).stops
    return any(stop in found for stop in bases(pos, other) if is_city(pos, stop))


def _partner_refusal(pos: Position, company: CompanyId, value: Value) -> RuleError | None:
    return merge_refusal(pos, company, cast(CompanyId, value))


def _concession_refusal(pos: Position, company: CompanyId) -> RuleError | None:
    marks = pos.data.companies[company].marks
    if "historical" not in marks or "formed" in marks or "concessions" not in phase_marks(pos):
        return None
    return RuleError("concession", "4.7.4", f"{company} is historical and cannot merge before phase 4.")


# --- the new value ---------------------------------------------------------------------------------------------------


def merged_cells(pos: Position, first: CompanyId, second: CompanyId) -> tuple[Cell, ...]:
    """Cells the new token may come to, cheapest first: two only if both majors are worth enough to keep [4.7.4, 14].

    A major worth 250 keeps its place; otherwise the new value is the rightmost one below the sum (chart [14]: below
    250), for minors below half the sum.
    """
    market, keep = pos.data.market, pos.data.numbers["merger_keeps_value"]
    total = value_of(pos, first) + value_of(pos, second)
    if pos.state.companies[first].kind == "minor":
        return (rightmost_below(pos, -(-total // 2)),)
    kept = {pos.state.places[marker_of(each)] for each in (first, second) if value_of(pos, each) >= keep}
    if kept:
        return tuple(sorted(kept, key=lambda cell: (cell_price(market, *cell), cell)))
    return (rightmost_below(pos, min(total, keep)),)


def rightmost_below(pos: Position, limit: int) -> Cell:
    """The highest cell below `limit` in the furthest column that has one; the cheapest cell if there is none."""
    market = pos.data.market
    rows = range(len(market.rows))
    cells = [(row, column) for row in rows for column in range(len(market.rows[row])) if has_cell(market, row, column)]
    below = [cell for cell in cells if cell_price(market, *cell) < limit]
    if not below:
        return min(cells, key=lambda cell: cell_price(market, *cell))
    return max(below, key=lambda cell: (cell[1], cell_price(market, *cell)))


class JoinPossessions(Turn, tag="join_possessions"):
    """The new charter: value, money, trains and certificates; surplus trains go at once [4.7.4, 4.6.8]."""

    merger: Merger
    closed: bool = False

    def advance(self, ctx: Context) -> Decision | None:
        """Ask for the value where there is a choice, then join."""
        if self.closed:
            return None
        cells = merged_cells(ctx, *self.merger.old)
        if len(cells) == 1:
            self._join(ctx, cells[0])
            return None
        prices = dict(zip((LOWER, HIGHER), cells, strict=True))
        labels = {option: str(cell_price(ctx.data.market, *cell)) for option, cell in prices.items()}
        unknown = RuleError("lower_or_higher", "4.7.4", f"Both values can be kept: {LOWER} or {HIGHER}.")
        party = Party(self.merger.first, self.merger.director)
        return ask(party, "chooses the value of the merger", "4.7.4", (choice("Keep which value?", labels, unknown),))

    def apply(self, ctx: Context, action: Action) -> None:
        """Join at the chosen value."""
        assert isinstance(action, Choose)
        self._join(ctx, merged_cells(ctx, *self.merger.old)[action.option == HIGHER])

    def _join(self, ctx: Context, cell: Cell) -> None:
        self.closed = True
        merger = self.merger
        found_successor(ctx, merger.target, cell)
        moved = take_over(ctx, merger.first, merger.target, merger.second)
        moved += take_over(ctx, merger.second, merger.target, merger.first)
        settle_holdings(ctx, moved, merger.target)
        step = running_frame(ctx, MergeStep)
        if step is not None and step.partner:  # in the Tuscan merge only SFLi discards, when all is joined
            ctx.push(DiscardSurplus(merger.target, merger.director))


# --- the end of it ---------------------------------------------------------------------------------------------------


class CallOff(Turn, tag="call_off"):
    """Once all stock is exchanged somebody must preside, or the merger is called off [4.7.4.1]."""

    merger: Merger

    def advance(self, ctx: Context) -> Decision | None:
        """Settle the presidency; go back if the new corporation would be frozen."""
        settle(ctx, self.merger.target)
        if ctx.rules.control.controller(ctx, self.merger.target) is None:
            step = running_frame(ctx, MergeStep)
            assert step is not None
            step.back_out(ctx)
        return None


class CloseMerger(Turn, tag="close_merger"):
    """The old charters go; the new corporation operates from the next round on [4.7.4]."""

    merger: Merger

    def advance(self, ctx: Context) -> Decision | None:
        """Retire both; the active one's turn is over."""
        for old in self.merger.old:
            replace_tokens(ctx, old, self.merger.target)
            retire(ctx, old)
        sentence = f"{self.merger.first} and {self.merger.second} are now {self.merger.target}."
        ctx.emit(Announced("merged", sentence))
        end_turn(ctx)
        return None
