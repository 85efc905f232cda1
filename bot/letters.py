"""What the outbox holds: letters that the Discord layer delivers, each exactly once.

Every letter has a nonce that is unique in the database and fits Discord's message nonce (25 characters).
"""

from dataclasses import dataclass
from datetime import datetime

from msgspec import Struct


class Card(Struct, frozen=True, tag="card", tag_field="kind"):
    """Somebody *newly* has to act: post a new turn card (the previous one's buttons go quiet).

    Attributes:
        user: who is called; `player`: their seat; `actor`: the player or company that acts.
        line: the stable first line, mention included; `since`: sentences since their last turn, oldest first.
        ping: False in the user's quiet hours: post without mentioning; a `Nudge` of level 0 follows in time.
    """

    user: int
    player: str
    actor: str
    line: str
    since: tuple[str, ...] = ()
    ping: bool = True


class Refresh(Struct, frozen=True, tag="refresh", tag_field="kind"):
    """The same player goes on: edit their card to the new question; mention nobody."""

    user: int
    player: str
    line: str


class Pictures(Struct, frozen=True, tag="pictures", tag_field="kind"):
    """A turn is over: post map and market as they are after `live` live actions, last move highlighted.

    Attributes:
        turn: kind of turn (``operating``, ``stock``, ``lot`` ...); `actor`: whose.
        first: live actions at the pictures before: what came since is to be highlighted.
    """

    live: int
    turn: str
    actor: str
    first: int


class Log(Struct, frozen=True, tag="log", tag_field="kind"):
    """Lines for the log thread."""

    lines: tuple[str, ...]


class Nudge(Struct, frozen=True, tag="nudge", tag_field="kind"):
    """A reminder: `level` 0 the call itself after quiet hours, 1 to 3 with escalating `words`; mention only `user`."""

    user: int
    level: int
    line: str
    words: str
    since: int


class Stalled(Struct, frozen=True, tag="stalled", tag_field="kind"):
    """The third reminder went unanswered for now: tell table and host; `since` = Unix time the turn began."""

    user: int
    host: int
    words: str
    since: int


class Started(Struct, frozen=True, tag="started", tag_field="kind"):
    """The game has begun: open table and log threads; `lines` say the seating."""

    lines: tuple[str, ...]


class Ended(Struct, frozen=True, tag="ended", tag_field="kind"):
    """The game is over: post standings, final pictures, statistics; `scores` seat -> money, best first."""

    reason: str
    scores: tuple[tuple[str, int], ...]


class Notice(Struct, frozen=True, tag="notice", tag_field="kind"):
    """Something everybody at the table should read (pause, replacement, petition decided); mentions only `users`."""

    words: str
    users: tuple[int, ...] = ()


Content = Card | Refresh | Pictures | Log | Nudge | Stalled | Started | Ended | Notice


@dataclass(frozen=True, slots=True)
class Letter:
    """One row of the outbox.

    Attributes:
        seq: the entry it belongs to; `nonce`: unique, at most 25 characters.
        attempts: deliveries begun before this one; above 0 the message may already be there: look for it first.
        begun: when the first of them was begun, None if this is the first.
    """

    id: int
    game: int
    seq: int
    nonce: str
    content: Content
    attempts: int = 0
    begun: datetime | None = None
