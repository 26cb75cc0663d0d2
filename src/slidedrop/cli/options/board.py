"""`--size`, `--rules` and `--free`: the board on which computers play, for the commands that know both games."""

import re
from typing import Final

import click

from slidedrop.cli.options.numbers import several
from slidedrop.cli.options.sizes import rules_of_size
from slidedrop.connect4.rules import Rules as Drops
from slidedrop.core.errors import RulesError
from slidedrop.twenty48.rules import LARGEST_SIZE, PRESETS
from slidedrop.twenty48.rules import Rules as Slides

_SIDE: Final = re.compile(r"([0-9]{1,3})(?:x\1)?")
board_options: Final = several(
    click.option("--size", metavar="SIZE", help="The size of the board: 4 for 2048, 7x6 for Connect-4."),
    click.option("--rules", type=click.Choice(list(PRESETS)), help="How tiles come in 2048 (classic)."),
    click.option("--free", is_flag=True, help="Connect-4: discs are placed on any free cell."),
)
"""The options of the board."""


def rules_asked(game: str, size: str | None, preset: str | None, *, free: bool) -> Slides | Drops:
    """Return the rules that the options ask for; one that belongs to the other game is refused."""
    if game == "connect4":
        if preset is not None:
            raise click.UsageError("--rules says how the tiles of 2048 come; leave it out for Connect-4")
        return rules_of_size(size or "7x6", gravity=not free)
    if free:
        raise click.UsageError("--free is for Connect-4; leave it out for 2048")
    return Slides.preset(preset or "classic", _side(size or "4"))


def _side(size: str) -> int:
    match = _SIDE.fullmatch(size.strip().lower())
    if match is None or not 2 <= int(match[1]) <= LARGEST_SIZE:
        message = f"'{size:.40}' is not a size of a 2048 board; write a number from 2 to {LARGEST_SIZE}, such as 5"
        raise RulesError(message)
    return int(match[1])
