"""The players that use the solver.

    perfect     wins as soon as possible, loses as late as possible
    winner      makes any move that keeps the best verdict: win, draw or loss

Both choose at random among moves that are equally good, so that no line can be memorised.
"""

from dataclasses import replace
from typing import ClassVar

from slidedrop.connect4 import Move, Position
from slidedrop.connect4.values import FOREVER, Budget
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.players.player import PlayerBase, PlayerSetup, PlayerType


class PerfectPlayer(PlayerBase[Position, Move]):
    """Plays by proven values, with a time limit as far as they are proven in it."""

    declaration = PlayerType(
        "perfect",
        "Perfect",
        "Never makes a mistake. If it moves first, it always wins.",
        timed=True,
        needs_engine=True,
        any_rules=False,
        unbounded=True,
        order=60,
    )
    verdict_only: ClassVar[bool] = False

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._seconds = FOREVER if setup.asked.seconds is None else setup.asked.seconds
        self._random = JavaRandom(fresh_seed() if setup.seed is None else setup.seed)

    def validate(self, position: Position) -> None:
        from slidedrop.connect4.engine.perfect import solver_for

        solver_for(position.rules)

    def choose(self, position: Position) -> Move:
        """Return one of the best moves: by the proven lower bound, then the upper; `winner` compares verdicts only."""
        from slidedrop.connect4.engine.perfect import discs, solver_for

        solver, budget = solver_for(position.rules), Budget(self._seconds)
        answers = solver.analyse(*discs(position), budget, verdict_only=self.verdict_only)
        most = 1 if self.verdict_only else position.rules.cells
        values = {
            move: tuple(max(-most, min(most, score)) for score in (answer.low, answer.high))
            for move, answer in answers.items()
        }
        best = [move for move, value in values.items() if value == max(values.values())]
        return best[self._random.next_int(len(best))]


class WinningPlayer(PerfectPlayer):
    """Keeps the best verdict, in any number of moves."""

    declaration = replace(
        PerfectPlayer.declaration,
        name="winner",
        title="Winner",
        description="Keeps a win or a draw, and varies its moves.",
        offered=False,
        order=70,
    )
    verdict_only: ClassVar[bool] = True
