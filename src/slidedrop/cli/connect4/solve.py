"""`slidedrop solve connect4`: the value of every move, by proof."""

import click

from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.cli.compiling import say_compiling
from slidedrop.cli.connect4.missing import missing_solver
from slidedrop.cli.options.numbers import WholeNumber
from slidedrop.connect4.game import COLOURS, ending
from slidedrop.connect4.position import Position
from slidedrop.connect4.protocol import rules_of_size


@click.command("connect4")
@click.argument("moves", default="", metavar="[POSITION]")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The size of the board.")
@click.option("--free", is_flag=True, help="Discs are placed on any free cell.")
@click.option("--seconds", type=click.FloatRange(0.01, 86400), default=30.0, show_default=True, help="Time limit.")
@click.option("--threads", type=WholeNumber(1, 256), default=1, help="Number of search threads (1).")
def command(moves: str, size: str, seconds: float, threads: int, *, free: bool) -> None:
    """Print the value of every move.

    POSITION is the columns played so far, counted from 1. Discs of both players are counted until the end. When the
    time is over you see what has been proven so far. Boards that the solver does not know are answered by full search
    where few cells are left, and otherwise by looking ahead. Several threads need the extra "ai", and pay from a few
    seconds on.
    """
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
