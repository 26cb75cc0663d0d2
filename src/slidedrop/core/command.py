"""The commands of a player, as a record holds them.

    {"move": "left"}        {"move": "4"}        "undo"        "redo"        "resign"        "hint"

If no seed can reproduce the tiles of a 2048 game, each move names its tiles: {"move": "left", "tiles": [[3, 0, 2]]}
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, Self, cast, get_args

from slidedrop.core.errors import NotationError

Verb = Literal["move", "undo", "redo", "resign", "hint"]
Tile = tuple[int, int, int]
"""Row and column from 0, then the value."""
VERBS: Final = get_args(Verb)


class Command(NamedTuple):
    """One command, in the order given."""

    verb: Verb
    move: str = ""
    tiles: tuple[Tile, ...] = ()

    def to_json(self) -> object:
        if self.verb != "move":
            return self.verb
        tiles = {"tiles": [list(tile) for tile in self.tiles]} if self.tiles else {}
        return {"move": self.move, **tiles}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """Return the command in a record, or raise an error."""
        if isinstance(value, str) and value in VERBS and value != "move":
            return cls(cast("Verb", value))
        if isinstance(value, dict) and set(value) <= {"move", "tiles"} and isinstance(value.get("move"), str):
            return cls("move", value["move"], _tiles(value.get("tiles", [])))
        message = f"a command is a move like {{'move': 'left'}} or one of undo, redo, resign, hint, not {value!r:.80}"
        raise NotationError(message)


@lru_cache(maxsize=4096)
def shared(command: Command) -> Command:
    """Return one shared object for all equal commands, of which a long game has few."""
    return command


def _tiles(value: object) -> tuple[Tile, ...]:
    if isinstance(value, list) and all(_is_tile(tile) for tile in value):
        return tuple((row, column, number) for row, column, number in value)
    raise NotationError(f"the tiles of a move are lists of row, column and value, not {value!r:.80}")


def _is_tile(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(number) is int for number in value)
