"""A small board solved the slow way that is obviously right; the kernels are held against it.

    sum 4   2 2 . .      A slide keeps the sum of the tiles and a new tile adds to it, so a board leads only to boards
      |                  of greater sums. Once those are known, so is the board:
    sum 6   4 2 . .
      |                      worth of a board   the best of its slides: their points, and the mean over all new tiles
    sum 8   ...              of a stuck board   0

Every board stands for itself here: nothing is known of mirrors and turns.
"""

from functools import lru_cache

from slidedrop.twenty48.board import Board
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules


@lru_cache(maxsize=8)
def solve_plainly(rules: Rules, tile: int = 0) -> dict[Board, float]:
    """Return what every board that can come up is worth at the player's turn: points, or the chance of a tile."""
    worths: dict[Board, float] = {}
    for board in sorted(reachable(rules), key=lambda board: sum(board.tiles), reverse=True):
        worths[board] = _worth(Position(board, rules), tile, worths)
    return worths


def reachable(rules: Rules) -> set[Board]:
    """Return every board on which the player may be to move."""
    waiting = [Position.start(rules)]
    seen = {(waiting[0].board, waiting[0].due)}
    while waiting:
        position = waiting.pop()
        drawn = [after for after, _ in position.chance_outcomes()]
        for after in drawn or [position.play(move) for move in position.legal_moves()]:
            if (after.board, after.due) not in seen:
                seen.add((after.board, after.due))
                waiting.append(Position(after.board, rules, due=after.due))
    return {board for board, due in seen if not due}


def start_boards(rules: Rules) -> set[Board]:
    """Return every board with which a game may begin."""
    due = [Position.start(rules)]
    while due[0].due:
        due = [after for position in due for after, _ in position.chance_outcomes()]
    return {position.board for position in due}


def _worth(position: Position, tile: int, worths: dict[Board, float]) -> float:
    if tile and position.board.largest >= tile:
        return 1.0
    slides = [position.play(move) for move in position.legal_moves()]
    return max(((0 if tile else after.score) + _mean(after, worths) for after in slides), default=0.0)


def _mean(after: Position, worths: dict[Board, float]) -> float:
    return sum(chance * worths[position.board] for position, chance in after.chance_outcomes())
