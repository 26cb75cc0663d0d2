"""A move of 2048 that may be tried where nothing moves."""

from slidedrop.twenty48 import Direction, Game, Turn
from slidedrop.twenty48.direction import Way


def tried(game: Game, move: Way) -> Turn | None:
    """Make a move, or return None where nothing moves that way."""
    return game.play(move) if Direction(move) in game.legal_moves() else None
