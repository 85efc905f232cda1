"""Facts of a case: how each is brought about (GIVEN) and whether it holds (THEN).

===============================  ==================================================================================
``phase 4``                      the phase; given, nothing rusts and nothing follows from it
``cash P1 552``                  money; given, the difference comes from or goes to the bank
``bank 100``                     money in the bank (given: whatever that makes of the total)
``priority P2``                  holder of the priority deal
``private Ferry P1``             owner of a private or concession (``bank``, ``pool``); given ``gone``: out of the game
``company AAA 60 [row,col]``     given only: started at that price, all certificates in its offering, no token, no cash
``shares AAA P1 40``             percent held; given, it comes out of the offering, president's certificate first
``market AAA 60 [row,col]``      price; given, the marker goes to the bottom of that cell
``operated AAA``                 it has operated
``tile A3 5 5``                  tile and turn on a hex
``token AAA A3:c0``              a token on a stop; given, it comes from the charter
``tokens AAA 2``                 tokens left on the charter
``free A3:c0``                   no reservation there (given: ended), stop or hex
``pieces 57 0``                  pieces of a tile left in the box
``trains AAA 2 3``               classes owned, in order; given, taken out of the depot
``depot 4``                      class at the front of the depot (``empty``); given, all before it are gone
``discarded 3 3``                classes in the bank's discard, in order; given, taken out of the depot
``extra FIELD A B``              a list (or one word) that only this title keeps in its state
``president AAA P1``             then only: holder of the president's certificate (``nobody``: pool or offering)
``frozen AAA``                   then only: nobody decides for it
``certificates P1 5``            then only: certificates that count against the limit
``order AAA BBB``                then only: all companies in operating order
``waiting AAA BBB``              then only: who still operates in this round, in order
``revenue AAA 90``               then only: what its latest run earned
``left P1``                      then only: the player has left the game; ``debt P1 500``: what is subtracted at the end
``round operating 2 1``          then only: kind, number and part
``asks AAA lays track``          then only: who is asked, and how the question begins
``may AAA: lay A3 5 5``          then only: the move would be accepted
``over bank``                    then only: the game has ended for that reason
``score P1 800``                 then only: wealth now
``told WORDS``                   then only: a sentence told since the last WHEN contains the words
``operate AAA [set part]``       given only: AAA's operating turn; the others follow in operating order
``stock P1 [set]``               given only: P1's turn in a stock round
===============================  ==================================================================================
"""

from collections.abc import Callable, Mapping

from engine.context import Context
from engine.frames.closing import running_frame
from engine.frames.cycle import Cycle
from engine.frames.operating import OperatingRound
from engine.frames.stock import StockRound
from engine.game import Game
from engine.ids import BANK, CompanyId, EntityId, HexId, PhaseId, PlayerId, PrivateId, TileId
from engine.narrate import ask
from engine.notation import read
from engine.ops import board, companies, market, shares, trains
from engine.rules.market import cell_price
from engine.rules.order import marker_of
from engine.rules.trains import phase_data, train_class
from engine.state import RoundMark

Setter = Callable[[Context, list[str]], None]
Checker = Callable[[Game, list[str]], str]
"""Returns what is the case instead, or an empty string when the fact holds."""


def _company(word: str) -> CompanyId:
    return CompanyId(EntityId(word))


def _player(word: str) -> PlayerId:
    return PlayerId(EntityId(word))


def _cell(ctx: Context, words: list[str]) -> tuple[int, int]:
    """The cell of a price, or the one named; the first from the top left when several have it."""
    if len(words) > 1:
        row, column = (int(part) for part in words[1].split(","))
        if cell_price(ctx.data.market, row, column) != int(words[0]):
            raise ValueError(f"that cell shows {cell_price(ctx.data.market, row, column)}")
        return row, column
    rows = ctx.data.market.rows
    cells = [(row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell]
    return next(cell for cell in cells if cell_price(ctx.data.market, *cell) == int(words[0]))


def _set_phase(ctx: Context, words: list[str]) -> None:
    ctx.state.phase = next(phase.id for phase in ctx.data.phases if phase.id == PhaseId(words[0]))


def _set_cash(ctx: Context, words: list[str]) -> None:
    owner, amount = EntityId(words[0]), int(words[1])
    ctx.state.cash[BANK] += ctx.state.cash.get(owner, 0) - amount
    ctx.state.cash[owner] = amount


def _set_bank(ctx: Context, words: list[str]) -> None:
    ctx.state.cash[BANK] = int(words[0])


def _set_priority(ctx: Context, words: list[str]) -> None:
    ctx.state.priority = _player(words[0])


def _set_private(ctx: Context, words: list[str]) -> None:
    item = PrivateId(words[0])
    if words[1] == "gone":
        shares.remove_private(ctx, item)
    else:
        shares.move_private(ctx, item, EntityId(words[1]), price=0)


def _set_company(ctx: Context, words: list[str]) -> None:
    company = _company(words[0])
    companies.create(ctx, company)
    ctx.state.companies[company].floated = True
    market.place(ctx, marker_of(company), _cell(ctx, words[1:]))


def _set_shares(ctx: Context, words: list[str]) -> None:
    company, holder, percent = _company(words[0]), EntityId(words[1]), int(words[2])
    sizes = ctx.state.companies[company].sizes
    taken: list[int] = []
    for index in ctx.state.shares[company].get(company, []):
        if sum(sizes[held] for held in taken) + sizes[index] <= percent:
            taken.append(index)
    if sum(sizes[held] for held in taken) != percent:
        raise ValueError(f"the offering of {company} cannot give {percent} percent")
    shares.move(ctx, company, taken, company, holder)


def _set_market(ctx: Context, words: list[str]) -> None:
    market.place(ctx, marker_of(_company(words[0])), _cell(ctx, words[1:]))


def _set_operated(ctx: Context, words: list[str]) -> None:
    companies.mark_operated(ctx, _company(words[0]))


def _set_tile(ctx: Context, words: list[str]) -> None:
    board.lay(ctx, BANK, (HexId(words[0]), TileId(words[1]), int(words[2])), cost=0)


def _set_token(ctx: Context, words: list[str]) -> None:
    board.place_token(ctx, _company(words[0]), words[1])


def _set_tokens(ctx: Context, words: list[str]) -> None:
    ctx.state.companies[_company(words[0])].tokens_left = int(words[1])


def _set_free(ctx: Context, words: list[str]) -> None:
    ctx.state.reserved.pop(words[0], None)
    ctx.board_changed()


def _set_trains(ctx: Context, words: list[str]) -> None:
    for kind in words[1:]:
        trains.deal(ctx, EntityId(words[0]), kind)


def _set_pieces(ctx: Context, words: list[str]) -> None:
    ctx.state.tile_counts[TileId(words[0])] = int(words[1])


def _set_discarded(ctx: Context, words: list[str]) -> None:
    for kind in words:
        card = next(card for card in ctx.state.depot if train_class(card) == kind)
        ctx.state.depot.remove(card)
        ctx.state.discards.append(card)


def _set_extra(ctx: Context, words: list[str]) -> None:
    name, *values = words
    setattr(ctx.state.extra, name, values if isinstance(getattr(ctx.state.extra, name), list) else " ".join(values))


def _set_depot(ctx: Context, words: list[str]) -> None:
    depot = ctx.state.depot
    while depot and train_class(depot[0]) != words[0]:
        del depot[0]


def _operate(ctx: Context, words: list[str]) -> None:
    company = _company(words[0])
    number, part = (int(word) for word in (words[1:] or ("1", "1")))
    ctx.state.round = RoundMark("operating", number, part)
    order = ctx.rules.order.operating(ctx)
    place = order.index(company)
    done, waiting = list(order[:place]), list(order[place + 1 :])
    parts = max(part, phase_data(ctx).operating_rounds)
    ctx.state.stack[:] = [
        Cycle(number, part, parts),
        OperatingRound(number, part, waiting, company, done, begun=True),
        ctx.rules.turns.operating_turn(ctx, company),
    ]


def _stock(ctx: Context, words: list[str]) -> None:
    player, number = _player(words[0]), int((words[1:] or ["1"])[0])
    ctx.state.round = RoundMark("stock", number)
    ctx.state.stack[:] = [
        Cycle(number),
        StockRound(number, begun=True, current=player),
        ctx.rules.turns.stock_turn(ctx, player),
    ]


SETTERS: Mapping[str, Setter] = {
    "phase": _set_phase,
    "cash": _set_cash,
    "bank": _set_bank,
    "priority": _set_priority,
    "private": _set_private,
    "company": _set_company,
    "shares": _set_shares,
    "market": _set_market,
    "operated": _set_operated,
    "tile": _set_tile,
    "token": _set_token,
    "tokens": _set_tokens,
    "free": _set_free,
    "pieces": _set_pieces,
    "trains": _set_trains,
    "depot": _set_depot,
    "discarded": _set_discarded,
    "extra": _set_extra,
    "operate": _operate,
    "stock": _stock,
}


def _value(found: object, expected: str) -> str:
    return "" if str(found) == expected else str(found) or "nothing"


def _shares(game: Game, words: list[str]) -> str:
    company, holder = _company(words[0]), EntityId(words[1])
    return _value(game.context.rules.shares.percent(game.context, holder, company), words[2])


def _market(game: Game, words: list[str]) -> str:
    marker = marker_of(_company(words[0]))
    place = game.state.places.get(marker)
    if place is None:
        return "not on the market"
    found = f"{game.context.rules.market.price(game.context, marker)} {place[0]},{place[1]}"
    return "" if found.startswith(" ".join(words[1:])) else found


def _tile(game: Game, words: list[str]) -> str:
    placed = game.state.tiles.get(HexId(words[0]))
    found = f"{placed.tile} {placed.rotation}" if placed else "no tile"
    return "" if found.startswith(" ".join(words[1:])) and placed else found


def _token(game: Game, words: list[str]) -> str:
    owners = game.state.tokens.get(words[1], [])
    return "" if words[0] in owners else f"tokens of {', '.join(owners) or 'nobody'}"


def _trains(game: Game, words: list[str]) -> str:
    cards = game.state.trains.get(EntityId(words[0]), [])
    return _value(" ".join(map(train_class, cards)), " ".join(words[1:]))


def _operated(game: Game, words: list[str]) -> str:
    return "" if game.state.companies[_company(words[0])].operated else "not operated"


def _president(game: Game, words: list[str]) -> str:
    return _value(game.context.rules.control.president(game.context, _company(words[0])) or "nobody", words[1])


def _frozen(game: Game, words: list[str]) -> str:
    controller = game.context.rules.control.controller(game.context, _company(words[0]))
    return f"{controller} decides for it" if controller else ""


def _order(game: Game, words: list[str]) -> str:
    return _value(" ".join(game.context.rules.order.operating(game.context)), " ".join(words))


def _waiting(game: Game, words: list[str]) -> str:
    running = running_frame(game.context, OperatingRound)
    return _value(" ".join(running.waiting or ()) if running else "no operating round", " ".join(words))


def _certificates(game: Game, words: list[str]) -> str:
    return _value(game.context.rules.shares.certificates(game.context, EntityId(words[0])), words[1])


def _left(game: Game, words: list[str]) -> str:
    return "" if words[0] in game.context.rules.ending.left(game.context) else "still in the game"


def _debt(game: Game, words: list[str]) -> str:
    return _value(game.context.rules.ending.debt(game.context, _player(words[0])), words[1])


def _extra(game: Game, words: list[str]) -> str:
    found = getattr(game.state.extra, words[0])
    return _value(" ".join(found) if isinstance(found, list) else found, " ".join(words[1:]))


def _asks(game: Game, words: list[str]) -> str:
    found = ask(game.decision) if game.decision else "nobody"
    return "" if found.startswith(" ".join(words)) else found


def _may(game: Game, words: list[str]) -> str:
    if game.decision is None:
        return "the game is over"
    refusal = game.decision.rejection(read(" ".join(words), game.decision.actor))
    return str(refusal) if refusal else ""


def _score(game: Game, words: list[str]) -> str:
    return _value(game.context.rules.ending.score(game.context, _player(words[0])), words[1])


def _round(game: Game, words: list[str]) -> str:
    mark = game.state.round
    return "" if [mark.kind, str(mark.number), str(mark.part)][: len(words)] == words else str(mark)


CHECKERS: Mapping[str, Checker] = {
    "phase": lambda game, words: _value(game.state.phase, words[0]),
    "cash": lambda game, words: _value(game.state.cash.get(EntityId(words[0]), 0), words[1]),
    "bank": lambda game, words: _value(game.state.cash[BANK], words[0]),
    "priority": lambda game, words: _value(game.state.priority, words[0]),
    "private": lambda game, words: _value(game.state.privates.get(PrivateId(words[0]), "gone"), words[1]),
    "shares": _shares,
    "market": _market,
    "operated": _operated,
    "tile": _tile,
    "token": _token,
    "tokens": lambda game, words: _value(game.state.companies[_company(words[0])].tokens_left, words[1]),
    "free": lambda game, words: ", ".join(game.state.reserved.get(words[0], [])),
    "trains": _trains,
    "depot": lambda game, words: _value(train_class(game.state.depot[0]) if game.state.depot else "empty", words[0]),
    "discarded": lambda game, words: _value(" ".join(map(train_class, game.state.discards)), " ".join(words)),
    "pieces": lambda game, words: _value(game.state.tile_counts.get(TileId(words[0]), 0), words[1]),
    "extra": _extra,
    "president": _president,
    "frozen": _frozen,
    "certificates": _certificates,
    "order": _order,
    "waiting": _waiting,
    "revenue": lambda game, words: _value(game.state.companies[_company(words[0])].last_run, words[1]),
    "left": _left,
    "debt": _debt,
    "round": _round,
    "asks": _asks,
    "may": _may,
    "over": lambda game, words: _value(game.state.outcome or "not over", words[0]),
    "score": _score,
}
