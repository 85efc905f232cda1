"""The life of a table outside its moves: lobby, start, pause, end, name, pace, seats."""

from dataclasses import replace
from sqlite3 import Connection

from bot import ledger
from bot.errors import Refused
from bot.letters import Started
from bot.quiet import PACES
from bot.records import games
from bot.rows import GameRow, Seat
from bot.table.moves import refusal, settle
from bot.table.requests import Outcome, Plan, Who
from bot.table.shelf import House, Table, setup_of
from engine.errors import RuleError
from engine.session import Session
from engine.title import Setup, Title

_LONGEST_NAME = 60


async def create(house: House, plan: Plan, host: Who) -> int:
    """Open a lobby with the host in the first seat; return the table's number.

    Raises:
        Refused: no such title, option, edition, pace or number of players.
    """
    title = house.shelf.title(plan.title)
    check(title, plan)
    row = GameRow(
        id=0,
        title=title.id,
        name=clean(plan.name),
        options=tuple(sorted(plan.options)),
        edition=plan.edition,
        version=0,
        wanted=plan.players,
        host=host.user,
        pace=plan.pace,
        status="lobby",
        created=house.clock.now(),
    )
    return await house.store.write(_create, row, host)


def _create(db: Connection, row: GameRow, host: Who) -> int:
    game_id = games.add(db, row)
    games.set_seats(db, game_id, [(host.user, host.name)])
    return game_id


def check(title: Title, plan: Plan) -> None:
    """Refuse what cannot be played.

    Raises:
        Refused: says what and why.
    """
    names = tuple(f"seat {number}" for number in range(1, plan.players + 1))
    try:
        title.check(Setup(title.id, names, tuple(sorted(plan.options)), plan.edition, title.version))
    except RuleError as error:
        raise refusal(error) from error
    known_pace(plan.pace)


def clean(name: str) -> str:
    """Return a name on one line.

    Raises:
        Refused: empty or too long.
    """
    name = " ".join(name.replace("·", " ").split())
    if not 0 < len(name) <= _LONGEST_NAME:
        raise Refused("name", f"A table's name has 1 to {_LONGEST_NAME} characters.")
    return name


def known_pace(pace: str) -> None:
    """Refuse a pace that does not exist.

    Raises:
        Refused: names those that do.
    """
    if pace not in PACES:
        raise Refused("pace", f"There is no pace called {pace}; there are {', '.join(PACES)}.")


def lobby(table: Table) -> None:
    """Refuse what is possible only before the start.

    Raises:
        Refused: the game has begun.
    """
    if table.row.status != "lobby":
        raise Refused("begun", "That is possible only before the game begins.")


async def join(house: House, table: Table, who: Who) -> None:
    """Take a free seat.

    Raises:
        Refused: seated already, no seat left, or the game has begun.
    """
    lobby(table)
    if any(seat.user == who.user for seat in table.seats):
        raise Refused("seated", "You already have a seat at this table.")
    if len(table.seats) >= table.row.wanted:
        raise Refused("full", f"All {table.row.wanted} seats are taken.")
    await _seat(house, table, [*((seat.user, seat.name) for seat in table.seats), (who.user, who.name)])


async def leave(house: House, table: Table, who: Who) -> None:
    """Give a seat back; the next in line becomes host when the host leaves.

    Raises:
        Refused: not seated, the last one there, or the game has begun.
    """
    lobby(table)
    stay = [(seat.user, seat.name) for seat in table.seats if seat.user != who.user]
    if len(stay) == len(table.seats):
        raise Refused("not_seated", "You have no seat at this table.")
    if not stay:
        raise Refused("last", "You are the only one here; `/game abandon` closes the table.")
    await _seat(house, table, stay)
    if table.row.host == who.user:
        await save(house, table, replace(table.row, host=stay[0][0]))


async def _seat(house: House, table: Table, people: list[tuple[int, str]]) -> None:
    table.seats = await house.store.write(games.set_seats, table.row.id, people)


async def save(house: House, table: Table, row: GameRow) -> None:
    """Write a changed row and remember it."""
    await house.store.write(games.save, row)
    table.row = row


async def start(house: House, table: Table, who: Who) -> Outcome:
    """Draw the seating and begin.

    Raises:
        Refused: not all seats taken (unless the host starts), too few players, or the game has begun.
    """
    lobby(table)
    is_host = who.user == table.row.host or who.manager
    if not is_host and (len(table.seats) < table.row.wanted or all(seat.user != who.user for seat in table.seats)):
        raise Refused("not_host", "The host begins; once all seats are taken, any player may.")
    title = house.shelf.title(table.row.title)
    people = shuffled(house, [(seat.user, seat.name) for seat in table.seats])
    return await begin(house, table, title, people)


async def begin(house: House, table: Table, title: Title, people: list[tuple[int, str]]) -> Outcome:
    """Begin a game with people in playing order, then draw what chance is asked.

    Raises:
        Refused: the setup cannot be played.
    """
    row = replace(table.row, status="running", version=title.version, wanted=len(people))
    seats = tuple(Seat(row.id, number, user, name) for number, (user, name) in enumerate(unique(people), 1))
    try:
        session = Session(title, setup_of(row, seats))
    except RuleError as error:
        raise refusal(error) from error
    decision = session.decision
    row = replace(row, waits=str(decision.player) if decision else "")
    page = ledger.Page(row, seats, 0, house.clock.now(), None, decision, session.game.state.round, 0, 0)
    called = await house.store.write(_begin, page)
    table.row, table.seats, table.session = row, seats, session
    drawn = await settle(house, table)
    seating = f"Seating: {', '.join(seat.name for seat in seats)}."
    after = table.session.decision
    return Outcome(table.position(), drawn.events, (seating, *drawn.sentences), None, after, drawn.called or called)


def _begin(db: Connection, page: ledger.Page) -> tuple[Seat, ...]:
    games.set_seats(db, page.row.id, [(seat.user, seat.name) for seat in page.seats])
    games.save(db, page.row)
    lines = (f"Seating, drawn by lot: {', '.join(seat.name for seat in page.seats)}.",)
    ledger.post(db, page.row, Started(lines), "started", (0, page.at))
    return ledger.summon(db, page)


def shuffled(house: House, people: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the people in an order drawn by lot."""
    left = list(people)
    return [left.pop(house.pick(len(left))) for _ in people]


def unique(people: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the people with names that differ: the second Ann becomes Ann (2)."""
    seen: dict[str, int] = {}
    named = []
    for user, name in people:
        seen[name] = seen.get(name, 0) + 1
        named.append((user, name if seen[name] == 1 else f"{name} ({seen[name]})"))
    return named
