"""Placing tokens [4.2]; buying other corporations' positions [4.4] is in `positions`."""

from engine.context import Position
from engine.errors import RuleError
from engine.ids import CompanyId
from engine.titles.t1841.extra import is_online
from engine.titles.t1841.network import free_slots, token_reach, tokens_of


class Tokens1841:
    """Token rules of 1841: free of charge, one a turn, never across an active border."""

    def spots(self, pos: Position, company: CompanyId) -> tuple[str, ...]:
        """Connected stops with a free circle where a token is allowed, in map order."""
        if pos.state.companies[company].tokens_left < 1:
            return ()
        found = token_reach(pos, company).stops
        places = (stop.ref for stop in pos.board.stops() if stop.ref in found and stop.data.slots)
        return tuple(place for place in places if self.spot_refusal(pos, company, place) is None)

    def spot_refusal(self, pos: Position, company: CompanyId, stop: str) -> RuleError | None:
        """Why no token of the company may stand there [4.2]."""
        found = pos.board.stop(stop)
        if found is None or not found.data.slots:
            return RuleError("no_circle", "4.2", f"{stop} has no circle for a token; cities and passes have.")
        if pos.state.companies[company].tokens_left < 1:
            return RuleError("no_token_left", "4.2", f"{company} has no token left on its charter.")
        if any(own.partition(":")[0] == found.hex for own in tokens_of(pos, company)):
            return RuleError("token_twice", "4.2", f"{company} already has a token on {found.hex}.")
        if stop not in token_reach(pos, company).stops:
            sentence = f"{stop} is not connected to a base of {company} by a route that crosses no active border."
            return RuleError("not_connected", "4.2", sentence)
        return slot_refusal(pos, company, stop)

    def cost(self, pos: Position, company: CompanyId, stop: str) -> int:
        """Tokens of the charter are placed free of charge [4.2]."""
        return 0


def slot_refusal(pos: Position, company: CompanyId, stop: str) -> RuleError | None:
    """Why no circle of the stop is open to the company: all taken, or kept for a corporation still to come [4.2]."""
    hex_id = stop.partition(":")[0]
    if free_slots(pos, stop) < 1:
        return RuleError("city_full", "4.2", f"Every circle of {stop} is taken.")
    if company in (*pos.state.reserved.get(stop, ()), *pos.state.reserved.get(hex_id, ())):
        return None
    keepers = pos.state.reserved.get(hex_id, ())
    if keepers and (is_online(pos) or free_slots(pos, stop) <= len(keepers)):
        return RuleError(
            "city_reserved", "4.2", f"{hex_id} is kept for {keepers[0]} until it starts or phase 4 begins."
        )
    waiting = pos.state.reserved.get(stop, ())
    if free_slots(pos, stop) <= len(waiting):
        sentence = f"The last circle of {stop} is kept for {waiting[0]} until it starts or phase 4 begins."
        return RuleError("city_reserved", "4.2", sentence)
    return None
