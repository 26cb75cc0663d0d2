"""The players that know: Connect-4 is solved, so they need not guess.

    perfect     wins as soon as possible, holds out as long as possible
    winner      makes any move that keeps the best verdict: win, draw or loss

Both choose at random among moves that are equally good, so that no line can be learnt by heart.
"""

from slidedrop.connect4.budget import FOREVER, Budget
from slidedrop.connect4.layout import Move
from slidedrop.connect4.perfect import discs, solver_for
from slidedrop.connect4.position import Position
from slidedrop.connect4.values import Solution
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.players.spec import PlayerSpec


class SolvingPlayer:
    """Plays by what is proven; with a time, by what is proven in it."""

    def __init__(self, spec: PlayerSpec, *, verdict_only: bool, seed: int | None = None) -> None:
        self.name = str(spec)
        self._seconds = FOREVER if spec.seconds is None else spec.seconds
        self._verdict_only = verdict_only
        self._random = JavaRandom(fresh_seed() if seed is None else seed)

    def check(self, position: Position) -> None:
        """Refuse rules that the solver does not know."""
        solver_for(position.rules)

    def choose(self, position: Position) -> Move:
        """Return one of the best moves."""
        solver, budget = solver_for(position.rules), Budget(self._seconds)
        answers = solver.analyse(*discs(position), budget, verdict_only=self._verdict_only)
        worths = {move: self._worth(answer) for move, answer in answers.items()}
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        return best[self._random.next_int(len(best))]

    def _worth(self, answer: Solution) -> tuple[int, int]:
        """Return what is proven at least, then at most; where only the verdict counts, its sign."""
        worth = (answer.low, answer.high)
        return ((worth[0] > 0) - (worth[0] < 0), (worth[1] > 0) - (worth[1] < 0)) if self._verdict_only else worth
