"""The options that both games share: how to talk, and which game to play."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import click

from slidedrop.core.errors import NotationError
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


def common_options(command: Decorated) -> Decorated:
    """Give a command the options that both games share."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def check_common(given: SimpleNamespace, *, wants_new: bool, wants_rules: bool) -> None:
    """Refuse what cannot go together: a kept or shared game, and options that describe another."""
    if given.resume is not None and (wants_new or given.new or given.code is not None):
        raise click.UsageError("--resume goes on with a kept game, so no option that makes a new one can go with it")
    if given.code is not None and wants_rules:
        message = "--from brings the rules and the board along, so no option that asks for others can go with it"
        raise click.UsageError(message)


def shared_game(code: str, kind: str) -> Game:
    """Return the game of a share code, or say what is wrong with the code."""
    from slidedrop.records.share import read_code

    game = read_code(code)
    if game.kind != kind:
        message = f"the code holds a game of {game.kind}; go on with it by 'slidedrop {game.kind} --from CODE'"
        raise NotationError(message)
    return game
