"""Files on the command line, and `--weights`: a 2048 network that `slidedrop train` made, not the shipped one."""

from pathlib import Path
from typing import Final

import click

FILE: Final = click.Path(path_type=Path)
weights_option: Final = click.option(
    "--weights", type=FILE, help="The 2048 network to use, as written by 'slidedrop train' (default: the bundled one)."
)
