"""Sessions: proposals, undo, redo, snapshots, logs, digests; and the codec under them."""

import msgspec
import pytest

from engine.actions import Par, Pass
from engine.codec import Codec
from engine.errors import InvariantError, LogError, RuleError
from engine.ids import BANK, CompanyId, EntityId
from engine.session import SNAPSHOT_EVERY, Act, Redo, Session, Undo
from engine.title import Setup
from tests.support.play import QUICK, describe, random_game
from tests.support.t18mini import T18MINI

SETUP = Setup("t18mini", ("Ann", "Bea", "Carl"))
P1, P2 = EntityId("P1"), EntityId("P2")
AAA = CompanyId(EntityId("AAA"))


@pytest.fixture
def session() -> Session:
    return Session(T18MINI, SETUP)


@pytest.fixture(scope="module")
def played() -> Session:
    return random_game(T18MINI, SETUP, 5, checks=QUICK)


def do(session: Session, *entries: Act | Undo | Redo) -> None:
    for entry in entries:
        session.accept(session.propose(entry))


def test_a_proposal_changes_nothing_until_it_is_accepted(session: Session) -> None:
    before = session.digest()
    proposal = session.propose(Act(Par(P1, AAA, 60)))
    assert session.digest() == before
    assert proposal.game.digest() != before
    assert {type(event).__name__ for event in proposal.events} >= {"CompanyFounded", "TokenPlaced", "TurnEnded"}
    session.accept(proposal)
    assert session.digest() == proposal.game.digest()


def test_a_refused_action_leaves_the_session_alone(session: Session) -> None:
    before = session.digest()
    with pytest.raises(RuleError, match="Starting prices"):
        session.propose(Act(Par(P1, AAA, 61)))
    assert (session.digest(), session.entries) == (before, [])


def test_undo_and_redo_are_entries_and_inverse(session: Session) -> None:
    states = [session.digest()]
    for entry in (Act(Par(P1, AAA, 60)), Act(Pass(P2)), Act(Pass(EntityId("P3")))):
        do(session, entry)
        states.append(session.digest())
    do(session, Undo(2))
    assert session.digest() == states[1]
    do(session, Undo())
    assert session.digest() == states[0]
    do(session, Redo())
    assert session.digest() == states[1]
    do(session, Redo())
    assert session.digest() == states[3]
    assert len(session.entries) == 7
    assert Session.fold(T18MINI, SETUP, session.entries).digest() == states[3]


def test_a_new_action_ends_what_could_be_redone(session: Session) -> None:
    do(session, Act(Par(P1, AAA, 60)), Undo(), Act(Pass(P1)))
    with pytest.raises(RuleError, match="nothing to redo"):
        session.propose(Redo())


@pytest.mark.parametrize("count", [0, 1, -1])
def test_there_is_nothing_to_take_back_at_the_start(session: Session, count: int) -> None:
    with pytest.raises(RuleError, match="nothing to take back"):
        session.propose(Undo(count))


def test_a_broken_log_names_its_entry() -> None:
    entries = [Act(Par(P1, AAA, 60)), Act(Par(P2, AAA, 60))]
    with pytest.raises(LogError, match=r"Action 2: .*no such company"):
        Session.fold(T18MINI, SETUP, entries)


def test_any_earlier_position_can_be_seen(played: Session) -> None:
    game = played.blueprint.first()
    for number, action in enumerate(played.live[: 2 * SNAPSHOT_EVERY + 3]):
        if number % 25 == 0:
            assert played.at(number).digest() == game.digest()
        game.apply(action)
    with pytest.raises(RuleError, match="not"):
        played.at(len(played.live) + 1)


def test_long_undo_past_snapshots_is_exact(played: Session) -> None:
    session = Session.fold(T18MINI, SETUP, played.entries)
    target = len(session.live) - SNAPSHOT_EVERY - 7
    do(session, Undo(SNAPSHOT_EVERY + 7))
    assert session.digest() == played.at(target).digest()
    do(session, Redo())
    assert session.digest() == played.digest()


def test_a_finished_game_takes_no_action(played: Session) -> None:
    assert played.decision is None
    with pytest.raises(InvariantError, match="The game is over"):
        played.game.apply(Pass(P1))


def test_an_entry_survives_json(played: Session) -> None:
    for entry in (*played.entries[:20], Undo(3), Redo()):
        text = msgspec.json.encode(entry)
        assert msgspec.json.decode(text, type=Act | Undo | Redo) == entry


def test_the_state_survives_encoding_with_its_question(played: Session) -> None:
    game = played.at(60)
    codec = played.blueprint.codec
    twin = codec.decode(codec.encode(game.state))
    assert codec.digest(twin) == game.digest()
    assert describe(game.copy().decision) == describe(game.decision)
    twin.cash[BANK] += 1
    assert codec.digest(twin) != game.digest()


def test_a_state_of_another_title_is_refused(played: Session) -> None:
    blob = played.blueprint.codec.encode(played.at(10).state)
    with pytest.raises(msgspec.ValidationError):
        Codec(T18MINI.frames[:1], T18MINI.extra).decode(blob)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("t18mini", ("Ann",)), "for 2 to 4 players, not 1"),
        (Setup("t18mini", ("Ann", "Bea"), ("fog",)), "no option called fog"),
        (Setup("t18mini", ("Ann", "Bea"), edition="other"), "no edition called other"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(setup: Setup, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        Session(T18MINI, setup)
