"""What only 1841 keeps in its state."""

from typing import Final

from engine.context import Context, Position
from engine.decisions import Decision
from engine.errors import InvariantError
from engine.frames.asking import Question, passing
from engine.ids import CHANCE, CompanyId, EntityId, PlayerId
from engine.state import Extra

ONLINE: Final = "edition:18xx.games"


class Extra1841(Extra, tag="1841"):
    """State of 1841 beside the shared part.

    Attributes:
        sold: who -> corporations whose stock they sold in this round; they may not buy it back [3.1, 4.7.2].
        connected: external boxes that have been connected [5].
        removed: corporations out of the game for good.
        laid_by: online, the corporation that has laid a tile in the running turn.
        bankrupt: players who left the game; `loans`: player -> money to be subtracted at the end [4.5.1].
    """

    sold: dict[EntityId, list[CompanyId]] = {}
    connected: list[str] = []
    laid_by: str = ""
    removed: list[CompanyId] = []
    bankrupt: list[PlayerId] = []
    loans: dict[PlayerId, int] = {}


def extra_of(pos: Position) -> Extra1841:
    """The title's own part of the state."""
    extra = pos.state.extra
    if not isinstance(extra, Extra1841):
        raise InvariantError(f"{type(extra).__name__} is not the extra state of this title.")
    return extra


def note_sale(ctx: Context, seller: EntityId, company: CompanyId) -> None:
    """Remember that the seller sold stock of the corporation in this round."""
    sold = extra_of(ctx).sold.setdefault(seller, [])
    if company not in sold:
        sold.append(company)


def is_online(pos: Position) -> bool:
    """Whether the game follows the online edition where that differs from the rulebook."""
    return ONLINE in pos.options


def nothing_offered(ctx: Context, company: CompanyId, question: Question) -> Decision | None:
    """Online a step that offers nothing is passed by the site, as an action of its own; by the book it is skipped.

    The pass is a chance decision with a single outcome, so that nobody is asked and logs number the same actions.
    """
    if not is_online(ctx):
        return None
    prompt, topic = question
    return Decision(company, CHANCE, prompt, ctx.rules.paragraph(topic), (passing("Nothing is possible"),))
