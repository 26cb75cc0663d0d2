"""`slidedrop solve connect4 MOVES`: what every move is worth, and how far that is proven."""

import click

from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.cli.compiling import missing_solver
from slidedrop.cli.examples import examples
from slidedrop.cli.options.sizes import rules_of_size
from slidedrop.connect4.game import COLOURS, ending
from slidedrop.connect4.position import Position


@click.command(
    "solve",
    epilog=examples(
        "slidedrop solve connect4 44455554221",
        "slidedrop solve connect4 4455 --seconds 5",
        "slidedrop solve connect4 12 --size 5x5",
        "slidedrop solve connect4 2.2,1.1 --size 4x4 --free",
    ),
)
@click.argument("game", type=click.Choice(["connect4"]))
@click.argument("moves", default="")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The size of the board.")
@click.option("--free", is_flag=True, help="Discs are placed on any free cell.")
@click.option("--seconds", type=click.FloatRange(0.01, 86400), default=30.0, show_default=True, help="Time to think.")
def command(game: str, moves: str, size: str, seconds: float, *, free: bool) -> None:  # noqa: ARG001 - the game comes first in every verb
    """Say what every column is worth after MOVES, the columns played so far, counted from 1.

    Discs of both sides are counted until the end. When the time is over, what is proven by then is said, and what is
    not. Boards that the solver does not know are answered by full search where few cells are left, and otherwise by
    looking ahead.
    """
    position = Position.from_moves(moves, rules_of_size(size, gravity=not free))
    click.echo(str(position))
    if position.outcome is not None:
        click.echo(f"{ending(position.outcome).capitalize()}.")
        return
    scores = scores_for(position, seconds=seconds)
    click.echo(f"{COLOURS[position.turn].capitalize()} to move:")
    for score in scores.moves:
        best = " (best)" if score.is_best and len(scores.best) < len(scores.moves) else ""
        click.echo(f"  {'' if free else 'column '}{score.move}: {score.words}{best}")
    if not scores.is_proven:
        click.echo(f"{scores.how.capitalize()}.")
    for notice in filter(None, (scores.notice, "" if scores.is_proven else missing_solver(position.rules))):
        click.echo(notice, err=True)
