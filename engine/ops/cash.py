"""Money moves; it is never made or lost."""

from engine.context import Context
from engine.errors import InvariantError
from engine.events import CashMoved
from engine.ids import BANK, EntityId


def pay(ctx: Context, source: EntityId, target: EntityId, amount: int, *, reason: str) -> None:
    """Move money between two entities; only the bank may go below zero (it is then broken).

    Raises:
        InvariantError: negative amount, or a source other than the bank that cannot pay.
    """
    if amount == 0:
        return
    cash = ctx.state.cash
    if amount < 0 or (source != BANK and cash.get(source, 0) < amount):
        raise InvariantError(f"{source} cannot pay {amount} to {target} ({reason}).")
    cash[source] = cash.get(source, 0) - amount
    cash[target] = cash.get(target, 0) + amount
    if cash[BANK] < 0:
        ctx.state.bank_broken = True
    ctx.emit(CashMoved(source, target, amount, reason))
