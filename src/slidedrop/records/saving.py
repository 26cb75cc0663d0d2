"""A game in a file of its own: the text form that `slidedrop games export` writes and `import` reads."""

from os import PathLike
from typing import Final

from slidedrop.core.arguments import file_path, require_type
from slidedrop.core.game import Game
from slidedrop.core.game_base import GameBase
from slidedrop.core.spec import AnyGame
from slidedrop.durable import write_whole
from slidedrop.records.files import read_bytes
from slidedrop.records.journal import write_entries
from slidedrop.records.replay import header_of, read_record, replay

_LARGEST: Final = 1 << 26


def save(game: Game, path: str | PathLike[str]) -> None:
    """Write a whole game to a file, in one step: how it began, and all that was done in it."""
    game = require_type(game, GameBase, "a game")
    entries = (header_of(game), *(command.to_json() for command in game.commands))
    write_whole(file_path(path), write_entries(entries))


def load(path: str | PathLike[str]) -> AnyGame:
    """Return the game of a file, played through again, or say what is wrong with the file."""
    where = file_path(path)
    return replay(read_record(read_bytes(where, "record", _LARGEST), f"'{where}'"), f"'{where}'")
