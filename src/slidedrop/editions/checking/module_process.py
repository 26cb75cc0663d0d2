"""The exam of a module in a process of its own: what ends, stops or fills that process ends only this exam.

parent   the exam as a pickle  ──►  child   imports the module and calls it
watches its memory     ◄──         before each call: its name
and the time of a call             after each game: all that was found
"""

import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import IO, Any, Final

from slidedrop.editions.checking.api import ModuleExam
from slidedrop.editions.checking.assignments import Assignment
from slidedrop.editions.checking.exam import Subject
from slidedrop.editions.checking.findings import Fault, Finding, Ledger
from slidedrop.editions.checking.running.crash import crash
from slidedrop.editions.checking.running.program import Kind, Reader, Trouble, start, too_much

_CHILD: Final = "from slidedrop.editions.checking.module_process import examine; examine()"
_BEGIN: Final = 60.0
"""How many seconds the process may take to start."""
_TICK: Final = 0.02
_PICKLED_MODULES: Final = {"slidedrop", "builtins", "collections", "pathlib"}


class ModuleProcess:
    """A module, its assignment, and a process for both."""

    def __init__(self, assignment: Assignment, subject: Subject, skip: Iterable[str] = ()) -> None:
        self._asked = (assignment, subject, tuple(skip))
        self._seconds = subject.seconds
        self.ledger = Ledger(assignment.api.values(), self._asked[2])
        self._calling = f"import {subject.module}"
        self._due = time.monotonic() + _BEGIN
        """When the process is given up if it stays silent."""
        self._done = False

    def take(self, games: int, seed: int, tell: Callable[[], object] = lambda: None) -> Ledger:
        """Try the module on many boards, as `ModuleExam` does; what ends the process is a finding."""
        assignment, subject, _ = self._asked
        process, family = start([sys.executable, "-P", "-c", _CHILD], subject.way)
        stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
        if stdin is None or stdout is None or stderr is None:  # pragma: no cover - all are pipes
            raise TypeError
        errors = Reader(stderr.fileno())
        listener = Thread(target=self._listen, args=(stdout, tell), daemon=True)
        listener.start()
        excess = None
        try:
            with suppress(OSError):
                pickle.dump((*self._asked, games, seed), stdin)
                stdin.flush()
            while listener.is_alive() and not excess and time.monotonic() < self._due:
                listener.join(_TICK)
                excess = too_much(family, subject.way)
            hangs = listener.is_alive() and not excess
        finally:
            family.end()
            process.kill()
            code = process.wait()
            listener.join(1)
            errors.join(1)
            for stream in (stdin, stderr) if listener.is_alive() else (stdin, stdout, stderr):
                with suppress(OSError):
                    stream.close()
        if not self._done:
            trouble = excess or Trouble(Kind.EXIT, code, crash(errors.text(), code))
            late = (Fault.HANGS, (self._calling, self._seconds))
            finding = Finding(assignment.api["runs"], *(late if hangs else (Fault.TROUBLE, (trouble,))))
            self.ledger.broken.setdefault(finding.rule.requirement, finding)
        return self.ledger

    def _listen(self, answers: IO[bytes], tell: Callable[[], object]) -> None:
        """Take in what the process says until it ends."""
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while not self._done:
                said = pickle.load(answers)  # noqa: S301 - from our own process
                self._due = time.monotonic() + self._seconds
                if isinstance(said, Ledger):
                    self.ledger = said
                    tell()
                else:
                    self._calling, self._done = said or self._calling, not said


class _Plain(pickle.Pickler):
    """Pickles a student's own objects as text, because other processes do not have their classes."""

    def reducer_override(self, value: Any) -> Any:  # noqa: ANN401 - pickle's own signature
        kind = value if isinstance(value, type) else type(value)
        return NotImplemented if kind.__module__.partition(".")[0] in _PICKLED_MODULES else (str, (str(value),))


def examine() -> None:
    """Take the exam that standard input names, in the process that was started for it."""
    answers = os.fdopen(os.dup(1), "wb")
    assignment, subject, skip, games, seed = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)

    def say(said: str | Ledger) -> None:
        _Plain(answers).dump(said)
        answers.flush()

    exam = ModuleExam(assignment, subject, skip)
    exam.watch = say
    exam.take(games, seed, lambda: say(exam.ledger))
    say(exam.ledger)
    say("")
    os._exit(0)  # a thread of the module may still run
