"""Save a game to a file, or among the saved games by number.

save(game, "game.journal"); load("game.journal")      the text form of `slidedrop games export`
number = save(game); load(number)                     among the games that `slidedrop games` lists
"""

from os import PathLike
from typing import Final

from slidedrop.core.arguments import file_path, require_int, require_type
from slidedrop.core.game import Game
from slidedrop.core.game_base import GameBase
from slidedrop.core.spec import AnyGame
from slidedrop.durable import write_whole
from slidedrop.records.files import read_bytes
from slidedrop.records.journal import write_entries
from slidedrop.records.library import Library, SavedGame
from slidedrop.records.replay import header_of, read_record, replay
from slidedrop.records.statistics import Statistics
from slidedrop.records.statistics import statistics as added_up

_LARGEST: Final = 1 << 26


def save(game: Game, path: str | PathLike[str] | None = None) -> int | None:
    """Write a whole game to a file; without a path, add it to the saved games and return its number."""
    game = require_type(game, GameBase, "a game")
    if path is None:
        with (opened := Library().put(game)).journal:
            return opened.number
    entries = (header_of(game), *(command.to_json() for command in game.commands))
    write_whole(file_path(path), write_entries(entries))
    return None


def load(source: str | PathLike[str] | int) -> AnyGame:
    """Return the game of a file or number, replayed from its start, or raise an error."""
    if hasattr(source, "__index__"):
        return Library().game(require_int(source, "the number of a saved game"))
    where = file_path(source)
    return replay(read_record(read_bytes(where, "record", _LARGEST), f"'{where}'"), f"'{where}'")


def saved_games() -> list[SavedGame]:
    """Return the list of saved games, oldest first; an unreadable one carries the reason."""
    return Library().games()


def statistics() -> Statistics:
    """Return the statistics of the saved games."""
    return added_up(saved_games())
