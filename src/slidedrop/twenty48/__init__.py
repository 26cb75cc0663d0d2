"""2048: the rules, the board, and a game that can be played, undone and recorded.

`best_move` and the other compiled names need the extra `ai` and are imported when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import MissingExtra
from slidedrop.twenty48.board import Board, Motion, Slide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game, Turn
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.spawn import Spawn
from slidedrop.twenty48.state import State

if TYPE_CHECKING:
    from slidedrop.twenty48.checkpoint import train_in
    from slidedrop.twenty48.expectimax import Analysis, Expectimax, Fall, best_move
    from slidedrop.twenty48.training import Plan
    from slidedrop.twenty48.weights import Network, load_network, read_network

__all__ = [
    "Analysis",
    "Board",
    "Direction",
    "Expectimax",
    "Fall",
    "Game",
    "Motion",
    "Network",
    "Plan",
    "Position",
    "Rules",
    "Slide",
    "Spawn",
    "State",
    "Turn",
    "best_move",
    "load_network",
    "read_network",
    "train_in",
]
_COMPILED: Final = {
    "Analysis": "expectimax",
    "Expectimax": "expectimax",
    "Fall": "expectimax",
    "best_move": "expectimax",
    "Network": "weights",
    "load_network": "weights",
    "read_network": "weights",
    "Plan": "training",
    "train_in": "checkpoint",
}
"""Each name that needs the extra, with the module that has it."""


def __getattr__(name: str) -> object:
    """Import what is compiled, or say which extra is missing."""
    if name not in _COMPILED:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    try:
        found: object = getattr(import_module(f"{__name__}.{_COMPILED[name]}"), name)
    except ImportError as error:
        raise MissingExtra(name, "ai") from error
    return found
