"""Laying track [4.1]: how many tiles, from which base, what fits, what it costs.

Each tile of a turn needs a base of its own [4.1.2]. Nobody is asked which: a lay is legal while all tiles of the turn
can be matched with different bases, each with one that reached it when it was laid.
"""

from collections.abc import Sequence

from engine.board import LayCode, lay_options, lay_problem, uses_new_track
from engine.context import Position
from engine.errors import RuleError
from engine.ids import CompanyId, HexId, StopRef, TileId
from engine.state import PlacedTile
from engine.titles.t1841.borders import walls
from engine.titles.t1841.network import base_reach, bases, phase_marks, touched

Lay = tuple[HexId, TileId, int]

_ONLY_TURN = {TileId("601"): 0, TileId("602"): 1, TileId("603"): 1}
"""Venezia's tiles: the town beside the port, the other track towards Padova, and what keeps that track [4.1.1]."""

_WORDS = {
    LayCode.NO_HEX: ("4.1", "There is no such hex on the map."),
    LayCode.NO_TILE: ("15", "There is no such tile, or a turn other than 0 to 5."),
    LayCode.FIXED: ("4.1.1", "Nothing is ever laid on this hex."),
    LayCode.COLOUR: ("4.1.1", "That is not the next colour here: yellow on light hexes, then green, then brown."),
    LayCode.LABEL: ("4.1.1", "The letter on the tile and on the hex do not agree."),
    LayCode.KIND: ("4.1.1", "This tile does not replace what lies there: towns and cities must agree."),
    LayCode.TRACK: ("4.1.1", "All old track must stay; turned like this some of it would be lost."),
    LayCode.OFF_MAP: ("4.1.1", "Track may not lead off the map."),
    LayCode.IMPASSABLE: ("4.1.1", "Track may not lead into an impassable hexside."),
    LayCode.BLANK: ("4.1.1", "Track may not lead into the closed side of a grey, red or blue hex."),
    LayCode.NONE_LEFT: ("4.1.1", "None of these tiles is left."),
}


class Tracks1841:
    """Track rules of 1841, version 2 and its variants."""

    def closed_sides(self, pos: Position) -> frozenset[tuple[HexId, int]]:
        """The borders of this phase [4.6, 6]."""
        return walls(pos)

    def lays(self, pos: Position, company: CompanyId) -> int:
        """Tiles the company may lay this turn [4.1.2, 4.6.1-4.6.4]: a minor one, a major by phase and bases."""
        count, marks = len(bases(pos, company)), phase_marks(pos)
        if count == 0 or pos.state.companies[company].kind == "minor" or "lay_one" in marks:
            return min(count, 1)
        return min(count, 2) if "lay_two" in marks else count

    def sources(self, pos: Position, company: CompanyId, lay: Lay) -> frozenset[StopRef]:
        """Bases from which the lay extends the own network [4.1.1, 4.1.2]."""
        return frozenset(base for base in bases(pos, company) if self._extends(pos, company, base, lay))

    def hex_refusal(self, pos: Position, company: CompanyId, hex_id: HexId) -> RuleError | None:
        """Why nothing can be laid on the hex: unreached, or no tile for it in this phase."""
        if hex_id not in touched(pos, company):
            sentence = f"{hex_id} is not connected to a base of {company}."
            return RuleError("not_connected", "4.1.1", sentence)
        if not self._placings(pos, hex_id):
            return RuleError("no_tile_fits", "4.1.1", f"No tile of phase {pos.state.phase} fits {hex_id}.")
        return None

    def tile_refusal(self, pos: Position, company: CompanyId, hex_id: HexId, tile: TileId) -> RuleError | None:
        """Why the tile cannot go there in any rotation, money included."""
        if any(placed.tile == tile for placed in self._placings(pos, hex_id)):
            return self._unpaid(pos, company, hex_id, tile)
        if tile not in pos.data.board.tiles:
            return RuleError("no_such_tile", "15", f"There is no tile {tile}.")
        colour = pos.data.board.tiles[tile].colour
        if colour not in self._colours(pos):
            sentence = f"{colour.capitalize()} tiles are not available in phase {pos.state.phase}."
            return RuleError("colour_not_available", "4.6", sentence)
        return self._geometry(pos, (hex_id, tile, _ONLY_TURN.get(tile, 0))) or _worded(LayCode.TRACK)

    def lay_refusal(
        self, pos: Position, company: CompanyId, lay: Lay, done: Sequence[frozenset[StopRef]]
    ) -> RuleError | None:
        """Why exactly this lay is not allowed after the lays `done` (the sources of each)."""
        error = self._geometry(pos, lay)
        if error is not None:
            return error
        sources = self.sources(pos, company, lay)
        if not sources:
            sentence = f"No new track of this tile, and no city on it, would be connected to a base of {company}."
            return RuleError("no_new_track", "4.1.1", sentence)
        if not can_match([*done, sources]):
            sentence = "Each tile of a turn must be laid from a different base; this one has no base of its own left."
            return RuleError("base_used", "4.1.2", sentence)
        return self._brown_city(pos, lay)

    def cost(self, pos: Position, company: CompanyId, hex_id: HexId, tile: TileId) -> int:
        """Terrain of the first tile, or the price of replacing a pass tile [4.1]."""
        laid = pos.state.tiles.get(hex_id)
        if laid is None:
            return pos.data.board.hexes[hex_id].cost
        return pos.data.board.tiles[laid.tile].lay_cost

    def _colours(self, pos: Position) -> tuple[str, ...]:
        return next(phase.colours for phase in pos.data.phases if phase.id == pos.state.phase)

    def _placings(self, pos: Position, hex_id: HexId) -> tuple[PlacedTile, ...]:
        """Tiles of the phase that fit the hex by map and track, with their turns."""
        return pos.memo(f"placings {hex_id} {pos.state.phase}", lambda: self._fitting(pos, hex_id))

    def _fitting(self, pos: Position, hex_id: HexId) -> tuple[PlacedTile, ...]:
        colours, tiles = self._colours(pos), pos.data.board.tiles
        return tuple(
            placed
            for placed in lay_options(pos.board, hex_id, pos.state.tile_counts)
            if tiles[placed.tile].colour in colours and _ONLY_TURN.get(placed.tile, placed.rotation) == placed.rotation
        )

    def _unpaid(self, pos: Position, company: CompanyId, hex_id: HexId, tile: TileId) -> RuleError | None:
        price, has = self.cost(pos, company, hex_id, tile), pos.state.cash[company]
        if price <= has:
            return None
        words = pos.data.currency.format
        sentence = f"The terrain of {hex_id} costs {words(price)}, without credit; {company} has {words(has)}."
        return RuleError("no_money", "4.1.1", sentence)

    def _geometry(self, pos: Position, lay: Lay) -> RuleError | None:
        hex_id, tile, turn = lay
        if _ONLY_TURN.get(tile, turn) != turn:
            sentence = f"Tile {tile} lies with its town beside the port and its track towards Padova: turn "
            return RuleError("venezia", "4.1.1", f"{sentence}{_ONLY_TURN[tile]}.")
        problem = lay_problem(pos.board, hex_id, PlacedTile(tile, turn), pos.state.tile_counts)
        return _worded(problem.code) if problem else None

    def _extends(self, pos: Position, company: CompanyId, base: StopRef, lay: Lay) -> bool:
        hex_id, tile, turn = lay
        found, placed = base_reach(pos, company, base), PlacedTile(tile, turn)
        if not found.touches(hex_id):
            return False
        if hex_id in pos.state.tiles or pos.board.cell(hex_id).design.exits:
            cities = (stop.ref for stop in pos.board.cell(hex_id).stops if stop.kind == "city")
            if any(city in found.stops for city in cities):
                return True
        return uses_new_track(pos.board, hex_id, placed, found, self._passable(pos, company, hex_id, placed))

    def _passable(self, pos: Position, company: CompanyId, hex_id: HexId, placed: PlacedTile) -> dict[StopRef, bool]:
        moved = pos.board.moved_stops(hex_id, placed)
        owners: dict[StopRef, list[CompanyId]] = {}
        for old, new in moved.items():
            owners.setdefault(new, []).extend(pos.state.tokens.get(old, ()))
        design = pos.data.board.tiles[placed.tile]
        stops = {StopRef(f"{hex_id}:{stop.ref}"): stop for stop in design.stops}
        return {
            ref: not stop.slots or company in owners.get(ref, ()) or len(owners.get(ref, ())) < stop.slots
            for ref, stop in stops.items()
        }

    def _brown_city(self, pos: Position, lay: Lay) -> RuleError | None:
        if "brown_cities" not in pos.options or lay[1] != TileId("611"):
            return None
        if not any(placed.tile == "63" for placed in self._placings(pos, lay[0])):
            return None
        return RuleError("tile_63_first", "8.8", "Tile 63 fits here and must be used; 611 is for closed sides.")


def can_match(choices: Sequence[frozenset[StopRef]]) -> bool:
    """Whether every lay can be given a base of its own."""
    if not choices:
        return True
    first, *rest = sorted(choices, key=len)
    return any(can_match([other - {base} for other in rest]) for base in sorted(first))


def _worded(code: LayCode) -> RuleError:
    paragraph, sentence = _WORDS[code]
    return RuleError(f"lay_{code.value}", paragraph, sentence)
