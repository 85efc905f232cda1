"""One corporation takes the place of another: charters, possessions, the place in the operating round [4.6.9-4.7.5]."""

from engine.actions import Action, Discard
from engine.context import Context, Position
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import RuleError
from engine.frames.base import Turn
from engine.frames.closing import running_frame
from engine.frames.operating import OperatingRound
from engine.frames.phase import DiscardTrains
from engine.ids import CompanyId, PlayerId
from engine.ops import board, cash, companies, shares, trains
from engine.rules.trains import train_class
from engine.titles.t1841.dealing import carry_concession
from engine.titles.t1841.exchange import Party, ask, hand_in
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.network import tokens_of


def free_majors(pos: Position) -> tuple[CompanyId, ...]:
    """Non-historical major corporations that are available for starting, in list order [4.7.4]."""
    return tuple(
        company
        for company, data in pos.data.companies.items()
        if data.kind == "major" and "historical" not in data.marks and company not in pos.state.companies
    )


def found_successor(ctx: Context, company: CompanyId, cell: tuple[int, int]) -> None:
    """Put the new charter into play, with its token at the bottom of a market cell; it is nobody's foundation."""
    companies.found(ctx, company, company, cell)
    ctx.state.companies[company].floated = True


def take_over(ctx: Context, old: CompanyId, new: CompanyId, partner: CompanyId | None = None) -> list[CompanyId]:
    """Move money, trains and certificates to the new charter; certificates of the partner vanish [4.7.4].

    Returns:
        The corporations of which certificates moved, for `settle_holdings`.
    """
    moved: list[CompanyId] = []
    for company, holders in ctx.state.shares.items():
        held = list(holders.get(old, ()))
        if company == old or not held:
            continue
        if company == partner:
            hand_in(ctx, old, company, held)
        else:
            shares.move(ctx, company, held, old, new)
            carry_concession(ctx, company)
            moved.append(company)
    cash.pay(ctx, old, new, ctx.state.cash[old], reason="merger" if partner else "transformation")
    trains.hand_over(ctx, old, new)
    return moved


def settle_holdings(ctx: Context, moved: list[CompanyId], *owners: CompanyId) -> None:
    """Let presidencies pass to a new owner that holds most now.

    By the book nothing passes away from it here: it may have no president itself for the moment and would lose ties
    like a frozen corporation; that is judged when the procedure is over.
    """
    for company in dict.fromkeys(moved):
        heir = ctx.rules.shares.heir(ctx, company)
        if heir is not None and (is_online(ctx) or heir in owners):
            shares.take_presidency(ctx, company, heir)


def replace_tokens(ctx: Context, old: CompanyId, new: CompanyId) -> None:
    """Let tokens of `new` stand wherever tokens of `old` stood; the charters are the caller's affair."""
    for stop in tokens_of(ctx, old):
        while old in ctx.state.tokens[stop]:
            board.replace_token(ctx, old, new, stop)


def retire(ctx: Context, company: CompanyId, *, reason: str = "merger") -> None:
    """Remove an old corporation: a historical one for good, a free one may be started again [4.7.4, 4.7.5]."""
    extra, marks = extra_of(ctx), ctx.data.companies[company].marks
    extra.sold.pop(company, None)
    for sold in extra.sold.values():
        if company in sold:
            sold.remove(company)
    companies.remove(ctx, company, reason=reason)
    leave_round(ctx, company)
    if "historical" in marks and "hidden" not in marks:
        strike(ctx, company)


def strike(ctx: Context, company: CompanyId) -> None:
    """Note that a corporation is out of the game for good."""
    removed = extra_of(ctx).removed
    if company in ctx.data.companies and company not in removed:
        removed.append(company)


# --- the operating round ---------------------------------------------------------------------------------------------


def has_operated_now(ctx: Context, company: CompanyId) -> bool:
    """Whether the corporation has had its turn in the running round, or is having it."""
    running = running_frame(ctx, OperatingRound)
    return running is not None and (company == running.current or company in running.done)


def leave_round(ctx: Context, company: CompanyId) -> None:
    """A corporation that is gone does not operate any more, not even when it is started again in this round."""
    running = running_frame(ctx, OperatingRound)
    if running is not None and running.waiting and company in running.waiting:
        running.waiting.remove(company)


def lose_turn(ctx: Context, company: CompanyId) -> None:
    """Drop what is left of a corporation's running turn; the phase change it set off goes on [4.6.9, 4.6.10]."""
    stack, running = ctx.state.stack, running_frame(ctx, OperatingRound)
    if running is None or running.current != company:
        return
    start = next(place for place, frame in enumerate(stack) if frame is running) + 1
    stack[start:] = [frame for frame in stack[start + 1 :] if getattr(frame, "company", None) != company]


def surplus_first(ctx: Context) -> bool:
    """Online surplus trains are discarded before the first question of a secession (D52); whether that comes now."""
    limit = ctx.rules.trains.limit
    crowded = any(len(ctx.state.trains.get(company, ())) > limit(ctx, company) for company in ctx.state.companies)
    if crowded and is_online(ctx):
        ctx.push(DiscardTrains())
        return True
    return False


class DiscardSurplus(Turn, tag="discard_surplus"):
    """A new corporation with too many trains returns some at once, its maker's choice [4.6.8, 4.7.4]."""

    owner: CompanyId
    player: PlayerId

    def advance(self, ctx: Context) -> Decision | None:
        """Ask while there are too many and a choice; without a choice discard."""
        while len(ctx.state.trains[self.owner]) > ctx.rules.trains.limit(ctx, self.owner):
            kinds = self._kinds(ctx)
            if len(kinds) > 1:
                unknown = RuleError("no_such_train", "4.6.8", f"{self.owner} owns trains {', '.join(kinds)}.")
                spec = Spec(Discard, "Discard a train", (field("train", OneOf(lambda: self._kinds(ctx), unknown)),))
                return ask(Party(self.owner, self.player), "discards a train", "4.6.8", (spec,))
            self._discard(ctx, kinds[0])
        return None

    def apply(self, ctx: Context, action: Action) -> None:
        """Discard the chosen train."""
        assert isinstance(action, Discard)
        self._discard(ctx, action.train)

    def _kinds(self, ctx: Context) -> tuple[str, ...]:
        return tuple(dict.fromkeys(train_class(card) for card in ctx.state.trains[self.owner]))

    def _discard(self, ctx: Context, kind: str) -> None:
        cards = ctx.state.trains[self.owner]
        trains.discard(ctx, self.owner, next(card for card in cards if train_class(card) == kind))
