"""Work that can be interrupted: q quits, escape stops it, and other keys are handled afterwards.

On a pipe there are no keys, and the work is done at once.
"""

from collections import deque
from collections.abc import Callable
from threading import Thread
from typing import Final, TypeVar

from slidedrop.terminal import threads
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.keyboard import wake

Tell = Callable[[str], object]
Answer = TypeVar("Answer")
_PATIENCE: Final = 1.0


class Stopped(Exception):
    """The person pressed a key instead of waiting."""

    def __init__(self, *, quits: bool) -> None:
        super().__init__()
        self.quits = quits
        """Whether the person quits the program, or only stops this work."""


class Background:
    """Jobs on one thread, one after the other, that a person may interrupt."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._abandoned: Thread | None = None

    def result(self, work: Callable[[Tell], Answer]) -> Answer:
        """Return the result of `work`, or raise Stopped; `work` gets a function that prints a message."""
        if not self._console.keys:
            return work(self._console.say)
        if self._abandoned is not None:  # it may use what the next job uses
            self._wait(self._abandoned, deque())
        answers: list[Answer] = []
        errors: list[BaseException] = []
        notes: deque[str] = deque()

        def tell(note: str) -> None:
            notes.append(note)
            wake()

        def run() -> None:
            try:
                answers.append(work(tell))
            except BaseException as error:  # noqa: BLE001 - it is raised again where the answer is awaited
                errors.append(error)
            wake()

        self._wait(threads.begin(run), notes)
        if errors:
            raise errors[0]
        return answers[0]

    def _wait(self, thread: Thread, notes: deque[str]) -> None:
        self._abandoned = thread
        while thread.is_alive():
            check_keys(self._console, _PATIENCE)
            while notes:
                self._console.say(notes.popleft())
        self._abandoned = None


def check_keys(console: Console, seconds: float) -> None:
    """Wait for keys. Escape raises Stopped immediately, q after the keys before it."""
    keys = console.listen(seconds)
    if keys is None or keys[:1] in {("q",), ("ctrl-d",)}:
        raise Stopped(quits=True)
    if "ctrl-c" in keys:
        raise KeyboardInterrupt
    if "escape" in keys:
        console.drop_keys()
        raise Stopped(quits=False)
    if keys[:1] == ("ctrl-z",):
        console.ask()
