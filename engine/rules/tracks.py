"""Laying track, plain rules: one tile a turn that extends the company's network, semi-restrictive upgrades."""

from collections.abc import Mapping

from engine.board import LayCode, lay_options, lay_problem, uses_new_track
from engine.context import Position
from engine.errors import RuleError
from engine.ids import CompanyId, HexId, StopRef, TileId
from engine.policies import Done, LaySpot
from engine.rules.network import free_slots, network, tokens_of
from engine.rules.trains import phase_data
from engine.state import PlacedTile

SENTENCES: Mapping[LayCode, str] = {
    LayCode.NO_HEX: "There is no such hex on the map.",
    LayCode.NO_TILE: "There is no such tile, or a turn other than 0 to 5.",
    LayCode.FIXED: "This hex never takes a tile.",
    LayCode.COLOUR: "That is not the next colour for this hex.",
    LayCode.LABEL: "The letters on the tile and on the hex differ.",
    LayCode.KIND: "That tile does not replace what lies there.",
    LayCode.TRACK: "Turned like that, old track would be lost.",
    LayCode.OFF_MAP: "The track would lead off the map.",
    LayCode.IMPASSABLE: "The track would lead into an impassable side.",
    LayCode.BLANK: "The track would lead into a closed side of a printed hex.",
    LayCode.NONE_LEFT: "No such tile is left.",
}


class PlainTracks:
    """One tile a turn, by the colours of the phase, paid by the treasury."""

    def closed_sides(self, pos: Position) -> frozenset[tuple[HexId, int]]:
        """None."""
        return frozenset()

    def lays(self, pos: Position, company: CompanyId) -> int:
        """One, for a company that has a token on the map."""
        return 1 if tokens_of(pos, company) else 0

    def sources(self, pos: Position, company: CompanyId, lay: LaySpot) -> frozenset[StopRef]:
        """The company as a whole, named by its first token; empty when the lay adds nothing to its network."""
        return frozenset(tokens_of(pos, company)[:1]) if self.extends(pos, company, lay) else frozenset()

    def extends(self, pos: Position, company: CompanyId, lay: LaySpot) -> bool:
        """Whether the tile brings new track to the network, or improves a city that the network reaches."""
        hex_id, tile, turn = lay
        found, placed = network(pos, company), PlacedTile(tile, turn)
        cell = pos.board.cell(hex_id)
        if any(stop.kind == "city" and stop.ref in found.stops for stop in cell.stops):
            return True
        moved = pos.board.moved_stops(hex_id, placed)
        passable = {new: free_slots(pos, old) > 0 or company in self._owners(pos, old) for old, new in moved.items()}
        towns = {StopRef(f"{hex_id}:{s.ref}"): not s.slots for s in pos.data.board.tiles[tile].stops}
        return uses_new_track(pos.board, hex_id, placed, found, {**towns, **passable})

    def hex_refusal(self, pos: Position, company: CompanyId, hex_id: HexId) -> RuleError | None:
        """Out of reach, or nothing fits."""
        paragraph = pos.rules.paragraph("track")
        if not network(pos, company).touches(hex_id):
            return RuleError("not_connected", paragraph, f"{hex_id} is not connected to {company}.")
        if not self.options(pos, hex_id):
            return RuleError("no_tile_fits", paragraph, f"No tile of phase {pos.state.phase} fits on {hex_id}.")
        return None

    def options(self, pos: Position, hex_id: HexId) -> tuple[PlacedTile, ...]:
        """What fits there in this phase and is left."""
        colours, tiles = phase_data(pos).colours, pos.data.board.tiles
        fitting = lay_options(pos.board, hex_id, pos.state.tile_counts)
        return tuple(placed for placed in fitting if tiles[placed.tile].colour in colours)

    def tile_refusal(self, pos: Position, company: CompanyId, hex_id: HexId, tile: TileId) -> RuleError | None:
        """Not in this phase, does not fit, or too dear."""
        paragraph = pos.rules.paragraph("track")
        colour = pos.data.board.tiles[tile].colour
        if colour not in phase_data(pos).colours:
            return RuleError("colour", paragraph, f"Phase {pos.state.phase} has no {colour} tiles yet.")
        if all(placed.tile != tile for placed in self.options(pos, hex_id)):
            return self._problem(pos, (hex_id, tile, 0)) or self._worded(pos, LayCode.TRACK)
        price, held = self.cost(pos, company, hex_id, tile), pos.state.cash.get(company, 0)
        if price > held:
            words = pos.data.currency
            sentence = f"The terrain costs {words.format(price)}; {company} has {words.format(held)}."
            return RuleError("no_money", paragraph, sentence)
        return None

    def lay_refusal(self, pos: Position, company: CompanyId, lay: LaySpot, done: Done) -> RuleError | None:
        """Does not fit like that, or is not connected."""
        problem = self._problem(pos, lay)
        if problem is not None:
            return problem
        if not self.extends(pos, company, lay):
            sentence = f"Laid like that the tile adds nothing to the network of {company}."
            return RuleError("no_new_track", pos.rules.paragraph("track"), sentence)
        return None

    def cost(self, pos: Position, company: CompanyId, hex_id: HexId, tile: TileId) -> int:
        """Terrain with the first tile, the price on a tile that is replaced."""
        placed = pos.state.tiles.get(hex_id)
        return pos.data.board.tiles[placed.tile].lay_cost if placed else pos.data.board.hexes[hex_id].cost

    def _owners(self, pos: Position, stop: str) -> tuple[CompanyId, ...]:
        return tuple(pos.state.tokens.get(stop, ()))

    def _problem(self, pos: Position, lay: LaySpot) -> RuleError | None:
        hex_id, tile, turn = lay
        problem = lay_problem(pos.board, hex_id, PlacedTile(tile, turn), pos.state.tile_counts)
        return self._worded(pos, problem.code) if problem else None

    def _worded(self, pos: Position, code: LayCode) -> RuleError:
        return RuleError(f"lay_{code.value}", pos.rules.paragraph("track"), SENTENCES[code])
