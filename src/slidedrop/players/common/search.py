"""The player that searches from scratch at every move.

search:6        six levels by alpha-beta (expectimax where chance moves)
search@200ms    as many levels as the time limit allows
"""

from typing import Any, Final

from slidedrop.core.position import Position
from slidedrop.core.search import check_levels, largest_levels, search
from slidedrop.players.player import Levels, PlayerBase, PlayerSetup, PlayerType

MOST_SEARCHED: Final = 1_000_000
"""How many positions one search may look at: a quarter of a minute."""


class SearchPlayer(PlayerBase[Position[Any], Any]):
    """Searches to a level, for a time, or both."""

    declaration = PlayerType(
        "search",
        "Search",
        "Looks some moves ahead with a plain evaluation.",
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
        """Refuse a level that would take too long, with its estimate; a time limit keeps itself."""
        if self.levels is not None and self.seconds is None:
            check_levels(position, self.levels, MOST_SEARCHED, pruned=True)

    def choose(self, position: Position[Any]) -> object:
        """Return the first of the best moves that were found."""
        levels = self.levels
        if levels is not None and self.seconds is None:
            levels = min(levels, largest_levels(position, MOST_SEARCHED, pruned=True))
        levels = None if levels is None else max(1, levels)
        points = self.setup.game.by_points
        return search(position, self._evaluate, levels, seconds=self.seconds, by_points=points).move
