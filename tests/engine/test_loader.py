"""The loader on a tiny title: what it reads, what an overlay does, and what each cross-check refuses."""

import pytest

from engine.errors import DataError
from engine.ids import HexId, TileId
from engine.loader import Source, load_title
from engine.schema import CellData, StopData, TitleData

TINY = """
[title]
name = "Tiny"
bank = 1000
currency = "L.{}"

[board]
layout = "flat"
letters = "y"

[patterns.hexes]
plain = { upgrades = "7" }

[hexes]
A1 = { like = "plain", cost = 50, terrain = "hill" }
B2 = { name = "Middle", stops = ["city 20 x2 @3.5 #4"], track = "c0-2 c0-0!", reserved = { RED = "c0" } }
D2 = { colour = "red", stops = ["offboard 10/20"], track = "o0-3", box = "South" }
a2 = { colour = "red", stops = ["offboard 10/20"], box = "South" }
C1 = { like = "plain" }

[regions]
North = "A1 B2"

[impassable]
lake = "A1-C1"

[borders]
line = "B2-C1"

[catalogue]
7 = { colour = "yellow", track = "0-1" }
8 = { colour = "yellow", track = "0-2" }

[tiles]
7 = { count = 3, upgrades = "29" }
29 = { count = 1, colour = "green", stops = ["town 10"], track = "0-t0 t0-1 2-j j-3", labels = "Y B", lay_cost = 5 }

[market]
marks = { P = "par", e = "end" }
rows = ["50P 60 70e", ". 40"]

[trains]
2 = { count = 2, price = 100, reach = 2, counts = ["city"], rusts = "3" }
3 = { price = 200, reach = 3, counts = ["city"] }

[phases.2]
train_limit = { major = 2 }
colours = ["yellow"]
operating_rounds = 1

[phases.3]
starts = "3"
train_limit = { major = 1 }
colours = ["yellow", "green"]
operating_rounds = 2
revenue_step = 1

[companies]
RED = { kind = "major", name = "Red", shares = [20, 80], tokens = [1, 2], colour = "#ff0000", homes = ["B2:c0"] }

[privates]
ONE = { number = 1, name = "First", price = 20, starts = "RED" }

[start_cash]
2 = 100

[certificate_limit]
2 = 9

[numbers]
step = 5
"""


def read(text: str = TINY, *overlays: str) -> TitleData:
    return load_title([Source("tiny.toml", text)], [Source(f"over{i}.toml", each) for i, each in enumerate(overlays)])


def refusal(text: str = TINY, *overlays: str) -> str:
    with pytest.raises(DataError) as caught:
        read(text, *overlays)
    return str(caught.value)


# -- reading -------------------------------------------------------------------------------------------


def test_a_hex_gets_its_place_from_its_name() -> None:
    places = {name: (each.x, each.y) for name, each in read().board.hexes.items()}
    assert places == {"A1": (0, 0), "B2": (1, 1), "C1": (0, 2), "D2": (1, 3), "a2": (1, -1)}


def test_letters_may_be_the_columns() -> None:
    overlay = """
    [board]
    layout = "pointy"
    letters = "x"
    [hexes]
    B2 = { stops = ["city"] }
    D2 = {}
    [impassable]
    lake = ""
    """
    places = {name: (each.x, each.y) for name, each in read(TINY, overlay).board.hexes.items()}
    assert places == {"A1": (0, 0), "B2": (1, 1), "C1": (2, 0), "D2": (3, 1), "a2": (-1, 1)}


def test_a_place_may_be_given_outright() -> None:
    data = read(TINY, "[hexes]\nC1 = { x = 0, y = 2 }\nharbour = { x = 6, y = 0 }")
    assert [data.board.hexes[HexId(name)].x for name in ("C1", "harbour")] == [0, 6]


def test_a_stop_has_kind_revenue_circles_angle_and_part() -> None:
    middle = read().board.hexes[HexId("B2")].design
    assert middle.stops == (StopData(ref="c0", kind="city", revenue=20, slots=2, part=4, angle=3.5),)
    assert middle.track == (("c0", "2"), ("c0", "0"))
    assert middle.terminal == (1,)


def test_refs_count_by_letter_and_passes_are_cities_ports_are_towns() -> None:
    stops = '["city", "town 10", "pass", "port 5", "town"]'
    data = read(TINY, f"[hexes]\nC1 = {{ stops = {stops} }}")
    found = [
        (stop.ref, stop.kind, stop.revenue, stop.slots, stop.part)
        for stop in data.board.hexes[HexId("C1")].design.stops
    ]
    assert found == [
        ("c0", "city", 0, 1, 0),
        ("t0", "town", 10, 0, 1),
        ("c1", "pass", 0, 1, 2),
        ("t1", "port", 5, 0, 3),
        ("t2", "town", 0, 0, 4),
    ]


def test_an_off_map_box_has_a_value_for_each_step() -> None:
    assert read().board.hexes[HexId("D2")].design.stops[0].revenue == (10, 20)


def test_a_tile_takes_its_picture_from_the_catalogue() -> None:
    board = read().board
    assert set(board.tiles) == {"7", "29"}
    assert board.tiles[TileId("7")].track == (("0", "1"),)
    assert board.tiles[TileId("7")].upgrades == ("29",)
    assert board.counts == {"7": 3, "29": 1}


def test_a_tile_may_have_labels_junctions_and_a_price() -> None:
    tile = read().board.tiles[TileId("29")]
    assert (tile.labels, tile.lay_cost, tile.track[2]) == (("Y", "B"), 5, ("2", "j"))


def test_closed_sides_count_from_both_hexes_and_half_sides_from_one() -> None:
    board = read().board
    assert (board.hexes[HexId("A1")].impassable, board.hexes[HexId("C1")].impassable) == ((0,), (3,))
    half = read(TINY, '[impassable]\nlake = "A1>C1"').board
    assert (half.hexes[HexId("A1")].impassable, half.hexes[HexId("C1")].impassable) == ((0,), ())


def test_border_rows_keep_their_order_and_may_be_empty() -> None:
    assert read().board.borders == {"line": (("B2", 1),)}
    assert read(TINY, '[borders]\nline = ""').board.borders == {"line": ()}


def test_regions_are_rows_of_hexes() -> None:
    assert [each.region for each in read().board.hexes.values()] == ["North", "North", "", "", ""]


def test_the_market_has_marks_and_gaps() -> None:
    first, second = read().market.rows
    assert first == (CellData(50, ("par",)), CellData(60), CellData(70, ("end",)))
    assert second == (None, CellData(40))


def test_a_train_without_a_count_is_endless_and_the_first_phase_has_no_train() -> None:
    assert [train.count for train in read().trains] == [2, None]
    assert [phase.starts for phase in read().phases] == [None, "3"]


def test_money_by_number_of_players() -> None:
    assert (read().start_cash, read().certificate_limit, read().numbers) == ({2: 100}, {2: 9}, {"step": 5})


# -- files and overlays --------------------------------------------------------------------------------


def test_base_files_add_up_but_never_overwrite() -> None:
    more = Source("more.toml", "[numbers]\nother = 1")
    assert load_title([Source("tiny.toml", TINY), more]).numbers == {"step": 5, "other": 1}
    with pytest.raises(DataError, match=r"again.toml: \[numbers\] step: already in tiny.toml"):
        load_title([Source("tiny.toml", TINY), Source("again.toml", "[numbers]\nstep = 1")])


def test_an_overlay_replaces_a_line_as_a_whole() -> None:
    data = read(TINY, "[trains]\n3 = { count = 1, price = 250, reach = 3, counts = [] }")
    assert [(train.id, train.count, train.price) for train in data.trains] == [("2", 2, 100), ("3", 1, 250)]


def test_an_overlay_removes_and_renames() -> None:
    overlay = """
    [remove]
    numbers = ["step"]
    [rename.companies]
    RED = "BLUE"
    [hexes]
    B2 = { stops = ["city"] }
    [privates]
    ONE = { number = 1, name = "First", price = 20, starts = "BLUE" }
    [companies]
    BLUE = { kind = "major", name = "Blue", shares = [100], tokens = [1, 2], colour = "#0000ff" }
    GREEN = { kind = "major", name = "Green", shares = [100], tokens = [1, 2], colour = "#00ff00" }
    """
    data = read(TINY, overlay)
    assert list(data.companies) == ["BLUE", "GREEN"]
    assert next(iter(data.companies.values())).name == "Blue"
    assert data.numbers == {}


def test_overlays_apply_in_order() -> None:
    assert read(TINY, "[numbers]\nstep = 6", "[numbers]\nstep = 7").numbers == {"step": 7}


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ('[remove]\nhexes = ["Z9"]', "over0.toml: [hexes] Z9: nothing there to remove or rename"),
        ('[rename.hexes]\nZ9 = "Z8"', "over0.toml: [hexes] Z9: nothing there to remove or rename"),
        ('[remove]\nhouses = ["Z9"]', "over0.toml: [houses]: no such section"),
        ("[houses]\nZ9 = 1", "over0.toml: [houses]: no such section"),
        ("[remove]\nhexes = 1", "[remove] hexes: Expected `array`"),
        ("[hexes", "over0.toml: Expected ']'"),
        ("step = 5", "over0.toml: Expected `object`, got `int`"),
    ],
)
def test_a_broken_overlay_is_named(overlay: str, message: str) -> None:
    assert message in refusal(TINY, overlay)


# -- shapes and cross-checks: each line breaks exactly one thing -----------------------------------------

TRAIN = "count = 1, price = 100, reach = 2, counts = []"
PHASE = 'train_limit = { major = 1 }, colours = ["yellow"], operating_rounds = 1'
RED = '[companies]\nRED = { kind = "major", name = "Red", '
REST = 'shares = [100], tokens = [1, 2], colour = "#ff0000" }'

BROKEN = {
    # shapes and notations
    "[numbers]\nstep = 'x'": "[numbers] step: Expected `int`",
    "[hexes]\nA1 = 5": "[hexes] A1: Expected `object`",
    "[hexes]\nA1 = { like = 'lake' }": "[hexes] A1: there is no 'lake' in [patterns.hexes]",
    "[hexes]\nA1 = { colur = 'red' }": "[hexes] A1: Object contains unknown field `colur`",
    "[hexes]\nA1 = { stops = ['citty 20'] }": "[hexes] A1: stop 'citty 20' is not like",
    "[hexes]\nA1 = { track = '0c' }": "[hexes] A1: track '0c' is not like",
    "[hexes]\nmiddle = {}": "[hexes] middle: a hex is called by letter and number",
    "[hexes]\nZ1 = { x = 0, y = 0 }": "[board] layout: Z1 lies where A1 lies",
    "[impassable]\nlake = 'A1/C1'": "[impassable] lake: hexside 'A1/C1' is not like",
    "[impassable]\nlake = 'A1-D2'": "[impassable] lake: A1 and D2 do not touch",
    "[impassable]\nlake = 'A1-C1 C1>A1'": "[impassable] lake: C1-A1 is named twice",
    "[borders]\nline = 'A1-Z9'": "[borders] line: Z9 is not on the map",
    "[borders]\nline = 'A1-B2 B2-A1'": "[borders] line: B2-A1 is named twice",
    "[borders]\nother = 'C1-B2'": "[borders] other: C1-B2 is named twice",
    "[borders]\nline = 'B2>C1'": "[borders] line: B2>C1: a border has two sides",
    "[regions]\nNorth = 'Z9'": "[regions] North: Z9 is not on the map",
    "[regions]\nSouth = 'A1'": "[regions] South: A1 is in North already",
    "[market]\nrows = ['fifty']": "[market] rows: cell 'fifty' is not like",
    "[market]\nrows = ['50Q']": "[market] rows: cell '50Q' has a mark that [market] marks does not explain",
    "[start_cash]\ntwo = 100": "[start_cash] two: the key must be a number of players",
    "[tiles]\n8 = {}": "[tiles] 8: no count",
    "[tiles]\n9 = { count = 1 }": "[tiles] 9: neither this line nor the catalogue draws it",
    # money and market
    "[title]\ncurrency = 'L.'": "[title] currency: must have one {}",
    "[start_cash]\n3 = 100": "tiny.toml: [certificate_limit]: not for the same numbers of players",
    "[start_cash]\n2 = 501": "over0.toml: [start_cash] 2: more than the bank's 1000",
    "[certificate_limit]\n2 = 0": "[certificate_limit] 2: must be positive",
    "[market]\nrows = []": "[market] rows: a market has rows and a row has cells",
    "[market]\nrows = ['50', '. .']": "[market] rows: a market has rows and a row has cells",
    "[market]\nrows = ['0']": "[market] rows: a price must be positive",
    # trains and phases
    f"[trains]\n4 = {{ {TRAIN}, rusts = '9' }}": "[trains] 4: no later train '9'",
    f"[trains]\n4 = {{ {TRAIN}, rusts = '2' }}": "[trains] 4: no later train '2'",
    f"[trains]\n4 = {{ {TRAIN.replace('count = 1', 'count = 0')} }}": "[trains] 4: count must be positive",
    f"[trains]\n4 = {{ {TRAIN.replace('100', '0')} }}": "[trains] 4: price and reach must be positive",
    f"[phases]\n2 = {{ {PHASE}, starts = '2' }}": "[phases] 2: exactly the first phase has no train",
    f"[phases]\n4 = {{ {PHASE} }}": "[phases] 4: exactly the first phase has no train",
    f"[phases]\n4 = {{ {PHASE}, starts = '9' }}": "[phases] 4: no train '9'",
    f"[phases]\n4 = {{ {PHASE}, starts = '2', revenue_step = 1 }}": "[phases] 4: its train does not come after",
    f"[phases]\n3 = {{ {PHASE}, starts = '2', revenue_step = 1 }}\n4 = {{ {PHASE}, starts = '3' }}": (
        "[phases] 4: revenue_step goes back"
    ),
    f"[phases]\n2 = {{ {PHASE.replace('major', 'minor')} }}": "[phases] 2: train_limit is not for the classes major",
    f"[phases]\n2 = {{ {PHASE.replace('rounds = 1', 'rounds = 0')} }}": "[phases] 2: no operating round or no colour",
    # companies and privates
    f"{RED}{REST.replace('100', '20, 70')}": "[companies] RED: shares make 90 percent",
    f"{RED}{REST.replace('1, 2', '3, 2')}": "[companies] RED: tokens are smallest and largest number",
    f"{RED}homes = ['A1', 'B2', 'D2'], {REST}": "[companies] RED: more bases than tokens",
    f"{RED}{REST.replace('#ff0000', 'red')}": "[companies] RED: 'red' is not like",
    f"{RED}homes = ['Z9'], {REST}": "[companies] RED: base Z9 is not on the map",
    f"{RED}homes = ['B2:c1'], {REST}": "[companies] RED: base B2:c1 is not on the map",
    "[privates]\nTWO = { number = 1, name = '', price = 1 }": "[privates] TWO: number 1 does not follow 1",
    "[privates]\nTWO = { number = 2, name = '', price = 1, starts = 'BLUE' }": "[privates] TWO: starts BLUE, which",
    "[privates]\nTWO = { number = 2, name = '', price = 1, starts = 'RED' }": "[privates] ONE: RED is started twice",
    # the board
    "[tiles]\n7 = { count = 0 }": "[tiles] 7: count must be positive",
    "[tiles]\n7 = { count = 1, track = '0-6' }": "[tiles] 7: track ends at 6, which is neither edge nor stop",
    "[tiles]\n7 = { count = 1, track = '0-t0' }": "[tiles] 7: track ends at t0, which is neither edge nor stop",
    "[tiles]\n7 = { count = 1, track = '0-1 1-0' }": "[tiles] 7: a piece of track is drawn twice",
    "[tiles]\n7 = { count = 1, track = '0-0' }": "[tiles] 7: a piece of track is drawn twice or leads back",
    "[tiles]\n7 = { count = 1, stops = ['town'] }": "[tiles] 7: no track leads to t0",
    "[tiles]\n7 = { count = 1, upgrades = '30' }": "[tiles] 7: upgrade 30 is no tile of the game",
    "[tiles]\n7 = { count = 1, upgrades = '29 29' }": "[tiles] 7: an upgrade is named twice",
    "[tiles]\n7 = { count = 1, upgrades = '7' }": "[tiles] 7: yellow 7 cannot replace yellow",
    "[hexes]\nD2 = { colour = 'red', upgrades = '7' }": "[hexes] D2: yellow 7 cannot replace red",
    "[hexes]\nC1 = { stops = ['offboard 1/2/3'] }": "[hexes] C1: 3 values at o0, phases have 2 steps",
    "[hexes]\nC1 = { track = '1-2' }": "[hexes] C1: printed track leads off the map at edge 1",
    "[hexes]\nC1 = { track = '3-4' }": "[hexes] C1: printed track leads into the closed side 3",
    "[hexes]\nC1 = { reserved = { BLUE = 'hex' } }": "[hexes] C1: reserved for BLUE, which is no company",
    "[hexes]\nC1 = { stops = ['town'], reserved = { RED = 't0' } }": "[hexes] C1: reserved at t0, which has no circle",
    "[hexes]\nC1 = { box = 'South' }": "[hexes] C1: belongs to box South without one off-map stop",
    "[hexes]\nC1 = { stops = ['offboard 10/30'], box = 'South' }": "[hexes] C1: does not pay what the rest",
}


@pytest.mark.parametrize(("overlay", "message"), BROKEN.items())
def test_the_entry_that_is_wrong_is_named(overlay: str, message: str) -> None:
    assert message in refusal(TINY, overlay)


def test_a_missing_section_is_named() -> None:
    with pytest.raises(DataError, match=r"no file: \[title\]: Object missing required field `name`"):
        load_title([Source("empty.toml", "")])
