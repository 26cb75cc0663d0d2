"""A plain judgement of a board, where no network was trained for it: any size, any rules, no NumPy.

    worth = score so far
          + 1/4 of the tiles that stand in order            a line that only falls or only rises keeps together
          + 1/8 of the largest tile for each empty cell     room is what the next tiles need; four cells will do
          + 1/4 of the tiles whose neighbour is their equal points as good as made
          - all of the largest tile on a dead end

Everything is counted in points, so that it may be added to the score. It is the one judge without a network, for hints,
players and `best_move` alike; where there is a network, that is far better.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from slidedrop.core.search import SearchResult, largest_levels, search
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.position import Position

_MOST_NODES: Final = 5_000
"""A moment; on large boards that is one slide ahead."""


def look_ahead(position: Position, plies: int = 2, seconds: float | None = None) -> SearchResult[Direction]:
    """Return the worth of every slide, a ply being a slide and the tile that follows it."""
    levels = None if seconds is not None else min(max(1, 2 * plies - 1), largest_levels(position, _MOST_NODES))
    return search(position, judge, levels, seconds=seconds, every_move=True, by_points=True)


def judge(position: Position, player: int) -> float:  # noqa: ARG001 - one player, but every judge is asked alike
    """Return what a position seems worth, in points."""
    board = position.board
    if position.outcome is not None:
        return float(position.score - board.largest)
    return position.score + promise(board)


def promise(board: Board) -> float:
    """Return the points that a board seems to have in it."""
    lines = [*board.rows, *zip(*board.rows, strict=True)]
    room = board.largest / 8 * min(4, board.tiles.count(0))
    return room + sum(_order(line) + _pairs(line) for line in lines) / 4


def _order(line: Sequence[int]) -> float:
    """Return the tiles of a line that only falls or only rises, less what breaks the order."""
    return sum(line) - 2 * min(_breaks(line), _breaks(line[::-1]))


def _breaks(line: Sequence[int]) -> int:
    """Return by how much a line rises where it should fall."""
    return sum(after - before for before, after in pairwise(line) if after > before)


def _pairs(line: Iterable[int]) -> int:
    """Return the tiles that could merge with the next tile of the line."""
    tiles = [tile for tile in line if tile]
    return sum(one for one, other in pairwise(tiles) if one == other)
