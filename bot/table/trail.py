"""Who made the actions that count, without asking the engine; and whether they may be taken back freely."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.errors import Refused
from bot.rows import EntryRow, Seat
from bot.table.requests import Takeback
from engine.decisions import Decision
from engine.ids import CHANCE
from engine.session import Act, Redo


@dataclass(frozen=True, slots=True)
class Mark:
    """One action that counts: the seat it was made for, and whether the question it answered was a barrier."""

    player: str
    barrier: bool


@dataclass(frozen=True, slots=True)
class Trail:
    """The actions that count, and those taken back; `undos`: entry numbers of the undos that can be redone."""

    live: tuple[Mark, ...] = ()
    undone: tuple[tuple[Mark, ...], ...] = ()
    undos: tuple[int, ...] = ()

    def after(self, rows: Iterable[EntryRow]) -> "Trail":
        """Return the trail after more entries."""
        live, undone, undos = list(self.live), list(self.undone), list(self.undos)
        for row in rows:
            if isinstance(row.entry, Act):
                live.append(Mark(row.player, row.barrier))
                undone.clear()
                undos.clear()
            elif isinstance(row.entry, Redo):
                live += undone.pop()
                undos.pop()
            else:
                keep = len(live) - row.entry.count
                undone.append(tuple(live[keep:]))
                undos.append(row.seq)
                del live[keep:]
        return Trail(tuple(live), tuple(undone), tuple(undos))

    def last_of(self, players: Sequence[str]) -> int | None:
        """Return the index of the last action that counts of any of these seats."""
        return next((index for index in range(len(self.live) - 1, -1, -1) if self.live[index].player in players), None)


def judge(trail: Trail, now: Decision | None, seats: Sequence[Seat], user: int, count: int | None) -> Takeback:
    """Return what an undo by `user` would do; `count` None = back to before their own last action.

    Raises:
        Refused: there is nothing to take back.
    """
    mine = tuple(str(seat.player) for seat in seats if seat.user == user)
    keep = _target(trail, mine, count)
    passed = trail.live[keep:]
    is_own = all(mark.player in mine for mark in passed)
    is_barred = (
        any(mark.player == CHANCE for mark in passed)
        or any(mark.barrier for mark in passed[1:])
        or (now is not None and now.barrier)
        or now is None
    )
    number = len(passed)
    words = "the last move" if number == 1 else f"the last {number} moves"
    go = "goes" if number == 1 else "go"
    if is_barred:
        return Takeback(number, "barrier", f"Something was drawn or opened since: {words} {go} back only with consent.")
    if not is_own:
        return Takeback(number, "others_acted", f"Others have moved since: {words} {go} back only with consent.")
    return Takeback(number, "", f"This takes back {words}.")


def _target(trail: Trail, mine: Sequence[str], count: int | None) -> int:
    nothing = Refused("nothing_to_undo", "There is nothing to take back.")
    if count is not None:
        if not 0 < count <= len(trail.live):
            raise nothing
        return len(trail.live) - count
    index = trail.last_of(mine)
    if index is None:
        raise nothing
    return index
