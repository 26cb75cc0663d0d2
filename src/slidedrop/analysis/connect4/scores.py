"""Every column's value in words and numbers: what the `scores` of a game shows.

    4: win in 9      3: draw      7: loss in 12      1: not proven yet: at least a draw

Discs of both sides are counted, from the position on to the disc that wins, that one included.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final

from slidedrop.analysis.connect4.answers import Answers, answers_for, notice_for, plain
from slidedrop.analysis.sentences import say
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.values import Solution, Verdict

USUAL_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class MoveScore:
    """What one move is worth to the side that plays it."""

    move: str
    """As people write it, columns from 1."""
    words: str
    verdict: Verdict | None
    """Win, draw or loss; None where that is not proven."""
    discs: int | None
    """How many discs until the end of a won or lost game, both sides'; None for a draw and where it is not proven."""
    low: int
    """The least public score that is possible; above 0 the mover wins."""
    high: int
    """The greatest public score that is possible; the score is known where both are equal."""
    is_best: bool
    """Whether no move is better, as far as is known."""

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Scores:
    """What every legal move of a position is worth."""

    turn: int
    """The side to move: 0 moved first."""
    moves: tuple[MoveScore, ...]
    """The legal moves in their order; none after the end."""
    words: str
    """The position itself in words, for the side to move; empty after the end."""
    how: str
    """How it was found out, in words: "proven", or what is not."""
    notice: str = ""
    """What a person should be told besides, in one sentence."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves than which none is better."""
        return tuple(score.move for score in self.moves if score.is_best)

    @property
    def is_proven(self) -> bool:
        """Whether every value is known."""
        return all(score.is_exact for score in self.moves)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        facts: dict[str, Any] = plain(asdict(self))
        return {**facts, "best": list(self.best), "is_proven": self.is_proven}


def scores_for(position: Position, *, seconds: float = USUAL_SECONDS) -> Scores:
    """Return what every legal move is worth, as far as it is found out in this time."""
    answers = answers_for(position, seconds)
    best = answers.best
    whole = answers.position_solution
    return Scores(
        turn=position.turn,
        moves=tuple(_score(move, answers, is_best=move in best) for move in answers.solutions),
        words="" if whole is None else in_words(whole),
        how=_how(answers),
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
    """Say what is proven: "win in 9", "draw", "loss in 12", "not proven yet: at least a draw"."""
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


def _how(answers: Answers) -> str:
    if answers.is_proven:
        return say("proven")
    return say("looked ahead", levels=answers.levels) if answers.levels else say("partly")
