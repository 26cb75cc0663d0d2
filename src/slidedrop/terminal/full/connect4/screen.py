"""Connect-4 on the screen."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from slidedrop.analysis.connect4.scores import Scores, scores_for
from slidedrop.analysis.connect4.threats import waiting_threats, winning_moves
from slidedrop.analysis.hints import Hint
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.core.errors import SlidedropError
from slidedrop.core.position import Cell
from slidedrop.session import Event, Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.connect4 import discs
from slidedrop.terminal.full.connect4.parts import values_of
from slidedrop.terminal.full.drawing.canvas import largest
from slidedrop.terminal.full.keys import hidden
from slidedrop.terminal.full.screens.play import PlayScreen
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.plain.cursor import Cursor


class Connect4Screen(PlayScreen[Game]):
    """Drop discs; four in a row win: across, up or diagonally. Type a column, or choose it and press enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("left,h", "point('left')", "Left"),
        hidden("right,l", "point('right')", "Right"),
        hidden("up,k", "point('up')", "Up"),
        hidden("down,j", "down", "Down, drop"),
        Binding("enter,space", "drop", "Drop", id="drop", key_display="enter"),
        Binding("s", "values", "Values", id="values", tooltip="Show or hide the value of every column"),
        Binding("t", "threats", "Threats", id="threats", tooltip="Cells that would complete a line, shown or hidden"),
        hidden("x", "resign", "Resign", id="resign"),
        hidden("full_stop", "type('.')"),
        *(hidden(digit, f"type('{digit}')") for digit in "0123456789"),
    ]
    motion: ClassVar[float] = 0.28
    counts: ClassVar[str] = "Discs"
    shapes: ClassVar[str] = discs.SHAPES

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.cursor = Cursor(self.game.rules)
        self._threats = self._shows_values = False
        self._scores: Scores | None = None
        self._scoring = Thinking(self, self.say)

    def marks(self) -> discs.Marks:
        over = self.game.outcome is not None
        values = {} if self._scores is None or over else values_of(self._scores)
        cells = threats_on(self.game.position) if self._threats and not over else {}
        yours = not over and self.session.computer is None
        return discs.Marks(self.cursor.cell if yours else None, cells, values)

    def facts(self) -> list[str]:
        if self._scores is None or not self._shows_values:
            return super().facts()
        side = COLOURS[self._scores.turn].capitalize()
        return [*super().facts(), "", f"{side}: {self._scores.words}", self._scores.how]

    def heard(self, event: Event) -> None:
        if event.command.verb != "hint":
            self._scores = None
            self._scoring.cancel()
        super().heard(event)

    def settled(self) -> None:
        super().settled()
        if self._shows_values and self._scores is None and self.session.computer is None and not self.game.outcome:
            self._find_values()

    def action_type(self, letter: str) -> None:
        rules = self.game.rules
        if self.cursor.takes(letter):
            self.cursor.press(letter)
            self.board.redraw()
            if rules.gravity and 1 <= int(letter) <= rules.columns < 10:
                self.action_drop()
            elif rules.gravity and rules.columns < 10:
                self.say(f"The columns are 1 to {rules.columns}.")

    def action_point(self, way: str) -> None:
        self.cursor.press(way)
        self.board.redraw()

    def action_down(self) -> None:
        if self.game.rules.gravity:
            self.action_drop()
        else:
            self.action_point("down")

    def action_drop(self) -> None:
        self.cursor.rest()
        if self.game.outcome is None:
            self.play(write_move(self.cursor.move))
        else:
            self.settled()

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        cell = self._cell(event.place)
        if cell is not None and cell != self.cursor.cell and not self.thinking.busy:
            self.cursor.cell = cell
            self.board.redraw()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        cell = self._cell(event.end)
        if cell is not None:
            self.cursor.cell = cell
            self.action_drop()

    def _cell(self, place: tuple[int, int]) -> Cell | None:
        frame = largest(self.parts.frames(self.game.position), *self.board.size)
        if frame is None:
            return None
        row, column = frame.cell(*place)
        cell = (self.cursor.cell[0] if self.game.rules.gravity else row, column)
        return cell if self.game.rules.on_board(cell) else None

    def action_threats(self) -> None:
        self._threats = not self._threats
        self.say("Threats: x red, o blue, ! both would win there." if self._threats else "Threats are hidden.")
        self.board.redraw()

    def action_values(self) -> None:
        self._shows_values = not self._shows_values
        self._scores = None
        if self._shows_values and self.game.outcome is None:
            self.session.take_hint()
            self._find_values()
        shown = "Values are shown; s hides them."
        if not self.game.rules.gravity:
            shown = "Values belong to columns, and here a disc may go anywhere; i names the best cell."
        self.say(shown if self._shows_values else "Values are hidden.")
        self.board.redraw()

    def _find_values(self) -> None:
        position = self.game.position
        self._scoring.begin(lambda: scores_for(position), self._know_values)

    def _know_values(self, scores: Scores) -> None:
        self._scores = scores
        self.board.redraw()
        self.refresh_words()

    def show_hint(self, hint: Hint | None) -> None:
        if hint is not None:
            for part in hint.move.split("."):
                self.cursor.rest()
                for digit in part:
                    self.cursor.press(digit)
            self.say(str(hint))
        self.board.redraw()


def threats_on(position: Position) -> dict[Cell, str]:
    """Return the cells that would complete a line: x of red, o of blue, ! of both."""
    cells: dict[Cell, str] = {}
    for side in (0, 1):
        seen = position if position.turn == side else position.passed()
        try:
            near = [seen.landing(move) for move in winning_moves(seen)]
        except SlidedropError:
            near = []
        for cell in {*near, *waiting_threats(position, side)}:
            cells[cell] = "!" if cell in cells else "xo"[side]
    return cells
