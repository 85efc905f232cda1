"""Tiles and tokens on the map. Every op here makes the context forget what it derived from the board."""

from engine.context import Context
from engine.errors import InvariantError
from engine.events import TileLaid, TokenPlaced, TokenRemoved
from engine.ids import BANK, CompanyId, EntityId, HexId, StopRef, TileId
from engine.ops import cash
from engine.state import PlacedTile


def lay(ctx: Context, company: EntityId, spot: tuple[HexId, TileId, int], *, cost: int) -> None:
    """Lay or replace a tile: pieces return to and leave the box, tokens and reservations follow their city."""
    hex_id, tile, turn = spot
    counts = ctx.state.tile_counts
    if counts.get(tile, 0) < 1:
        raise InvariantError(f"No tile {tile} is left.")
    placed = PlacedTile(tile, turn)
    moved = ctx.board.moved_stops(hex_id, placed)
    counts[tile] -= 1
    old = ctx.state.tiles.get(hex_id)
    if old is not None:
        counts[old.tile] += 1
    ctx.state.tiles[hex_id] = placed
    _carry(ctx, moved)
    ctx.board.changed(hex_id)
    ctx.board_changed()
    cash.pay(ctx, company, BANK, cost, reason="terrain")
    ctx.emit(TileLaid(company, hex_id, tile, turn, cost))


def _carry(ctx: Context, moved: dict[StopRef, StopRef]) -> None:
    for table in (ctx.state.tokens, ctx.state.reserved):
        taken = [(target, table.pop(stop, [])) for stop, target in moved.items()]
        for target, companies in taken:
            if companies:
                table.setdefault(target, []).extend(companies)


def place_token(ctx: Context, company: CompanyId, stop: str, *, cost: int = 0) -> None:
    """Put one token from the charter on a stop (``HEX:ref``); a reservation of this company there is used up."""
    charter = ctx.state.companies[company]
    if charter.tokens_left < 1:
        raise InvariantError(f"{company} has no token left.")
    charter.tokens_left -= 1
    ctx.state.tokens.setdefault(stop, []).append(company)
    for place in (stop, stop.partition(":")[0]):
        release(ctx, company, place)
    ctx.board_changed()
    cash.pay(ctx, company, BANK, cost, reason="token")
    ctx.emit(TokenPlaced(company, stop, cost))


def release(ctx: Context, company: CompanyId, place: str) -> None:
    """End a company's reservation of a stop or hex, if it has one."""
    kept = [owner for owner in ctx.state.reserved.get(place, []) if owner != company]
    if kept:
        ctx.state.reserved[place] = kept
    else:
        ctx.state.reserved.pop(place, None)
    ctx.board_changed()


def remove_token(ctx: Context, company: CompanyId, stop: str, *, reason: str) -> None:
    """Take a token off the map; whether it returns to the charter is the caller's affair."""
    owners = ctx.state.tokens[stop]
    owners.remove(company)
    if not owners:
        del ctx.state.tokens[stop]
    ctx.board_changed()
    ctx.emit(TokenRemoved(company, stop, reason))


def replace_token(ctx: Context, old: CompanyId, new: CompanyId, stop: str) -> None:
    """Let a token of `new` stand exactly where one of `old` stood; charters are the caller's affair."""
    owners = ctx.state.tokens[stop]
    owners[owners.index(old)] = new
    ctx.board_changed()
    ctx.emit(TokenRemoved(old, stop, "replaced"))
    ctx.emit(TokenPlaced(new, stop))
