"""What 2048 adds to the command line."""

from typing import Final

import click

from slidedrop.cli.game_commands import GameCommands
from slidedrop.cli.options import whole_number
from slidedrop.core.spec import Provider

COMMANDS: Final = GameCommands(
    play=Provider("slidedrop.cli.twenty48.play:command"),
    hint=Provider("slidedrop.cli.twenty48.analysis:hint"),
    solve=Provider("slidedrop.cli.twenty48.analysis:solve"),
    review=Provider("slidedrop.cli.twenty48.review:review"),
    review_options=(
        click.Option(
            ["--rollouts"], type=whole_number(2, 10_000), help="2048: number of games to play from each mistake."
        ),
        click.Option(
            ["--tiles"], type=whole_number(1, 10**9), help="2048: show the other tiles possible after a move."
        ),
    ),
    picture=Provider("slidedrop.cli.twenty48.analysis:picture"),
)
