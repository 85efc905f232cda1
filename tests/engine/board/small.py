"""Small hand-made maps for the board tests."""

from engine.board import Board, TokenAccess
from engine.ids import HexId, StopRef, TileId
from engine.schema import BoardData, Colour, HexData, StopData, StopKind, TileData
from engine.state import PlacedTile

TOWN, CITY = StopData("t0", "town", 10), StopData("c0", "city", 20, slots=1)


def tile(number: str, colour: Colour, track: str, stops: tuple[StopData, ...] = (), upgrades: str = "") -> TileData:
    """A tile from short text: ``"0-3 1-c0"``; a piece ending in ``!`` is terminal."""
    pieces = track.split()
    return TileData(
        id=TileId(number),
        colour=colour,
        stops=stops,
        track=tuple((piece.strip("!").split("-")[0], piece.strip("!").split("-")[1]) for piece in pieces),
        upgrades=tuple(TileId(word) for word in upgrades.split()),
        terminal=tuple(index for index, piece in enumerate(pieces) if piece.endswith("!")),
    )


def stop(ref: str, kind: StopKind, revenue: int | tuple[int, ...] = 10) -> StopData:
    return StopData(ref, kind, revenue, slots=int(kind in {"city", "pass"}))


TILES: dict[str, TileData] = {
    data.id: data
    for data in (
        tile("7", "yellow", "0-1", upgrades="23 24"),
        tile("8", "yellow", "0-2", upgrades="23 24"),
        tile("9", "yellow", "0-3", upgrades="20 23 24 81"),
        tile("57", "yellow", "0-c0 c0-3", (CITY,), "14"),
        tile("14", "green", "0-c0 1-c0 3-c0 4-c0", (stop("c0", "city", 30),)),
        tile("20", "green", "0-3 1-4"),
        tile("23", "green", "0-3 0-4"),
        tile("24", "green", "0-3 0-2"),
        tile("81", "green", "0-j 2-j 3-j"),
        tile("4", "yellow", "0-t0 t0-3", (TOWN,)),
    )
}


def column(*designs: TileData, impassable: dict[int, tuple[int, ...]] | None = None, box: str = "") -> BoardData:
    """Flat hexes ``A0``, ``A1`` ... one below the other, so that edge 0 of each touches edge 3 of the next."""
    walls = impassable or {}
    hexes = [
        HexData(
            id=HexId(f"A{row}"),
            x=0,
            y=2 * row,
            design=design,
            impassable=walls.get(row, ()),
            box=box if any(each.kind == "offboard" for each in design.stops) else "",
        )
        for row, design in enumerate(designs)
    ]
    return board_data(hexes)


def board_data(hexes: list[HexData]) -> BoardData:
    tiles = {data.id: data for data in TILES.values()}
    return BoardData("flat", {each.id: each for each in hexes}, tiles, dict.fromkeys(tiles, 2))


def flower(*designs: TileData) -> BoardData:
    """A middle hex ``M`` and its neighbours ``N0`` to ``N5`` by edge; designs in that order, blank where missing."""
    places = [("M", 5, 5), ("N0", 5, 7), ("N1", 4, 6), ("N2", 4, 4), ("N3", 5, 3), ("N4", 6, 4), ("N5", 6, 6)]
    padded = [*designs, *[blank()] * (len(places) - len(designs))]
    return board_data(
        [HexData(id=HexId(name), x=x, y=y, design=design) for (name, x, y), design in zip(places, padded, strict=True)]
    )


def blank() -> TileData:
    return tile("blank", "white", "", upgrades="7 8 9")


def city(track: str, revenue: int = 20) -> TileData:
    return tile("city", "gray", track, (stop("c0", "city", revenue),))


def town(track: str) -> TileData:
    return tile("town", "gray", track, (TOWN,))


def plain(track: str) -> TileData:
    return tile("plain", "gray", track)


def box(track: str, *values: int) -> TileData:
    return tile("box", "red", track, (stop("o0", "offboard", values or 50),))


def at(hexes: dict[str, tuple[str, int]]) -> dict[HexId, PlacedTile]:
    return {HexId(name): PlacedTile(TileId(number), turn) for name, (number, turn) in hexes.items()}


def board(data: BoardData, **placed: tuple[str, int]) -> Board:
    return Board(data, at(placed))


def tokens(*starts: str, blocked: tuple[str, ...] = ()) -> TokenAccess:
    return TokenAccess(frozenset(map(StopRef, starts)), frozenset(map(StopRef, blocked)))
