"""Cross-checks between the parts of a title: each names the entry that is wrong."""

import re
from collections import Counter
from itertools import pairwise

from engine.loader.board_checks import check_board
from engine.loader.source import Document
from engine.schema import CompanyData, PhaseData, TitleData

_WHOLE = 100
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def check(document: Document, data: TitleData) -> None:
    """Raise DataError at the first entry that contradicts another one."""
    _money(document, data)
    _market(document, data)
    _trains(document, data)
    _phases(document, data)
    for company in data.companies.values():
        _company(document, data, company)
    _privates(document, data)
    check_board(document, data)


def _money(document: Document, data: TitleData) -> None:
    """Start money for every table size that has a certificate limit, and no more than the bank holds."""
    if data.currency.count("{}") != 1:
        raise document.fault("title", "currency", "must have one {} for the amount")
    if set(data.start_cash) != set(data.certificate_limit):
        raise document.fault("certificate_limit", "", "not for the same numbers of players as [start_cash]")
    for section, table in (("start_cash", data.start_cash), ("certificate_limit", data.certificate_limit)):
        for players, value in table.items():
            if players < 1 or value < 1:
                raise document.fault(section, str(players), "must be positive")
    for players, cash in data.start_cash.items():
        if players * cash > data.bank:
            raise document.fault("start_cash", str(players), f"more than the bank's {data.bank}")


def _market(document: Document, data: TitleData) -> None:
    """At least one row, no empty row, no free cell."""
    rows = data.market.rows
    if not rows or not all(any(row) for row in rows):
        raise document.fault("market", "rows", "a market has rows and a row has cells")
    if any(cell.price < 1 for row in rows for cell in row if cell):
        raise document.fault("market", "rows", "a price must be positive")


def _trains(document: Document, data: TitleData) -> None:
    """Positive numbers; a train is removed by one that exists and comes later."""
    order = [train.id for train in data.trains]
    for train in data.trains:
        if train.count is not None and train.count < 1:
            raise document.fault("trains", train.id, "count must be positive")
        if train.price < 1 or train.reach < 1:
            raise document.fault("trains", train.id, "price and reach must be positive")
        if train.rusts is not None and train.rusts not in order[order.index(train.id) + 1 :]:
            raise document.fault("trains", train.id, f"no later train {train.rusts!r} to remove it")


def _phases(document: Document, data: TitleData) -> None:
    """The first phase begins at set-up, the others in the order of their trains."""
    order = [train.id for train in data.trains]
    for number, phase in enumerate(data.phases):
        if (phase.starts is None) != (number == 0):
            raise document.fault("phases", phase.id, "exactly the first phase has no train that starts it")
        if phase.starts is not None and phase.starts not in order:
            raise document.fault("phases", phase.id, f"no train {phase.starts!r}")
        _limits(document, data, phase)
    for before, after in pairwise(data.phases):
        if before.starts is not None and order.index(before.starts) >= order.index(str(after.starts)):
            raise document.fault("phases", after.id, f"its train does not come after that of phase {before.id}")
        if after.revenue_step < before.revenue_step:
            raise document.fault("phases", after.id, "revenue_step goes back")


def _limits(document: Document, data: TitleData, phase: PhaseData) -> None:
    """A train limit for every class of company, tiles to lay and rounds to operate in."""
    kinds = {company.kind for company in data.companies.values()}
    if set(phase.train_limit) != kinds:
        raise document.fault("phases", phase.id, f"train_limit is not for the classes {', '.join(sorted(kinds))}")
    if phase.operating_rounds < 1 or not phase.colours:
        raise document.fault("phases", phase.id, "no operating round or no colour")


def _company(document: Document, data: TitleData, company: CompanyData) -> None:
    """Certificates make a whole, token numbers make sense, bases are stops of the map."""
    if sum(company.shares) != _WHOLE or min(company.shares) < 1:
        raise document.fault("companies", company.id, f"shares make {sum(company.shares)} percent")
    least, most = company.tokens
    if not 1 <= least <= most:
        raise document.fault("companies", company.id, "tokens are smallest and largest number")
    if most < len(company.homes):
        raise document.fault("companies", company.id, "more bases than tokens")
    for colour in (company.colour, company.ink):
        if not _COLOUR.fullmatch(colour):
            raise document.fault("companies", company.id, f"{colour!r} is not like '#1d4fb8'")
    for home in company.homes:
        name, _, ref = home.partition(":")
        places = [each for each in data.board.hexes.values() if each.id == name]
        if not places or ref not in {"", *(stop.ref for stop in places[0].design.stops)}:
            raise document.fault("companies", company.id, f"base {home} is not on the map")


def _privates(document: Document, data: TitleData) -> None:
    """Numbers run upwards; what it starts is a company, and only one private starts it."""
    for before, after in pairwise(data.privates.values()):
        if after.number <= before.number:
            raise document.fault("privates", after.id, f"number {after.number} does not follow {before.number}")
    starters = Counter(private.starts for private in data.privates.values())
    for private in data.privates.values():
        if private.starts is not None and private.starts not in data.companies:
            raise document.fault("privates", private.id, f"starts {private.starts}, which is no company")
        if private.starts is not None and starters[private.starts] > 1:
            raise document.fault("privates", private.id, f"{private.starts} is started twice")
