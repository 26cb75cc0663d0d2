"""2048 in plain text.

Score: 132  Best: 2048
    2    .    .    4
"""

from pathlib import Path
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.core.game import counted
from slidedrop.session import Event, Session
from slidedrop.terminal.plain.face import Face
from slidedrop.terminal.plain.keyboard import printable
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.display import column_width, drawn, plain, tile_colours
from slidedrop.twenty48.game import Game, Turn
from slidedrop.twenty48.spec import SPEC

HELP: Final = Path(__file__).with_name("twenty48_help.txt").read_text(encoding="utf-8").rstrip()


class Twenty48Face(Face):
    """How 2048 is drawn, typed and described."""

    def __init__(self, best: int = 0, *, keys: bool = False, speak: bool = False) -> None:  # noqa: ARG002 - face_of
        super().__init__(SPEC, speak=speak)
        self.help = HELP
        self._best = best

    def beside_rules(self, session: Session) -> str:
        return f"seed {_game(session).seed}"

    def board(self, session: Session, *, colour: bool, width: int) -> str:
        game = _game(session)
        if game.board.size * (column_width(game.board) + colour) > width:
            room = len(str(game.board.largest)) + 1
            board = "\n".join("".join(f"{tile or '.':>{room}}" for tile in row) for row in game.board.rows)
        else:
            board = coloured_tiles(game.board, base=game.rules.base) if colour else plain(game.board)
        return f"Score: {game.score}  Best: {self._best_with(game)}\n{board}"

    def _best_with(self, game: Game) -> int:
        """Return the best score; a game from a given board sets no record."""
        return max(self._best, game.score) if game.start is None else self._best

    def spoken_board(self, session: Session) -> str:
        game = _game(session)
        spoken = [", ".join(str(tile or "empty") for tile in row) for row in game.board.rows]
        rows = [f"Row {number}: {row}." for number, row in enumerate(spoken, 1)]
        return "\n".join([f"Score {game.score}.", *rows])

    def moves(self, text: str, session: Session) -> list[Direction]:  # noqa: ARG002 - other games need the session
        words = text.split()
        if len(words) == 1 and len(text) > 1 and not set(text.lower()) - set("wasd"):
            words = list(text)
        return [_direction(word) for word in words]

    def takes(self, key: str, session: Session) -> bool:  # noqa: ARG002 - other games need both
        return False

    def key(self, key: str, session: Session) -> list[Direction]:
        try:
            return self.moves(key, session)
        except NotationError:
            raise NotationError(f"{key} does nothing here; ? shows the keys") from None

    def told(self, event: Event, session: Session) -> str:
        turn = event.happened
        if not isinstance(turn, Turn):
            return ""
        came = [f"new {value} in row {row + 1}, column {column + 1}" for (row, column), value in turn.spawns]
        parts = [*_merges(turn), *came, f"score {_game(session).score}"]
        return f"{turn.slide.direction.value.capitalize()}: {'; '.join(parts)}."

    def refused(self, move: str, session: Session) -> str:
        legal = ", ".join(direction.value for direction in _game(session).board.legal_moves())
        if session.game.outcome is not None:
            return "The game is over; u undoes, n starts a new game, q quits."
        if not legal:
            return "There is no tile to move; n starts a new game, q quits."
        return f"Nothing moves {move}; try {legal}." if move else f"Type {legal}, or ? for help."

    def news(self, event: Event, session: Session) -> str:
        game, turn = _game(session), event.happened
        if not isinstance(turn, Turn) or not any(map(game.rules.crosses_winning, turn.slide.made)):
            return ""
        before = game.turns[:-1]
        won_before = before[-1].state.won if before else game.start is not None and game.start.won
        return "" if won_before else f"You made {max(turn.slide.made)}! Continue as long as you like."

    def ending(self, session: Session) -> str:
        summary = session.game.summary()
        return f"Game over: no move left. {summary.standing.capitalize()}, {counted(summary.moves, 'move')}."

    def again(self, session: Session) -> Game:
        game = _game(session)
        self._best = self._best_with(game)
        return Game(game.rules)


def coloured_tiles(board: Board, *, base: int = 2) -> str:
    """Draw a board with a background for each tile, by a terminal's escape codes."""

    def paint(text: str, tile: int) -> str:
        ink, ground = (";".join(map(str, bytes.fromhex(colour[1:]))) for colour in tile_colours(tile, base))
        return f"\x1b[38;2;{ink};48;2;{ground}m{text}\x1b[0m" if tile else text

    return drawn(board, paint)


def _game(session: Session) -> Game:
    if not isinstance(session.game, Game):
        raise NotationError(f"this is a game of {session.game.kind}, not of 2048")
    return session.game


def _direction(word: str) -> Direction:
    try:
        return Direction.from_text(word)
    except NotationError:
        shown = printable(word if len(word) <= 20 else f"{word[:17]}...")  # no terminal codes without colour
        message = f"'{shown}' is not a direction; type up, down, left or right, or ? for help"
        raise NotationError(message) from None


def _merges(turn: Turn) -> list[str]:
    across = turn.slide.direction in {Direction.LEFT, Direction.RIGHT}
    merged = [motion for motion in turn.slide.motions if motion.merged][::2]
    lines = [f"row {motion.target[0] + 1}" if across else f"column {motion.target[1] + 1}" for motion in merged]
    return [
        f"{motion.value} and {motion.value} made {2 * motion.value} in {line}"
        for motion, line in zip(merged, lines, strict=True)
    ]
