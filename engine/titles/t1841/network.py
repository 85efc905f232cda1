"""Whose track is whose: bases, blocked stops, and the accesses of 1841 [4.1, 4.2].

A base is an own token in a city; a token in a mountain pass lets its owner through but is no base [4.1.2, 4.2].
Walking stops at cities and passes full of foreign tokens.
"""

from engine.board import Reach, TokenAccess, reach
from engine.context import Position
from engine.ids import CompanyId, HexId, StopRef
from engine.titles.t1841.borders import walls


def tokens_of(pos: Position, company: CompanyId) -> tuple[StopRef, ...]:
    """Stops with a token of the company, in the order in which the stops were first used."""
    return tuple(StopRef(stop) for stop, owners in pos.state.tokens.items() if company in owners)


def is_city(pos: Position, stop: str) -> bool:
    """Whether the stop is a city (not a pass)."""
    found = pos.board.stop(stop)
    return found is not None and found.kind == "city"


def bases(pos: Position, company: CompanyId) -> tuple[StopRef, ...]:
    """Stops where the company has a base [4.1.2]."""
    return pos.memo(f"bases {company}", lambda: tuple(s for s in tokens_of(pos, company) if is_city(pos, s)))


def free_slots(pos: Position, stop: str) -> int:
    """Free circles of a stop, reservations not counted."""
    found = pos.board.stop(stop)
    return (found.data.slots if found else 0) - len(pos.state.tokens.get(stop, ()))


def blocked(pos: Position, company: CompanyId) -> frozenset[StopRef]:
    """Cities and passes full of other companies' tokens."""
    return pos.memo(f"blocked {company}", lambda: _blocked(pos, company))


def _blocked(pos: Position, company: CompanyId) -> frozenset[StopRef]:
    return frozenset(
        StopRef(stop)
        for stop, owners in pos.state.tokens.items()
        if company not in owners and free_slots(pos, stop) <= 0
    )


def track_access(pos: Position, company: CompanyId, base: StopRef) -> TokenAccess:
    """Track that counts as a base's own for a lay: in phase 2 borders end it [4.6.1]."""
    closed = walls(pos) if "borders_stop_track" in phase_marks(pos) else frozenset()
    return TokenAccess(starts=frozenset({base}), blocked=blocked(pos, company), walls=closed)


def token_access(pos: Position, company: CompanyId, starts: tuple[StopRef, ...]) -> TokenAccess:
    """Track along which a token may be placed: active borders end it in every phase [4.2]."""
    return TokenAccess(starts=frozenset(starts), blocked=blocked(pos, company), walls=walls(pos))


def run_access(pos: Position, company: CompanyId, starts: tuple[StopRef, ...]) -> TokenAccess:
    """Track that trains may use: borders do not matter [4.3.1]."""
    return TokenAccess(starts=frozenset(starts), blocked=blocked(pos, company))


def base_reach(pos: Position, company: CompanyId, base: StopRef) -> Reach:
    """What a base reaches for laying track."""
    key = f"base {company} {base} {pos.state.phase}"
    return pos.memo(key, lambda: reach(pos.board, track_access(pos, company, base)))


def touched(pos: Position, company: CompanyId) -> frozenset[HexId]:
    """Hexes at which the bases of a company arrive for laying track, together."""

    def search() -> frozenset[HexId]:
        return frozenset(name for base in bases(pos, company) for name in base_reach(pos, company, base).hexes)

    return pos.memo(f"touched {company} {pos.state.phase}", search)


def token_reach(pos: Position, company: CompanyId) -> Reach:
    """What the bases of a company reach for placing tokens."""
    starts = bases(pos, company)
    key = f"token {company} {pos.state.phase}"
    return pos.memo(key, lambda: reach(pos.board, token_access(pos, company, starts)))


def run_reach(pos: Position, company: CompanyId) -> Reach:
    """What the bases of a company reach for running and for off-map boxes."""
    starts = bases(pos, company)
    return pos.memo(f"run {company}", lambda: reach(pos.board, run_access(pos, company, starts)))


def phase_marks(pos: Position) -> frozenset[str]:
    """Marks of the current phase."""
    return next(frozenset(phase.marks) for phase in pos.data.phases if phase.id == pos.state.phase)
