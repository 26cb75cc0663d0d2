"""Five teachers to learn from: each makes the mistakes whose punishment lies deeper than it sees.

    teacher      1   2   3   4   5      Discs of both sides until the game is won, up to which a teacher sees a win to
    sees         2   2  10  20  32      go for and a loss to keep away from. Whatever lies deeper it does not know of.

Among moves of which it sees no end, a teacher takes one that looks good by the lines it could still complete, drawn at
random from those that look nearly the same. So none of its mistakes is random: each can be punished, and only by who
looks further than the teacher does. The first one moreover looks along rows and columns only: it overlooks that a
diagonal of yours is about to be completed. A win of its own it always takes.

Where the solver knows the rules, a teacher is a kernel (`tools/portable/connect4/opponent.py`): its move is a function
of position, level and 48 random bits that follow from the seed and the ply. What stands here says the same in plain
Python (`chosen`), and plays where the solver does not know the rules: as far ahead as a moment allows.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from slidedrop.connect4.evaluation import evaluate, evaluate_columns, evaluate_rows
from slidedrop.connect4.installed import has_solver
from slidedrop.connect4.layout import Move
from slidedrop.connect4.position import Position
from slidedrop.connect4.values import Solution
from slidedrop.core.errors import NotationError
from slidedrop.core.estimate import largest_levels
from slidedrop.core.randomness import JavaRandom, fresh_seed, state_for
from slidedrop.core.search import WIN, is_decided, search
from slidedrop.players.spec import PlayerSpec

SIGHT: Final = {1: 2, 2: 2, 3: 10, 4: 20, 5: 32}
"""How many discs until the end each teacher sees."""
USUAL: Final = 3
_PLAIN_SIGHT: Final = 4
_SEARCHED: Final = 5_000
_NEARLY_AS_GOOD: Final = 6
"""By how much of `evaluate` a move may look worse than the best and still be taken."""


Analyse = Callable[["Position"], Mapping[int, "Solution"]]
"""What proves the value of every move, as far as its nodes go."""


class TeachingPlayer:
    """Sees the end of the game from some discs away, and judges by its looks what lies beyond."""

    def __init__(self, spec: PlayerSpec, seed: int | None = None, name: str = "") -> None:
        self.level = USUAL if spec.level is None else spec.level
        if self.level not in SIGHT:
            raise NotationError(f"there are five teachers, from teacher:1 to teacher:5, and no '{spec}'")
        self.name = name or f"teacher:{self.level}"
        self.sight = SIGHT[self.level]
        self._overlooks_diagonals = self.level == 1
        self._seed = fresh_seed() if seed is None else seed

    def choose(self, position: Position) -> Move:
        """Return the soonest win in sight, or a good-looking move without a loss in sight, or the longest defence."""
        state = state_for(self._seed, position.discs)
        if not has_solver(position.rules):
            return self.chosen(position, state)
        from slidedrop.connect4.perfect import discs, opponents_for

        return opponents_for(position.rules).opponent(*discs(position), self.level, state)

    def chosen(self, position: Position, state: int, analyse: Analyse | None = None) -> Move:
        """Return the move as plain Python finds it; `analyse` proves what lies far ahead, where it can be proven.

        Where the next move loses anyway, at least one of the threats is met: that looks like a defence, and teaches.
        """
        random = JavaRandom(0)
        random.state = state
        moves = self._candidates(position, self.ends_in_sight(position, analyse))
        return moves[random.next_int(len(moves))]

    def _candidates(self, position: Position, ends: dict[Move, int]) -> list[Move]:
        """Return the moves to draw from, in legal order."""
        legal = position.legal_moves()
        wins = [discs for discs in ends.values() if discs % 2]
        if wins:
            return [move for move in legal if ends.get(move) == min(wins)]
        open_moves = [move for move in legal if move not in ends]
        if open_moves:
            return self._good_looking(position, open_moves)
        longest = [move for move in legal if ends[move] == max(ends.values())]
        return [move for move in longest if _wins(position.passed(), move)] or longest

    def ends_in_sight(self, position: Position, analyse: Analyse | None = None) -> dict[Move, int]:
        """Return the moves whose end is seen, with the discs until then: an odd number wins, an even one loses."""
        ends = _ends(position, self.sight if analyse is None else min(self.sight, _PLAIN_SIGHT))
        if analyse is not None and self.sight > _PLAIN_SIGHT:
            proven = {move: _end(solution) for move, solution in analyse(position).items()}
            ends = {**{move: discs for move, discs in proven.items() if 0 < discs <= self.sight}, **ends}
        if not self._overlooks_diagonals:
            return ends
        return {move: discs for move, discs in ends.items() if discs % 2 or not _only_diagonals(position.play(move))}

    def _good_looking(self, position: Position, moves: list[Move]) -> list[Move]:
        looks = {move: self._look(position.play(move), position.turn) for move in moves}
        best = max(looks.values())
        return [move for move, worth in looks.items() if worth >= best - _NEARLY_AS_GOOD]

    def _look(self, after: Position, player: int) -> int:
        if self._overlooks_diagonals:
            return evaluate_rows(after, player) + evaluate_columns(after, player)
        return evaluate(after, player)


def _ends(position: Position, sight: int) -> dict[Move, int]:
    levels = min(sight, largest_levels(position, _SEARCHED, pruned=True))
    found: dict[Any, float] = search(position, evaluate, max(2, levels), every_move=True).values
    return {move: int(WIN - abs(worth)) for move, worth in found.items() if is_decided(worth)}


def _end(solution: Solution) -> int:
    """Return in how many discs the game ends at the latest, or 0 where no win or loss is proven."""
    return {"win": solution.worst.discs, "loss": solution.best.discs}.get(solution.verdict or "", 0)


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is not None


def _only_diagonals(after: Position) -> bool:
    """Tell whether every line that the player to move could complete at once is a diagonal."""
    outcomes = (after.play(reply).outcome for reply in after.legal_moves())
    lines = [line for outcome in outcomes if outcome is not None for line in outcome.lines]
    return all(line[0][0] != line[1][0] and line[0][1] != line[1][1] for line in lines)
