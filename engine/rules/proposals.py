"""Route proposals: what a search found, remembered per position, and its words for players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.actions import Route
from engine.board import WORK, Board, RouteSet, format_route
from engine.context import Position
from engine.ids import TrainId
from engine.policies import RouteAim, RouteProposal

Proposals = tuple[RouteProposal, ...]


@dataclass(slots=True)
class _Known:
    """The best answer so far to one question, and the budget it had."""

    budget: int = 0
    proposals: Proposals = ()


def recall(pos: Position, key: str, budget: int | None, search: Callable[[int], Proposals]) -> Proposals:
    """Return the proposals for a question of this position; search only if a smaller budget did not prove them."""
    known = pos.memo(f"routes {key}", _Known)
    wanted = WORK if budget is None else budget
    if known.budget < wanted and not (known.budget and all(each.proven for each in known.proposals)):
        known.proposals, known.budget = search(wanted), wanted
    return known.proposals


def remember(pos: Position, key: str, proposals: Proposals) -> None:
    """Keep proposals that were searched elsewhere with the usual budget."""
    known = pos.memo(f"routes {key}", _Known)
    known.proposals, known.budget = proposals, WORK


def proposal(board: Board, cards: Sequence[TrainId], found: RouteSet, aim: RouteAim = "revenue") -> RouteProposal:
    """Return what the search found for these cards as a proposal."""
    runs = [
        (Route(card, format_route(board, walk)), money)
        for card, walk, money in zip(cards, found.routes, found.revenues, strict=True)
        if walk is not None
    ]
    return RouteProposal(
        routes=tuple(route for route, _ in runs),
        revenues=tuple(money for _, money in runs),
        total=found.total,
        bound=found.bound,
        proven=found.proven,
        work=found.work,
        subsidy=found.subsidy,
        aim=aim,
    )
