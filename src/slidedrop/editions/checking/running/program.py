"""Runs an untested program and exchanges text with it.

At once     all keys are written and the answer is read to its end: it does not matter how the program buffers
by lines    a key is typed when the program is quiet, which shows the output of each key
on a tty    the same on a pseudo-terminal, for a program that insists on one; in raw mode without Enter

It has limits of time, memory and output. A program that exceeds one is killed, with everything that it started.
"""

import os
import select
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.running.crash import crash
from slidedrop.editions.checking.running.family import MARK, Family

try:
    import pty
    import resource
    import termios
except ImportError:  # pragma: no cover - Windows has no pseudo-terminals, so all keys are written at once there
    pty = None  # type: ignore[assignment]


MOST_OUTPUT: Final = 1 << 21
"""The most output that is read, in bytes; the longest normal game prints a tenth of it."""
MOST_MEMORY: Final = 1 << 30
_MOST_PROCESSES: Final = 100
_MOST_FILE: Final = 1 << 26
_TICK: Final = 0.01
_QUIET_SECONDS: Final = 0.007
_LONG_QUIET_CHECKS: Final = 15
_IDLE_SECONDS: Final = 1.5
"""After this many seconds without work or output a program waits for input; one that pauses between moves is faster."""
_LONGEST_PAUSE: Final = 2.0
_BEGIN: Final = 5.0
"""How long to wait for the first character of a program that should print nothing."""
_ARROWS: Final = {"ArrowUp": "\x1b[A", "ArrowDown": "\x1b[B", "ArrowRight": "\x1b[C", "ArrowLeft": "\x1b[D"}
_NUMBERS: Final = count(1)


@dataclass(frozen=True, slots=True)
class Way:
    """How a program is run."""

    folder: Path | None = None
    lines: bool = False
    tty: bool = False
    network: bool = True
    memory: int = MOST_MEMORY


class Kind(Enum):
    """What can go wrong with the program itself; the value is its sentence."""

    OUTPUT = "it printed more than {:g} MB and was ended"
    MEMORY = "it took more than {:g} MB of memory and was ended"
    PROCESSES = "it started more than {:g} processes and was ended"
    TIME = "it did not end within {:g} seconds and was ended"
    EXIT = "it ended with exit code {:g}"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem of the program itself."""

    kind: Kind
    amount: float
    """The limit that it broke, or its exit code."""
    reason: str = ""
    """What its own error message says."""

    def __str__(self) -> str:
        return self.kind.value.format(self.amount) + (f": {self.reason}" if self.reason else "")


@dataclass(frozen=True, slots=True)
class Answer:
    """The program's output, and how it ended."""

    text: str
    code: int | None
    """The exit code; None if the program was killed, also for exceeding a limit."""
    errors: str
    """Its standard error."""
    waited: bool
    """Whether it still waited for input after all keys were read."""
    excess: Trouble | None
    """The limit that it exceeded, for which it was killed."""
    seconds: float
    pieces: tuple[str, ...] = ()
    """In line mode: the output before the first key, and after each key."""

    @property
    def trouble(self) -> Trouble | None:
        if self.excess or self.code == 0:
            return self.excess
        if self.code is None:
            return Trouble(Kind.TIME, self.seconds)
        return Trouble(Kind.EXIT, self.code, crash(self.errors, self.code))

    @property
    def failure(self) -> Trouble | None:
        """Its trouble; a program that says nothing of an error may end with any exit code."""
        quiet = self.code is not None and self.code > 0 and not crash(self.errors, self.code)
        return self.excess if quiet else self.trouble


def converse(
    command: Sequence[str], keys: Sequence[str], *, seconds: float, hold: bool = False, way: Way | None = None
) -> Answer:
    """Start the program, type each key and Enter, and return its answer.

    A program that waits for its first key and has printed nothing gets all keys at once in any case.
    `hold` leaves the input open, so that a program which does not end by itself is seen to wait.
    """
    run = _Run(command, way or Way(), seconds)
    try:
        return run.by_lines(keys, hold=hold) if run.quiet else run.at_once(keys, hold=hold)
    finally:
        run.end()


class _Run:
    """One start of a program, and its streams."""

    def __init__(self, command: Sequence[str], way: Way, seconds: float) -> None:
        self.way, self.seconds = way, seconds
        self.excess: Trouble | None = None
        self.quiet = pty is not None and (way.lines or way.tty)
        master, slave = _terminal() if self.quiet else (-1, subprocess.PIPE)
        try:
            self.process, self.family = start(command, way, slave)
        finally:
            if self.quiet:
                os.close(slave)
        self._stdin = master if way.tty and self.quiet else os.dup(self.process.stdin.fileno())  # type: ignore[union-attr]
        self._master = master
        self.output = Reader(master if self.quiet else self.process.stdout.fileno())  # type: ignore[union-attr]
        self.errors = Reader(self.process.stderr.fileno())  # type: ignore[union-attr]
        if self.process.stdin is not None:
            self.process.stdin.close()

    def at_once(self, keys: Sequence[str], *, hold: bool) -> Answer:
        """Type everything, then read to the end."""
        Thread(target=self._type_all, args=("".join(f"{key}\n" for key in keys), hold), daemon=True).start()
        ended = self._wait(self.seconds, idle=_IDLE_SECONDS if hold else None)
        waited = hold and not ended and not self.excess
        if waited:
            self._close_input()
            ended = self._wait(self.seconds)
        return self._answer(ended=ended, waited=waited)

    def by_lines(self, keys: Sequence[str], *, hold: bool) -> Answer:
        """Type each key when the program is quiet."""
        end = time.monotonic() + self.seconds + 0.1 * len(keys)
        busy = time.monotonic()
        begun = min(end, busy + _BEGIN)
        while time.monotonic() < begun and not self.output.length and not self._ended():
            time.sleep(_TICK)
            busy = busy if self.family.rests() else time.monotonic()
            if time.monotonic() - busy > _IDLE_SECONDS and not self.way.tty:  # it prints at its end
                return self.at_once(keys, hold=hold)
        self._settle(end)
        pieces = [self.output.take()]
        for key in keys:
            if self._ended() or self._exceeds_limit() or time.monotonic() > end:
                break
            raw = self.way.tty and not termios.tcgetattr(self._master)[3] & termios.ICANON
            self._type(_ARROWS.get(key, key) if raw else f"{key}\n")
            self._settle(end)
            piece = self.output.take()
            if not piece:  # it may print nothing, or be slow on a busy machine
                self._settle(end, rests=_LONG_QUIET_CHECKS)
                piece = self.output.take()
            pieces.append(piece)
        waited = not self._ended() and not self.excess and time.monotonic() < end
        if waited:
            self._type("\x04\x03") if self.way.tty else self._close_input()
        ended = self._wait(1.0 if waited and self.way.tty else self.seconds)
        return self._answer(ended=ended or (waited and self.way.tty), waited=waited and hold, pieces=pieces)

    def end(self) -> None:
        if self.process.poll() is None or not (self.output.done and self.errors.done):  # it may leave children
            self.family.end()
        self.process.kill()
        self.process.wait()
        self._close_input()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        if self._master >= 0 and self._master != self._stdin:
            os.close(self._master)

    def _answer(self, *, ended: bool, waited: bool, pieces: Sequence[str] = ()) -> Answer:
        code = self.process.poll() or 0 if ended else None
        text, errors = self.output.text(), self.errors.text()
        return Answer(text, code, errors, waited, self.excess, self.seconds, tuple(pieces))

    def _settle(self, end: float, rests: int = 2) -> None:
        """Wait until nothing more is printed and no thread is active, several times in a row."""
        pause, rested = min(end, time.monotonic() + _LONGEST_PAUSE), 0
        while rested < rests and time.monotonic() < pause and not self._ended():
            length = self.output.length
            time.sleep(_QUIET_SECONDS)
            quiet = length == self.output.length and not select.select([self._master], [], [], 0)[0]
            rested = rested + 1 if quiet and self.family.rests() else 0

    def _wait(self, seconds: float, idle: float | None = None) -> bool:
        """Tell whether the program ends in time, with its output complete; an idle program waits for input."""
        end, busy, length = time.monotonic() + seconds, time.monotonic(), -1
        while time.monotonic() < end and not self._exceeds_limit():
            if self._ended():
                return True
            if idle is not None and (length != self.output.length or not self.family.rests()):
                busy, length = time.monotonic(), self.output.length
            if idle is not None and time.monotonic() - busy > idle:
                return False
            self.output.join(5 * _TICK) if not self.output.done else time.sleep(_TICK)
        return False

    def _ended(self) -> bool:
        """Tell whether it has ended; a child may still hold its output open."""
        if self.process.poll() is None:
            return False
        self.output.join(0.2)
        self.errors.join(0.2)
        return True

    def _exceeds_limit(self) -> bool:
        """Tell whether it exceeded a limit, and note which."""
        if self.output.full:
            self.excess = Trouble(Kind.OUTPUT, MOST_OUTPUT >> 20)
        else:
            self.excess = too_much(self.family, self.way)
        return self.excess is not None

    def _type_all(self, text: str, hold: bool) -> None:  # noqa: FBT001 - a thread's arguments
        self._type(text)
        if not hold:
            self._close_input()

    def _type(self, text: str) -> None:
        data = text.encode()
        with suppress(OSError):
            while data:
                data = data[os.write(self._stdin, data) :]

    def _close_input(self) -> None:
        stdin, self._stdin = self._stdin, -1
        if stdin >= 0:
            with suppress(OSError):
                os.close(stdin)
            self._master = -1 if stdin == self._master else self._master


def too_much(family: Family, way: Way) -> Trouble | None:
    """Return what the processes hold too much of."""
    if family.resident() > way.memory:
        return Trouble(Kind.MEMORY, way.memory >> 20)
    return Trouble(Kind.PROCESSES, _MOST_PROCESSES) if len(family.members()) > _MOST_PROCESSES else None


class Reader(Thread):
    """Reads a stream to its end or to a limit."""

    def __init__(self, stream: int) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._content = bytearray()
        self._taken = 0
        self.full = self.done = False
        self.start()

    @property
    def length(self) -> int:
        return len(self._content)

    def run(self) -> None:
        """Read to the end; a terminal that is closed on the other side raises an error, which also ends it."""
        with suppress(OSError, ValueError):
            while piece := os.read(self._stream, 1 << 16):
                self._content += piece
                if len(self._content) > MOST_OUTPUT:
                    self.full = True
                    return
        self.done = True

    def take(self) -> str:
        begin, self._taken = self._taken, len(self._content)
        return bytes(self._content[begin : self._taken]).decode("utf-8", "replace")

    def text(self) -> str:
        return bytes(self._content[:MOST_OUTPUT]).decode("utf-8", "replace")


def _terminal() -> tuple[int, int]:
    """Return both ends of a pseudo-terminal that neither echoes nor changes what is written."""
    master, slave = pty.openpty()
    attributes = termios.tcgetattr(slave)
    attributes[1] &= ~termios.OPOST
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, attributes)
    return master, slave


def start(command: Sequence[str], way: Way, output: int = subprocess.PIPE) -> tuple[subprocess.Popen[bytes], Family]:
    """Start a program on pipes, or on the terminal `output`, and return it with all that it will start."""
    mark = f"{os.getpid()}-{next(_NUMBERS)}"
    stdin = output if way.tty and output != subprocess.PIPE else subprocess.PIPE
    words = [*(() if way.network else no_network()), *command]
    try:
        process = subprocess.Popen(  # noqa: S603 - running the given command is the point
            words, stdin=stdin, stdout=output, stderr=subprocess.PIPE, start_new_session=True, cwd=way.folder,
            env={**os.environ, MARK: mark},
        )  # fmt: skip
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"the command '{command[0]}' cannot be started: {reason}") from error
    if hasattr(resource, "prlimit"):
        with suppress(OSError):
            resource.prlimit(process.pid, resource.RLIMIT_CORE, (0, 0))
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (_MOST_FILE, _MOST_FILE))
    return process, Family(process.pid, mark)


@cache
def no_network() -> tuple[str, ...]:
    """Return the command prefix that cuts a command off the network; empty if the system does not allow it."""
    for words in (("unshare", "--net"), ("unshare", "--map-current-user", "--net")):
        with suppress(OSError):
            if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603 - our own words
                return words
    return ()
