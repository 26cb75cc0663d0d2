"""The analysis board: a game move by move, its value as a graph, its worst moves, and branches to try."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.timer import Timer

from slidedrop.core.game import Game
from slidedrop.core.position import Position, Termination
from slidedrop.games import spec_of
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.pictures import graph
from slidedrop.terminal.full.keys import HELP, hidden
from slidedrop.terminal.full.parts import Judged, ReviewedGame, Shown, parts_of
from slidedrop.terminal.full.screens.layout import BoardScreen
from slidedrop.terminal.full.screens.move_keys import MoveKeys
from slidedrop.terminal.full.thinking import Thinking

_STEP: Final = 0.5
"""Seconds between two moves of a line that is played out."""
Step = tuple[str, Position[Any]]
"""A move of a branch, and the position after it."""


class Analysis(MoveKeys, BoardScreen):
    """Step through a game; type a move (a column, or w a s d) to try it in a branch, escape to come back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right", "step(1)", "On", key_display="→"),
        hidden("home", "step(-100000)", "Start"),
        hidden("end", "step(100000)", "End"),
        hidden("pageup", "step(-10)", "Ten back"),
        hidden("pagedown", "step(10)", "Ten on"),
        Binding("down,n", "worst(1)", "Next worst", key_display="↓"),
        hidden("up,N", "worst(-1)", "Worst before"),
        ("b", "better", "Better line"),
        Binding("i", "hint", "Hint"),
        Binding("V", "values", "Values", tooltip="Show or hide the value of every move"),
        ("p,space", "play", "Play"),
        hidden("enter", "try"),
        HELP,
        Binding("escape,q", "back", "Back to the game", key_display="esc"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game, self.parts = game, parts_of(game)
        self.line, self.positions = positions_of(game)
        self.ply, self.reviewed = len(self.line), ReviewedGame()
        self.branch: list[Step] = []
        """Other moves that are tried from the position of now."""
        self._plays: list[Step] = []
        self._playing: Timer | None = None
        self._at_worst = -1
        self.said = "Reviewing the game …"
        self._shows_values = False
        self._judged: dict[Position[Any], Judged] = {}
        self._thinking, self._judging = Thinking(self, self.say), Thinking(self, self._no_values)

    def side_widgets(self) -> Iterable[BoardView]:
        yield BoardView(self._paint_graph, name="graph")

    def on_mount(self) -> None:
        self._thinking.begin(lambda: self.parts.review(self.game, self._progress), self._know)
        self.call_after_refresh(self._show)

    def on_unmount(self) -> None:
        self._thinking.cancel()
        self._judging.cancel()

    def _progress(self, done: int, of: int) -> None:
        if done % 10 == 0 or of < 100:
            self.call_later(self.say, f"Reviewing the game … {done} of {of}")

    def _know(self, reviewed: ReviewedGame) -> None:
        self.reviewed = reviewed
        self.say("" if reviewed.worst else "No move is known to have given anything away.")

    @property
    def position(self) -> Position[Any]:
        return self.branch[-1][1] if self.branch else self.positions[self.ply]

    def say(self, sentence: str) -> None:
        super().say(sentence)
        self._show()

    def _show(self) -> None:
        if self._shows_values and self.position not in self._judged:
            self._judge(self.position, lambda _: self._show())
        self.refresh_words()
        for board in self.query(BoardView):
            board.redraw()

    def _no_values(self, reason: str) -> None:
        self._shows_values = False
        self.say(reason)

    def _judge(self, position: Position[Any], then: Callable[[Judged], object]) -> None:
        """Compute the values of a position's moves, once."""
        if position.outcome is not None:
            return

        def know(judged: Judged) -> None:
            self._judged[position] = judged
            then(judged)

        self._judging.begin(lambda: self._judged.get(position) or self.parts.judged(position), know)

    def words(self) -> tuple[str, list[str], str]:
        tried = f", branch {' '.join(move for move, _ in self.branch)}" if self.branch else ""
        where = f"move {self.ply} of {len(self.line)}{tried}"
        played = f"{self.ply}. {self.line[self.ply - 1]}" if self.ply else "Start"
        words = self.reviewed.words[self.ply - 1] if 0 < self.ply <= len(self.reviewed.words) else ""
        reason = "" if self.branch else self.reviewed.reasons.get(self.ply - 1, "")
        worst = [self._worst_line(ply) for ply in self.reviewed.worst]
        values = self._judged.get(self.position) if self._shows_values else None
        facts = [
            f"{played} {words}",
            "",
            *([*values.lines, ""] if values else []),
            *(["Worst moves", *worst, ""] if worst else []),
        ]
        at_an_end = self.ply in {0, len(self.line)} and not self.branch
        told = [self.said or reason, *(self.reviewed.summary if at_an_end else ())]
        return f"Analysis  ·  {self.game.summary().rules}  ·  {where}", facts, "\n".join(filter(None, told))

    def _worst_line(self, ply: int) -> str:
        """Return a costly move as a line: its player if there are two, and its cost."""
        mover = "" if self.parts.spec.seats == 1 else f"{self.parts.colour(self.positions[ply].turn)} "
        mark = "▸" if ply + 1 == self.ply else " "
        return f"{mark} {ply + 1}. {mover}{self.line[ply]}: {self.reviewed.costs[ply]}"

    def paint(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - steps do not move
        judged = self._judged.get(self.position) if self._shows_values else None
        shown = None if judged is None else Shown(marks=judged.marks)
        return self.parts.picture(self.app.palette, (width, height), self.position, shown)

    def _paint_graph(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - it does not move
        found = self.reviewed
        return graph(self.app.palette, (width, height), found.heights, self.ply, found.worst, found.scale)

    def action_step(self, step: int) -> None:
        self._stop()
        self.branch, self.said = [], ""
        self.ply = min(max(0, self.ply + step), len(self.line))
        self._show()

    def action_worst(self, step: int) -> None:
        if self.reviewed.worst:
            self._at_worst = (self._at_worst + step) % len(self.reviewed.worst)
            self.action_step(self.reviewed.worst[self._at_worst] + 1 - self.ply)

    def action_better(self) -> None:
        line = self.reviewed.better.get(self.ply - 1)
        if not line:
            self.say("No better move is known here; ↓ goes to the worst moves.")
            return
        self.action_step(-1)
        position = self.position
        self._thinking.begin(lambda: self.parts.better_line(position, line), self._play_out)

    def _play_out(self, steps: list[Step]) -> None:
        self.said = f"Better: {' '.join(move for move, _ in steps)}"
        self._plays, self.branch = steps, []
        self._playing = self.set_interval(_STEP, self._next)
        self._show()

    def action_play(self) -> None:
        if self._playing is not None:
            self._stop()
        else:
            self.branch = []
            self._playing = self.set_interval(max(0.05, self.app.settings.pace), self._next)

    def _next(self) -> None:
        if self._plays:
            self.branch.append(self._plays.pop(0))
            self._show()
        elif not self.branch and self.ply < len(self.line):
            self.ply += 1
            self._show()
        else:
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
        self._playing, self._plays = None, []

    def typed_moves(self) -> dict[str, Any]:
        return self.parts.typed_moves(self.position)

    def make(self, move: object) -> None:
        self._stop()
        before, text = self.position, self.parts.notation.write_move(move)
        self.branch.append((text, self.parts.after(before, move)))
        self.said = ""
        self._show()
        self._judge(before, lambda found: self.say(f"{text}: {found.words[text]}{_better(found, text)}"))

    def action_hint(self) -> None:
        self.said = "Looking for the best move …"
        self._judge(self.position, lambda found: self.say(f"Best: {found.best}, {found.words[found.best]}."))
        self._show()

    def action_values(self) -> None:
        self._shows_values = not self._shows_values
        self._show()

    def wait(self) -> None:
        self.say(f"Move: {self.typing.text}")

    def action_try(self) -> None:
        move = self.typing.finish(self.typed_moves())
        if move is not None:
            self.make(move)

    def action_back(self) -> None:
        self._stop()
        if self.branch:
            self.branch = []
            self._show()
        else:
            self.dismiss(None)


def _better(found: Judged, move: str) -> str:
    """Return the best move after a worse one."""
    same = found.words[move] == found.words[found.best]
    return "." if same else f"; best is {found.best}, {found.words[found.best]}."


def positions_of(game: Game) -> tuple[list[str], list[Position[Any]]]:
    """Return the moves of a game without a resignation, and the positions from its start to its end."""
    copy = spec_of(game).game_from(game.header())
    for command in game.commands:
        copy.do(command)
    if copy.outcome is not None and copy.outcome.reason is Termination.RESIGNED:
        copy.undo()
    line, positions = copy.line(), [copy.position]
    while copy.undo():
        positions.append(copy.position)
    return line, positions[::-1]
