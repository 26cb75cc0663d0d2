"""`slidedrop review` for Connect-4: a line for each move, the turning points with the better line, and a graph.

red wins   ***  **           One sign for the start and for each move, from left to right; the nearer to an edge,
              *              the sooner the game is won. A question mark stands where nothing is proven.
draw      ?      ***
                    **
blue wins             *
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import click

from slidedrop.analysis.connect4.review import Review, ReviewedMove, likeness, open_grades, tallies
from slidedrop.analysis.connect4.review import review as reviewed_game
from slidedrop.cli.connect4.analysis import missing_solver
from slidedrop.cli.progress import Bar
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.notation import write_moves

_LABELS: Final = (f"{COLOURS[0]} wins", "", "draw", "", f"{COLOURS[1]} wins")
_SOON: Final = 0.6
"""A win of at least this height is drawn at the edge."""


def review(what: str, game: Game, options: Mapping[str, Any]) -> None:
    """Print the grade of every move, the turning points and the graph."""
    missing = missing_solver(game.rules)
    bar = Bar(len([turn for turn in game.turns if turn.move is not None]) + 1, "positions")
    result = reviewed_game(game, seconds_a_move=options["seconds"], tell=lambda _done, _of: bar.advance())
    bar.clear()
    if options["as_json"]:
        click.echo(json.dumps({"game": what, **result.to_json()}, indent=1))
    else:
        click.echo("\n".join(_lines(what, game, result, has_solver=not missing)))
    for notice in filter(None, (result.notice, missing)):
        click.echo(notice, err=True)


def _lines(what: str, game: Game, review: Review, *, has_solver: bool) -> list[str]:
    """Return the lines of a review; without a solver, more time proves nothing more."""
    moves = write_moves([turn.move for turn in game.turns if turn.move is not None], game.rules)
    return [
        f"Review of {what}: {game.summary().rules}, {moves or 'no move yet'}",
        *map(_move_line, review.moves),
        *_turning_points(review),
        "",
        *graph(review),
        "",
        *tallies(review.moves),
        *(open_grades(review.moves) if has_solver else ()),
        *filter(None, (likeness(game, review, player) for player in (0, 1))),
        review.ending,
    ]


def _move_line(move: ReviewedMove) -> str:
    better = f" (better: {move.best[0]})" if move.better_line and not move.is_turning_point else ""
    mark = "!" if move.is_turning_point else " "
    return f"{mark}{move.ply:>3}. {COLOURS[move.player]:4} {move.move:<4} {move.words}{better}"


def _turning_points(review: Review) -> list[str]:
    if review.moves and not review.turning_points:
        return ["", "No move is proven to have lost a win or a draw."]
    lines = ["", "Turning points:"] if review.moves else []
    for move in review.turning_points:
        line = f"; better was {move.better_line}: {move.better_words}" if move.better_line else ""
        lines.append(f"  Move {move.ply}, {COLOURS[move.player]} {move.move}: {move.words}{line}.")
    return lines


def graph(review: Review) -> list[str]:
    """Return the value after each ply, as five rows of text."""
    rows = [[" "] * len(review.heights) for _ in _LABELS]
    for ply, height in enumerate(review.heights):
        step = 0 if not height else 2 if abs(height) >= _SOON else 1
        rows[2 - step if height and height > 0 else 2 + step][ply] = "?" if height is None else "*"
    width = max(map(len, _LABELS))
    return [f"{label:<{width}} |{''.join(row).rstrip()}" for label, row in zip(_LABELS, rows, strict=True)]
