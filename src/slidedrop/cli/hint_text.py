"""A hint as the command line prints it."""

from pathlib import Path

import click

from slidedrop.analysis.hints import Basis, hint_for
from slidedrop.core.errors import GameOver
from slidedrop.core.spec import AnyGame


def print_hint(game: AnyGame, missing: str, weights: Path | None = None) -> None:
    """Print the board, the hint, and what to install where the engine could not be asked."""
    hint = hint_for(game, weights=weights)
    if hint is None:
        raise GameOver("there is no move left in this position")
    click.echo(str(game))
    click.echo(str(hint))
    if missing and hint.basis is Basis.SEARCH:
        click.echo(missing, err=True)
