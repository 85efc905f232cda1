"""Placing tokens, plain rules: a connected city with a free circle, one token per hex, a price for each."""

from engine.context import Position
from engine.errors import RuleError
from engine.ids import CompanyId
from engine.rules.network import free_slots, network, tokens_of


class PlainTokens:
    """One price for every token after the home token."""

    def __init__(self, price: int) -> None:
        """Fix the price, in money."""
        self.price = price

    def spots(self, pos: Position, company: CompanyId) -> tuple[str, ...]:
        """Legal stops in the network, in map order."""
        if pos.state.companies[company].tokens_left < 1:
            return ()
        found = network(pos, company).stops
        places = (stop.ref for stop in pos.board.stops() if stop.data.slots and stop.ref in found)
        return tuple(place for place in places if self.spot_refusal(pos, company, place) is None)

    def spot_refusal(self, pos: Position, company: CompanyId, stop: str) -> RuleError | None:
        """No token, no circle, no connection, no money."""
        found, held = pos.board.stop(stop), pos.state.cash.get(company, 0)
        hex_id = stop.partition(":")[0]
        kept = [owner for place in (stop, hex_id) for owner in pos.state.reserved.get(place, ()) if owner != company]
        reasons = (
            (pos.state.companies[company].tokens_left < 1, "no_token_left", f"{company} has no token left."),
            (found is None or not found.data.slots, "no_circle", f"{stop} has no circle for a token."),
            (any(own.partition(":")[0] == hex_id for own in tokens_of(pos, company)), "token_twice",
             f"{company} already has a token on {hex_id}."),
            (stop not in network(pos, company).stops, "not_connected", f"{stop} is not connected to {company}."),
            (free_slots(pos, stop) <= 0, "city_full", f"Every circle of {stop} is taken."),
            (0 < free_slots(pos, stop) <= len(kept), "city_reserved", f"The last circle of {stop} is kept free."),
            (self.cost(pos, company, stop) > held, "no_money", f"{company} cannot pay for a token."),
        )  # fmt: skip
        paragraph = pos.rules.paragraph("token")
        return next((RuleError(code, paragraph, sentence) for bad, code, sentence in reasons if bad), None)

    def cost(self, pos: Position, company: CompanyId, stop: str) -> int:
        """The price."""
        return self.price
