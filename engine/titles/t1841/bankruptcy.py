"""Bankruptcy [4.5.1]: everything goes to the bank at half value, the presidencies find new holders or freeze."""

from engine.actions import Action, Choose
from engine.context import Context
from engine.decisions import Decision, OneOf, Spec, field
from engine.errors import InvariantError, RuleError
from engine.events import Announced
from engine.frames.asking import money
from engine.frames.base import Turn
from engine.frames.closing import end_if_due, running_frame
from engine.frames.operating import OperatingRound, current_round, resort
from engine.ids import BANK, POOL, CompanyId, EntityId, PlayerId
from engine.ops import cash, phase, shares
from engine.titles.t1841.dealing import settle, value_of
from engine.titles.t1841.emergency_sales import carry_out, largest_sale
from engine.titles.t1841.extra import extra_of, is_online
from engine.titles.t1841.shares import certificate_holder, claimant, holdings

LEAVE, LOAN = "leave", "loan"


class Bankruptcy(Turn, tag="bankruptcy"):
    """The player at the top of the debtor's chain has nothing legal left to sell and cannot pay.

    Attributes:
        player: who is bankrupt; empty until everything has been handed in.
    """

    debtor: CompanyId
    player: str = ""

    def advance(self, ctx: Context) -> Decision | None:
        """Hand everything in, then ask: leave, or go on with a loan."""
        if not self.player:
            self.player = ctx.rules.control.controller(ctx, self.debtor) or ""
            hand_in_everything(ctx, self.debtor, PlayerId(EntityId(self.player)))
        player = PlayerId(EntityId(self.player))
        prompt = "is bankrupt and leaves the game or borrows from the bank"
        return Decision(player, player, prompt, "4.5.1", (fate_spec(ctx),), barrier=True)

    def apply(self, ctx: Context, action: Action) -> None:
        """Leave or borrow; the debtor's turn is over."""
        assert isinstance(action, Choose)
        ctx.state.stack.pop()
        settle_fate(ctx, PlayerId(EntityId(self.player)), action.option)
        end_debtors_turn(ctx, self.debtor)


def fate_spec(ctx: Context) -> Spec:
    """Leave with nothing, or a loan that is subtracted at the end."""
    loan = money(ctx, ctx.data.numbers["bankruptcy_loan"])
    unknown = RuleError("leave_or_loan", "4.5.1", f"Choose {LEAVE} (out of the game) or {LOAN} ({loan} from the bank).")
    labels = {LEAVE: "leave the game", LOAN: f"borrow {loan}"}
    domain = OneOf(lambda: (LEAVE, LOAN), unknown, (), lambda value: labels[str(value)])
    return Spec(Choose, "Bankruptcy", (field("option", domain),), grave=True)


def declare(ctx: Context, debtor: CompanyId, action: Choose) -> None:
    """Carry out an online declaration of bankruptcy: what could still be sold is sold first."""
    player = ctx.rules.control.controller(ctx, debtor)
    if player is None:
        raise InvariantError(f"Nobody can go bankrupt for {debtor}.")
    sell_out(ctx, debtor, player)
    hand_in_everything(ctx, debtor, player)
    settle_fate(ctx, player, action.option)
    end_debtors_turn(ctx, debtor)


def sell_out(ctx: Context, debtor: CompanyId, player: PlayerId) -> None:
    """Make every legal emergency sale of the player, corporation by corporation in operating order."""
    for company in ctx.rules.order.operating(ctx):
        count = largest_sale(ctx, debtor, player, company)
        if count:
            carry_out(ctx, debtor, player, company, count)


def hand_in_everything(ctx: Context, debtor: CompanyId, player: PlayerId) -> None:
    """Discard what is left: half of each certificate's value and all cash for the debtor, no token moves."""
    dropped: list[CompanyId] = []
    for company in ctx.rules.order.operating(ctx):
        sizes = ctx.state.companies[company].sizes
        for index in list(ctx.state.shares[company].get(player, ())):
            worth = value_of(ctx, company) * (sizes[index] // sizes[1]) // 2
            shares.move(ctx, company, [index], player, POOL)
            cash.pay(ctx, BANK, debtor, worth, reason="bankruptcy")
            dropped += [company] if index == 0 else []
    cash.pay(ctx, player, debtor, ctx.state.cash[player], reason="bankruptcy")
    _find_presidents(ctx, dropped)
    _return_concessions(ctx, player)
    ctx.emit(Announced("bankrupt", f"{player} is bankrupt."))


def _find_presidents(ctx: Context, dropped: list[CompanyId]) -> None:
    """A holder of enough shares must take a presidency that lies in the pool; otherwise the corporation is frozen."""
    for company in dropped:
        heir = claimant(ctx, company, holdings(ctx, company))
        if heir is not None:
            shares.take_presidency(ctx, company, heir)
    for company in dropped:
        settle(ctx, company)
    resort(ctx)


def _return_concessions(ctx: Context, player: PlayerId) -> None:
    """Unused concessions go to the pool without payment; a used one stays with its president's certificate."""
    for item, owner in list(ctx.state.privates.items()):
        if owner != player:
            continue
        company = ctx.data.privates[item].starts
        used = company if company in ctx.state.companies and not is_online(ctx) else None
        shares.move_private(ctx, item, certificate_holder(ctx, used) if used else POOL, price=0)


def settle_fate(ctx: Context, player: PlayerId, option: str) -> None:
    """Take the player out of the game, or lend money that counts against the final score."""
    extra = extra_of(ctx)
    if option == LOAN:
        amount = ctx.data.numbers["bankruptcy_loan"]
        extra.loans[player] = extra.loans.get(player, 0) + amount
        cash.pay(ctx, BANK, player, amount, reason="loan")
        return
    if ctx.state.priority == player:
        phase.move_priority(ctx, ctx.rules.order.clockwise(ctx, player)[1])
    extra.bankrupt.append(player)
    ctx.emit(Announced("left", f"{player} leaves the game."))


def end_debtors_turn(ctx: Context, debtor: CompanyId) -> None:
    """End the operating turn in which the bankruptcy happened, and the game when only one player is left."""
    if end_if_due(ctx, "action"):
        return
    running = running_frame(ctx, OperatingRound)
    if running is not None and running.current == debtor:
        found = current_round(ctx)
        del ctx.state.stack[ctx.state.stack.index(found) + 1 :]
