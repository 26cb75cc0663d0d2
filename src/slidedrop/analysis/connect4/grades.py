"""The grade of one move: what it kept or lost of what the best move would have brought.

                  before the move     after it
    best          as good as any      the same
    only move     one move keeps it   the same, and every other move would have been worse in its result
    slower win    a win               a win, in more discs
    gave up ...   a loss              a loss, in fewer discs ("gave up sooner")
    threw away    a win               a draw or a loss ("threw away the win")
    lost ...      a draw              a loss ("lost the draw")

A grade is given only where it is proven, whatever else may still be open about the position.
"""

from collections.abc import Sequence
from typing import Final, Literal

from slidedrop.analysis.connect4.answers import sign
from slidedrop.analysis.connect4.scores import in_words
from slidedrop.analysis.sentences import say
from slidedrop.connect4.values import Solution

Grade = Literal[
    "best", "only move", "slower win", "gave up sooner", "threw away the win", "lost the draw", "not proven"
]
TURNS: Final = frozenset({"threw away the win", "lost the draw"})
"""The grades after which the game goes to somebody else, or to nobody."""
GOOD: Final = frozenset({"best", "only move"})


def graded(played: Solution, others: Sequence[Solution]) -> Grade:
    """Return the grade of a move, given what is proven of it and of every other legal move, for who plays it."""
    if all(played.low >= other.high for other in others):
        alone = all(sign(other.high) < sign(played.low) for other in others)
        return "only move" if alone else "best"
    better = max(others, key=lambda other: other.low)
    if sign(played.high) < sign(better.low):
        return "threw away the win" if better.low > 0 else "lost the draw"
    if played.low > 0 and played.high < better.low:
        return "slower win"
    if played.high < better.low and all(other.high < 0 for other in others):
        return "gave up sooner"
    return "not proven"


def told(grade: Grade, played: Solution, others: Sequence[Solution]) -> str:
    """Say what a move did, such as "slower win: win in 11 instead of 9"."""
    now = in_words(played)
    match grade:
        case "slower win" | "gave up sooner":
            better = max(others, key=lambda other: other.low)
            return say("grade instead", grade=grade, worth=now, discs=better.worst.discs)
        case "threw away the win" | "lost the draw":
            return say("grade now", grade=grade, worth=_result(played))
        case "only move" if not others:
            return say("grade alone", worth=now)
        case "not proven":
            return say("grade open", worth=now.removeprefix(say("open") + ": "))
    return say("grade", grade=grade, worth=now)


def _result(played: Solution) -> str:
    if played.verdict is None:
        return say("now a draw at most")
    return say("now a draw") if played.verdict == "draw" else in_words(played)
