"""Every column's value in words and numbers, as the command `values` shows it.

    4: win in 9      3: draw      7: loss in 12      1: not proven yet: at least a draw

A distance counts the discs of both sides from here on, including the one that wins. The grade of a move says what it
lost compared with the best move; it is given only if it is proven:

                  before the move     after it
    best          as good as any      the same
    only move     one move keeps it   the same, and every other move would have been worse in its result
    wins slower   a win               a win, in more discs
    loses faster  a loss              a loss, in fewer discs
    threw away    a win               a draw or a loss ("threw away the win")
    lost ...      a draw              a loss ("lost the draw")
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from slidedrop.analysis.connect4.answers import Answers, answers_for, notice_for, plain, sign
from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Move, Position
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.values import Solution, Verdict

USUAL_SECONDS: Final = 2.0


class Grade(StrEnum):
    """The grade of a move; the value is its name for people."""

    BEST = "best"
    ONLY_MOVE = "only move"
    SLOWER_WIN = "wins more slowly"
    GAVE_UP_SOONER = "loses faster"
    THREW_AWAY_WIN = "threw away the win"
    LOST_DRAW = "lost the draw"
    NOT_PROVEN = "not proven"

    @property
    def cost(self) -> float:
        """How bad the move was, for sorting: 0 for a good one."""
        return _COSTS.get(self, 0.0)


_COSTS: Final = {Grade.THREW_AWAY_WIN: 3.0, Grade.LOST_DRAW: 2.0, Grade.GAVE_UP_SOONER: 1.0, Grade.SLOWER_WIN: 0.5}
TURNS: Final = frozenset({Grade.THREW_AWAY_WIN, Grade.LOST_DRAW})
"""The grades after which the opponent wins or the game is drawn."""
GOOD: Final = frozenset({Grade.BEST, Grade.ONLY_MOVE})


@dataclass(frozen=True, slots=True)
class MoveScore:
    """The value of one move for the side that plays it."""

    move: str
    """As people write it, columns from 1."""
    words: str
    verdict: Verdict | None
    """Win, draw or loss; None where that is not proven."""
    discs: int | None
    """The number of discs of both sides until the end; None for a draw and without proof."""
    low: int
    """The lowest possible public score; above 0 the mover wins."""
    high: int
    """The highest possible public score; it is proven if both are equal."""
    is_best: bool
    """Whether no move is proven to be better."""

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Scores:
    """The value of every legal move of a position."""

    turn: int
    """The side to move: 0 moved first."""
    moves: tuple[MoveScore, ...]
    """The legal moves in their order; none after the end."""
    words: str
    """The position itself in words, for the side to move; empty after the end."""
    how: str
    """How the values were found: "proven", or which of them are not."""
    notice: str = ""
    """A further sentence for the player."""

    @property
    def best(self) -> tuple[str, ...]:
        return tuple(score.move for score in self.moves if score.is_best)

    @property
    def is_proven(self) -> bool:
        return all(score.is_exact for score in self.moves)

    def to_json(self) -> dict[str, Any]:
        facts: dict[str, Any] = plain(asdict(self))
        return {**facts, "best": list(self.best), "is_proven": self.is_proven}


def scores_for(position: Position, *, seconds: float = USUAL_SECONDS, threads: int = 1) -> Scores:
    """Return the value of every legal move, as far as it can be proven in this time."""
    answers = answers_for(position, seconds, threads=threads)
    best, whole = answers.best, answers.position_solution
    looked = say("looked ahead", levels=answers.levels) if answers.levels else ""
    return Scores(
        turn=position.turn,
        moves=tuple(_score(move, answers, is_best=move in best) for move in answers.solutions),
        words="" if whole is None else in_words(whole),
        how=say("proven") if answers.is_proven else looked or say("partly"),
        notice=notice_for(position.rules),
    )


def _score(move: Move, answers: Answers, *, is_best: bool) -> MoveScore:
    solution = answers.solutions[move]
    value = solution.value
    return MoveScore(
        move=write_move(move),
        words=in_words(solution),
        verdict=solution.verdict,
        discs=value.discs if value is not None and value.discs else None,
        low=solution.low,
        high=solution.high,
        is_best=is_best,
    )


def in_words(solution: Solution) -> str:
    """Return a proven value in words: "win in 9", "draw", "loss in 12", "not proven yet: at least a draw"."""
    match solution.verdict:
        case "win":
            return say("win" if solution.is_exact else "win at most", discs=solution.worst.discs)
        case "draw":
            return say("draw")
        case "loss":
            return say("loss" if solution.is_exact else "loss at least", discs=solution.worst.discs)
    if solution.low >= 0:
        return say("no loss")
    return say("no win" if solution.high <= 0 else "open")


def graded(played: Solution, others: Sequence[Solution]) -> Grade:
    """Return the grade of a move from its proven value and those of all other legal moves."""
    if all(played.low >= other.high for other in others):
        alone = all(sign(other.high) < sign(played.low) for other in others)
        return Grade.ONLY_MOVE if alone else Grade.BEST
    better = max(others, key=lambda other: other.low)
    if sign(played.high) < sign(better.low):
        return Grade.THREW_AWAY_WIN if better.low > 0 else Grade.LOST_DRAW
    if played.low > 0 and played.high < better.low:
        return Grade.SLOWER_WIN
    if played.high < better.low and all(other.high < 0 for other in others):
        return Grade.GAVE_UP_SOONER
    return Grade.NOT_PROVEN


def told(grade: Grade, played: Solution, others: Sequence[Solution]) -> str:
    """Return what a move did, such as "wins more slowly: win in 11 instead of 9"."""
    now = in_words(played)
    match grade:
        case Grade.SLOWER_WIN | Grade.GAVE_UP_SOONER:
            better = max(others, key=lambda other: other.low)
            return say("grade instead", grade=grade.value, worth=now, discs=better.worst.discs)
        case Grade.THREW_AWAY_WIN | Grade.LOST_DRAW:
            result = {None: say("now a draw at most"), "draw": say("now a draw")}.get(played.verdict, now)
            return say("grade now", grade=grade.value, worth=result)
        case Grade.ONLY_MOVE if not others:
            return say("grade alone", worth=now)
        case Grade.NOT_PROVEN:
            return say("grade open", worth=now.removeprefix(say("open") + ": "))
    return say("grade", grade=grade.value, worth=now)
