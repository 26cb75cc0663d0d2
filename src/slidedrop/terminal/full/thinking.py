"""Long work in its own thread, so that no key waits; cancelled results are dropped."""

import contextlib
from collections.abc import Callable
from functools import partial
from threading import main_thread
from typing import TypeVar

from textual.message_pump import MessagePump

from slidedrop.core.errors import SlidedropError
from slidedrop.terminal import threads
from slidedrop.terminal.sentences import sentence

Result = TypeVar("Result")


class Thinking:
    """At most one job whose result is still needed."""

    def __init__(self, owner: MessagePump, failed: Callable[[str], object]) -> None:
        """Work for a screen or widget; `failed` gets a sentence if there is no result."""
        self._owner, self._failed = owner, failed
        self._turn = 0
        self.busy = False
        """Whether a result is awaited."""

    def begin(self, work: Callable[[], Result], then: Callable[[Result], object]) -> None:
        """Start a job in the background, and call back with its result unless it was cancelled or replaced."""
        self._turn += 1
        self.busy = True
        threads.begin(partial(self._work, self._turn, work, then))

    def cancel(self) -> bool:
        was, self.busy = self.busy, False
        self._turn += 1
        return was

    def _work(self, turn: int, work: Callable[[], Result], then: Callable[[Result], object]) -> None:
        try:
            result = work()
        except (SlidedropError, OSError) as error:
            self._post(turn, self._failed, sentence(error))
        except RuntimeError:
            if main_thread().is_alive():  # otherwise the program has ended
                raise
        else:
            self._post(turn, then, result)

    def _post(self, turn: int, then: Callable[[Result], object], result: Result) -> None:
        with contextlib.suppress(RuntimeError):  # the screen was closed meanwhile
            self._owner.call_later(self._arrive, turn, then, result)

    def _arrive(self, turn: int, then: Callable[[Result], object], result: Result) -> None:
        if turn == self._turn:
            self.busy = False
            then(result)
