"""`--weights`: a 2048 network that `slidedrop train` made, in place of the one that ships."""

from pathlib import Path
from typing import Final

import click

weights_option: Final = click.option(
    "--weights",
    type=click.Path(path_type=Path),
    help="The 2048 network to go by, as 'slidedrop train' writes it (the one that ships).",
)
