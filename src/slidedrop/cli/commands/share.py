"""`slidedrop share`: a saved game as a code that fits in a link."""

import click

from slidedrop.cli.saved_games import game_argument, open_library
from slidedrop.records.share import write_code


@click.command("share")
@game_argument
def command(game: str) -> None:
    """Print a saved game as a share code.

    GAME is a number or a name from 'slidedrop games'. Anyone with the code can continue from the same board, in 2048
    with the same tiles to come: slidedrop 2048 --from CODE, slidedrop connect4 --from CODE

    $ slidedrop share 3
    $ slidedrop share 'Sunday game'
    """
    library = open_library()
    click.echo(write_code(library.game(library.find(game))))
