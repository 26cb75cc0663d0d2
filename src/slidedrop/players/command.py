"""Players in their own processes: a program that speaks the line protocol of `protocol.py`, or your own class.

Each answer has a time limit and a maximum number of lines. A player that is silent, prints too much, dies or answers
nonsense raises PlayerFault, and its process is killed with everything it started.
"""

import contextlib
import os
import pickle
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from base64 import b64encode
from collections.abc import Callable
from typing import IO, Final

from slidedrop.core.errors import NotationError
from slidedrop.players.protocol import COMMAND, AnyPosition, PlayerFault, checked_move, game_line, position_line

MOVE_SECONDS: Final = 1.0
"""The time limit per move that a program is told."""
GRACE_SECONDS: Final = 4.0
"""The extra time that it really has, for start-up and scheduling."""
START_SECONDS: Final = 30.0
"""The time limit for importing and creating a class."""
MOST_LINES: Final = 1_000
MOST_LENGTH: Final = 4_096


class Program:
    """A process that answers questions by lines; started with the first question, and ended with this object."""

    def __init__(self, name: str, command: list[str], seconds: float, grace: float, *, silent: bool = True) -> None:
        self.name = name
        self._command, self._silent = command, silent
        self._seconds, self._grace = seconds, grace
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._end: Callable[[], object] = lambda: None

    def close(self) -> None:
        self._process = None
        self._end()

    def _start(self) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - the program that the person named
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._silent else None,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except OSError as error:
            raise PlayerFault(f"{self.name} could not be started: {(error.strerror or str(error)).lower()}") from error
        self._process, self._lines = process, queue.Queue(MOST_LINES)
        reader = threading.Thread(target=_read, args=(process.stdout, self._lines), daemon=True)
        reader.start()
        self._end = weakref.finalize(self, _end, process, reader)

    def _say(self, *lines: str) -> None:
        pipe = self._process.stdin if self._process else None
        try:
            if pipe is not None:
                pipe.write("".join(f"{line}\n" for line in lines).encode())
                pipe.flush()
        except OSError as error:
            raise PlayerFault(f"{self.name} has ended and takes no more questions") from error

    def _answer(self, verb: str, within: float) -> str:
        """Return the text after a verb; a limited number of other lines is ignored."""
        due = time.monotonic() + within
        for _ in range(MOST_LINES):
            try:
                line = self._lines.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                raise PlayerFault(f"{self.name} gave no '{verb}' within {within:g} s") from None
            if line is None:
                raise PlayerFault(f"{self.name} ended without '{verb}'")
            word, _, rest = line.strip().partition(" ")
            if word == verb:
                return rest.strip()
        raise PlayerFault(f"{self.name} wrote {MOST_LINES} lines without '{verb}'")


class CommandPlayer(Program):
    """A program that answers `bestmove`."""

    def __init__(self, text: str, seconds: float = MOVE_SECONDS, grace: float = GRACE_SECONDS) -> None:
        super().__init__(text, shlex.split(text.removeprefix(COMMAND)), seconds, grace)
        self._game = ""
        if not self._command:
            raise NotationError(f"'{text}' names no program; write '-- ./my-bot'")

    def choose(self, position: AnyPosition) -> object:
        try:
            self._set_up(game_line(position))
            self._say(position_line(position), f"go movetime {round(1000 * self._seconds)}")
            return checked_move(self.name, self._answer("bestmove", self._seconds + self._grace), position)
        except PlayerFault:
            self.close()
            raise

    def _set_up(self, game: str) -> None:
        if self._process is None:
            self._start()
            self._game = ""
        if game != self._game:
            self._say(game)
            self._answer("ready", self._seconds + self._grace)
            self._game = game


class ClassProcess(Program):
    """A process that creates and runs the players of one class (`class_process.py`)."""

    def __init__(self, text: str, seconds: float = MOVE_SECONDS, grace: float = GRACE_SECONDS) -> None:
        command = [sys.executable, "-m", "slidedrop.players.class_process", text]
        super().__init__(text, command, seconds, grace, silent=False)
        self.dropped: list[int] = []
        """The players that are no longer needed."""

    def ask(self, number: int, position: AnyPosition | None = None) -> str:
        """Return the move of a player as text; without a position it is only created."""
        try:
            if self._process is None:
                self._start()
                if position is not None:
                    self.ask(number)
            question, self.dropped[:] = (number, tuple(self.dropped), position), []
            self._say(b64encode(pickle.dumps(question)).decode())
            within = START_SECONDS if position is None else self._seconds + self._grace
            verb, _, words = self._answer("answer", within).partition(" ")
        except PlayerFault:
            self.close()
            raise
        if verb == "move":
            return words
        raise (NotationError(words) if verb == "refused" else PlayerFault(f"{self.name} {words}"))


def _read(stream: IO[bytes], lines: queue.Queue[str | None]) -> None:
    """Yield lines until the stream ends or no one reads them."""
    with stream, contextlib.suppress(OSError, ValueError, queue.Full):
        while line := stream.readline(MOST_LENGTH):
            lines.put_nowait(line.decode("utf-8", "replace"))
        lines.put_nowait(None)


def _end(process: subprocess.Popen[bytes], reader: threading.Thread) -> None:
    with contextlib.suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    reader.join(5)
