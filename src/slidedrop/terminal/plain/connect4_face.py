"""Connect-4 in plain text.

.  .  .  .  .  .  .
.  .  O (X) .  .  .
1  2  3  4  5  6  7
         ^                 with single keys: the arrows move this, enter drops the disc
"""

from pathlib import Path
from typing import Final

from slidedrop.connect4.display import SHAPES, column_width, drawn, plain, tight
from slidedrop.connect4.game import COLOURS, Turn
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import listed, read_move, write_move
from slidedrop.connect4.position import Disc, Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.spec import SPEC
from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Cell
from slidedrop.session import Event, Session
from slidedrop.terminal.plain.cursor import Cursor
from slidedrop.terminal.plain.face import Face
from slidedrop.terminal.plain.keyboard import printable
from slidedrop.terminal.plain.scores import ScoresMargin

HELP: Final = Path(__file__).with_name("connect4_help.txt").read_text(encoding="utf-8").rstrip()
_DROP: Final = frozenset({"enter", "space"})
_INKS: Final = ("\x1b[91m", "\x1b[94m")


class Connect4Face(Face):
    """How Connect-4 is drawn, typed and described."""

    def __init__(self, *, keys: bool = False, shapes: str = SHAPES, speak: bool = False) -> None:
        """Use single keys or lines; if every move is spoken, a computer's is not described twice."""
        super().__init__(SPEC, speak=speak)
        self.help, self.margin = HELP, ScoresMargin()
        self._keys = keys
        self._shapes = shapes
        self._cursor: Cursor | None = None

    def beside_rules(self, session: Session) -> str:
        seats = [player.name if player else "you" for player in session.seats]
        if seats == ["you", "you"]:
            seats = ["one of you", "the other"]
        return ", ".join(f"{COLOURS[side]} {self._shapes[side]} is {name}" for side, name in enumerate(seats))

    def board(self, session: Session, *, colour: bool, width: int) -> str:
        position = _position(session)
        board = plain(position, shapes=self._shapes)
        fits = max(map(len, board.splitlines())) + 1 <= width
        if not fits:
            board = tight(position, shapes=self._shapes)
        elif colour:
            board = coloured_discs(position, shapes=self._shapes)
        if session.game.outcome is not None:
            return board
        lines = [self._cursor_line(position, pointing=fits)] if self._keys else []
        to_move = f"{COLOURS[position.turn].capitalize()} ({self._shapes[position.turn]}) to move."
        return "\n".join([board, *lines, to_move])

    def _cursor_line(self, position: Position, *, pointing: bool) -> str:
        row, column = self._cursor_on(position.rules).cell
        if not position.rules.gravity:
            return f"at row {row + 1}, column {column + 1}"
        many = f" {column + 1}, enter drops" if position.rules.columns > 9 else ""
        return " " * (column_width(self._shapes) * column + 1) + f"^{many}" if pointing else f"at column {column + 1}"

    def _cursor_on(self, rules: Rules) -> Cursor:
        if self._cursor is None or self._cursor.rules != rules:
            self._cursor = Cursor(rules)
        return self._cursor

    def spoken_board(self, session: Session) -> str:
        position = _position(session)
        rows = position.to_rows()
        if position.rules.gravity:
            columns = enumerate(zip(*rows[::-1], strict=True), 1)
            lines = [f"Column {number}: {_discs(column)}." for number, column in columns]
        else:
            lines = [f"Row {number}: {_discs(row)}." for number, row in enumerate(rows, 1)]
        standing = session.game.summary().standing.capitalize()
        return "\n".join([*lines, f"{standing}."])

    def moves(self, text: str, session: Session) -> list[Move]:
        rules = _position(session).rules
        return [read_move(printable(word), rules) for word in text.replace(",", " ").split()]

    def takes(self, key: str, session: Session) -> bool:  # noqa: ARG002 - other games need both
        return False

    def key(self, key: str, session: Session) -> list[Move]:
        rules = _position(session).rules
        cursor = self._cursor_on(rules)
        if key in _DROP or (key == "down" and rules.gravity):
            cursor.rest()
            return [cursor.move]
        if not cursor.takes(key):
            raise NotationError(f"{key} does nothing here; ? shows the keys")
        if rules.gravity and rules.columns < 10 and key.isascii() and key.isdigit():
            return self.moves(key, session)
        cursor.press(key)
        return []

    def told(self, event: Event, session: Session) -> str:
        turn = event.happened
        if not isinstance(turn, Turn):
            return ""
        name = COLOURS[turn.player].capitalize()
        if turn.cell is None:
            return f"{name} resigns."
        row, column = turn.cell[0] + 1, turn.cell[1] + 1
        where = f"drops in column {column} and lands in row {row}"
        if not turn.position.rules.gravity:
            where = f"takes row {row}, column {column}"
        return f"{name} {where}; {session.game.summary().standing}."

    def refused(self, move: str, session: Session) -> str:
        position = _position(session)
        if session.game.outcome is not None:
            return "The game is over; u undoes, m is a rematch, q quits."
        begins = f"{move} is not possible; type" if move else "Type"
        return f"{begins} {listed(position.legal_moves(), position.rules)}, or ? for help."

    def news(self, event: Event, session: Session) -> str:
        turn = event.happened
        if self._speak or not isinstance(turn, Turn) or turn.move is None or session.seats[turn.player] is None:
            return ""
        return f"{COLOURS[turn.player].capitalize()} played {write_move(turn.move)}."


def coloured_discs(position: Position, *, shapes: str = "XO") -> str:
    """Draw a board with red and blue discs, marked ones bold, by a terminal's escape codes."""
    marked = position.winning_cells | {position.last_cell}

    def paint(text: str, disc: Disc, cell: Cell) -> str:
        bold = "\x1b[1m" if cell in marked else ""
        return text if disc is None else f"{_INKS[disc]}{bold}{text}\x1b[0m"

    return drawn(position, shapes, paint)


def _position(session: Session) -> Position:
    return require_type(session.game.position, Position, "a position of Connect-4")


def _discs(discs: tuple[int | None, ...]) -> str:
    names = ["empty" if disc is None else COLOURS[disc] for disc in discs]
    while names and names[-1] == "empty":
        names.pop()
    return ", ".join(names) or "empty"
