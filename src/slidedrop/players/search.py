"""The players that look ahead: by a tree that is kept from move to move, or by a search that starts from scratch.

tree:4          four levels of the kept tree, all of them built
search:6        six levels by alpha-beta (expectimax where chance moves)
search@200ms    as many levels as the time allows
"""

from typing import Any, Final

from slidedrop.core.search import Evaluation, check_levels, largest_levels, search
from slidedrop.core.tree import MOST_NODES, GameTree
from slidedrop.players.player import PlayerSpec

MOST_SEARCHED: Final = 1_000_000
"""How many positions one search may look at: a quarter of a minute."""
USUAL_LEVELS: Final = 4


class _LooksAhead:
    """What both have: a name, how far they look, and how they judge what they see."""

    def __init__(self, spec: PlayerSpec, evaluate: Evaluation[Any], *, by_points: bool = False) -> None:
        self.name = str(spec)
        self.levels = USUAL_LEVELS if spec.level is None and spec.seconds is None else spec.level
        self.seconds = spec.seconds
        self._evaluate = evaluate
        self._by_points = by_points


class TreePlayer(_LooksAhead):
    """Builds the whole tree to a level, and keeps what lies below the moves that were played."""

    tree: GameTree[Any] | None = None
    """What is foreseen; None before the first move."""
    _side = 0

    def check(self, position: Any) -> None:  # noqa: ANN401 - a position of any game
        """Refuse a level that would take too much memory, with its estimate."""
        check_levels(position, self.levels or 1, MOST_NODES)

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return the first of the best moves within the levels; who now sits on the other side begins a fresh tree."""
        if self.tree is None or self._side != position.turn:
            self._side = position.turn
            self.tree = GameTree(position, self._evaluate, position.turn, by_points=self._by_points)
        self.tree.follow(position)
        return self.tree.best(min(self.levels or 1, largest_levels(position, MOST_NODES))).move


class SearchPlayer(_LooksAhead):
    """Searches to a level, for a time, or both."""

    def check(self, position: Any) -> None:  # noqa: ANN401 - a position of any game
        """Refuse a level that would take too long, with its estimate; a time keeps itself."""
        if self.levels is not None and self.seconds is None:
            check_levels(position, self.levels, MOST_SEARCHED, pruned=True)

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return the first of the best moves that were found."""
        levels = self.levels
        if levels is not None and self.seconds is None:
            levels = min(levels, largest_levels(position, MOST_SEARCHED, pruned=True))
        levels = None if levels is None else max(1, levels)
        return search(position, self._evaluate, levels, seconds=self.seconds, by_points=self._by_points).move
