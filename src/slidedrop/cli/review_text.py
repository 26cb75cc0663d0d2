"""A review as text: a line for each move, the turning points with the better line, and the graph of the value.

red wins   ***  **           One sign for the start and for each move, from left to right; the nearer to an edge,
              *              the sooner the game is won. A question mark stands where nothing is proven.
draw      ?      ***
                    **
blue wins             *
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.analysis.connect4.review import likeness
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_moves

if TYPE_CHECKING:
    from slidedrop.analysis.connect4.review import Review, ReviewedMove

_LABELS: Final = (f"{COLOURS[0]} wins", "", "draw", "", f"{COLOURS[1]} wins")
_MIDDLE: Final = 2
_SOON: Final = 0.6
"""From this height on a win is drawn at the edge."""


def reviewed(what: str, game: Game, review: Review) -> list[str]:
    """Return the lines of a review."""
    return [
        f"Review of {what}: {game.summary().rules}, {write_moves(_moves(game), game.rules) or 'no move yet'}",
        *(_move_line(move) for move in review.moves),
        *_turning_points(review),
        "",
        *graph(review),
        "",
        *(said for said in review.summary if not said.startswith("Move ")),  # those stand above, with their lines
        *filter(None, (likeness(game, review, player) for player in (0, 1))),
        review.ending,
    ]


def _moves(game: Game) -> list[Move]:
    return [turn.move for turn in game.turns if turn.move is not None]


def _move_line(move: ReviewedMove) -> str:
    better = f" (better: {move.best[0]})" if move.better_line and not move.is_turning_point else ""
    mark = "!" if move.is_turning_point else " "
    return f"{mark}{move.ply:>3}. {COLOURS[move.player]:4} {move.move:<4} {move.words}{better}"


def _turning_points(review: Review) -> list[str]:
    if not review.moves:
        return []
    if not review.turning_points:
        return ["", "No move is proven to have given a win or a draw away."]
    return ["", "Turning points:", *(_turning_point(move) for move in review.turning_points)]


def _turning_point(move: ReviewedMove) -> str:
    line = f"; better was {move.better_line}: {move.better_words}" if move.better_line else ""
    return f"  Move {move.ply}, {COLOURS[move.player]} {move.move}: {move.words}{line}."


def graph(review: Review) -> list[str]:
    """Return the value after each ply, as five rows of text."""
    rows = [[" "] * len(review.heights) for _ in _LABELS]
    for ply, height in enumerate(review.heights):
        rows[_row(height)][ply] = "?" if height is None else "*"
    width = max(map(len, _LABELS))
    return [f"{label:<{width}} |{''.join(row).rstrip()}" for label, row in zip(_LABELS, rows, strict=True)]


def _row(height: float | None) -> int:
    if not height:
        return _MIDDLE
    step = 2 if abs(height) >= _SOON else 1
    return _MIDDLE - step if height > 0 else _MIDDLE + step
