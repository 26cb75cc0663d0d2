"""A hint for Connect-4, explained from the position: what the move wins, blocks, threatens or avoids.

The values are proven if the solver supports the rules or a full search is possible. Otherwise they are estimated by a
limited search, and the hint says so.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from slidedrop.analysis.connect4.answers import Answers, answers_for, best_play, looked_ahead
from slidedrop.analysis.connect4.scores import graded, in_words
from slidedrop.analysis.connect4.threats import deciding_threat, threatened, waiting_threats, winning_moves, zugzwang
from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Move, Position, Solution
from slidedrop.connect4.engine.perfect import has_solver
from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.notation import write_move
from slidedrop.core.capabilities import Basis, Hint

_SECONDS: Final = 2.0
_PLAIN_SECONDS: Final = 1.0
_SMALL: Final = 16
"""With at most this many free cells, a full search reaches the end and may take a little longer."""
_SMALL_SECONDS: Final = 5.0
_MOST_RISKS: Final = 3


def hint(game: Game, _weights: Path | None = None) -> Hint:
    """Return the move to make, and the reason."""
    return position_hint(game.position)


def position_hint(position: Position, *, seconds: float | None = None) -> Hint:
    """Return the move to make in a position, and the reason."""
    usual = _SMALL_SECONDS if position.rules.cells - position.discs <= _SMALL else _PLAIN_SECONDS
    usual = _SECONDS if has_solver(position.rules) else usual
    answers = answers_for(position, usual if seconds is None else seconds)
    move = _chosen(position, answers)
    basis = Basis.SEARCH if answers.solutions[move].verdict is None else Basis.PROOF
    return Hint(write_move(move), _Advice(position, move, answers).reason(), basis)


def _chosen(position: Position, answers: Answers) -> Move:
    """Return the best move; among equals one that meets a threat, then one that the search rates well."""
    urgent, best = threatened(position), answers.best
    if answers.solutions[best[0]].verdict is None and not answers.levels:
        looks = looked_ahead(position, _PLAIN_SECONDS).values
    else:
        looks = {move: evaluate(position.play(move), position.turn) for move in best}
    return max(best, key=lambda move: (move in urgent, looks[move]))


@dataclass(frozen=True, slots=True)
class _Advice:
    """A move, with its proven value and the values of the others."""

    position: Position
    move: Move
    answers: Answers

    @property
    def solution(self) -> Solution:
        return self.answers.solutions[self.move]

    @property
    def other(self) -> str:
        return COLOURS[1 - self.position.turn]

    def reason(self) -> str:
        outcome = self.position.play(self.move).outcome
        if outcome is not None:
            return say("fills the board" if outcome.winner is None else "wins now", goal=self.position.rules.goal)
        parts = [self._block(), self._promise(), self._threats(), self._zugzwang(), self._only(), self._risk()]
        said = [part for part in parts if part] or [self._quiet()]
        return "; ".join([*said, *self._doubt()])

    def _block(self) -> str:
        blocks = self.move in threatened(self.position)
        return say("blocks", other=self.other, goal=self.position.rules.goal) if blocks else ""

    def _promise(self) -> str:
        if self.solution.verdict is None:
            return say("at least draws") if self.solution.low >= 0 else ""
        kind = {"win": "wins", "draw": "draws", "loss": "loses"}[self.solution.verdict]
        return say(kind, worth=in_words(self.solution))

    def _threats(self) -> str:
        count = len(threatened(self.position.play(self.move)))
        if count >= 2:
            return say("threats", count=count)
        return say("threat") if count else ""

    def _zugzwang(self) -> str:
        """Return a sentence about the waiting threat that decides, if best play ends by it."""
        verdict = self.solution.verdict
        if verdict not in {"win", "loss"} or not self.solution.is_exact or not self.position.rules.gravity:
            return ""
        after = self.position.play(self.move)
        winner = self.position.turn if verdict == "win" else after.turn
        if not waiting_threats(after, winner):
            return ""
        line = best_play(after, _PLAIN_SECONDS, length=self.solution.worst.discs - 1)
        cell = deciding_threat(after, line, winner)
        return "" if cell is None else zugzwang(cell, winner)

    def _only(self) -> str:
        """Return a sentence if no other move does as well and the immediate losses do not explain it."""
        others = [solution for move, solution in self.answers.solutions.items() if move != self.move]
        if not others or graded(self.solution, others) != "only move" or self._risk():
            return ""
        return say("only win" if self.solution.low > 0 else "only move")

    def _risk(self) -> str:
        """Return a sentence about other moves that lose at once."""
        losing = [move for move in self.position.legal_moves() if winning_moves(self.position.play(move))]
        if not losing or len(losing) > _MOST_RISKS or self.move in losing:
            return ""
        names = say("or").join(write_move(move) for move in losing)
        return say("risk", moves=names, other=self.other)

    def _quiet(self) -> str:
        """Return a sentence about how many lines the disc could still complete."""
        after = self.position.play(self.move)
        cell = after.last_cell
        other = after.bitboards[1 - self.position.turn]
        through = [line for line in self.position.rules.winning_lines() if cell in line]
        open_lines = sum(not other & self.position.layout.mask(line) for line in through)
        return say("quiet one" if open_lines == 1 else "quiet", count=open_lines, goal=self.position.rules.goal)

    def _doubt(self) -> list[str]:
        if self.solution.verdict is not None:
            return []
        levels = self.answers.levels
        return [say("looked ahead", levels=levels) if levels else say("open")]
