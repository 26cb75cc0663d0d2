"""Connect-4 on the screen."""

from typing import ClassVar, Final

from textual.binding import BindingType

from slidedrop.analysis.connect4.scores import Scores, scores_for
from slidedrop.analysis.connect4.threats import waiting_threats, winning_moves
from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.connect4.game import COLOURS, ending
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.core.errors import SlidedropError
from slidedrop.core.position import Cell
from slidedrop.session import Event, Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing import discs
from slidedrop.terminal.full.drawing.canvas import largest
from slidedrop.terminal.full.keys import keys_of
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.screens.play import PlayScreen
from slidedrop.terminal.full.table import title_of
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.plain.cursor import Cursor

_LETTER: Final = {"win": "W", "draw": "=", "loss": "L", None: "?"}


class Connect4Screen(PlayScreen):
    """Drop discs; four in a row win: across, up or diagonally. Type a column, or choose it and press enter."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("connect4", "0123456789", "type")
    motion: ClassVar[float] = 0.28
    game_name: ClassVar[str] = "Connect-4"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.cursor = Cursor(self.game.rules)
        self._threats = self._shows_values = False
        self._scores: Scores | None = None
        self._scoring = Thinking(self, self.say)

    def marks(self) -> discs.Marks:
        """Return the cursor, the threats and the values, as far as they are shown."""
        over = self.game.outcome is not None
        values = {} if self._scores is None or over else values_of(self._scores)
        cells = threats_on(self.game.position) if self._threats and not over else {}
        yours = not over and self.session.computer is None
        return discs.Marks(self.cursor.cell if yours else None, cells, values)

    @property
    def mine(self) -> int | None:
        """The one side that a person plays, or None where it is both or neither."""
        people = [side for side, player in enumerate(self.session.seats) if player is None]
        return people[0] if len(people) == 1 else None

    def facts(self) -> list[str]:
        """Return whose turn it is, who plays which colour, and what is shown."""
        game = self.game
        told = game.outcome and ending(game.outcome).capitalize()
        lines = [told or self._to_move(), "", *map(self._side, (0, 1)), "", f"Discs {game.position.discs}"]
        if self._scores is None or not self._shows_values:
            return lines
        return [*lines, "", f"{COLOURS[self._scores.turn].capitalize()}: {self._scores.words}", self._scores.how]

    def _to_move(self) -> str:
        side = self.game.position.turn
        whose = "Your turn" if side == self.mine else f"{COLOURS[side].capitalize()} to move"
        return f"{discs.SHAPES[side]} {whose}"

    def _side(self, side: int) -> str:
        player = self.session.seats[side]
        name = title_of(player.name, "connect4") if player else "you" if self.mine is not None else "a person"
        return f"{discs.SHAPES[side]} {COLOURS[side]:<4}  {name}"

    def heard(self, event: Event) -> None:
        """Show what happened; values are of one position only."""
        if event.command.verb != "hint":
            self._scores = None
            self._scoring.cancel()
        super().heard(event)

    def settled(self) -> None:
        """Go on after a move was shown, with new values where they are shown."""
        super().settled()
        if self._shows_values and self._scores is None and self.session.computer is None and not self.game.outcome:
            self._find_values()

    def ending(self) -> tuple[str, str] | None:
        """Say whether you won, or who did."""
        outcome = self.game.outcome
        if outcome is None:
            return None
        told = f"{ending(outcome).capitalize()}, after {self.game.summary().moves} discs."
        if outcome.winner is None:
            return "A draw", told
        if self.mine is None:
            return f"{COLOURS[outcome.winner].capitalize()} won", told
        return ("You won!" if outcome.winner == self.mine else "You lost"), told

    def choices(self) -> dict[str, str]:
        """Return what can be done at the end of a game."""
        return {"rematch": "Rematch, sides swapped", **super().choices()}

    def action_type(self, letter: str) -> None:
        """Take a digit or a dot: a column, or row and column in free placement."""
        rules = self.game.rules
        if self.cursor.takes(letter):
            self.cursor.press(letter)
            self.board.redraw()
            if rules.gravity and 1 <= int(letter) <= rules.columns < 10:
                self.action_drop()
            elif rules.gravity and rules.columns < 10:
                self.say(f"The columns are 1 to {rules.columns}.")

    def action_point(self, way: str) -> None:
        """Move the cursor."""
        self.cursor.press(way)
        self.board.redraw()

    def action_down(self) -> None:
        """Drop a disc; in free placement move the cursor down."""
        if self.game.rules.gravity:
            self.action_drop()
        else:
            self.action_point("down")

    def action_drop(self) -> None:
        """Play at the cursor."""
        self.cursor.rest()
        if self.game.outcome is None:
            self.play(write_move(self.cursor.move))
        else:
            self.settled()

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        """Have the cursor follow the mouse."""
        cell = self._cell(event.place)
        if cell is not None and cell != self.cursor.cell and not self.thinking.busy:
            self.cursor.cell = cell
            self.board.redraw()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Play where the mouse was clicked."""
        cell = self._cell(event.end)
        if cell is not None:
            self.cursor.cell = cell
            self.action_drop()

    def _cell(self, place: tuple[int, int]) -> Cell | None:
        frame = largest(discs.frames(self.game.rules), *self.board.size)
        if frame is None:
            return None
        row, column = frame.cell(*place)
        cell = (self.cursor.cell[0] if self.game.rules.gravity else row, column)
        return cell if self.game.rules.on_board(cell) else None

    def action_threats(self) -> None:
        """Show the threats, or hide them."""
        self._threats = not self._threats
        self.say("Threats: x red, o blue, ! both would win there." if self._threats else "Threats are hidden.")
        self.board.redraw()

    def action_values(self) -> None:
        """Show what every column is worth, or hide it; seeing it is a hint taken."""
        self._shows_values = not self._shows_values
        self._scores = None
        if self._shows_values and self.game.outcome is None:
            self.session.take_hint()
            self._find_values()
        self.say("Values are shown; s hides them." if self._shows_values else "Values are hidden.")
        self.board.redraw()

    def _find_values(self) -> None:
        position = self.game.position
        self._scoring.begin(lambda: scores_for(position), self._know_values)

    def _know_values(self, scores: Scores) -> None:
        self._scores = scores
        self.board.redraw()
        self.refresh_words()

    def find_hint(self) -> Hint | None:
        """Find the best move; runs in a thread."""
        return hint_for(self.game)

    def show_hint(self, hint: Hint | None) -> None:
        """Point at the best move and say why."""
        if hint is not None:
            for part in hint.move.split("."):
                self.cursor.rest()
                for digit in part:
                    self.cursor.press(digit)
            self.say(str(hint))
        self.board.redraw()

    def action_resign(self) -> None:
        """Give up, after asking."""
        if self.game.outcome is None and self.session.computer is None:
            question = Panel("Give up this game?", "", {"": "Play on", "resign": "Resign"})
            self.app.push_screen(question, lambda choice: self.do(self.session.resign) if choice else None)


def values_of(scores: Scores) -> dict[int, str]:
    """Return what stands under each column: "W9", "=", "L4", "?"."""
    drops = [score for score in scores.moves if "." not in score.move]
    return {int(score.move) - 1: f"{_LETTER[score.verdict]}{score.discs or ''}" for score in drops}


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
