"""Being written."""

from engine.context import Context
from engine.decisions import Decision
from engine.frames.base import Turn
from engine.ids import CompanyId

class MergeStep(Turn, tag="merging"):
    """Being written."""

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Nothing yet."""
        return None
