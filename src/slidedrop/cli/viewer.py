"""Somebody who looks on while computers play: pauses, hurries, goes step by step, or leaves.

space       pause, and go on
enter, ->   the next move while it is paused
+ and -     twice as fast, half as fast
q           leave
"""

import time
from collections.abc import Callable
from typing import Final

from slidedrop.terminal.plain.console import NO_KEY, Console

_LEAVE: Final = {"q", "escape", None}
_STEP: Final = {"enter", "right", "."}
_SHORTEST: Final = 0.01
_LONGEST: Final = 10.0


class Viewer:
    """A person with a keyboard; on a pipe there is nobody, and only the pause between two moves is kept."""

    def __init__(self, console: Console, delay: float) -> None:
        self._console = console
        self._delay = delay
        self._paused = False

    @property
    def note(self) -> str:
        """What the keys do now."""
        if self._paused:
            return "Paused: space goes on, enter makes one move, q stops."
        return "Space pauses, + and - change the pace, q stops."

    def waits(self, redraw: Callable[[], None]) -> bool:
        """Wait for the time of the next move, or for the person; tell whether the game goes on."""
        due = time.monotonic() + self._delay
        while True:
            key = self._console.key_within(None if self._paused else max(0.0, due - time.monotonic()))
            if key == NO_KEY or (self._paused and key in _STEP):
                return True
            if key in _LEAVE:
                return False
            self._obey(key or "")
            redraw()

    def _obey(self, key: str) -> None:
        if key == "space":
            self._paused = not self._paused
        elif key in {"+", "="}:
            self._delay = self._delay / 2 if self._delay > _SHORTEST else 0.0
        elif key in {"-", "_"}:
            self._delay = min(_LONGEST, max(_SHORTEST, 2 * self._delay))
