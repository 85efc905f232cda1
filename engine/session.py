"""A game as a fold of its log: entries in, position out; undo, redo, snapshots, digests.

The truth is the append-only list of entries. Undo and redo are entries too: they shorten or lengthen the list of
*live* actions, and the position is computed again from the nearest snapshot.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from msgspec import Struct

from engine.actions import Action, AnyAction
from engine.decisions import Decision
from engine.errors import LogError, RuleError
from engine.events import Event
from engine.game import Blueprint, Game
from engine.title import Setup, Title

SNAPSHOT_EVERY = 50


class Act(Struct, frozen=True, tag="act", tag_field="entry"):
    """An action was taken."""

    action: AnyAction


class Undo(Struct, frozen=True, tag="undo", tag_field="entry"):
    """The last `count` live actions are taken back."""

    count: int = 1


class Redo(Struct, frozen=True, tag="redo", tag_field="entry"):
    """The actions of the latest undo that nothing has followed are played again."""


Entry = Act | Undo | Redo

Live = tuple[Action, ...]
"""The actions that count, in order: what the position is folded from."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An accepted entry that is not yet part of the session.

    Attributes:
        game: the position after it; `events`: what happened; `before`, `after`: the decisions around it.
    """

    entry: Entry
    game: Game
    events: tuple[Event, ...]
    before: Decision | None
    live: Live
    undone: tuple[Live, ...]

    @property
    def after(self) -> Decision | None:
        """The decision the game waits for afterwards."""
        return self.game.decision


class Session:
    """A running game and its log. `propose` never changes it, `accept` does."""

    def __init__(self, title: Title, setup: Setup) -> None:
        """Start a game.

        Raises:
            RuleError: the setup cannot be played.
        """
        self.blueprint = Blueprint(title, setup)
        self.game = self.blueprint.first()
        self.entries: list[Entry] = []
        self.live: Live = ()
        self._undone: tuple[Live, ...] = ()
        self._snapshots: dict[int, bytes] = {0: self.blueprint.codec.encode(self.game.state)}

    @classmethod
    def fold(cls, title: Title, setup: Setup, entries: Iterable[Entry]) -> "Session":
        """Return the session after all entries, every move checked; no copy per action.

        The log counts as accepted before: only what a route search would have to prove is not proven again.

        Raises:
            RuleError: the setup cannot be played.
            LogError: names the entry that is not allowed, and why.
        """
        session = cls(title, setup)
        for number, entry in enumerate(entries, 1):
            session.game.context.trusted = True
            try:
                session.play(entry)
            except RuleError as error:
                raise LogError(number, str(error)) from error
        session.game.context.trusted = False
        return session

    @classmethod
    def resume(cls, title: Title, setup: Setup, entries: Sequence[Entry], snapshots: Mapping[int, bytes]) -> "Session":
        """Return the session after all entries, from stored positions (number of the entry they follow -> state).

        Entries before the latest position that still counts are trusted, later ones checked.

        Raises:
            RuleError: the setup cannot be played.
            LogError: a later entry is not allowed.
            msgspec.ValidationError: a stored position was written by another title or version.
        """
        session = cls(title, setup)
        session.live, session._undone, stored = _follow_all(entries, snapshots)
        session.entries = list(entries)
        for number, position in snapshots.items():
            live = stored.get(number, ())
            if live and session.live[: len(live)] == live:
                session._snapshots[len(live)] = position
        try:
            session.game = session._at(session.live)
        except RuleError as error:
            raise LogError(len(entries), str(error)) from error
        return session

    def fork(self) -> "Session":
        """Return an independent session at the same position: a trial, a sandbox."""
        other = copy(self)
        other.entries = list(self.entries)
        other._snapshots = dict(self._snapshots)
        return other

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over."""
        return self.game.decision

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.blueprint.setup

    @property
    def kept(self) -> Mapping[int, bytes]:
        """Encoded positions on the way, by the number of live actions they follow; 0 is always there."""
        return self._snapshots

    def digest(self) -> str:
        """Return the digest of the position."""
        return self.game.digest()

    def propose(self, entry: Entry) -> Proposal:
        """Return what `entry` would lead to, computed on a copy.

        Raises:
            RuleError: not allowed; nothing has changed.
        """
        if isinstance(entry, Act):
            game = self.game.copy()
            events = game.apply(entry.action)
            return Proposal(entry, game, events, self.decision, (*self.live, entry.action), ())
        live, undone = _follow(entry, self.live, self._undone)
        game = self._at(live)
        return Proposal(entry, game, (), self.decision, live, undone)

    def accept(self, proposal: Proposal) -> None:
        """Make a proposal of this very position the session's position."""
        self.entries.append(proposal.entry)
        self.game = proposal.game
        self._forget_snapshots(proposal.live)
        self.live, self._undone = proposal.live, proposal.undone
        self._keep_snapshot()

    def at(self, number: int) -> Game:
        """Return the position after the first `number` live actions (0 = the start).

        Raises:
            RuleError: there are not so many.
        """
        if not 0 <= number <= len(self.live):
            raise RuleError("no_such_action", "", f"The game has {len(self.live)} actions so far, not {number}.")
        return self._at(self.live[:number])

    def _at(self, live: Sequence[Action]) -> Game:
        shared = min(len(live), len(self.live))
        base = max(number for number in self._snapshots if number <= shared)
        game = Game(self.blueprint, self.blueprint.codec.decode(self._snapshots[base]))
        game.context.trusted = True
        for action in live[base:]:
            game.apply(action)
        game.context.trusted = False
        return game

    def play(self, entry: Entry) -> tuple[Event, ...]:
        """Apply an entry in place, without a copy: for folding logs; return what happened.

        Raises:
            RuleError: not allowed; nothing has changed.
        """
        if not isinstance(entry, Act):
            self.accept(self.propose(entry))
            return ()
        events = self.game.apply(entry.action)
        self.entries.append(entry)
        self.live, self._undone = (*self.live, entry.action), ()
        self._keep_snapshot()
        return events

    def _forget_snapshots(self, live: Sequence[Action]) -> None:
        shared = min(len(live), len(self.live))
        if len(live) < len(self.live):
            self._snapshots = {number: blob for number, blob in self._snapshots.items() if number <= shared}

    def _keep_snapshot(self) -> None:
        if self.live and len(self.live) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.live)] = self.blueprint.codec.encode(self.game.state)


def _follow(entry: Entry, live: Live, undone: tuple[Live, ...]) -> tuple[Live, tuple[Live, ...]]:
    """Return the live and the undone actions after an entry, without asking the rules."""
    if isinstance(entry, Act):
        return (*live, entry.action), ()
    if isinstance(entry, Redo):
        if not undone:
            raise RuleError("nothing_to_redo", "", "There is nothing to redo.")
        return (*live, *undone[-1]), undone[:-1]
    if not 0 < entry.count <= len(live):
        raise RuleError("nothing_to_undo", "", "There is nothing to take back.")
    keep = len(live) - entry.count
    return live[:keep], (*undone, live[keep:])


def _follow_all(entries: Sequence[Entry], wanted: Container[int]) -> tuple[Live, tuple[Live, ...], dict[int, Live]]:
    """Return the live and the undone actions after all entries, and the live ones after each entry that is wanted."""
    live: list[Action] = []
    undone: tuple[Live, ...] = ()
    found: dict[int, Live] = {}
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Act):
            live.append(entry.action)
            undone = ()
        else:
            kept, undone = _follow(entry, tuple(live), undone)
            live = list(kept)
        if number in wanted:
            found[number] = tuple(live)
    return tuple(live), undone, found
