"""Whom a Connect-4 player played like: who would have found the best move as often on the same positions."""

from slidedrop.analysis.connect4.grades import GOOD
from slidedrop.analysis.connect4.review import Review
from slidedrop.analysis.sentences import say
from slidedrop.analysis.strength import Strength
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.players.registry import LADDER, player_called


def likeness(game: Game, review: Review, player: int) -> str:
    """Say in a sentence how well a side played, and like whom; empty where none of its moves is graded."""
    places = [Position(game.rules) if game.start is None else game.start, *(turn.position for turn in game.turns)]
    moves = [move for move in review.moves if move.player == player and move.grade != "not proven"]
    opponents = {name: player_called(name, "connect4", seed=0) for name in LADDER}
    found = [
        {name: float(write_move(one.choose(places[move.ply - 1])) not in move.best) for name, one in opponents.items()}
        for move in moves
    ]
    strength = Strength([float(move.grade not in GOOD) for move in moves], found)
    turns = [str(move.ply) for move in moves if move.is_turning_point]
    turned = say("turned at", moves=say("comma").join(turns)) if turns else say("turned nowhere")
    percent = round(100 * (1 - strength.loss))
    side = COLOURS[player].capitalize()
    return say("sum of a side", side=side, strength=strength.words, percent=percent, turned=turned) if moves else ""
