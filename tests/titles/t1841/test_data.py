"""What is printed in 1841: sums and consistency that need no other source."""

from itertools import combinations, pairwise

import pytest

from engine.board import keeps_track, neighbours, resolve_design
from engine.ids import CompanyId, HexId, TileId
from engine.schema import HexData, TitleData
from engine.titles.t1841.data import load

VARIANTS = [
    pytest.param(load(lite=lite, version=version, online=online), id=f"v{version}{'-lite' * lite}{'-online' * online}")
    for version in (2, 1)
    for lite in (False, True)
    for online in (False, True)
]
BOOK = [each for each in VARIANTS if "online" not in str(each.id)]
AUSTRIA = {"Lombardia": "Austria", "Veneto": "Austria"}
EARLY_ROWS = (
    "swiss",
    "lombardia_piedmont",
    "austria_conservative",
    "veneto_conservative",
    "conservative_piedmont",
    "piedmont_tuscany",
    "tuscany_conservative",
)


def hex_of(data: TitleData, name: str) -> HexData:
    return data.board.hexes[HexId(name)]


def test_the_map_has_133_hexes_and_122_under_the_lite_overlay() -> None:
    assert len(load().board.hexes) == 133
    assert len(load(lite=True).board.hexes) == 122
    assert len(load(version=1).board.hexes) == 133


def test_the_tile_manifest_15_has_87_designs() -> None:
    board = load().board
    assert len(board.tiles) == len(board.counts) == 87
    assert sum(board.counts.values()) == 191
    assert board.counts[TileId("8")] == 16


def test_58_does_not_become_144_in_the_upgrade_chart_15() -> None:
    assert load().board.tiles[TileId("58")].upgrades == ("87", "88", "204")
    assert all(TileId("144") not in tile.upgrades for tile in load().board.tiles.values())
    assert TileId("144") in load(online=True).board.tiles[TileId("58")].upgrades


def test_genova_takes_612_and_in_version_1_608() -> None:
    assert hex_of(load(), "M7").design.upgrades == ("612",)
    old = load(version=1)
    assert hex_of(old, "M7").design.upgrades == ("608",)
    assert TileId("612") not in old.board.tiles
    assert old.board.tiles[TileId("608")].upgrades == ("609",)


@pytest.mark.parametrize("data", VARIANTS)
def test_every_upgrade_keeps_the_track_in_some_rotation_4_1_1(data: TitleData) -> None:
    for tile in [*data.board.tiles.values(), *(each.design for each in data.board.hexes.values())]:
        old = resolve_design(tile, 0)
        for upgrade in tile.upgrades:
            new = [resolve_design(data.board.tiles[upgrade], rotation) for rotation in range(6)]
            assert any(keeps_track(old, each) for each in new), f"{tile.id} -> {upgrade}"


@pytest.mark.parametrize("data", VARIANTS)
def test_tiles_with_a_letter_stay_on_their_letter_4_1_1(data: TitleData) -> None:
    for tile in [*data.board.tiles.values(), *(each.design for each in data.board.hexes.values())]:
        assert all(data.board.tiles[upgrade].labels == tile.labels for upgrade in tile.upgrades), tile.id


@pytest.mark.parametrize("data", BOOK)
def test_a_border_runs_exactly_between_two_countries_6(data: TitleData) -> None:
    """Hexes on both sides of an early border are of different countries, all other open neighbours of the same."""
    board = data.board
    near = neighbours(board.layout, board.hexes)
    walls = {side for row in EARLY_ROWS for side in board.borders[row]}
    inner = set(board.borders["veneto_lombardia"])
    for name, each in board.hexes.items():
        for edge, other in enumerate(near[name]):
            if other is None or edge in each.impassable or not each.region or not board.hexes[other].region:
                continue
            sides = {(name, edge), (other, (edge + 3) % 6)}
            here, there = each.region, board.hexes[other].region
            assert bool(sides & walls) == (AUSTRIA.get(here, here) != AUSTRIA.get(there, there)), (name, other)
            assert bool(sides & inner) == ({here, there} == {"Lombardia", "Veneto"}), (name, other)


@pytest.mark.parametrize("data", VARIANTS)
def test_every_land_hex_has_a_country_and_no_other(data: TitleData) -> None:
    for each in data.board.hexes.values():
        assert bool(each.region) == (each.design.colour not in {"red", "blue"}), each.id


def test_each_country_has_its_cities_6_2_to_6_9() -> None:
    cities: dict[str, set[str]] = {}
    for each in load().board.hexes.values():
        if any(stop.kind == "city" for stop in each.design.stops):
            cities.setdefault(each.region, set()).add(each.name)
    assert cities == {
        "Conservative": {"Bologna", "Ferrara", "Modena", "Parma", "Reggio nell'Emilia"},
        "Lombardia": {"Milano", "Bergamo", "Brescia", "Busto Arsizio", "Como", "Cremona", "Pavia"},
        "Piedmont": {"Genova", "Torino", "Cuneo", "Alessandria"},
        "Switzerland": {"Lugano"},
        "Tuscany": {"Firenze", "Livorno", "Pisa", "Lucca"},
        "Veneto": {"Venezia", "Padova", "Verona", "Mantova", "Treviso", "Vicenza"},
    }


@pytest.mark.parametrize("lite", [False, True])
def test_there_are_eight_external_boxes_5(lite: bool) -> None:
    hexes = load(lite=lite).board.hexes.values()
    boxes = {each.box for each in hexes if each.box}
    assert boxes == {"Lyon", "Lausanne", "Gotthard", "Trento", "East", "Adriatic", "Marseille", "Roma"}
    assert all(each.box for each in hexes if each.design.colour == "red")


@pytest.mark.parametrize("version", [2, 1])
@pytest.mark.parametrize("lite", [False, True])
def test_closed_sides_are_closed_from_both_sides_4_1_1(lite: bool, version: int) -> None:
    board = load(lite=lite, version=version).board
    near = neighbours(board.layout, board.hexes)
    for each in board.hexes.values():
        for edge in each.impassable:
            other = near[each.id][edge]
            assert other is not None
            assert (edge + 3) % 6 in board.hexes[other].impassable, (each.id, other)


def test_the_lite_map_opens_o11_q11_and_keeps_n14_p14_closed_8_3_1() -> None:
    lite = load(lite=True)
    assert hex_of(load(), "O11").impassable == (0, 1)
    assert hex_of(lite, "O11").impassable == (1,)
    assert hex_of(lite, "N14").impassable == (0,)
    assert hex_of(lite, "P14").impassable == (2, 3)
    assert hex_of(load(lite=True, online=True), "N14").impassable == ()


def test_a_route_ends_at_the_printed_track_of_milano() -> None:
    assert hex_of(load(), "F8").design.terminal == (0, 1)
    assert all(not each.design.terminal for each in load().board.hexes.values() if each.id != "F8")


def test_trains_4_5() -> None:
    assert [(train.id, train.count, train.price, train.reach, train.rusts) for train in load().trains] == [
        ("2", 8, 100, 2, "4"),
        ("3", 6, 200, 3, "5"),
        ("4", 4, 350, 4, "7"),
        ("5", 3, 550, 5, "8"),
        ("6", 2, 800, 6, None),
        ("7", 2, 1100, 7, None),
        ("8", 7, 1450, 8, None),
    ]
    assert [train.count for train in load(lite=True).trains] == [6, 5, 3, 2, 2, 2, 7]


def test_passes_are_free_for_an_8_train_only_4_6_7() -> None:
    assert [train.id for train in load().trains if "pass" not in train.counts] == ["8"]


def test_phases_4_6() -> None:
    phases = load().phases
    assert [phase.operating_rounds for phase in phases] == [1, 2, 2, 3, 3, 3, 3]
    assert [phase.train_limit["major"] for phase in phases] == [4, 4, 3, 3, 2, 2, 2]
    assert [phase.train_limit["minor"] for phase in phases] == [2, 2, 2, 2, 1, 1, 1]
    assert [phase.revenue_step for phase in phases] == [0, 0, 1, 1, 2, 2, 2]
    assert [phase.colours[-1] for phase in phases] == ["yellow", "green", "green", "brown", "brown", "brown", "brown"]


def test_the_players_money_is_3360_or_2520_1_2_8_3_4() -> None:
    assert {players * cash for players, cash in load().start_cash.items()} == {3360}
    assert {players * cash for players, cash in load(lite=True).start_cash.items()} == {2520}
    assert list(load(lite=True).start_cash) == [3, 4, 5, 6]
    assert load().bank - load(lite=True).bank == 3500


def test_start_values_3_3_2() -> None:
    cells = [cell for row in load().market.rows for cell in row if cell]
    assert sorted(cell.price for cell in cells if "par" in cell.marks) == [68, 100, 144]
    assert sorted(cell.price for cell in cells if "par_major" in cell.marks) == [216, 340]
    assert [cell.price for cell in cells if "end" in cell.marks] == [516]


def test_minors_stop_in_column_k_and_majors_in_column_p_3_5_1() -> None:
    rows = load().market.rows
    for mark, column in (("stop_minor", 10), ("stop_major", 15)):
        for row in rows:
            assert [i for i, cell in enumerate(row) if cell and mark in cell.marks] == [column] * (len(row) > column)


def test_market_rows_fall_towards_the_bottom_and_rise_to_the_right() -> None:
    prices = [[cell.price for cell in row if cell] for row in load().market.rows]
    assert [len(row) for row in prices] == [19, 19, 19, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6]
    assert all(row == sorted(set(row)) for row in prices)
    assert all(high > low for rows in pairwise(prices) for high, low in zip(*rows, strict=False))


def test_companies_stand_in_list_order() -> None:
    names = "SFMA SFLP SSFL IRSFF SFTG SFTN SFTC SFLi SB SFL AFI ATFA CFCC CGTF CTDA CTS ICSF IFAI ILTF RATF RSFS"
    assert " ".join(load().companies) == names + " CTLP FTP SLDV Holding"
    assert " ".join(load(version=1).companies) == names.replace(" SB ", " SFV ") + " CTLP FTP SLDV Holding"


def test_classes_13() -> None:
    for data in (load(), load(version=1)):
        for company in data.companies.values():
            expected = ("major", 9, (2, 5)) if company.kind == "major" else ("minor", 4, (1, 2))
            assert (company.kind, len(company.shares), company.tokens) == expected
    minors = {name for name, each in load().companies.items() if each.kind == "minor"}
    assert minors == {"SFMA", "SFLP", "CTLP", "FTP", "SLDV"}
    assert {name for name, each in load(version=1).companies.items() if each.kind == "minor"} - minors == {
        "SFTC", "SFV", "SFL",
    }  # fmt: skip


def test_bases_are_reserved_for_their_companies_3_3_4() -> None:
    data = load()
    homes = {name: each.homes for name, each in data.companies.items() if each.homes}
    assert len(homes) == 7
    for name, places in homes.items():
        for place in places:
            hex_name, _, ref = place.partition(":")
            assert hex_of(data, hex_name).reserved[CompanyId(name)] == (ref or "hex")


def test_concessions_stand_in_number_order_and_start_their_companies_2() -> None:
    assert list(load().privates) == ["Bayard", "SFLP", "SFTC", "SFMA", "SFTN", "SSFL", "SFTG", "IRSFF"]
    assert [each.number for each in load(lite=True).privates.values()] == [1, 3, 5, 7, 8]
    assert [each.income for each in load().privates.values()] == [20, 0, 0, 0, 0, 0, 0, 0]
    assert all(each.starts in load().companies for each in load().privates.values() if each.starts)


def test_no_tuscan_company_in_lite_8_3_6() -> None:
    assert set(load().companies) - set(load(lite=True).companies) == {"SFMA", "SFLP", "SSFL", "SFLi", "Holding"}


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def _luminance(colour: str) -> float:
    parts = [value / 255 for value in _channels(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_tokens_can_be_told_apart_and_their_names_read() -> None:
    companies = load().companies.values()
    for company in companies:
        low, high = sorted((_luminance(company.colour), _luminance(company.ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, company.id
    for one, other in combinations(companies, 2):
        difference = sum((a - b) ** 2 for a, b in zip(_channels(one.colour), _channels(other.colour), strict=True))
        assert difference**0.5 > 30, (one.id, other.id)
