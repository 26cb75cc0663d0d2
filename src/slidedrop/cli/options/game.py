"""A game named on the command line: a kept game, a file, a share code or link, or the moves of Connect-4 themselves.

Where a number is both, such as 44, a person is asked which is meant; `game:44` and `moves:44` say it.
"""

from pathlib import Path
from typing import Final

import click

from slidedrop.cli.options.sizes import rules_of_size
from slidedrop.connect4.game import Game
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.game import Game as AnyGame
from slidedrop.terminal.plain.console import Console

_LARGEST: Final = 1 << 26


def found_game(text: str, size: str = "7x6", *, free: bool = False) -> tuple[str, AnyGame]:
    """Return the game that a text means, and what it is called."""
    for find in (_from_file, _from_code):
        found = find(text)
        if found is not None:
            return found
    kept = None if text.startswith("moves:") else _from_shelf(text.removeprefix("game:"))
    if kept is not None and not (_could_be_moves(text, size, free=free) and _means_moves(text)):
        return kept
    try:
        return "these moves", _from_moves(text.removeprefix("moves:"), size, free=free)
    except SlidedropError as error:
        message = f"'{text:.60}' is not a file, a share code or a kept game, and as moves: {error}"
        raise NotationError(message) from error


def _could_be_moves(text: str, size: str, *, free: bool) -> bool:
    try:
        return len(text) > 1 and bool(_from_moves(text, size, free=free))
    except SlidedropError:
        return False


def _means_moves(text: str) -> bool:
    """Ask a person; without one the kept game is meant, and that is said."""
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
    from slidedrop.records.share import read_code

    content = read_bytes(path, "record", _LARGEST)
    where = f"'{path}'"
    if content[:2] in {b"C1", b"T1"}:
        return where, read_code(content.decode("ascii", "replace"))
    return where, replay(read_record(content, where), where)


def _from_code(text: str) -> tuple[str, AnyGame] | None:
    if "#" not in text and text.strip()[:2] not in {"C1", "T1"}:
        return None
    from slidedrop.records.share import read_code

    return "the shared game", read_code(text)


def _from_shelf(text: str) -> tuple[str, AnyGame] | None:
    from slidedrop.cli.kept_games import open_shelf

    shelf = open_shelf()
    try:
        number = shelf.find(text)
    except SlidedropError:
        return None
    return f"game {number}", shelf.game(number)


def _from_moves(text: str, size: str, *, free: bool) -> Game:
    from slidedrop.connect4.notation import read_moves
    from slidedrop.connect4.position import Position

    rules = rules_of_size(size, gravity=not free)
    Position.from_moves(text, rules)
    game = Game(rules)
    for move in read_moves(text, rules):
        game.move(move)
    return game
