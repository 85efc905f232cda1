"""Tables of players, companies and the bank."""

from engine.ids import EntityId
from renderers import SheetHints, bank_alt_text, companies_alt_text, draw_bank, draw_companies, draw_players
from renderers.alt import players_alt_text
from renderers.canvas import Drawn
from renderers.sheets import (
    certificates,
    chain_above,
    companies_table,
    draw_tables,
    phases_table,
    players_table,
    shares_table,
    trains_table,
    worth,
)
from renderers.tables import Table
from tests.renderers.judge import clashes, inside, kinds, texts, words
from tests.renderers.positions import NAMES, SEATS, company, data, middle, start

HINTS = SheetHints(names=NAMES, acting=frozenset({SEATS[2]}))


def column(table: Table, title: str) -> list[str]:
    number = table.columns.index(title)
    return [row[number].text for row in table.rows]


def test_nothing_overlaps_and_no_text_leaves_the_sheet() -> None:
    state = middle()
    tables = (
        players_table(data(), state, HINTS),
        shares_table(data(), state, HINTS),
        companies_table(data(), state, HINTS),
        trains_table(data(), state),
        phases_table(data(), state),
    )
    log: list[Drawn] = []
    canvas = draw_tables(data(), "1841", tables, HINTS, log)
    assert clashes(log) == []
    assert all(inside(call.box, (0, 0, *canvas.size)) for call in texts(log))
    assert {"Anna", "Bertrand-Émile", "Çelik Ünal", "IRSFF"} <= set(words(log))
    assert len(kinds(log, "marked")) == 3, "who is to act, the next train, and the present phase"


def test_player_table_shows_cash_certificates_worth_and_priority() -> None:
    table = players_table(data(), middle(), HINTS)
    assert column(table, "Cash") == ["L.1120"] * 3
    assert column(table, "Certificates") == ["10 of 21", "0 of 21", "3 of 21"]
    assert column(table, "Priority") == ["", "first", ""]
    assert column(table, "Concessions") == ["Bayard", "", ""]


def test_numbers_handed_in_replace_the_plain_count() -> None:
    hints = SheetHints(values={SEATS[0]: 5}, certificates={SEATS[0]: 2}, limits={SEATS[0]: 9})
    table = players_table(data(), middle(), hints)
    assert (column(table, "Worth")[0], column(table, "Certificates")[0]) == ("L.5", "2 of 9")


def test_worth_is_cash_plus_shares_at_the_price_of_the_small_certificate() -> None:
    state = middle()
    assert worth(data(), state, SEATS[2]) == 1120 + 144 + 144 + 159
    assert certificates(state, SEATS[0]) == 10


def test_companies_that_own_companies_have_a_column() -> None:
    table = shares_table(data(), middle(), HINTS)
    assert "IRSFF" in table.columns
    row = next(row for row in table.rows if row[0].chips == (company("CTDA"),))
    cell = row[table.columns.index("IRSFF")]
    assert (cell.text, cell.star) == ("30%", True)


def test_company_table_names_president_trains_and_treasury() -> None:
    table = companies_table(data(), middle(), HINTS)
    assert column(table, "Decides") == ["Anna"] * 4
    number = table.columns.index("Trains")
    assert [row[number].cards for row in table.rows] == [("3", "4")] * 4
    assert column(table, "Treasury") == ["L.430"] * 4


def test_the_chain_of_control_runs_through_companies_to_a_player() -> None:
    table = companies_table(data(), middle(), HINTS)
    cells = {row[0].chips[0]: row[table.columns.index("Decides")] for row in table.rows}
    assert cells[company("CTDA")].chips == (company("IRSFF"),)
    assert cells[company("SFTG")].chips == ()


def test_nobody_decides_in_a_circle() -> None:
    state = middle()
    state.shares[company("IRSFF")] = {company("CTDA"): [0]}
    assert chain_above(state, HINTS, company("CTDA")) == (company("IRSFF"),)
    table = companies_table(data(), state, HINTS)
    assert column(table, "Decides").count("nobody") == 2


def test_phase_table_says_what_goes_and_what_holds() -> None:
    table = phases_table(data(), middle())
    assert column(table, "Begins with")[:2] == ["start", "first 3"]
    assert column(table, "Trains")[2] == "removes 2"
    assert column(table, "Train limit")[2] == "minor 2, major 3"
    assert table.marked == frozenset({2})


def test_train_table_counts_what_is_left_and_says_what_goes() -> None:
    table = trains_table(data(), start())
    assert column(table, "Left")[0] == "8 of 8"
    assert column(table, "Lasts")[:2] == ["until the first 4", "until the first 5"]
    assert column(table, "Lasts")[-1] == "for good"
    assert table.marked == frozenset({0}), "the next train"


def test_sheets_encode_at_any_stage() -> None:
    for state in (start(), middle()):
        for picture in (draw_players(data(), state), draw_companies(data(), state), draw_bank(data(), state)):
            assert picture.startswith(b"\x89PNG")


def test_alt_texts() -> None:
    assert "Anna: L.1120, 40% SFTG" in players_alt_text(data(), middle(), HINTS)
    assert "SFTG: L.430, price 144, trains 3, 4." in companies_alt_text(data(), middle())
    assert bank_alt_text(data(), start()).startswith("Bank of 1841: L.11040. Trains left: 8 of class 2, 6 of class 3")
    crowded = SheetHints(names=dict.fromkeys(SEATS, "x" * 900))
    assert len(players_alt_text(data(), middle(), crowded)) <= 1024


def test_an_entity_that_acts_is_marked() -> None:
    hints = SheetHints(acting=frozenset({EntityId("CTDA")}))
    assert companies_table(data(), middle(), hints).marked == frozenset({3})
