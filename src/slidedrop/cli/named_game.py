"""A game named on the command line: a saved game, a file, a share code or link, or typed moves.

If a number could be both, such as 44, the program asks. `game:44` and `--moves` (or `moves:44`) decide it.
One digit alone always means a saved game.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from slidedrop.cli.game_commands import commands_of
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.spec import AnyGame
from slidedrop.games import game_specs
from slidedrop.terminal.plain.console import Console

_LARGEST: Final = 1 << 26
_MOVES: Final = "moves:"
_GAME: Final = "game:"
_SHORT: Final = 4
"""Shorter numbers that are not moves mean a saved game."""


moves_option: Final = click.option("--moves", is_flag=True, help="Read GAME as moves, even if it is one number.")


def found_game(text: str, *, moves: bool = False, **options: Any) -> tuple[str, AnyGame]:  # noqa: ANN401 - of any command
    """Return the name and the game for a text; the options give the rules of typed moves."""
    if moves:
        return "these moves", _from_moves(text, options)
    for find in (_from_file, _from_code):
        found = find(text)
        if found is not None:
            return found
    saved = None if text.startswith(_MOVES) else _from_library(text.removeprefix(_GAME))
    if saved is not None and not (_could_be_moves(text, options) and _means_moves(text)):
        return saved
    if text.startswith(_GAME) or (text.isascii() and text.isdecimal() and len(text) == 1):
        raise NotationError(f"there is no saved game {text.removeprefix(_GAME)}; 'slidedrop games' lists them")
    if text.startswith(_MOVES):
        return "these moves", _from_moves(text.removeprefix(_MOVES), options)
    try:
        return "these moves", _from_moves(text, options)
    except SlidedropError as error:
        if text.isdecimal() and len(text) < _SHORT:
            raise NotationError(f"there is no saved game {text}; 'slidedrop games' lists them") from error
        if text[:1].isdecimal():
            raise
        message = f"'{text:.60}' is not a saved game, a file, a share code or moves; 'slidedrop games' lists the games"
        raise NotationError(message) from error


def _could_be_moves(text: str, options: Mapping[str, Any]) -> bool:
    try:
        return len(text) > 1 and _from_moves(text, options) is not None
    except SlidedropError:
        return False


def _means_moves(text: str) -> bool:
    """Ask whether moves are meant; without a terminal choose the saved game and say so."""
    console = Console(lines=True)
    if console.interactive:
        return not console.confirm(f"Is game {text} meant? (No: the moves {' '.join(text)})", default=True)
    click.echo(f"Game {text} is meant; write moves:{text} for the moves {' '.join(text)}.", err=True)
    return False


def _from_file(text: str) -> tuple[str, AnyGame] | None:
    path = Path(text)
    if "#" in text or not path.is_file():
        return None
    from slidedrop.records.files import read_bytes
    from slidedrop.records.replay import read_record, replay
    from slidedrop.records.share import is_code, read_code

    content = read_bytes(path, "record", _LARGEST)
    where = f"'{path}'"
    if is_code(content[:64].decode("ascii", "replace").partition("#")[0]):
        return where, read_code(content.decode("ascii", "replace"))
    return where, replay(read_record(content, where), where)


def _from_code(text: str) -> tuple[str, AnyGame] | None:
    from slidedrop.records.share import is_code, read_code

    return ("the shared game", read_code(text)) if is_code(text) else None


def _from_library(text: str) -> tuple[str, AnyGame] | None:
    from slidedrop.cli.saved_games import open_library

    library = open_library()
    try:
        number = library.find(text)
    except SlidedropError:
        return None
    return f"game {number}", library.game(number)


def _from_moves(text: str, options: Mapping[str, Any]) -> AnyGame:
    """Return the game of typed moves, from the first game that can read them, or raise the last error."""
    parts = [commands_of(spec).game_from_moves for spec in game_specs()]
    readers = [part.load() for part in parts if part is not None]
    for read in readers[:-1]:
        try:
            return read(text, options)
        except SlidedropError:
            continue
    return readers[-1](text, options)
