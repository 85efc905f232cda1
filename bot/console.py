"""A table in the terminal: the same decisions and the same notation as on Discord, in text."""

from collections.abc import Callable, Sequence

from bot import narration, notify
from bot.errors import Refused
from bot.tables import Outcome, Position, Tables, Who
from engine import notation
from engine.decisions import Decision, Walk
from engine.errors import RuleError

HELP = """\
Type a number to choose, several numbers to choose step by step (2 1 3), or a move: choose 3; lay K5 9 1.
Several moves parted by ; count all or none. Also:
  moves         every move that is possible now
  score         money and worth of everybody
  log [N]       the last N moves (10)
  undo [N]      take N moves back (1)
  redo          play them again
  help          this text
  quit          stop; the game is stored
"""
_SHOWN = 40
_HERE = Who(0, "Console")
_UNDO = Who(0, "Console", mandate="host")


class Console:
    """One table at one keyboard.

    Args:
        tables, game: where it is stored; `read`: gives a line, empty at the end of input; `write`: takes text.
    """

    def __init__(self, tables: Tables, game: int, read: Callable[[], str], write: Callable[[str], object]) -> None:
        self._tables = tables
        self._game = game
        self._read = read
        self._write = write
        self._path: tuple[int, ...] = ()

    async def run(self) -> None:
        """Play until the game is over or input ends."""
        self._say(f"Table {self._game}; it is stored. Type help for help, quit to stop.")
        while True:
            position = await self._tables.position(self._game)
            if position.decision is None:
                self._end(position)
                return
            self._ask(position, position.decision)
            line = self._read()
            if not line or line.strip().lower() in ("quit", "exit"):
                self._say(f"Stored. Go on with: railhead play --game {self._game}")
                return
            await self._answer(position, position.decision, line.strip())

    def _ask(self, position: Position, decision: Decision) -> None:
        state = position.game.state if position.game else None
        head = notify.round_words(state.round) if state else ""
        self._say(f"\n{head} · {narration.asks(decision, position.seats)}")
        for index, label in self._here(decision).options[:_SHOWN]:
            self._say(f"  {index + 1:>2}  {narration.with_names(label, position.seats)}")

    def _here(self, decision: Decision) -> Walk:
        try:
            return decision.walk(self._path)
        except RuleError:
            self._path = ()
            return decision.walk(())

    async def _answer(self, position: Position, decision: Decision, line: str) -> None:
        word, *rest = line.split() or [""]
        count = int(rest[0]) if rest and rest[0].isdigit() else None
        try:
            if not word:
                self._path = ()
            elif all(part.isdigit() for part in line.split()):
                await self._choose(decision, [int(part) - 1 for part in line.split()])
            elif word.lower() in ("help", "moves", "score", "log", "undo", "redo"):
                await self._command(word.lower(), position, decision, count)
            else:
                await self._move(decision, line)
        except (Refused, RuleError) as error:
            self._path = ()
            self._say(f"! {narration.with_names(str(error), position.seats)}")

    async def _choose(self, decision: Decision, numbers: Sequence[int]) -> None:
        for number in numbers:
            walk = decision.walk((*self._path, number))
            self._path = (*self._path, number)
            if walk.action is not None:
                await self._move(decision, notation.write(walk.action), grave=walk.spec is not None and walk.spec.grave)
                return

    async def _move(self, decision: Decision, line: str, *, grave: bool | None = None) -> None:
        verbs = {part.split()[0].lower() for part in line.replace(":", " ").split(";") if part.split()}
        is_grave = any(spec.grave and spec.name in verbs for spec in decision.specs) if grave is None else grave
        self._path = ()
        if is_grave and not self._sure():
            return
        self._tell(await self._tables.submit(self._game, [line], _HERE))

    def _sure(self) -> bool:
        self._say("This cannot be undone by the rules. Type yes to do it:")
        return self._read().strip().lower() in ("yes", "y")

    async def _command(self, word: str, position: Position, decision: Decision, count: int | None) -> None:
        if word == "help":
            self._say(HELP)
        elif word == "moves":
            self._moves(decision)
        elif word == "score":
            self._score(position)
        elif word == "log":
            self._log(position, count or 10)
        elif word == "undo":
            self._tell(await self._tables.undo(self._game, _UNDO, count))
        else:
            self._tell(await self._tables.redo(self._game, _UNDO))

    def _moves(self, decision: Decision) -> None:
        for number, action in enumerate(decision.enumerate()):
            if number == _SHOWN:
                self._say("  ... and more")
                return
            self._say(f"  {notation.write(action)}")

    def _score(self, position: Position) -> None:
        if position.game is None:
            return
        money = position.game.blueprint.data.currency.format
        ending, now = position.game.blueprint.rules.ending, position.game.context
        for seat in position.seats:
            cash = now.state.cash.get(seat.player, 0)
            self._say(f"  {seat.name}: {money(cash)} in cash, worth {money(ending.score(now, seat.player))}")

    def _log(self, position: Position, count: int) -> None:
        live = position.session.live if position.session else ()
        for action in live[-count:]:
            self._say(f"  {narration.with_names(notation.write(action), position.seats)}")

    def _tell(self, outcome: Outcome) -> None:
        for sentence in outcome.sentences:
            self._say(f"  {sentence}")

    def _end(self, position: Position) -> None:
        scores = position.game.state.scores if position.game else {}
        self._say(f"The game is over: {position.row.ended or position.row.status}.")
        for player, score in sorted(scores.items(), key=lambda item: -item[1]):
            seat = position.seat(player)
            self._say(f"  {seat.name if seat else player}: {score}")

    def _say(self, text: str) -> None:
        self._write(f"{text}\n")
