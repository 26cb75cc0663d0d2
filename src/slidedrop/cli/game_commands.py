"""What one game adds to the command line: its own commands, and its parts of shared commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from slidedrop.cli.errors import Verbs
from slidedrop.core.errors import GameOver
from slidedrop.core.spec import AnyGame, AnySpec, Provider
from slidedrop.games import game_names, game_spec, game_specs

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.core.picture import Picture


@dataclass(frozen=True, kw_only=True)
class GameCommands:
    """The parts of one game, each imported when first used; None for a missing part."""

    play: Provider[click.Command] | None = None
    """`slidedrop GAME`."""
    hint: Provider[click.Command] | None = None
    """`slidedrop hint GAME POSITION`."""
    solve: Provider[click.Command] | None = None
    """`slidedrop solve GAME POSITION`."""
    review: Provider[Callable[[str, Any, Mapping[str, Any]], None]] | None = None
    """Print a review: takes the name of the game, the game, and the options of the command."""
    review_options: Sequence[click.Option] = ()
    game_from_moves: Provider[Callable[[str, Mapping[str, Any]], AnyGame]] | None = None
    """Return the game that typed moves make, by the options of the command."""
    picture: Provider[Callable[[Any], Picture]] | None = None
    """Return the picture of a position."""


def commands_of(spec: AnySpec) -> GameCommands:
    """Return what a game adds to the command line; the default is the command that plays any game."""
    if spec.commands is not None:
        found: GameCommands = spec.commands.load()
        return found
    return GameCommands()


class ByGame(Verbs):
    """A command whose first argument is a game; each game has its own subcommand."""

    what = "game"

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [spec.name for spec in game_specs() if getattr(commands_of(spec), str(self.name)) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        if cmd_name not in game_names():
            return None
        found: Provider[click.Command] | None = getattr(commands_of(game_spec(cmd_name)), str(self.name))
        return None if found is None else found.load()


def print_hint(game: AnyGame, missing: str, weights: Path | None = None) -> None:
    """Print the board and the hint, and what to install if the engine is missing."""
    from slidedrop.analysis.hints import Basis, hint_for

    hint = hint_for(game, weights=weights)
    if hint is None:
        raise GameOver("there is no move left in this position")
    click.echo(str(game))
    click.echo(str(hint))
    if missing and hint.basis is Basis.SEARCH:
        click.echo(missing, err=True)
