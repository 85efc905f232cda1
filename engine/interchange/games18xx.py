"""18xx.games exports played on our engine, every move checked.

`read` gives the whole game as a Session; `replay` does the same and lets an observer see the position after each
applied action, numbered as in the flattened log. Steps that one side asks and the other skips are passed or dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.actions import Action, Choose, Pass, Sell
from engine.decisions import Decision
from engine.errors import LogError, RuleError
from engine.events import CompanyFounded, Event
from engine.game import Game
from engine.ids import CHANCE, EntityId
from engine.interchange.labels import Labels
from engine.interchange.moves import candidates, certificates_of, sealed_bids
from engine.interchange.settings import title_and_setup
from engine.interchange.site import ImportFailure, SiteAction, SiteGame, parse
from engine.notation import write
from engine.session import Act, Session

Observer = Callable[[SiteAction, Game, tuple[Event, ...]], None]
"""Called after each applied site action with the position and what happened."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A played export: the file's own statements and our session."""

    site: SiteGame
    session: Session
    applied: int


def read(text: str | bytes) -> Imported:
    """Play a whole export.

    Raises:
        ImportFailure: not an export, a title or option we do not know, or an action our rules refuse; names it.
    """
    return replay(text)


def replay(text: str | bytes, *, to: int | None = None, observe: Observer | None = None) -> Imported:
    """Play an export up to flattened action `to` (None = all), telling `observe` about each action.

    Raises:
        ImportFailure: as `read`.
    """
    site = parse(text)
    title, setup = title_and_setup(site)
    player = _Player(Session(title, setup), site)
    actions = site.actions if to is None else site.actions[:to]
    for index, action in enumerate(actions):
        events = player.play(action, site.actions[index + 1 : index + 2])
        if observe is not None:
            observe(action, player.session.game, events)
    return Imported(site, player.session, len(actions))


class _Player:
    """Plays site actions one after the other."""

    def __init__(self, session: Session, site: SiteGame) -> None:
        self.session = session
        self.site = site
        self.labels = Labels()

    def play(self, action: SiteAction, following: Sequence[SiteAction]) -> tuple[Event, ...]:
        """Apply one site action and the passes that lead to the next one; return what happened."""
        upcoming = following[0] if following else None
        try:
            events = self._pass(action, upcoming) if action.kind == "pass" else self._move(action)
            return (*events, *self._settle(action, upcoming))
        except (RuleError, LogError, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            reason = error.reason if isinstance(error, LogError) else error
            raise ImportFailure(action.id, f"{_in_words(action)}: {reason}") from error

    def _move(self, action: SiteAction) -> list[Event]:
        if action.kind == "blind_bid":
            return [event for ours in sealed_bids(action, self.session.game.context) for event in self._act(ours)]
        events = self._name_seller(action)
        refusal: LogError | None = None
        while (found := self._fitting(action)) is None:
            decision = self.session.decision
            refusal = refusal or self._refusal(action, decision)
            if decision is None or not _passable(decision):
                raise refusal
            events += self._act(Pass(decision.actor))
            events += self._name_seller(action)
        return events + self._apply(action, found)

    def _name_seller(self, action: SiteAction) -> list[Event]:
        """Name who sells in an emergency when that is not whose turn it is: the site keeps no order there."""
        if action.kind != "sell_shares" or self.session.decision is None:
            return []
        holder = self.labels.certificate(self.session.game.context, action.texts("shares")[0])[2]
        named = Choose(self.session.decision.actor, holder)
        return [] if self.session.decision.rejection(named) else self._act(named)

    def _pass(self, action: SiteAction, upcoming: SiteAction | None) -> list[Event]:
        """Pass, unless the site passed a step that we never asked about."""
        found, decision = self._fitting(action), self.session.decision
        if found is None or decision is None:
            return []
        if action.auto and decision.player != CHANCE and action.entity in self.session.game.state.companies:
            return []
        if upcoming is not None and upcoming.entity == action.entity:
            if upcoming.kind != "pass" and self._fitting(upcoming) is not None:
                return []
            if upcoming.kind == "pass" and not self._stays(found, action.entity):
                return []
        return self._act(found)

    def _stays(self, action: Action, entity: str) -> bool:
        """Whether the same entity is asked again after the action."""
        after = self.session.propose(Act(action)).after  # type: ignore[arg-type]
        return after is not None and after.actor == entity

    def _settle(self, action: SiteAction, upcoming: SiteAction | None) -> list[Event]:
        """Pass what we still ask of the entity that acted and the site does not, so that both wait for the same."""
        events: list[Event] = []
        while upcoming is not None and self._fitting(upcoming) is None:
            decision = self.session.decision
            if decision is None or decision.actor != action.entity or not _passable(decision):
                break
            events += self._act(Pass(decision.actor))
        return events

    def _fitting(self, action: SiteAction) -> Action | None:
        decision, pos = self.session.decision, self.session.game.context
        if decision is None:
            return None
        if action.kind == "blind_bid":
            return Pass(EntityId(action.entity)) if decision.actor == action.entity else None
        found = candidates(action, pos, self.labels)
        for candidate in (*found, *_sales_by(decision.actor, found)):
            if decision.rejection(candidate) is None:
                return candidate
        return None

    def _apply(self, action: SiteAction, ours: Action) -> list[Event]:
        events = self._act(ours)
        self.labels.align(certificates_of(action), events)
        if action.kind == "lay_tile":
            self.labels.laid(action.text("tile"), ours.hex)  # type: ignore[attr-defined]
        return events

    def _act(self, action: Action) -> list[Event]:
        events = list(self.session.play(Act(action)))  # type: ignore[arg-type]
        for event in events:
            if isinstance(event, CompanyFounded):
                self.labels.forget(event.company)
        return events

    def _refusal(self, action: SiteAction, decision: Decision | None) -> LogError:
        if decision is None:
            return LogError(action.id, "the game is already over")
        tried = candidates(action, self.session.game.context, self.labels)
        if not tried:
            return LogError(action.id, f"the kind {action.kind} is unknown")
        reason = decision.rejection(tried[0])
        return LogError(action.id, f"{write(tried[0])} is refused: {reason}")


def _sales_by(actor: EntityId, found: Sequence[Action]) -> list[Action]:
    """The same sales by the corporation in need: it acts for everybody in its chain, the file names the seller."""
    return [replace(sale, actor=actor) for sale in found if isinstance(sale, Sell)]


def _passable(decision: Decision) -> bool:
    return decision.rejection(Pass(decision.actor)) is None


def _in_words(action: SiteAction) -> str:
    return f"{action.kind} by {action.entity}"
