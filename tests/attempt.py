"""A helper for tests that tries a move in 2048."""

from slidedrop.twenty48 import Direction, Game, Turn


def tried(game: Game, move: str) -> Turn | None:
    """Make a move and return its turn, or return None if the move is not legal."""
    way = Direction(move)
    return game.play(way) if way in game.legal_moves() else None
