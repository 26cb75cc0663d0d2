"""The players of every game: two that look one move ahead at most, and two that search.

tree:4          builds four levels of the game tree, and keeps it from move to move
search:6        six levels by alpha-beta (expectimax where chance moves), from scratch at every move
search@200ms    as many levels as the time limit allows
"""

from typing import Any, Final

from slidedrop.core.position import Position
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.core.search import check_levels, largest_levels, search
from slidedrop.core.tree import MOST_NODES, GameTree
from slidedrop.players.player import Levels, PlayerBase, PlayerSetup, PlayerType

MOST_SEARCHED: Final = 1_000_000
"""The most positions of one search: about 15 seconds."""


class GreedyPlayer(PlayerBase[Position[Any], Any]):
    """Takes the move with the best evaluation; the first of equals."""

    declaration = PlayerType("greedy", "Greedy", "Takes the move that looks best at once.", quick=True, order=230)

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._evaluate = setup.game.evaluate.load()

    def choose(self, position: Position[Any]) -> object:
        return max(position.legal_moves(), key=lambda move: self._evaluate(position.play(move), position.turn))


class RandomPlayer(PlayerBase[Position[Any], Any]):
    """Chooses a legal move at random; the same seed gives the same moves."""

    declaration = PlayerType("random", "Random", "Plays any legal move.", quick=True, order=240)

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._random = JavaRandom(fresh_seed() if setup.seed is None else setup.seed)

    def choose(self, position: Position[Any]) -> object:
        moves = position.legal_moves()
        return moves[self._random.next_int(len(moves))]


class TreePlayer(PlayerBase[Position[Any], Any]):
    """Builds the whole tree to a level, and keeps the part below the moves played."""

    declaration = PlayerType("tree", "Tree", "Searches every move to a fixed depth.", Levels(0, 999, 4), order=210)
    tree: GameTree[Any] | None = None
    """The searched tree; None before the first move."""

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self.levels = self.level or 1
        self._evaluate = setup.game.evaluate.load()
        self._side = 0

    def validate(self, position: Position[Any]) -> None:
        check_levels(position, self.levels, MOST_NODES)

    def choose(self, position: Position[Any]) -> object:
        if self.tree is None or self._side != position.turn:
            self._side = position.turn
            points = self.setup.game.by_points
            self.tree = GameTree(position, self._evaluate, position.turn, by_points=points)
        self.tree.follow(position)
        return self.tree.best(min(self.levels, largest_levels(position, MOST_NODES))).move


class SearchPlayer(PlayerBase[Position[Any], Any]):
    """Searches to a level, for a time, or both."""

    declaration = PlayerType(
        "search",
        "Search",
        "Looks a few moves ahead with a simple evaluation.",
        Levels(0, 999, 4),
        timed=True,
        unbounded=True,
        order=220,
    )

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self.seconds = setup.asked.seconds
        self.levels = setup.asked.level if self.seconds is not None else self.level
        self._evaluate = setup.game.evaluate.load()

    def validate(self, position: Position[Any]) -> None:
        if self.levels is not None and self.seconds is None:
            check_levels(position, self.levels, MOST_SEARCHED, pruned=True)

    def choose(self, position: Position[Any]) -> object:
        levels = self.levels
        if levels is not None and self.seconds is None:
            levels = min(levels, largest_levels(position, MOST_SEARCHED, pruned=True))
        levels = None if levels is None else max(1, levels)
        points = self.setup.game.by_points
        return search(position, self._evaluate, levels, seconds=self.seconds, by_points=points).move
