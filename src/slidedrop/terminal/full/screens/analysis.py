"""The analysis board: a game move by move, its value as a graph, its worst moves, and branches to try."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from slidedrop.core.command import Command
from slidedrop.core.errors import SlidedropError
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.graph import graph
from slidedrop.terminal.full.drawing.pictures import picture_of
from slidedrop.terminal.full.lesson import Lesson, lesson_of, played_on
from slidedrop.terminal.full.screens.layout import BoardScreen
from slidedrop.terminal.full.thinking import Thinking

_STEP = 0.5
"""Seconds between two moves of a line that is played out."""


class Analysis(BoardScreen):
    """Step through a game; type a move (a column, or w a s d) to try it in a branch, escape to come back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right", "step(1)", "On", key_display="→"),
        Binding("home", "step(-100000)", "Start", show=False),
        Binding("end", "step(100000)", "End", show=False),
        Binding("pageup", "step(-10)", "Ten back", show=False),
        Binding("pagedown", "step(10)", "Ten on", show=False),
        Binding("down,n", "worst(1)", "Next worst", key_display="↓"),
        Binding("up,N", "worst(-1)", "Worst before", show=False),
        Binding("b", "better", "Better line"),
        Binding("p,space", "play", "Play"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("escape,q", "back", "Back to the game", key_display="esc"),
        *(Binding(key, f"try('{key}')", show=False) for key in "0123456789wasd"),
    ]

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - of either kind
        super().__init__()
        self.game, self.ply, self.lesson = game, 0, Lesson()
        self.line = [move for move in game.line() if move != "resign"]
        self.places = _places(game)
        self.branch: Any = None
        """A game from the position of now in which other moves are tried, or None."""
        self._plays: list[str] = []
        self._playing: Timer | None = None
        self._at_worst = -1
        self.said = "Looking through the game …"
        self._thinking = Thinking(self, self.say)

    def beside(self) -> Iterable[BoardView]:
        """Return the graph."""
        yield BoardView(self._paint_graph, name="graph")

    def on_mount(self) -> None:
        """Show the end of the game, and look through it in the background."""
        self._thinking.begin(lambda: lesson_of(self.game, self._progress), self._learned)
        self.ply = len(self.line)
        self.call_after_refresh(self._show)

    def on_unmount(self) -> None:
        """Forget what was being looked at."""
        self._thinking.cancel()

    def _progress(self, done: int, of: int) -> None:
        if done % 10 == 0 or of < 100:
            self.call_later(self.say, f"Looking through the game … {done} of {of}")

    def _learned(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.say("" if lesson.worst else "No move is known to have given anything away.")

    def say(self, sentence: str) -> None:
        """Say one thing, and show where we are."""
        self.said = sentence
        self._show()

    @property
    def position(self) -> Any:  # noqa: ANN401 - of either game
        """The position that is shown."""
        return self.branch.position if self.branch else self.places[self.ply]

    def _show(self) -> None:
        self.refresh_words()
        for board in self.query(BoardView):
            board.redraw()

    def words(self) -> tuple[str, list[str], str]:
        """Return where we are, the move with its judgement and the worst moves, and what is said."""
        tried = f", branch {' '.join(self.branch.line())}" if self.branch else ""
        where = f"move {self.ply} of {len(self.line)}{tried}"
        return f"Analysis  ·  {self.game.summary().rules}  ·  {where}", self._facts(), self.said

    def _facts(self) -> list[str]:
        played = f"{self.ply}. {self.line[self.ply - 1]}" if self.ply else "Start"
        words = self.lesson.words[self.ply - 1] if 0 < self.ply <= len(self.lesson.words) else ""
        worst = [f"{'▸' if ply + 1 == self.ply else ' '} {ply + 1}. {self._told(ply)}" for ply in self.lesson.worst]
        return [f"{played} {words}", "", *(["Worst moves", *worst, ""] if worst else [])]

    def _told(self, ply: int) -> str:
        return f"{self.line[ply]}: {self.lesson.words[ply]}"

    def paint(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - steps do not move
        """Paint the position."""
        return picture_of(self.game, self.app.palette, (width, height), self.position)

    def _paint_graph(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - it does not move
        return graph(self.app.palette, (width, height), self.lesson.heights, self.ply, self.lesson.worst)

    def action_step(self, step: int) -> None:
        """Go some moves back or on; a branch is left."""
        self._stop()
        self.branch = None
        self.ply = min(max(0, self.ply + step), len(self.line))
        self._show()

    def action_worst(self, step: int) -> None:
        """Go to the next of the worst moves, or the one before."""
        if self.lesson.worst:
            self._at_worst = (self._at_worst + step) % len(self.lesson.worst)
            self.action_step(self.lesson.worst[self._at_worst] + 1 - self.ply)

    def action_better(self) -> None:
        """Play out what should have been played instead of the last move."""
        line = self.lesson.better.get(self.ply - 1)
        if line is None:
            self.say("No better move is known here; ↓ goes to the worst moves.")
            return
        self.action_step(-1)
        self._thinking.begin(lambda: played_on(_branch(self.game, self.position), list(line)), self._play_out)

    def _play_out(self, line: list[str]) -> None:
        self.said = f"Better: {' '.join(line)}"
        self._plays, self.branch = line, _branch(self.game, self.position)
        self._playing = self.set_interval(_STEP, self._next)
        self._show()

    def action_play(self) -> None:
        """Play the game on from here, or stop."""
        if self._playing is not None:
            self._stop()
        else:
            self.branch = None
            self._playing = self.set_interval(max(0.05, self.app.settings.pace), self._next)

    def _next(self) -> None:
        if self.branch is not None and self._plays:
            self._try(self._plays.pop(0))
        elif self.branch is None and self.ply < len(self.line):
            self.ply += 1
            self._show()
        else:
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
        self._playing, self._plays = None, []

    def action_try(self, letter: str) -> None:
        """Try a move that is typed."""
        if letter in "wasd" if self.game.kind == "2048" else letter.isdigit():
            self._stop()
            self.branch = self.branch or _branch(self.game, self.position)
            self._try(letter)

    def _try(self, move: str) -> None:
        try:
            self.branch.do(Command("move", move))
            self._show()
        except SlidedropError as error:
            self.say(f"{error}.")

    def action_back(self) -> None:
        """Leave the branch, or the analysis."""
        self._stop()
        if self.branch is not None:
            self.branch = None
            self._show()
        else:
            self.dismiss(None)


def _places(game: Any) -> list[Any]:  # noqa: ANN401 - of either kind
    """Return the positions from the start to the end."""
    if game.kind == "2048":
        from slidedrop.twenty48.position import Position

        turns = game.turns
        first = Position(turns[0].slide.before if turns else game.board, game.rules)
        return [first, *(Position(turn.state.board, game.rules, turn.state.score) for turn in turns)]
    from slidedrop.connect4.position import Position as Discs

    first_discs = Discs(game.rules) if game.start is None else game.start
    return [first_discs, *(turn.position for turn in game.turns if turn.move is not None)]


def _branch(game: Any, position: Any) -> Any:  # noqa: ANN401 - of either kind
    """Return a game of its own that begins at a position; nothing of it is kept."""
    if game.kind == "2048":
        from slidedrop.twenty48.position import State

        return type(game)(game.rules, start=State(position.board, position.score))
    return type(game)(start=position)
