"""`slidedrop solve`: the proven value of every move, in games with a solver."""

import click

from slidedrop.cli.game_commands import ByGame


@click.group("solve", cls=ByGame, subcommand_metavar="GAME ...")
def command() -> None:
    """Print the value of every move of a position.

    $ slidedrop solve connect4 44455554221
    $ slidedrop solve connect4 4455 --seconds 5
    $ slidedrop solve connect4 12 --size 5x5
    $ slidedrop solve connect4 2.2,1.1 --size 4x4 --free
    $ slidedrop solve 2048 --size 3
    $ slidedrop solve 2048 --size 3 --for tile:512
    $ slidedrop solve 2048 '2,4/0,2'
    """
