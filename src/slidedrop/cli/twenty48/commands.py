"""What 2048 adds to the command line."""

from typing import Final

import click

from slidedrop.cli.game_commands import GameCommands
from slidedrop.core.spec import Provider

COMMANDS: Final = GameCommands(
    play=Provider("slidedrop.cli.twenty48.play:command"),
    hint=Provider("slidedrop.cli.twenty48.analysis:hint"),
    solve=Provider("slidedrop.cli.twenty48.analysis:solve"),
    review=Provider("slidedrop.cli.twenty48.review:review"),
    review_options=(
        click.Option(
            ["--rollouts"], type=click.IntRange(2, 10_000), help="2048: number of games to play from each mistake."
        ),
        click.Option(["--tiles"], type=click.IntRange(1), help="2048: show the other possible tiles after this move."),
    ),
    picture=Provider("slidedrop.cli.twenty48.analysis:picture"),
)
