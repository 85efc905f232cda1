"""The short notations inside the data files.

========================  ==========================================================================
``"city 20 x2 @3.5 #4"``  a stop: kind, revenue (0 when left out; ``0/140/200`` lists one value per
                          revenue step), token circles (1 for cities and passes), angle, part
``"0-c0 1-c0! 2-j"``      track pieces from end to end; ``!`` marks one that ends a route
``"12 14 15"``            tile numbers, hexes or labels
``"G9-I9"``               a hexside; ``"G9>I9"`` only the side that belongs to G9
``"72 83 224m 340P ."``   cells of the stock market with marks; ``.`` is a place without a cell
========================  ==========================================================================

Every function raises ValueError with a plain reason; the caller adds file and entry.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from engine.ids import HexId, TileId
from engine.schema import CellData, Colour, StopData, StopKind, TileData

LETTERS: dict[StopKind, str] = {"city": "c", "pass": "c", "town": "t", "port": "t", "offboard": "o"}
_KINDS: dict[str, StopKind] = {str(kind): kind for kind in LETTERS}
_STOP = re.compile(
    r"(?P<kind>[a-z]+)( (?P<revenue>\d+(/\d+)*))?( x(?P<slots>\d))?( @(?P<angle>[0-5](\.5)?))?( #(?P<part>\d+))?"
)
_PIECE = re.compile(r"(?P<a>[a-z0-9]+)-(?P<b>[a-z0-9]+)(?P<terminal>!?)")
_SIDE = re.compile(r"(?P<a>\w+)(?P<how>[->])(?P<b>\w+)")
_CELL = re.compile(r"(?P<price>\d+)(?P<marks>[A-Za-z]*)")


class Design(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a tile or hex, as its line in the file says it."""

    colour: Colour = "white"
    stops: tuple[str, ...] = ()
    track: str = ""
    labels: str = ""
    upgrades: str = ""
    lay_cost: int = 0


class Side(NamedTuple):
    """A hexside between two hexes; `both` = it counts from either hex."""

    a: HexId
    b: HexId
    both: bool


def stops(texts: tuple[str, ...]) -> tuple[StopData, ...]:
    """Stops in the order of the line; the ref is the kind's letter and a running index."""
    seen: Counter[str] = Counter()
    result = []
    for part, text in enumerate(texts):
        stop = _stop(text, part, seen)
        seen[stop.ref[0]] += 1
        result.append(stop)
    return tuple(result)


def _stop(text: str, part: int, seen: Counter[str]) -> StopData:
    match = _STOP.fullmatch(text)
    if match is None or match["kind"] not in _KINDS:
        raise ValueError(f"stop {text!r} is not like 'city 20 x2 @3.5'")
    kind = _KINDS[match["kind"]]
    letter = LETTERS[kind]
    values = tuple(int(value) for value in (match["revenue"] or "0").split("/"))
    return StopData(
        ref=f"{letter}{seen[letter]}",
        kind=kind,
        revenue=values[0] if len(values) == 1 else values,
        slots=int(match["slots"] or (letter == "c")),
        part=int(match["part"] or part),
        angle=float(match["angle"]) if match["angle"] else None,
    )


def track(text: str) -> tuple[tuple[tuple[str, str], ...], tuple[int, ...]]:
    """Track pieces, and the indexes of those marked as terminal."""
    pieces: list[tuple[str, str]] = []
    terminal: list[int] = []
    for word in text.split():
        match = _PIECE.fullmatch(word)
        if match is None:
            raise ValueError(f"track {word!r} is not like '0-c0'")
        if match["terminal"]:
            terminal.append(len(pieces))
        pieces.append((match["a"], match["b"]))
    return tuple(pieces), tuple(terminal)


def tile(number: TileId, design: Design) -> TileData:
    """The typed tile of a line."""
    pieces, terminal = track(design.track)
    return TileData(
        id=number,
        colour=design.colour,
        stops=stops(design.stops),
        track=pieces,
        labels=tuple(design.labels.split()),
        upgrades=tuple(TileId(each) for each in design.upgrades.split()),
        terminal=terminal,
        lay_cost=design.lay_cost,
    )


def sides(text: str) -> tuple[Side, ...]:
    """Hexsides of a row."""
    result = []
    for word in text.split():
        match = _SIDE.fullmatch(word)
        if match is None:
            raise ValueError(f"hexside {word!r} is not like 'G9-I9'")
        result.append(Side(HexId(match["a"]), HexId(match["b"]), match["how"] == "-"))
    return tuple(result)


def cells(text: str, marks: Mapping[str, str]) -> tuple[CellData | None, ...]:
    """One row of the market; `marks` says what each letter stands for."""
    return tuple(None if word == "." else _cell(word, marks) for word in text.split())


def _cell(word: str, marks: Mapping[str, str]) -> CellData:
    match = _CELL.fullmatch(word)
    if match is None:
        raise ValueError(f"cell {word!r} is not like '340P'")
    unknown = [letter for letter in match["marks"] if letter not in marks]
    if unknown:
        raise ValueError(f"cell {word!r} has a mark that [market] marks does not explain")
    return CellData(price=int(match["price"]), marks=tuple(marks[letter] for letter in match["marks"]))


def coordinate(name: str, letter_axis: str) -> tuple[int, int]:
    """Column and row of a hex from its printed name: A = 0, a = -1, 1 = 0; `letter_axis` is ``x`` or ``y``."""
    match = re.fullmatch(r"([A-Z]{1,2}|[a-z])(\d+)", name)
    if match is None:
        raise ValueError("a hex is called by letter and number")
    letter = match[1]
    index = ord("a") - 1 - ord(letter) if letter.islower() else _index(letter)
    number = int(match[2]) - 1
    return (number, index) if letter_axis == "y" else (index, number)


def _index(letters: str) -> int:
    """A = 0 ... Z = 25, AA = 26."""
    value = 0
    for letter in letters:
        value = value * 26 + ord(letter) - ord("A") + 1
    return value - 1
