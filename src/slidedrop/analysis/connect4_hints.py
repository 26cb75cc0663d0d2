"""A hint for Connect-4, explained from the position: what the move wins, blocks, threatens or avoids.

Where the solver knows the rules, what it says is proven; elsewhere it is proven where full search reaches, and
otherwise by looking some moves ahead, which is then said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slidedrop.analysis.connect4_answers import Answers, answers_for, best_play, looked_ahead
from slidedrop.analysis.connect4_grades import graded
from slidedrop.analysis.connect4_threats import deciding_threat, threatened, winning_moves, zugzwang
from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.game import COLOURS
from slidedrop.connect4.installed import has_solver
from slidedrop.connect4.notation import write_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.position import Position
    from slidedrop.connect4.values import Solution

__all__ = ["best_and_why", "winning_moves"]

_SECONDS: Final = 2.0
_PLAIN_SECONDS: Final = 1.0
_SMALL: Final = 16
"""With so few cells free, full search reaches the end, and may take a little longer for it."""
_SMALL_SECONDS: Final = 5.0
_MOST_RISKS: Final = 3


def best_and_why(
    position: Position, tell: Callable[[str], object] | None = None, *, seconds: float | None = None
) -> tuple[Move, str]:
    """Return the move to make, and the reason in words; `tell` hears if something must be compiled first."""
    solved = has_solver(position.rules)
    if solved and tell is not None:
        from slidedrop.kernel import when_compiling

        when_compiling(tell)
    answers = answers_for(position, _usual_seconds(position, solved=solved) if seconds is None else seconds)
    move = _chosen(position, answers)
    return move, _Advice(position, move, answers).reason()


def _usual_seconds(position: Position, *, solved: bool) -> float:
    if solved:
        return _SECONDS
    return _SMALL_SECONDS if position.rules.cells - position.discs <= _SMALL else _PLAIN_SECONDS


def _chosen(position: Position, answers: Answers) -> Move:
    """Return the best move: of equals one that meets a threat, then one that looks good."""
    urgent, best = threatened(position), answers.best
    if answers.solutions[best[0]].verdict is None and not answers.levels:
        looks = looked_ahead(position, _PLAIN_SECONDS).values
    else:
        looks = {move: evaluate(position.play(move), position.turn) for move in best}
    return max(best, key=lambda move: (move in urgent, looks[move]))


@dataclass(frozen=True, slots=True)
class _Advice:
    """A move, and all that is known about it and the others."""

    position: Position
    move: Move
    answers: Answers

    @property
    def solution(self) -> Solution:
        return self.answers.solutions[self.move]

    @property
    def me(self) -> str:
        return COLOURS[self.position.turn]

    @property
    def other(self) -> str:
        return COLOURS[1 - self.position.turn]

    def reason(self) -> str:
        """Say why in one sentence."""
        outcome = self.position.play(self.move).outcome
        if outcome is not None:
            goal = self.position.rules.goal
            return "fills the board for a draw" if outcome.winner is None else f"wins with {goal}"
        parts = [self._block(), self._promise(), self._threats(), self._zugzwang(), self._only(), self._risk()]
        said = [part for part in parts if part] or [self._quiet()]
        return "; ".join([*said, *self._doubt()])

    def _block(self) -> str:
        blocks = self.move in threatened(self.position)
        return f"blocks {self.other}'s {self.position.rules.goal}" if blocks else ""

    def _promise(self) -> str:
        match self.solution.verdict:
            case "win":
                moves = (self.solution.worst.discs + 1) // 2
                most = "" if self.solution.is_exact else "at most "
                return f"wins by force in {most}{moves} moves"
            case "draw":
                return "keeps the draw"
            case "loss":
                discs = self.solution.worst.discs
                least = "" if self.solution.is_exact else "at least "
                soon = "with the next move" if discs == 2 else f"in {least}{discs // 2} moves"
                return f"holds out longest; {self.other} wins {soon}"
        return "keeps at least the draw" if self.solution.low >= 0 else ""

    def _threats(self) -> str:
        """Say how many wins the move threatens for the next turn."""
        count = len(threatened(self.position.play(self.move)))
        if count >= 2:
            return f"makes {count} threats at once"
        return "threatens to win next" if count else ""

    def _zugzwang(self) -> str:
        """Say which waiting threat decides, where best play ends by it."""
        verdict = self.solution.verdict
        if verdict not in {"win", "loss"} or not self.solution.is_exact or not self.position.rules.gravity:
            return ""
        after = self.position.play(self.move)
        winner = self.position.turn if verdict == "win" else after.turn
        line = best_play(after, _PLAIN_SECONDS, length=self.solution.worst.discs - 1)
        cell = deciding_threat(after, line, winner)
        return "" if cell is None else zugzwang(cell, winner)

    def _only(self) -> str:
        """Say that no other move does as well, where the moves that lose at once do not say it all."""
        others = [solution for move, solution in self.answers.solutions.items() if move != self.move]
        if not others or graded(self.solution, others) != "only move" or self._risk():
            return ""
        return "no other move wins" if self.solution.low > 0 else "every other move loses"

    def _risk(self) -> str:
        """Say which other moves lose at once, where this one does not."""
        losing = [move for move in self.position.legal_moves() if winning_moves(self.position.play(move))]
        if not losing or len(losing) > _MOST_RISKS or self.move in losing:
            return ""
        names = " or ".join(write_move(move) for move in losing)
        return f"{names} would let {self.other} win at once"

    def _quiet(self) -> str:
        """Say how many lines the disc could still complete: what a quiet move is for."""
        after = self.position.play(self.move)
        cell = after.last_cell
        other = after.bitboards[1 - self.position.turn]
        windows = [line for line in self.position.rules.windows() if cell in line]
        open_lines = sum(not other & self.position.layout.mask(line) for line in windows)
        lines = "line" if open_lines == 1 else "lines"
        return f"takes part in {open_lines} {lines} that can still become {self.position.rules.goal}"

    def _doubt(self) -> list[str]:
        """Say what the hint stands on, where it is not proven."""
        if self.solution.verdict is not None:
            return []
        levels = self.answers.levels
        return [f"by looking {levels} moves ahead, not proven" if levels else "not proven yet"]
