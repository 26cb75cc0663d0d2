"""2048 and Connect-4: games, engines, an autograder and environments.

    import slidedrop

    game = slidedrop.Twenty48(seed=7)               a game of 2048
    game.play("left")
    slidedrop.best_move(game.board).best            the slide that the network would make

    game = slidedrop.Connect4()                     a game of Connect-4
    game.play(3)
    print(slidedrop.solve(game.position))           the proven value
    slidedrop.save(game, "game.journal")
    slidedrop.review(game)                          every move with its cost, in both games

`slidedrop.twenty48` and `slidedrop.connect4` have everything else. Each part is imported when it is first used.
"""

from slidedrop.lazy import lazily
from slidedrop.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from slidedrop import aio, connect4, twenty48
    from slidedrop.analysis.hints import hint_for as hint
    from slidedrop.analysis.puzzle import shipped as puzzles
    from slidedrop.analysis.review import review_game as review
    from slidedrop.connect4.engine.perfect import analyse, solve, solve_many
    from slidedrop.connect4.game import Game as Connect4
    from slidedrop.core.errors import SlidedropError
    from slidedrop.players.registry import make_player as player
    from slidedrop.records.saving import load, save, saved_games, statistics
    from slidedrop.twenty48 import best_move, best_moves, train
    from slidedrop.twenty48.board import Board
    from slidedrop.twenty48.direction import Direction
    from slidedrop.twenty48.game import Game as Twenty48

__all__ = [
    "Board",
    "Connect4",
    "Direction",
    "SlidedropError",
    "Twenty48",
    "__version__",
    "aio",
    "analyse",
    "best_move",
    "best_moves",
    "connect4",
    "hint",
    "load",
    "player",
    "puzzles",
    "review",
    "save",
    "saved_games",
    "solve",
    "solve_many",
    "statistics",
    "train",
    "twenty48",
]
__getattr__, __dir__ = lazily(
    __name__,
    __all__,
    {
        "Board": "slidedrop.twenty48.board",
        "Connect4": "slidedrop.connect4.game:Game",
        "Direction": "slidedrop.twenty48.direction",
        "SlidedropError": "slidedrop.core.errors",
        "Twenty48": "slidedrop.twenty48.game:Game",
        "aio": "slidedrop.aio:",
        "analyse": "slidedrop.connect4.engine.perfect",
        "best_move": "slidedrop.twenty48.engine.expectimax",
        "best_moves": "slidedrop.twenty48.engine.batch",
        "connect4": "slidedrop.connect4:",
        "hint": "slidedrop.analysis.hints:hint_for",
        "load": "slidedrop.records.saving",
        "player": "slidedrop.players.registry:make_player",
        "puzzles": "slidedrop.analysis.puzzle:shipped",
        "review": "slidedrop.analysis.review:review_game",
        "save": "slidedrop.records.saving",
        "saved_games": "slidedrop.records.saving",
        "solve": "slidedrop.connect4.engine.perfect",
        "solve_many": "slidedrop.connect4.engine.perfect",
        "statistics": "slidedrop.records.saving",
        "train": "slidedrop.twenty48.training.training",
        "twenty48": "slidedrop.twenty48:",
    },
)
