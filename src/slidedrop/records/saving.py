"""A game in a file of its own: the text form that `slidedrop games export` writes and `import` reads."""

from os import PathLike
from typing import Any, Final

from slidedrop.connect4.game import Game as Connect4
from slidedrop.core.arguments import file_path
from slidedrop.core.errors import NotationError
from slidedrop.durable import write_whole
from slidedrop.records.files import read_bytes
from slidedrop.records.journal import write_entry
from slidedrop.records.replay import header_of, read_record, replay
from slidedrop.twenty48.game import Game as Twenty48

_LARGEST: Final = 1 << 26


def save(game: Twenty48 | Connect4, path: str | PathLike[str]) -> None:
    """Write a whole game to a file, in one step: how it began, and all that was done in it."""
    if not isinstance(game, Twenty48 | Connect4):
        raise NotationError(f"a game of 2048 or Connect-4 is expected, not {game!r:.60}")
    entries = (header_of(game), *(command.to_json() for command in game.commands))
    write_whole(file_path(path), b"".join(map(write_entry, entries)))


def load(path: str | PathLike[str]) -> Twenty48 | Connect4:
    """Return the game of a file, played through again, or say what is wrong with the file."""
    where = file_path(path)
    game: Any = replay(read_record(read_bytes(where, "record", _LARGEST), f"'{where}'"), f"'{where}'")
    return game  # type: ignore[no-any-return] # one of the two
