"""Players, companies and the bank as tables."""

from collections import Counter
from typing import Final

from PIL import Image

from engine.ids import BANK, POOL, CompanyId, EntityId, MarkerId, PlayerId
from engine.schema import TitleData, TrainData
from engine.state import StateView
from renderers.canvas import Canvas, Drawn, Pen
from renderers.grid import operating_order, price_at
from renderers.hints import SheetHints
from renderers.legend import round_words
from renderers.tables import Cell, Table, TableArtist, table_size
from renderers.theme import THEMES, palette_image
from renderers.tokens import colour_pairs, liveries

EDGE: Final = 20
HEAD: Final = 74
GAP: Final = 26
LEAST_WIDTH: Final = 900
SHAPE_SCALE: Final = 2


def train_class(train: str) -> str:
    """The class of a train card: ``3-1`` is a 3."""
    return train.rpartition("-")[0] or train


def share_percent(state: StateView, company: CompanyId, holder: EntityId) -> int:
    """Percent of a company in one hand."""
    sizes = state.companies[company].sizes
    return sum(sizes[index] for index in state.shares.get(company, {}).get(holder, ()))


def _price(data: TitleData, state: StateView, company: CompanyId) -> int:
    place = state.places.get(MarkerId(company))
    return price_at(data, place) if place else 0


def worth(data: TitleData, state: StateView, player: PlayerId) -> int:
    """Cash plus shares at market price; the price is that of the smallest certificate."""
    total = state.cash.get(player, 0)
    for company in state.companies:
        unit = min(state.companies[company].sizes)
        total += _price(data, state, company) * share_percent(state, company, player) // unit
    return total


def certificates(state: StateView, player: PlayerId) -> int:
    """All certificates in one hand, concessions and private companies included."""
    papers = sum(len(holders.get(player, ())) for holders in state.shares.values())
    return papers + sum(owner == player for owner in state.privates.values())


def _president(state: StateView, hints: SheetHints, company: CompanyId) -> EntityId | None:
    if company in hints.presidents:
        return hints.presidents[company]
    holders = state.shares.get(company, {})
    return next((holder for holder, papers in holders.items() if 0 in papers and holder not in (company, POOL)), None)


def _name(hints: SheetHints, holder: EntityId) -> str:
    return hints.names.get(PlayerId(holder), holder)


def _ordered(data: TitleData, state: StateView) -> list[CompanyId]:
    """Companies in operating order, those without a price last."""
    priced = [CompanyId(EntityId(marker)) for marker in operating_order(data, state)]
    return [one for one in priced if one in state.companies] + [one for one in state.companies if one not in priced]


def players_table(data: TitleData, state: StateView, hints: SheetHints) -> Table:
    """Cash, certificates, worth, priority and concessions of each player."""
    limit = data.certificate_limit.get(len(state.players), 0)
    rows = []
    for player in state.players:
        held = hints.certificates.get(player, certificates(state, player))
        most = hints.limits.get(player, limit)
        value = hints.values.get(player, worth(data, state, player))
        papers = ", ".join(name for name, owner in state.privates.items() if owner == player)
        rows.append(
            (
                Cell(_name(hints, player), strong=True),
                Cell(data.currency.format(state.cash.get(player, 0)), align="right"),
                Cell(f"{held} of {most}" if most else str(held), align="right"),
                Cell(data.currency.format(value), align="right", strong=True),
                Cell("first", star=True) if player == state.priority else Cell(),
                Cell(papers, muted=True),
            )
        )
    columns = ("Player", "Cash", "Certificates", "Worth", "Priority", "Concessions")
    marked = frozenset(number for number, player in enumerate(state.players) if player in hints.acting)
    return _without_empty(Table("", columns, tuple(rows), marked))


def _without_empty(table: Table) -> Table:
    """The table without columns that have nothing in any row."""
    used = [number for number in range(len(table.columns)) if any(not row[number].is_empty for row in table.rows)]
    rows = tuple(tuple(row[number] for number in used) for row in table.rows)
    return Table(table.title, tuple(table.columns[number] for number in used), rows, table.marked)


def shares_table(data: TitleData, state: StateView, hints: SheetHints) -> Table:
    """Percent of every company in every hand; a star marks the president's."""
    companies = _ordered(data, state)
    owners = [
        one for one in companies if any(one in state.shares.get(other, {}) for other in companies if other != one)
    ]
    hands: list[EntityId] = [*state.players, *owners, POOL]
    rows = []
    for company in companies:
        chief = _president(state, hints, company)
        price = _price(data, state, company)
        cells = [Cell(chips=(company,)), Cell(str(price) if price else "", align="right")]
        for hand in hands:
            percent = 0 if hand == company else share_percent(state, company, hand)
            text = f"{percent}%" if percent else ""
            cells.append(Cell(text, star=hand == chief and bool(percent), strong=hand == chief, align="right"))
        cells.append(_share_cell(state, company, company))
        rows.append(tuple(cells))
    names = [_name(hints, hand) if hand != POOL else "Pool" for hand in hands]
    return Table("Shares", ("", "Price", *names, "Own"), tuple(rows))


def chain_above(state: StateView, hints: SheetHints, company: CompanyId) -> tuple[EntityId, ...]:
    """Presidents above a company, the nearest first; a circle ends where it would repeat."""
    chain: list[EntityId] = []
    above = _president(state, hints, company)
    while above is not None and above not in chain and above != company:
        chain.append(above)
        above = _president(state, hints, CompanyId(above)) if above in state.companies else None
    return tuple(chain)


def _chief_cell(state: StateView, hints: SheetHints, company: CompanyId) -> Cell:
    """The companies between, as pills, and the player who decides; ``nobody`` when none does."""
    chain = chain_above(state, hints, company)
    between = tuple(CompanyId(one) for one in chain if one in state.companies)
    if not chain or chain[-1] in state.companies:
        return Cell("nobody", chips=between, muted=True)
    return Cell(_name(hints, chain[-1]), chips=between)


def _share_cell(state: StateView, company: CompanyId, holder: EntityId) -> Cell:
    percent = share_percent(state, company, holder)
    return Cell(f"{percent}%" if percent else "", align="right", muted=holder == company)


def companies_table(data: TitleData, state: StateView, hints: SheetHints) -> Table:
    """Kind, price, treasury, who decides, trains, tokens left, shares not in hands and last run of each company."""
    rows = []
    order = _ordered(data, state)
    for company in order:
        charter, price = state.companies[company], _price(data, state, company)
        status = "" if charter.operated else "new" if charter.floated else "not floated"
        rows.append(
            (
                Cell(chips=(company,)),
                Cell(charter.kind, muted=True),
                Cell(str(price) if price else "", align="right", strong=True),
                Cell(data.currency.format(state.cash.get(company, 0)), align="right"),
                _chief_cell(state, hints, company),
                Cell(cards=tuple(train_class(train) for train in state.trains.get(company, ()))),
                Cell(str(charter.tokens_left), align="right"),
                _share_cell(state, company, company),
                _share_cell(state, company, POOL),
                Cell(str(charter.last_run) if charter.last_run else "", align="right"),
                Cell(str(charter.loans) if charter.loans else "", align="right"),
                Cell(status, muted=True),
            )
        )
    titles = ("", "Kind", "Price", "Treasury", "Decides", "Trains", "Tokens", "Own", "Pool", "Last run", "Loans", "")
    marked = frozenset(number for number, company in enumerate(order) if company in hints.acting)
    return _without_empty(Table("", titles, tuple(rows), marked))


def _count(train: TrainData, left: int) -> str:
    return "endless" if train.count is None else f"{left} of {train.count}"


def _removed_by(data: TitleData, train: str) -> str:
    return ", ".join(other.id for other in data.trains if other.rusts == train)


def trains_table(data: TitleData, state: StateView) -> Table:
    """Trains by class: price, how many are left, how far they reach, and what removes them; the next one is marked."""
    left = Counter(train_class(train) for train in state.depot)
    pool = Counter(train_class(train) for train in state.discards)
    rows = []
    for train in data.trains:
        on_sale = left[train.id]
        rows.append(
            (
                Cell(cards=(train.id,)),
                Cell(data.currency.format(train.price), align="right"),
                Cell(_count(train, on_sale), align="right", muted=not on_sale and train.count is not None),
                Cell(str(pool[train.id]) if pool[train.id] else "", align="right"),
                Cell(f"{train.reach} stops"),
                Cell(f"until the first {train.rusts}" if train.rusts else "for good", muted=not train.rusts),
            )
        )
    following = train_class(state.depot[0]) if state.depot else ""
    marked = frozenset(number for number, train in enumerate(data.trains) if train.id == following)
    return _without_empty(Table("Trains", ("Train", "Price", "Left", "Used", "Reach", "Lasts"), tuple(rows), marked))


def phases_table(data: TitleData, state: StateView) -> Table:
    """All phases: how each begins, what it removes, and its limits; the present one is marked."""
    rows = []
    for phase in data.phases:
        removed = _removed_by(data, phase.starts) if phase.starts else ""
        rows.append(
            (
                Cell(phase.id, strong=True),
                Cell(f"first {phase.starts}" if phase.starts else "start"),
                Cell(f"removes {removed}" if removed else ""),
                Cell(", ".join(f"{kind} {limit}" for kind, limit in phase.train_limit.items())),
                Cell(str(phase.operating_rounds), align="right"),
                Cell(", ".join(phase.colours)),
            )
        )
    marked = frozenset(number for number, phase in enumerate(data.phases) if phase.id == state.phase)
    titles = ("Phase", "Begins with", "Trains", "Train limit", "Rounds", "Tiles")
    return _without_empty(Table("Phases", titles, tuple(rows), marked))


def draw_tables(
    data: TitleData, heading: str, tables: tuple[Table, ...], hints: SheetHints, log: list[Drawn] | None = None
) -> Canvas:
    """Tables under each other beneath a heading."""
    theme = THEMES[hints.theme]
    sizes = [table_size(table) for table in tables]
    width = max([LEAST_WIDTH, *(size[0] for size in sizes)]) + 2 * EDGE
    height = HEAD + sum(size[1] + GAP for size in sizes)
    canvas = Canvas((width, height), theme.page, log, SHAPE_SCALE)
    artist = TableArtist(canvas, theme, liveries(data))
    canvas.write(heading, (EDGE + 14, 10, width - EDGE, HEAD - 8), Pen(theme.ink, 44, "Bold", align="left"))
    top = float(HEAD)
    for table in tables:
        top = artist.draw(table, (EDGE, top), width - 2 * EDGE) + GAP
    return canvas


def _finished(data: TitleData, canvas: Canvas, hints: SheetHints) -> Image.Image:
    palette = palette_image(hints.theme, colour_pairs(data))
    return canvas.finish().quantize(palette=palette, dither=Image.Dither.NONE)


def _heading(data: TitleData, state: StateView, words: str) -> str:
    return f"{data.title} {words} · {round_words(state.round)} · phase {state.phase}"


def players_image(data: TitleData, state: StateView, hints: SheetHints) -> Image.Image:
    """The player sheet: one table of players, one of their shares."""
    tables = [players_table(data, state, hints)]
    if state.companies:
        tables.append(shares_table(data, state, hints))
    return _finished(data, draw_tables(data, _heading(data, state, "players"), tuple(tables), hints), hints)


def companies_image(data: TitleData, state: StateView, hints: SheetHints) -> Image.Image:
    """The company sheet."""
    tables = (companies_table(data, state, hints),) if state.companies else ()
    heading = _heading(data, state, "companies" if tables else "companies: none has started")
    return _finished(data, draw_tables(data, heading, tables, hints), hints)


def bank_image(data: TitleData, state: StateView, hints: SheetHints) -> Image.Image:
    """Money of the bank, trains and phases."""
    heading = f"{data.title} bank: {data.currency.format(state.cash.get(BANK, 0))} · phase {state.phase}"
    return _finished(
        data, draw_tables(data, heading, (trains_table(data, state), phases_table(data, state)), hints), hints
    )
