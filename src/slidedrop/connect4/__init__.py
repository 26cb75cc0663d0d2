"""Connect-4: the rules and positions, with gravity or free placement, on boards of many sizes.

`solve` and `analyse` are imported when first used.
"""

from typing import TYPE_CHECKING

from slidedrop.connect4.game import Game, Turn
from slidedrop.connect4.layout import Move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.values import Solution, Value
from slidedrop.lazy import lazily

if TYPE_CHECKING:
    from slidedrop.connect4.engine.perfect import Analysis, analyse, solve, solve_many

__all__ = [
    "Analysis",
    "Game",
    "Move",
    "Position",
    "Rules",
    "Solution",
    "Turn",
    "Value",
    "analyse",
    "solve",
    "solve_many",
]
__getattr__, __dir__ = lazily(
    __name__,
    __all__,
    dict.fromkeys(("Analysis", "analyse", "solve", "solve_many"), "slidedrop.connect4.engine.perfect"),
)
