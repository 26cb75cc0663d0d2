"""Board files on the command line: `-i` starts from one, `-o` writes one at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.records.files import read_text, write_whole
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import read_board, write_board
from slidedrop.twenty48.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.session import Session
    from slidedrop.twenty48.rules import Rules


def start_in(path: Path, rules: Rules) -> State:
    """Return the start that a board file holds; one that shows the winning tile is won already."""
    text = read_text(path, "board file")
    try:
        board, score = read_board(text)
    except NotationError as error:
        message = f"'{path}': {error}"
        raise NotationError(message) from error
    return State(board, score, won=board.largest >= rules.winning_tile)


def write_last(path: Path, session: Session, *, force: bool) -> None:
    """Write the board as it stands; where that fails, say where the game is kept all the same."""
    game, kept = session.game, "the game is not kept"
    if not isinstance(game, Game):  # pragma: no cover - only 2048 has board files
        raise TypeError
    if session.number:
        kept = f"the game is kept as game {session.number}: slidedrop 2048 --resume {session.number}"
    if path.exists() and not force:
        message = f"'{path}' appeared while you played and was left alone; {kept}"
        raise RecordError(message)
    try:
        write_whole(path, write_board(game.board, game.score).encode())
    except RecordError as error:
        message = f"{error}; {kept}"
        raise RecordError(message) from error
