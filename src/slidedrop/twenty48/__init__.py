"""2048: the rules, the board, and a game that can be played, undone and recorded.

The engine is imported when first used; training and compiled networks need the extra `ai`.
"""

from typing import TYPE_CHECKING, Final

from slidedrop.lazy import lazily
from slidedrop.twenty48.board import Board, Motion, Slide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game, Turn
from slidedrop.twenty48.position import Position, Spawn, State
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.batch import BestMoves, best_moves
    from slidedrop.twenty48.engine.expectimax import Analysis, Expectimax, SpawnOutcome, best_move
    from slidedrop.twenty48.engine.weights import Network, load_network, read_network, save_network
    from slidedrop.twenty48.training.checkpoint import resume, train_in
    from slidedrop.twenty48.training.training import Plan, Training, TrainingReport, network_of, train

_LAZY: Final = {
    "engine.batch": ("BestMoves", "best_moves"),
    "engine.expectimax": ("Analysis", "Expectimax", "SpawnOutcome", "best_move"),
    "engine.weights": ("Network", "load_network", "read_network", "save_network"),
    "training.checkpoint": ("resume", "train_in"),
    "training.training": ("Plan", "Training", "TrainingReport", "network_of", "train"),
}
"""The modules that are imported when one of their names is first used."""
__all__ = [
    "Analysis",
    "BestMoves",
    "Board",
    "Direction",
    "Expectimax",
    "Game",
    "Motion",
    "Network",
    "Plan",
    "Position",
    "Rules",
    "Slide",
    "Spawn",
    "SpawnOutcome",
    "State",
    "Training",
    "TrainingReport",
    "Turn",
    "best_move",
    "best_moves",
    "load_network",
    "network_of",
    "read_network",
    "resume",
    "save_network",
    "train",
    "train_in",
]
__getattr__, __dir__ = lazily(
    __name__, __all__, {name: f"{__name__}.{module}" for module, names in _LAZY.items() for name in names}
)
