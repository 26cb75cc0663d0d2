"""`slidedrop hint`: the best move of a position, and why."""

import click

from slidedrop.cli.game_commands import ByGame


@click.group("hint", cls=ByGame, subcommand_metavar="GAME ...")
def command() -> None:
    """Show the best move of a position, and why.

    $ slidedrop hint 2048 '0,0,2,4/0,2,0,4/0,0,4,8/2,4,8,16'
    $ slidedrop hint 2048 my.board
    $ slidedrop hint 2048 my.board --weights my/2048-4x4.weights
    $ slidedrop hint connect4 44455
    $ slidedrop hint connect4 2.2,1.1 --size 4x4 --free
    """
