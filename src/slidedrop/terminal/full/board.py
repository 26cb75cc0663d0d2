"""The widget that shows a picture: centred, repainted when its space changes, animated during a turn."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap
from time import monotonic
from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from slidedrop.terminal.full.drawing.canvas import Canvas

FRAMES: Final = 20
"""Pictures a second while something moves."""


class BoardView(Widget):
    """A picture made by a painter for the available space."""

    @dataclass
    class Pressed(Message):
        """A button was pressed on one cell and released on another; both in columns and rows."""

        start: tuple[int, int]
        end: tuple[int, int]

    @dataclass
    class Hovered(Message):
        """The mouse is over a place of the picture."""

        place: tuple[int, int]

    def __init__(
        self,
        paint: Callable[[int, int, float], Canvas | None],
        least: tuple[int, int] | None = None,
        name: str = "board",
    ) -> None:
        """Show what `paint` returns for a width, a height and a progress from 0 to 1; `least` is the space it needs."""
        super().__init__(id=name)
        self._paint, self._least = paint, least
        self._lines: list[Strip] = []
        self._corner = (0, 0)
        self._pressed: tuple[int, int] | None = None
        self._timer: Timer | None = None
        self._began, self._lasts = 0.0, 0.0
        self._then: Callable[[], object] = bool

    def redraw(self, progress: float = 1.0) -> None:
        canvas = self._paint(self.size.width, self.size.height, progress) if self.size else None
        before = self._corner, self._lines
        if canvas is None:
            self._corner, self._lines = (0, 0), self._too_small()
        else:
            across, down = (self.size.width - canvas.width) // 2, (self.size.height - canvas.height) // 2
            self._corner, self._lines = (across, down), canvas.strips()
        self._refresh_since(*before)

    def _refresh_since(self, corner: tuple[int, int], lines: list[Strip]) -> None:
        """Let Textual draw the changed lines."""
        if corner != self._corner or len(lines) != len(self._lines):
            self.refresh()
            return
        pairs = enumerate(zip(lines, self._lines, strict=True), self._corner[1])
        changed = [Region(0, y, self.size.width, 1) for y, (old, new) in pairs if old != new]
        if changed:
            self.refresh(*changed)

    def _too_small(self) -> list[Strip]:
        if self._least is None:
            return []
        words = "Too small: the board needs {} columns and {} rows.".format(*self._least)
        lines = wrap(words, max(1, self.size.width), break_long_words=False)
        return [Strip([Segment(line, self.rich_style)]) for line in lines]

    def animate_for(self, seconds: float, then: Callable[[], object]) -> None:
        """Paint frame after frame for this long, then call."""
        self.stop()
        self._began, self._lasts, self._then = monotonic(), seconds, then
        self._timer = self.set_interval(1 / FRAMES, self._tick)
        self._tick()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        progress = (monotonic() - self._began) / self._lasts
        if progress < 1:
            self.redraw(progress)
        else:
            self.stop()
            self.redraw()
            self._then()

    def render_line(self, y: int) -> Strip:
        (across, down), style, width = self._corner, self.rich_style, self.size.width
        if not 0 <= y - down < len(self._lines):
            return Strip.blank(width, style)
        line = self._lines[y - down]
        right = max(0, width - across - line.cell_length)
        return Strip(
            [Segment(" " * across, style), *line, Segment(" " * right, style)], across + line.cell_length + right
        )

    def on_resize(self) -> None:
        self.redraw()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._place(event)
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        if self._pressed is not None:
            self.post_message(self.Pressed(self._pressed, self._place(event)))
        self._pressed = None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.post_message(self.Hovered(self._place(event)))

    def _place(self, event: events.MouseEvent) -> tuple[int, int]:
        return event.x - self._corner[0], event.y - self._corner[1]
