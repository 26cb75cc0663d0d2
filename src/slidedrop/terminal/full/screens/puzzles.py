"""Puzzles: a position with one best move; a wrong answer is refuted, and the puzzle comes again later."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from slidedrop.analysis.puzzle import Puzzle
from slidedrop.core.spec import AnyGame
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.keys import HELP, HOME, hidden
from slidedrop.terminal.full.parts import parts_of
from slidedrop.terminal.full.screens.layout import BoardScreen
from slidedrop.terminal.full.screens.move_keys import MoveKeys
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.notebook import Notebook


class Puzzles(MoveKeys, BoardScreen):
    """Find the best move and type it: a column, w a s d or the arrows. What you miss comes again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "next", "Next", key_display="enter"),
        *(hidden(way, f"answer('{way}')", way.capitalize()) for way in ("up", "down", "left", "right")),
        HELP,
        HOME,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.notebook, self._thinking = Notebook(), Thinking(self, self.say)
        self.solved = self.missed = 0
        self._turn_to_next()

    def _turn_to_next(self) -> None:
        self.puzzle: Puzzle | None = self.notebook.next(None)
        self.game: AnyGame | None = None if self.puzzle is None else self.puzzle.begun()
        self.answered = self.puzzle is None
        self.said = "All puzzles are solved." if self.puzzle is None else "What is the best move?"

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        self.refresh_words()
        self.board.redraw()

    def paint(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - it does not move
        game = self.game
        return None if game is None else parts_of(game).picture(self.app.palette, (width, height), game.position)

    def words(self) -> tuple[str, list[str], str]:
        about = [] if self.puzzle is None else [f"Grade {self.puzzle.grade} of 5"]
        standing = [] if self.game is None else [self.game.summary().standing.capitalize()]
        title = "Puzzles" if self.game is None else f"Puzzle  ·  {self.game.summary().rules}"
        return title, [*standing, *about, "", f"Solved {self.solved}", f"Missed {self.missed}"], self.said

    def typed_moves(self) -> dict[str, Any]:
        return {} if self.game is None or self.answered else parts_of(self.game).typed_moves(self.game.position)

    def wait(self) -> None:
        self.say(f"Move: {self.typing.text}")

    def make(self, move: object) -> None:
        if self.game is None or self.puzzle is None or self.answered:
            return
        puzzle, self.answered = self.puzzle, True
        answer = puzzle.read(parts_of(self.game).notation.write_move(move))
        solved = answer == puzzle.best
        self.notebook.note(puzzle, solved=solved)
        self.solved, self.missed = self.solved + solved, self.missed + (not solved)
        if solved:
            self.say("Right. Enter shows the next one.")
        else:
            self.say(f"{answer} is not best …")
            told = f"The best move is {puzzle.best}. Enter shows the next one."
            self._thinking.begin(lambda: puzzle.refuted(answer)[-1], lambda why: self.say(f"{why}\n{told}"))

    def action_answer(self, way: str) -> None:
        game = self.game
        if game is not None:
            written = {parts_of(game).notation.write_move(move): move for move in game.legal_moves()}
            if way in written:
                self.make(written[way])

    def action_next(self) -> None:
        typed = self.typing.finish(self.typed_moves())
        if typed is not None:
            self.make(typed)
        elif self.answered:
            self._thinking.cancel()
            self._turn_to_next()
            self._show()
