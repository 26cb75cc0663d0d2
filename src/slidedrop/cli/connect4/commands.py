"""What Connect-4 adds to the command line."""

from typing import Final

import click

from slidedrop.cli.game_commands import GameCommands
from slidedrop.core.spec import Provider

COMMANDS: Final = GameCommands(
    play=Provider("slidedrop.cli.connect4.play:command"),
    hint=Provider("slidedrop.cli.connect4.review:hint"),
    solve=Provider("slidedrop.cli.connect4.solve:command"),
    review=Provider("slidedrop.cli.connect4.review:review"),
    review_options=(
        click.Option(
            ["--seconds"],
            type=click.FloatRange(0.01, 3600),
            default=2.0,
            show_default=True,
            help="Connect-4: time limit per move.",
        ),
    ),
    game_from_moves=Provider("slidedrop.cli.connect4.review:game_from_moves"),
    frames=Provider("slidedrop.cli.connect4.picture:frames"),
)
