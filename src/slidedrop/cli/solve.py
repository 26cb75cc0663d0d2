"""`slidedrop solve connect4 MOVES`: what every move is worth, proven."""

from __future__ import annotations

import click

from slidedrop.cli.compiling import say_compiling
from slidedrop.cli.examples import examples
from slidedrop.cli.sizes import rules_of_size
from slidedrop.connect4.game import COLOURS, ending
from slidedrop.connect4.position import Position


@click.command(
    "solve",
    epilog=examples(
        "slidedrop solve connect4 44455554221",
        "slidedrop solve connect4 4455 --seconds 5",
        "slidedrop solve connect4 12 --size 5x5",
    ),
)
@click.argument("game", type=click.Choice(["connect4"]))
@click.argument("moves", default="")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The size of the board.")
@click.option("--seconds", type=click.FloatRange(0.01, 86400), default=30.0, show_default=True, help="Time to think.")
def command(game: str, moves: str, size: str, seconds: float) -> None:  # noqa: ARG001 - the game comes first in every verb
    """Say what every column is worth after MOVES, the columns played so far, counted from 1.

    When the time is over, what is proven by then is said, and what is not.
    """
    position = Position.from_moves(moves, rules_of_size(size))
    click.echo(str(position))
    if position.outcome is not None:
        click.echo(f"{ending(position.outcome).capitalize()}.")
        return
    say_compiling()
    from slidedrop.connect4.solver import analyse

    answers = analyse(position, seconds=seconds)
    click.echo(f"{COLOURS[position.turn].capitalize()} to move:")
    for column, answer in answers.items():
        click.echo(f"  column {column + 1}: {answer}")
