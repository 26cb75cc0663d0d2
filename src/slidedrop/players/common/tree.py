"""The player that keeps its game tree from move to move: `tree:4` builds four levels of it."""

from typing import Any

from slidedrop.core.position import Position
from slidedrop.core.search import check_levels, largest_levels
from slidedrop.core.tree import MOST_NODES, GameTree
from slidedrop.players.player import Levels, PlayerBase, PlayerSetup, PlayerType


class TreePlayer(PlayerBase[Position[Any], Any]):
    """Builds the whole tree to a level, and keeps what lies below the moves that were played."""

    declaration = PlayerType(
        "tree", "Tree", "Builds the game tree to a depth, without leaving anything out.", Levels(0, 999, 4), order=210
    )
    tree: GameTree[Any] | None = None
    """What is foreseen; None before the first move."""

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self.levels = self.level or 1
        self._evaluate = setup.game.evaluate.load()
        self._side = 0

    def validate(self, position: Position[Any]) -> None:
        """Refuse a level that would take too much memory, with its estimate."""
        check_levels(position, self.levels, MOST_NODES)

    def choose(self, position: Position[Any]) -> object:
        """Return the first of the best moves within the levels; a player who changes sides starts a fresh tree."""
        if self.tree is None or self._side != position.turn:
            self._side = position.turn
            points = self.setup.game.by_points
            self.tree = GameTree(position, self._evaluate, position.turn, by_points=points)
        self.tree.follow(position)
        return self.tree.best(min(self.levels, largest_levels(position, MOST_NODES))).move
