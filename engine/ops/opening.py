"""The first position of a game: everything in its box, money dealt."""

from collections.abc import Sequence

from engine.ids import BANK, CompanyId, EntityId, PlayerId, PrivateId, TrainId
from engine.schema import TitleData
from engine.state import Extra, Frame, RoundMark, State


def opening(data: TitleData, seats: int, *, extra: Extra, stack: Sequence[Frame]) -> State:
    """Return the position before anything happened, from the printed numbers.

    Start money comes out of the bank; endless train classes put one card into the depot; privates belong to the bank;
    printed bases (`HexData.reserved`) are reserved. The phase is the first one.

    Args:
        data: the printed game.
        seats: number of players, ``P1`` ...
        extra: the title's own state.
        stack: frames, the last one acts first.
    """
    players = [PlayerId(EntityId(f"P{number}")) for number in range(1, seats + 1)]
    cash: dict[EntityId, int] = {BANK: data.bank - seats * data.start_cash[seats]}
    cash.update((player, data.start_cash[seats]) for player in players)
    return State(
        players=players,
        priority=players[0],
        cash=cash,
        phase=data.phases[0].id,
        round=RoundMark("start"),
        extra=extra,
        privates={PrivateId(item): BANK for item in data.privates},
        tile_counts=dict(data.board.counts),
        reserved=_reserved(data),
        depot=[TrainId(f"{kind.id}-{copy}") for kind in data.trains for copy in range(kind.count or 1)],
        stack=list(stack),
    )


def _reserved(data: TitleData) -> dict[str, list[CompanyId]]:
    places: dict[str, list[CompanyId]] = {}
    for hex_id, printed in data.board.hexes.items():
        for company, ref in printed.reserved.items():
            places.setdefault(hex_id if ref == "hex" else f"{hex_id}:{ref}", []).append(company)
    return places
