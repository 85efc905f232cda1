"""Certificates and concessions change hands."""

from collections.abc import Sequence

from engine.context import Context
from engine.errors import InvariantError
from engine.events import PresidentChanged, PrivateGone, PrivateMoved, SharesMoved
from engine.ids import POOL, CompanyId, EntityId, PrivateId


def move(ctx: Context, company: CompanyId, indexes: Sequence[int], source: EntityId, target: EntityId) -> None:
    """Move certificates by index; they arrive at the end of the target's list.

    Raises:
        InvariantError: the source does not hold one of them.
    """
    if not indexes or source == target:
        return
    holders = ctx.state.shares[company]
    held = holders.get(source, [])
    if not set(indexes) <= set(held):
        raise InvariantError(f"{source} does not hold certificates {indexes} of {company}.")
    holders[source] = [index for index in held if index not in indexes]
    if not holders[source] and source != company:
        del holders[source]
    holders.setdefault(target, []).extend(indexes)
    sizes = ctx.state.companies[company].sizes
    ctx.emit(SharesMoved(company, tuple(indexes), sum(sizes[i] for i in indexes), source, target))


def ordinary(ctx: Context, company: CompanyId, holder: EntityId, count: int) -> list[int]:
    """Return the first `count` ordinary certificates of a holder (fewer when it has fewer)."""
    return [index for index in ctx.state.shares[company].get(holder, []) if index != 0][:count]


def take_presidency(ctx: Context, company: CompanyId, heir: EntityId) -> None:
    """Give the president's certificate to `heir` for ordinary certificates of the same percent.

    The ordinary certificates go to the old holder.

    Raises:
        InvariantError: the heir has not enough ordinary certificates.
    """
    holders = ctx.state.shares[company]
    sizes = ctx.state.companies[company].sizes
    old = next(holder for holder, held in holders.items() if 0 in held)
    count = sizes[0] // sizes[1]
    given = ordinary(ctx, company, heir, count)
    if len(given) < count:
        raise InvariantError(f"{heir} cannot exchange {count} certificates for the presidency of {company}.")
    move(ctx, company, given, heir, old)
    move(ctx, company, [0], old, heir)
    ctx.emit(PresidentChanged(company, old, heir))


def settle_presidency(ctx: Context, company: CompanyId) -> None:
    """Let the presidency pass when the rules name an heir."""
    heir = ctx.rules.shares.heir(ctx, company)
    if heir is not None:
        take_presidency(ctx, company, heir)


def move_private(ctx: Context, item: PrivateId, target: EntityId, *, price: int) -> None:
    """Give a concession or private company to another owner; the price is paid elsewhere."""
    source = ctx.state.privates[item]
    ctx.state.privates[item] = target
    ctx.emit(PrivateMoved(item, source, target, price, _noun(ctx, item)))


def remove_private(ctx: Context, item: PrivateId) -> None:
    """Take a concession or private company out of the game."""
    del ctx.state.privates[item]
    ctx.emit(PrivateGone(item, _noun(ctx, item)))


def _noun(ctx: Context, item: PrivateId) -> str:
    """What the card is called beside its name: one that is named like a company is a concession to start it."""
    starts = ctx.data.privates[item].starts
    return "concession" if starts and str(starts) == item else ""


def holders_of(ctx: Context, company: CompanyId) -> tuple[EntityId, ...]:
    """Return everybody who holds certificates, except the pool and the company itself."""
    return tuple(h for h, held in ctx.state.shares[company].items() if held and h not in (POOL, company))
