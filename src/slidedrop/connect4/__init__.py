"""Connect-4: the rules and positions, with gravity or free placement, on boards of many sizes.

`solve` and `analyse` need the extra `ai` and are imported when they are first asked for.
"""

from typing import TYPE_CHECKING

from slidedrop.connect4.game import Game, Turn
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules

if TYPE_CHECKING:
    from slidedrop.connect4.solver import analyse, solve

__all__ = ["Game", "Position", "Rules", "Turn", "analyse", "solve"]


def __getattr__(name: str) -> object:
    """Import what is compiled, or say which extra is missing."""
    if name not in {"analyse", "solve"}:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    import slidedrop.kernel  # noqa: F401 - says what is missing before NumPy does
    from slidedrop.connect4 import solver

    found: object = getattr(solver, name)
    return found
