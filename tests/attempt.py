"""A move of 2048 that may be tried where nothing moves."""

from slidedrop.twenty48 import Direction, Game, Turn


def tried(game: Game, move: str) -> Turn | None:
    """Make a move, or return None where nothing moves that way."""
    way = Direction(move)
    return game.play(way) if way in game.legal_moves() else None
