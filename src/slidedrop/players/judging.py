"""How a position looks at a glance, for players that look ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slidedrop.players.simple import corner_kept

if TYPE_CHECKING:
    from slidedrop.twenty48.position import Position


def judge_2048(position: Position, player: int) -> float:  # noqa: ARG001 - one player, but every judge is asked alike
    """Return the score so far, with room and a kept corner counted as points to come; a dead end as points lost."""
    board = position.board
    free = board.tiles.count(0)
    promise = board.largest * (0.25 * corner_kept(board) + 0.05 * min(free, 6))
    return position.score + promise - (board.largest if position.outcome else 0)


def judge_connect4(position: Any, player: int) -> float:  # noqa: ANN401 - a position of Connect-4, imported when needed
    """Return what rows, columns and diagonals promise."""
    from slidedrop.connect4.evaluation import evaluate

    return evaluate(position, player)
