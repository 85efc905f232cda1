"""A game small enough to know by heart: chance shows a colour, then each player in turn adds a number, for some rounds.

It stands in for a real title wherever tables, storage or Discord are tested. Options: ``short`` (one round instead of
three), ``sealed`` (the numbers stay hidden until the round is over).
"""

from collections.abc import Iterable
from typing import cast

from engine.actions import Action, Bid, Choose, Close, Draw, Pass
from engine.context import Context
from engine.decisions import Amount, Decision, Field, OneOf, Spec, field
from engine.errors import RuleError
from engine.events import Announced, GameEnded, Passed, RoundBegan, TurnEnded
from engine.frames.base import Turn
from engine.ids import BANK, CHANCE, EntityId, PhaseId, PlayerId, PrivateId
from engine.policies import Rules
from engine.schema import BoardData, MarketData, TitleData
from engine.state import Extra, RoundMark, State
from engine.title import Option, Setup, Title

COLOURS = ("red", "green", "blue", "white", "black")
NUMBERS = ("1", "2", "3", "4", "5")
UNKNOWN = RuleError("not_offered", "1.2", "Choose one of the numbers 1 to 5.")
TOO_MUCH = RuleError("too_much", "1.3", "A bid is between 1 and 100.")


class Tally(Extra):
    """Colours shown and sums so far."""

    colours: list[str]
    sums: dict[PlayerId, int]


class Counting(Turn):
    """The whole game: whose number comes next, and in which round."""

    rounds: int
    sealed: bool = False
    round: int = 0
    index: int = -1

    def advance(self, ctx: Context) -> Decision | None:
        """Ask chance for a colour, then each player for a number."""
        if ctx.state.outcome:
            return None
        if self.index < 0:
            colours = OneOf(lambda: COLOURS, UNKNOWN)
            shows = (Spec(Draw, "Show a colour", (field("outcome", colours),)),)
            return Decision(CHANCE, CHANCE, "shows a colour", "1.1", shows, barrier=True)
        player = ctx.state.players[self.index]
        barrier = self.index == 0
        return Decision(player, player, "adds a number", "1.2", specs(), barrier=barrier, secret=self.sealed)

    def apply(self, ctx: Context, action: Action) -> None:
        """Add the number and go on to the next seat."""
        tally = cast(Tally, ctx.state.extra)
        if isinstance(action, Draw):
            tally.colours.append(action.outcome)
            self.index = 0
            self.round += 1
            ctx.state.round = RoundMark("operating", self.round, 1)
            ctx.emit(RoundBegan(ctx.state.round))
            return
        player = ctx.state.players[self.index]
        number = worth(action)
        tally.sums[player] = tally.sums.get(player, 0) + number
        ctx.emit(Announced("added", f"{player} adds {number}.") if number else Passed(player, "adds nothing"))
        self.index += 1
        if self.index == len(ctx.state.players):
            ctx.emit(TurnEnded("round", player))
            self.index = -1
        if (self.round >= self.rounds and self.index < 0) or isinstance(action, Close):
            finish(ctx, "closed" if isinstance(action, Close) else "all rounds played")


def specs() -> tuple[Spec, ...]:
    """What a player may do: a number, a bid, nothing, or end the game for everybody."""
    numbers = OneOf(lambda: NUMBERS, UNKNOWN, labels=lambda value: f"number {value}")
    items = OneOf(lambda: ("big", "small"), UNKNOWN)

    def amount(given: object) -> Amount:
        return Amount(1, 100, TOO_MUCH)

    return (
        Spec(Choose, "Add a number", (field("option", numbers),)),
        Spec(Bid, "Bid", (field("item", items), Field("amount", amount))),
        Spec(Pass, "Add nothing"),
        Spec(Close, "End the game", (field("item", OneOf(lambda: ("game",), UNKNOWN)),), grave=True),
    )


def worth(action: Action) -> int:
    """Return what an action adds."""
    if isinstance(action, Choose):
        return int(action.option)
    return action.amount if isinstance(action, Bid) else 0


def finish(ctx: Context, reason: str) -> None:
    """End the game."""
    ctx.state.outcome = reason
    ctx.state.scores = dict(cast(Tally, ctx.state.extra).sums)
    ctx.emit(GameEnded(reason, ctx.state.scores))


def load(setup: Setup) -> TitleData:
    """Return the printed data: nearly nothing."""
    board = BoardData("flat", {}, {}, {})
    return TitleData(setup.title, board, MarketData(()), (), (), {}, {}, 100, {}, {})


def begin(setup: Setup, _data: TitleData) -> State:
    """Return the first position."""
    players = [PlayerId(EntityId(f"P{number}")) for number in range(1, len(setup.players) + 1)]
    rounds = 1 if "short" in setup.options else 3
    return State(
        players=players,
        priority=players[0],
        cash={EntityId(BANK): 100},
        phase=PhaseId("1"),
        round=RoundMark("auction"),
        extra=Tally([], dict.fromkeys(players, 0)),
        stack=[Counting(rounds=rounds, sealed="sealed" in setup.options)],
    )


def no_rules(_setup: Setup, _data: TitleData) -> Rules:
    """Return no policies: nothing here asks one."""
    return cast(Rules, None)


COUNTING = Title(
    id="count",
    name="Counting",
    players=(2, 4),
    options=(
        Option("short", "One round instead of three.", "2.1"),
        Option("sealed", "Numbers stay hidden until the round is over.", "2.2"),
    ),
    version=1,
    frames=(Counting,),
    extra=Tally,
    load=load,
    rules=no_rules,
    begin=begin,
)
"""The title."""

TITLES = {COUNTING.id: COUNTING}
"""A registry with nothing else in it."""


def script(numbers: Iterable[int]) -> "Scripted":
    """Return chance that gives these numbers, then zeros."""
    return Scripted(list(numbers))


class Scripted:
    """Chance by script: `pick(n)` gives the next number, 0 when the script has run out; `asked` counts."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.asked = 0

    def __call__(self, sides: int) -> int:
        """Return the next number."""
        self.asked += 1
        return self.numbers.pop(0) % sides if self.numbers else 0


def big_bid(player: PlayerId, amount: int) -> Bid:
    """Return a bid of a player on the big item."""
    return Bid(player, PrivateId("big"), amount)
