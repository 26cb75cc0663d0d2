"""Five opponents to learn from: each misses what happens further ahead than it sees.

    opponent     beginner  casual  strong  expert  master      Discs of both players until the game is won, up to which
    sees            2        2       10      20      32        it sees a win to play for and a loss to avoid.

Among moves without a visible end, an opponent takes one that looks good by the lines it could still complete, drawn at
random from nearly equal ones. So each of its mistakes can be punished by a player who looks further. The beginner also
overlooks your diagonals, but never a win of its own.

Where the solver knows the rules, an opponent is a kernel of the engine: its move is a function of position, level and
48 random bits that follow from the seed and the ply. This module is the same in plain Python (`chosen`), and plays by
rules that the solver does not know: as far ahead as a moment allows.
"""

from dataclasses import replace
from typing import Any, Final

from slidedrop.connect4 import Move, Position
from slidedrop.connect4.evaluation import evaluate, evaluate_columns, evaluate_rows
from slidedrop.core.randomness import JavaRandom, fresh_seed, state_for
from slidedrop.core.search import WIN, is_decided, largest_levels, search
from slidedrop.players.player import Levels, PlayerBase, PlayerSetup, PlayerType

_SEARCHED: Final = 5_000
_NEARLY_AS_GOOD: Final = 6
"""By how much the evaluation of a move may be below the best and the move still be chosen."""


class Opponent(PlayerBase[Position, Move]):
    """Sees the end of the game from some discs away, and uses the evaluation beyond that.

    The class name is the title in menus, and the docstring the description.
    """

    strength: int
    """The number of the opponent in the engine, from 1."""
    sight: int
    """How many discs ahead it sees the end of the game."""

    def __init_subclass__(cls, *, strength: int = 0, sight: int = 0) -> None:
        name, says, cls.strength, cls.sight = cls.__name__, cls.__doc__ or "", strength, sight
        if strength:
            cls.declaration = PlayerType(name.lower(), name, says, any_rules=False, seeded=True, order=10 * strength)

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._overlooks_diagonals = self.strength == 1
        self._seed = fresh_seed() if setup.seed is None else setup.seed

    def choose(self, position: Position) -> Move:
        """Return the soonest win in sight, or a good-looking move without a loss in sight, or the longest defence."""
        from slidedrop.connect4.engine.perfect import discs, has_solver, opponents_for

        state = state_for(self._seed, position.discs)
        if has_solver(position.rules):
            return opponents_for(position.rules).opponent(*discs(position), self.strength, state)
        return self.chosen(position, state)

    def chosen(self, position: Position, state: int) -> Move:
        """Return the move in plain Python; in a lost position it still blocks one of the threats."""
        random = JavaRandom(0)
        random.state = state
        moves = self._candidates(position, self.ends_in_sight(position))
        return moves[random.next_int(len(moves))]

    def _candidates(self, position: Position, ends: dict[Move, int]) -> list[Move]:
        legal = position.legal_moves()
        wins = [discs for discs in ends.values() if discs % 2]
        if wins:
            return [move for move in legal if ends.get(move) == min(wins)]
        looks = {move: self._look(position.play(move), position.turn) for move in legal if move not in ends}
        if looks:
            return [move for move, worth in looks.items() if worth >= max(looks.values()) - _NEARLY_AS_GOOD]
        longest = [move for move in legal if ends[move] == max(ends.values())]
        there = position.passed()
        return [move for move in longest if there.play(move).winning_cells] or longest

    def ends_in_sight(self, position: Position) -> dict[Move, int]:
        """Return the moves whose end is seen, with the discs until then: odd wins, even loses."""
        levels = max(2, min(self.sight, largest_levels(position, _SEARCHED, pruned=True)))
        found: dict[Any, float] = search(position, evaluate, levels, every_move=True).values
        ends = {move: int(WIN - abs(worth)) for move, worth in found.items() if is_decided(worth)}
        if not self._overlooks_diagonals:
            return ends
        return {move: discs for move, discs in ends.items() if discs % 2 or not _only_diagonals(position.play(move))}

    def _look(self, after: Position, player: int) -> int:
        if self._overlooks_diagonals:
            return evaluate_rows(after, player) + evaluate_columns(after, player)
        return evaluate(after, player)


class Beginner(Opponent, strength=1, sight=2):
    """Overlooks diagonals. Good for your first win."""


class Casual(Opponent, strength=2, sight=2):
    """Takes a win and blocks yours, and looks no further ahead."""


class Strong(Opponent, strength=3, sight=10):
    """Sees a win or a loss ten discs ahead."""


class Expert(Opponent, strength=4, sight=20):
    """Sees a win or a loss twenty discs ahead."""


class Master(Opponent, strength=5, sight=32):
    """Sees thirty-two discs ahead and rarely makes a mistake."""


LADDER: Final = (Beginner, Casual, Strong, Expert, Master)
"""The opponents, weakest first."""


class EvenMatch(PlayerBase[Position, Move]):
    """As strong as its level: an odd level is one of the five opponents, an even one alternates between two neighbours.

    Without a level, it follows from your results: one up after a win, one down after a loss.
    """

    declaration = PlayerType(
        "even",
        "Even match",
        "About as strong as you: harder after you win, easier after you lose.",
        levels=Levels(1, 2 * len(LADDER) - 1, 3),
        any_rules=False,
        seeded=True,
        adapts=True,
        order=5,
    )

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        level = self.level or 1
        same = replace(setup, seed=fresh_seed() if setup.seed is None else setup.seed)
        self._turns = tuple(LADDER[place](same) for place in ((level - 1) // 2, level // 2))

    def choose(self, position: Position) -> Move:
        """Return the move of one opponent and of the next in turn."""
        return self._turns[position.discs // 2 % 2].choose(position)


def _only_diagonals(after: Position) -> bool:
    """Tell whether every line that the player to move could complete at once is a diagonal."""
    outcomes = (after.play(reply).outcome for reply in after.legal_moves())
    lines = [line for outcome in outcomes if outcome is not None for line in outcome.lines]
    return all(line[0][0] != line[1][0] and line[0][1] != line[1][1] for line in lines)
