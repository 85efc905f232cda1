"""Golden cases: text files that a player could read, run against the engine. Pure text in, results out.

A file holds cases; a case is GIVEN a position, WHEN moves are made, THEN facts hold or the last move is REFUSED::

    CASE A tile needs a connection [3.1]
    GIVEN title t18mini
      players Ann Bea
      company AAA 60                  # started at that price, everything in its offering
      shares AAA P1 60                # percent; whoever is named first with enough takes the presidency
      token AAA A3:c0
      cash AAA 200
      operate AAA                     # it is AAA's operating turn
    WHEN AAA: lay A3 5 5
    THEN tile A3 5 5
      asks AAA buys trains
    WHEN AAA: lay A3 5 5
    THEN REFUSED 3.5

* ``#`` begins a comment at the start of a line or after two spaces; indentation means nothing.
* GIVEN, WHEN and THEN may be followed by their first line. A case may go on with further WHEN and THEN.
* GIVEN begins with the set-up: ``title``, ``players`` (names), and if wanted ``options``, ``edition``.
  Then facts (`engine.cases.facts` lists them) and ``play MOVE`` lines change the title's first position in order;
  ``until AAA buys trains`` passes for everybody until the game asks that.
* WHEN lines are moves in notation; all but a refused one must be legal.
* ``REFUSED PARAGRAPH [CODE]`` means the last move of the WHEN above; it must change nothing. ``-`` = no paragraph.
* Other THEN lines are facts; ``no`` before a fact denies it.
"""

from engine.cases.grammar import Case, CaseError, Line, parse
from engine.cases.runner import Result, position, run, run_text

__all__ = ["Case", "CaseError", "Line", "Result", "parse", "position", "run", "run_text"]
