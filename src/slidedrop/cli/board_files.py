"""Board files on the command line: `-i` starts from one, `-o` writes one at the end.

A file that begins with `{` is a gameState of document 002, one whose first line is a single number a board file of
document 001, and anything else the bare grid of document 004. Its base is the odd part that all its tiles share.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.durable import write_whole
from slidedrop.editions.swipe import read_start
from slidedrop.records.files import read_text
from slidedrop.session import Session
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import read_board, read_position, write_board, write_position
from slidedrop.twenty48.position import State


class Start(NamedTuple):
    """What a file holds, and as what it was read."""

    state: State
    base: int
    kind: str


def start_in(path: Path, base: int | None) -> Start:
    """Return the start that a file holds; without a base it is the one that the tiles have in common."""
    text = read_text(path, "board file")
    try:
        return _start(text, base)
    except NotationError as error:
        raise NotationError(f"'{path}': {error}") from error


def _start(text: str, base: int | None) -> Start:
    lines = text.strip().splitlines() or [""]
    if text.lstrip().startswith("{"):
        state = State.from_json(text)
        base = base or _common_base(map(str, state.board.tiles))
        read_position(write_position(state.board), base=base)
        return Start(state, base, "a gameState of document 002")
    if len(lines[0].split()) == 1:
        base = base or _common_base(text.split()[2:])
        board, score = read_board(text, base=base)
        return Start(State(board, score), base, "a board file of document 001")
    base = base or _common_base(text.split())
    return Start(State(Board.from_tiles(read_start(text, base))), base, "a grid of document 004")


def _common_base(words: Iterable[str]) -> int:
    """Return the base of the tiles: 2 where they are powers of two, else the odd number in all of them."""
    tiles = {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19} - {0}
    odd = sorted({tile // (tile & -tile) for tile in tiles})
    if len(odd) > 1:
        raise NotationError(f"its tiles have no base in common: some are {odd[0]} doubled and some {odd[1]} doubled")
    return 2 if not odd or (odd == [1] and 1 not in tiles) else odd[0]


def write_last(path: Path, session: Session, *, force: bool) -> None:
    """Write the board as it stands; where that fails, say where the game is kept all the same."""
    game, kept = session.game, "the game is not kept"
    if not isinstance(game, Game):  # pragma: no cover - only 2048 has board files
        raise TypeError
    if session.number:
        kept = f"the game is kept as game {session.number}: slidedrop 2048 --resume {session.number}"
    if path.exists() and not force:
        raise RecordError(f"'{path}' appeared while you played and was left alone; {kept}")
    try:
        write_whole(path, write_board(game.board, game.score).encode())
    except RecordError as error:
        raise RecordError(f"{error}; {kept}") from error
