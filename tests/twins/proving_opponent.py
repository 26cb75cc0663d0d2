"""The twin of the strong opponents: plain Python near the end of the game, and proven values of a solver before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from slidedrop.games import game_spec
from slidedrop.players.connect4.opponents import LADDER, Opponent
from slidedrop.players.player import PlayerName, PlayerSetup

if TYPE_CHECKING:
    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.position import Position
    from slidedrop.connect4.values import Solution

    Analyse = Callable[[Position], Mapping[int, Solution]]

PLAIN_SIGHT: Final = 4


class ProvingOpponent(Opponent):
    """An opponent that searches a few discs ahead by itself, and uses proven values up to its sight."""

    def __init__(self, level: int, analyse: Analyse) -> None:
        self.strength, self._far = level, LADDER[level - 1].sight
        super().__init__(PlayerSetup(game_spec("connect4"), PlayerName("proving")))
        self.sight = min(self._far, PLAIN_SIGHT)
        self._analyse = analyse

    def ends_in_sight(self, position: Position) -> dict[Move, int]:
        near = super().ends_in_sight(position)
        if self._far <= PLAIN_SIGHT:
            return near
        proven = {move: end(solution) for move, solution in self._analyse(position).items()}
        return {**{move: discs for move, discs in proven.items() if 0 < discs <= self._far}, **near}


def end(solution: Solution) -> int:
    """Return the maximum number of discs until the end, or 0 if no win or loss is proven."""
    return {"win": solution.worst.discs, "loss": solution.best.discs}.get(solution.verdict or "", 0)
