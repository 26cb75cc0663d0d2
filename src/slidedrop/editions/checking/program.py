"""Talking to a program that nobody has tested yet.

All keys are written at once and the answer is read to its end, so it does not matter how the program buffers what it
prints. It gets so many seconds and so many characters, and then it is ended, with everything that it started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO, TYPE_CHECKING, Final

from slidedrop.core.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_OUTPUT: Final = 1 << 21
"""How much output is read, in bytes; the longest honest game prints a tenth of it."""
_OWN_GROUP: Final = os.name == "posix"
_TICK: Final = 0.01


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    text: str
    code: int | None
    """The exit code; None where the program had to be ended."""
    complaint: str
    """The last line on standard error."""
    waited: bool
    """Whether it still waited for input after all keys were read."""
    endless: bool
    """Whether it printed more than anybody wants to read."""
    seconds: float

    @property
    def trouble(self) -> str:
        """What went wrong with the program itself; empty where nothing did."""
        if self.endless:
            return f"it printed more than {MOST_OUTPUT >> 20} MB and was ended"
        if self.code is None:
            return f"it did not end within {self.seconds:g} seconds and was ended"
        if self.code:
            reason = f": {self.complaint}" if self.complaint else ""
            return f"it ended with exit code {self.code}{reason}"
        return ""


def converse(command: Sequence[str], keys: Sequence[str], *, seconds: float, hold: bool = False) -> Answer:
    """Start the program, type each key and Enter, and return its answer.

    `hold` leaves the input open, so that a program which does not end by itself is seen to wait.
    """
    process = _start(command)
    output, errors = _Reader(process.stdout), _Reader(process.stderr)
    typing = Thread(target=_type, args=(process.stdin, keys, hold), daemon=True)
    typing.start()
    ended = _wait(process, output, seconds)
    waited = hold and not ended and not output.full
    if waited:
        _close(process.stdin)
        ended = _wait(process, output, seconds)
    _end(process)
    code = process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        _close(stream)
    lines = errors.text().strip().splitlines()
    return Answer(
        output.text(), code if ended else None, lines[-1][:200] if lines else "", waited, output.full, seconds
    )


class _Reader(Thread):
    """Reads a stream to its end or to the limit."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._content = bytearray()
        self.full = False
        self.start()

    def run(self) -> None:
        with suppress(OSError, ValueError):
            while self._stream is not None and (piece := os.read(self._stream.fileno(), 1 << 16)):
                self._content += piece
                if len(self._content) > MOST_OUTPUT:
                    self.full = True
                    return

    def text(self) -> str:
        return bytes(self._content[:MOST_OUTPUT]).decode("utf-8", "replace")


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 - running the given command is the point
            list(command), stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=_OWN_GROUP
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"the command '{command[0]}' cannot be started: {reason}"
        raise NotationError(message) from error


def _type(stdin: IO[bytes] | None, keys: Sequence[str], hold: bool) -> None:  # noqa: FBT001 - a thread's arguments
    with suppress(OSError, ValueError):
        if stdin is not None:
            stdin.write("".join(f"{key}\n" for key in keys).encode())
            stdin.flush()
    if not hold:
        _close(stdin)


def _close(stream: IO[bytes] | None) -> None:
    """Close a pipe whose other end may be gone."""
    with suppress(OSError, ValueError):
        if stream is not None:
            stream.close()


def _wait(process: subprocess.Popen[bytes], output: _Reader, seconds: float) -> bool:
    """Tell whether the program ends in time; its output is complete then."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not output.full:
        output.join(_TICK)
        if not output.is_alive() and process.poll() is not None:
            return True
        if not output.is_alive():
            time.sleep(_TICK)
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program, and with it what it started, unless it has ended already."""
    if process.poll() is None:
        with suppress(OSError):
            if _OWN_GROUP:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
