"""The options that every game has: how to talk, and which game to sit down to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from slidedrop.core.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.core.command import Command
    from slidedrop.core.game import Game

    Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option("--speak", is_flag=True, help="Tell every move in a sentence."),
    click.option("--lines", is_flag=True, help="Read lines instead of single keys."),
    click.option("--new", is_flag=True, help="Begin a new game without asking."),
    click.option(
        "--resume", is_flag=False, flag_value="", metavar="[ID]", help="Go on with a kept game, the newest or ID."
    ),
    click.option("--from", "code", metavar="CODE", help="Go on with a game that somebody shared."),
)


class TableOptions(NamedTuple):
    """What was asked for, whichever the game."""

    speak: bool
    lines: bool
    new: bool
    resume: str | None
    code: str | None

    @classmethod
    def taken_from(cls, options: dict[str, Any]) -> TableOptions:
        """Take these options out of all that were given; what is left is the game's own."""
        return cls(*(options.pop(name) for name in cls._fields))

    def check(self, *, wants_new: bool, wants_rules: bool) -> None:
        """Refuse what cannot go together: a kept or shared game, and options that describe another."""
        if self.resume is not None and (wants_new or self.new or self.code is not None):
            message = "--resume goes on with a kept game, so no option that makes a new one can go with it"
            raise click.UsageError(message)
        if self.code is not None and wants_rules:
            message = "--from brings the rules and the board along, so no option that asks for others can go with it"
            raise click.UsageError(message)


def table_options(command: Decorated) -> Decorated:
    """Give a command the options that every game has."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def shared_game(code: str, kind: str) -> tuple[Game, list[Command]]:
    """Return the game of a share code and all that was done in it, or say what is wrong with the code."""
    from slidedrop.records.share import commands_of, read_code

    game = read_code(code)
    if game.kind != kind:
        message = f"the code holds a game of {game.kind}; go on with it by 'slidedrop {game.kind} --from CODE'"
        raise NotationError(message)
    return game, commands_of(game)
