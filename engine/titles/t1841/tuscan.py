"""Being written."""

from engine.context import Context
from engine.decisions import Decision
from engine.frames.base import Turn


class TuscanMerge(Turn, tag="tuscan"):
    """Being written."""

    

    def advance(self, ctx: Context) -> Decision | None:
        """Nothing yet."""
        return None
