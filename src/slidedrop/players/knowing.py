"""The players that know, and need not guess: Connect-4 is solved, and so are the small boards of 2048.

    perfect     wins as soon as possible, holds out as long as possible
    winner      makes any move that keeps the best verdict: win, draw or loss
    exact       makes the slide worth most; nobody can do better on 2x2, and on 3x3 once that was solved

The first two choose at random among moves that are equally good, so that no line can be learnt by heart.
"""

from functools import lru_cache

from slidedrop.connect4.engine.perfect import discs, solver_for
from slidedrop.connect4.layout import Move
from slidedrop.connect4.position import Position as Drops
from slidedrop.connect4.values import FOREVER, Budget
from slidedrop.core.errors import RecordError
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.players.player import PlayerSpec
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.exact.values import Exact, check_solvable, exact_for
from slidedrop.twenty48.position import Position as Slides
from slidedrop.twenty48.rules import Rules


class SolvingPlayer:
    """Plays Connect-4 by what is proven; with a time, by what is proven in it."""

    def __init__(self, spec: PlayerSpec, *, verdict_only: bool, seed: int | None = None) -> None:
        self.name = str(spec)
        self._seconds = FOREVER if spec.seconds is None else spec.seconds
        self._verdict_only = verdict_only
        self._random = JavaRandom(fresh_seed() if seed is None else seed)

    def check(self, position: Drops) -> None:
        """Refuse rules that the solver does not know."""
        solver_for(position.rules)

    def choose(self, position: Drops) -> Move:
        """Return one of the best moves: by what is proven at least, then at most; of a verdict the sign counts."""
        solver, budget = solver_for(position.rules), Budget(self._seconds)
        answers = solver.analyse(*discs(position), budget, verdict_only=self._verdict_only)
        most = 1 if self._verdict_only else position.rules.cells
        worths = {
            move: tuple(max(-most, min(most, score)) for score in (answer.low, answer.high))
            for move, answer in answers.items()
        }
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        return best[self._random.next_int(len(best))]


class ExactPlayer:
    """Plays 2048 for the greatest expected score."""

    name = "exact"

    def check(self, position: Slides) -> None:
        """Refuse a board that is too large, or that was not solved yet."""
        _solution(position.rules).worth(position.board)

    def choose(self, position: Slides) -> Direction:
        """Return the slide of the highest worth, the first of equals."""
        slides = _solution(position.rules).slides(position.board)
        return max(slides, key=slides.__getitem__)


@lru_cache(maxsize=4)
def _solution(rules: Rules) -> Exact:
    check_solvable(rules)
    exact = exact_for(rules)
    if exact is None:
        raise RecordError("3x3 is not solved yet; 'slidedrop solve 2048 --size 3' does that once, in minutes")
    return exact
