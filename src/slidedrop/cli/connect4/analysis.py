"""`slidedrop hint connect4` and `slidedrop solve connect4`, and games of typed moves."""

from collections.abc import Mapping
from typing import Any, Final

import click

from slidedrop.cli.game_commands import print_hint
from slidedrop.cli.options import number, several, whole_number
from slidedrop.cli.progress import GET_ENGINES, say_compiling
from slidedrop.connect4.game import COLOURS, Game, ending
from slidedrop.connect4.notation import read_moves, rules_of_size
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules

_board: Final = several(
    click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="Size of the board."),
    click.option("--free", is_flag=True, help="Place discs on any free cell."),
)


@click.command("connect4")
@click.argument("position")
@_board
def hint(position: str, size: str, *, free: bool) -> None:
    """Show the best move in POSITION, and why.

    POSITION is the moves played so far, counted from 1.
    """
    rules = rules_of_size(size, gravity=not free)
    print_hint(Game(start=Position.from_moves(position, rules)), missing_solver(rules))


@click.command("connect4")
@click.argument("moves", default="", metavar="[POSITION]")
@_board
@click.option("--seconds", type=number(0.01, 86400), default=30.0, show_default=True, help="Time limit.")
@click.option("--threads", type=whole_number(1, 256), default=1, help="Number of search threads (1).")
def solve(moves: str, size: str, seconds: float, threads: int, *, free: bool) -> None:
    """Print the value of every move.

    POSITION is the columns played so far, counted from 1. Values count the discs of both players until the end. When
    time runs out, you see what has been proven so far. Boards outside the solver's range are searched to the end if few
    cells are free, and otherwise to a limited depth. Several threads need the extra "ai" and help only in searches that
    take seconds.
    """
    from slidedrop.analysis.connect4.scores import scores_for

    position = Position.from_moves(moves, rules_of_size(size, gravity=not free))
    click.echo(str(position))
    if position.outcome is not None:
        click.echo(f"{ending(position.outcome).capitalize()}.")
        return
    if threads > 1:
        say_compiling()
    scores = scores_for(position, seconds=seconds, threads=threads)
    click.echo(f"{COLOURS[position.turn].capitalize()} to move:")
    for score in scores.moves:
        best = " (best)" if score.is_best and len(scores.best) < len(scores.moves) else ""
        click.echo(f"  {'' if free else 'column '}{score.move}: {score.words}{best}")
    if not scores.is_proven:
        click.echo(f"{scores.how.capitalize()}.")
    for notice in filter(None, (scores.notice, "" if scores.is_proven else missing_solver(position.rules))):
        click.echo(notice, err=True)


def missing_solver(rules: Rules) -> str:
    """Return how to install the solver if it knows this board but is missing; empty otherwise."""
    from slidedrop.connect4.engine.perfect import has_solver, is_solvable

    missing = is_solvable(rules) and not has_solver(rules)
    return f"The solver is not installed, so little is proven. {GET_ENGINES}" if missing else ""


def game_from_moves(text: str, options: Mapping[str, Any]) -> Game:
    """Return the game of typed moves, such as 44455."""
    rules = rules_of_size(options.get("size") or "7x6", gravity=not options.get("free"))
    Position.from_moves(text, rules)
    game = Game(rules)
    for move in read_moves(text, rules):
        game.play(move)
    return game
