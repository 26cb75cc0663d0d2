"""The heuristic value of a board without a trained network: any size, any rules, no NumPy.

    worth = score so far
          + 1/4 of the tiles in order                       a line that only falls or only rises
          + 1/8 of the largest tile for each empty cell     up to four cells
          + 1/4 of the tiles with an equal neighbour        points that can be made at once
          - all of the largest tile on a dead end

It is measured in points and added to the score. Hints, players and `best_move` use it if there is no network, which is
far better.
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
    """Return the value of every slide; a ply is a slide and the tile after it."""
    levels = None if seconds is not None else min(max(1, 2 * plies - 1), largest_levels(position, _MOST_NODES))
    return search(position, judge, levels, seconds=seconds, every_move=True, by_points=True)


def judge(position: Position, player: int) -> float:  # noqa: ARG001 - one player, but every judge is asked alike
    """Return the heuristic value of a position, in points."""
    board = position.board
    if position.outcome is not None:
        return float(position.score - board.largest)
    return position.score + promise(board)


def promise(board: Board) -> float:
    """Return the heuristic points to come on a board."""
    lines = [*board.rows, *zip(*board.rows, strict=True)]
    room = board.largest / 8 * min(4, board.tiles.count(0))
    return room + sum(_order(line) + _pairs(line) for line in lines) / 4


def _order(line: Sequence[int]) -> float:
    """Return the tiles of a line that only falls or only rises, minus what breaks the order."""
    return sum(line) - 2 * min(_breaks(line), _breaks(line[::-1]))


def _breaks(line: Sequence[int]) -> int:
    """Return by how much a line rises against its order."""
    return sum(after - before for before, after in pairwise(line) if after > before)


def _pairs(line: Iterable[int]) -> int:
    """Return the tiles that could merge with the next tile of the line."""
    tiles = [tile for tile in line if tile]
    return sum(one for one, other in pairwise(tiles) if one == other)
