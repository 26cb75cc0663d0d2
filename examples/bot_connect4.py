"""A bot for Connect-4 that wins if it can, blocks a win, and otherwise plays near the centre.

slidedrop connect4 --blue examples/bot_connect4.py:Careful
slidedrop tournament connect4 examples/bot_connect4.py:Careful random greedy --games 20
"""

from slidedrop.connect4 import Move, Position


class Careful:
    """Looks one disc ahead, for both sides."""

    def choose(self, position: Position) -> Move:
        """Return a column from 0."""
        columns = position.legal_moves()
        for side in (position, position.passed()):
            for column in columns:
                outcome = side.play(column).outcome
                if outcome is not None and outcome.winner is not None:
                    return column
        return min(columns, key=lambda column: abs(2 * position.landing(column)[1] - position.rules.columns + 1))
