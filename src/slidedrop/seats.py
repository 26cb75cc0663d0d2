"""What a command does to a game with seats: whose turn it is, who made a ply, what an undo takes back.

    line      4  4  5  3          seat 0 and seat 1 in turn
    made by   0  1  0  1          an undo for seat 0 takes back two plies, one for seat 1

A session and the server ask here, so that both play by the same rules.
"""

from collections.abc import Collection

from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove
from slidedrop.core.game import Game


def to_move(game: Game) -> int | None:
    """Return the seat whose turn it is, or None after the end."""
    return None if game.outcome is not None else int(game.position.turn)


def seat_of_ply(game: Game, ply: int, seats: int = 2) -> int:
    """Return who made a move of the line, counted back from whose turn it is: a start may have either to move."""
    line = game.line()
    made = len(line) - (line[-1:] == ["resign"])  # who resigns stays to move
    return int(game.position.turn - made + ply) % seats


def undos_for(game: Game, own: Collection[int], seats: int = 2) -> int:
    """Return how many plies go until one of these seats decides again; 0 where none of them has made a move."""
    plies = len(game.line())
    ply = next((ply for ply in reversed(range(plies)) if seat_of_ply(game, ply, seats) in own), plies)
    return plies - ply


def check_seat(game: Game, seat: int, command: Command) -> None:
    """Refuse what one of two players may not do alone: take back, or anything at the other's turn but to resign."""
    if command.verb in ("undo", "redo"):
        raise IllegalMove("a move is taken back by agreement; offer it to the other side")
    if to_move(game) not in (seat, None):
        raise IllegalMove("it is the other side's turn")
