"""What Connect-4 adds to the command line."""

from typing import Final

import click

from slidedrop.cli.game_commands import GameCommands
from slidedrop.cli.options import number
from slidedrop.core.spec import Provider

_SECONDS: Final = click.Option(
    ["--seconds"], type=number(0.01, 3600), default=2.0, show_default=True, help="Connect-4: time limit per move."
)
COMMANDS: Final = GameCommands(
    play=Provider("slidedrop.cli.connect4.play:command"),
    hint=Provider("slidedrop.cli.connect4.analysis:hint"),
    solve=Provider("slidedrop.cli.connect4.analysis:solve"),
    review=Provider("slidedrop.cli.connect4.review:review"),
    review_options=(_SECONDS,),
    game_from_moves=Provider("slidedrop.cli.connect4.analysis:game_from_moves"),
    picture=Provider("slidedrop.connect4.display:picture"),
)
