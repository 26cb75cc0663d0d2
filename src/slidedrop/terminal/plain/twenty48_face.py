"""2048 as a person sees it in plain text.

Score: 132  Best: 2048
    2    .    .    4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from slidedrop.core.errors import NotationError
from slidedrop.terminal.plain.colours import coloured_tiles
from slidedrop.terminal.plain.game_face import GameFace, moves_made
from slidedrop.terminal.plain.printable import printable
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.display import column_width, plain
from slidedrop.twenty48.game import Game, Turn

if TYPE_CHECKING:
    from slidedrop.session import Event, Session

HELP: Final = """\
Slide the tiles; equal tiles that meet
merge. Reach 2048, then go on.
  w k up arrow     up
  s j down arrow   down
  a h left arrow   left
  d l right arrow  right
  i  hint          u  undo
  r  redo          b  board in words
  n  new game      ?  this help
  q  save and quit
On a line, keys may stand together, as
in wasd, or as words: left up."""


class Twenty48Face(GameFace):
    """How 2048 is drawn, read and told."""

    kind: ClassVar[str] = "2048"
    name: ClassVar[str] = "2048"
    help: ClassVar[str] = HELP

    def __init__(self, best: int = 0) -> None:
        self._best = best

    def beside_rules(self, session: Session) -> str:
        """Return the seed."""
        return f"seed {_game(session).seed}"

    def board(self, session: Session, *, colour: bool, width: int) -> str:
        """Draw the score and the board, without colour and tight where it would be too wide."""
        game = _game(session)
        columns = game.board.size * (column_width(game.board) + colour)
        if columns > width:
            board = _tight(game.board)
        else:
            board = coloured_tiles(game.board, base=game.rules.base) if colour else plain(game.board)
        return f"Score: {game.score}  Best: {self._best_with(game)}\n{board}"

    def _best_with(self, game: Game) -> int:
        """Return the best score; a game that began from a given board sets no record."""
        return max(self._best, game.score) if game.start is None else self._best

    def spoken_board(self, session: Session) -> str:
        """Say the score and every row."""
        game = _game(session)
        rows = [f"Row {number}: {_row(row)}." for number, row in enumerate(game.board.rows, 1)]
        return "\n".join([f"Score {game.score}.", *rows])

    def moves(self, text: str, session: Session) -> list[Direction]:  # noqa: ARG002 - other games need the session
        """Return the directions in a line: one word or key, several, or a run of w, a, s and d."""
        words = text.split()
        if len(words) == 1 and len(text) > 1 and not set(text.lower()) - set("wasd"):
            words = list(text)
        return [_direction(word) for word in words]

    def key(self, key: str, session: Session) -> list[Direction]:
        """Return the direction of a key."""
        try:
            return self.moves(key, session)
        except NotationError:
            raise NotationError(f"{key} does nothing here; ? shows the keys") from None

    def told(self, event: Event, session: Session) -> str:
        """Say what moved, merged and came: "Left: 8 and 8 made 16 in row 2; new 2 in row 4, column 1; score 132."."""
        turn = event.happened
        if not isinstance(turn, Turn):
            return ""
        parts = [*_merges(turn), *_spawns(turn), f"score {_game(session).score}"]
        return f"{turn.slide.direction.value.capitalize()}: {'; '.join(parts)}."

    def refused(self, move: str, session: Session) -> str:
        """Say that nothing moves that way, and what does."""
        legal = ", ".join(direction.value for direction in _game(session).board.legal_directions())
        if session.game.outcome is not None:
            return "The game is over; u takes back, n starts a new game, q quits."
        if not legal:
            return "There is no tile to move; n starts a new game, q quits."
        return f"Nothing moves {move}; try {legal}." if move else f"Type {legal}, or ? for help."

    def news(self, event: Event, session: Session) -> str:
        """Congratulate on the winning tile, once."""
        game, turn = _game(session), event.happened
        if isinstance(turn, Turn) and any(map(game.rules.crosses_winning, turn.slide.made)) and _just_won(game):
            return f"You made {max(turn.slide.made)}! Play on as long as you like."
        return ""

    def ending(self, session: Session) -> str:
        """Say that it is over, with the score."""
        return f"Game over: no move left. {session.game.summary().standing.capitalize()}, {moves_made(session)}."

    def again(self, session: Session) -> Game:
        """Return a new game by the same rules with other tiles."""
        game = _game(session)
        self._best = self._best_with(game)
        return Game(game.rules)


def _game(session: Session) -> Game:
    if not isinstance(session.game, Game):
        raise NotationError(f"this is a game of {session.game.kind}, not of 2048")
    return session.game


def _just_won(game: Game) -> bool:
    """Tell whether the game was not won before its last turn."""
    before = game.turns[:-1]
    start_won = game.start is not None and game.start.won
    return not (before[-1].state.won if before else start_won)


def _direction(word: str) -> Direction:
    try:
        return Direction.from_text(word)
    except NotationError:
        message = f"'{_shown(word)}' is not a direction; type up, down, left or right, or ? for help"
        raise NotationError(message) from None


def _shown(word: str) -> str:
    """Return what was typed, cut short and without what would steer the terminal."""
    return printable(word if len(word) <= 20 else f"{word[:17]}...")


def _tight(board: Board) -> str:
    width = len(str(board.largest)) + 1
    return "\n".join("".join(f"{tile or '.':>{width}}" for tile in row) for row in board.rows)


def _row(row: tuple[int, ...]) -> str:
    return ", ".join(str(tile) if tile else "empty" for tile in row)


def _merges(turn: Turn) -> list[str]:
    across = turn.slide.direction in {Direction.LEFT, Direction.RIGHT}
    merged = [motion for motion in turn.slide.motions if motion.merged][::2]
    return [
        f"{motion.value} and {motion.value} made {2 * motion.value} in {_line_of(motion.target, across=across)}"
        for motion in merged
    ]


def _line_of(cell: tuple[int, int], *, across: bool) -> str:
    return f"row {cell[0] + 1}" if across else f"column {cell[1] + 1}"


def _spawns(turn: Turn) -> list[str]:
    return [f"new {value} in row {row + 1}, column {column + 1}" for (row, column), value in turn.spawns]
