"""Being written."""

from engine.context import Context
from engine.decisions import Decision
from engine.frames.base import Turn
from engine.ids import CompanyId

class TransformStep(Turn, tag="transforming"):
    """Being written."""

    company: CompanyId

    def advance(self, ctx: Context) -> Decision | None:
        """Nothing yet."""
        return None
