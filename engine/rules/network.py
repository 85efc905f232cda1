"""Tokens on the map: whose network reaches what. Plain rules; titles with bases or borders have their own."""

from engine.board import Reach, TokenAccess, reach
from engine.context import Position
from engine.ids import CompanyId, StopRef


def tokens_of(pos: Position, company: CompanyId) -> tuple[StopRef, ...]:
    """Stops with a token of the company, in the order in which the stops were first used."""
    return tuple(StopRef(stop) for stop, owners in pos.state.tokens.items() if company in owners)


def free_slots(pos: Position, stop: str) -> int:
    """Free circles of a stop, reservations not counted."""
    found = pos.board.stop(stop)
    return (found.data.slots if found else 0) - len(pos.state.tokens.get(stop, ()))


def access(pos: Position, company: CompanyId) -> TokenAccess:
    """The company's network: it begins at all its tokens and ends at cities full of foreign ones."""
    return pos.memo(f"access {company}", lambda: _access(pos, company))


def _access(pos: Position, company: CompanyId) -> TokenAccess:
    full = (
        StopRef(stop)
        for stop, owners in pos.state.tokens.items()
        if company not in owners and free_slots(pos, stop) <= 0
    )
    return TokenAccess(starts=frozenset(tokens_of(pos, company)), blocked=frozenset(full))


def network(pos: Position, company: CompanyId) -> Reach:
    """Everything the company's network touches."""
    return pos.memo(f"network {company}", lambda: reach(pos.board, access(pos, company)))
