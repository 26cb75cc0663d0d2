"""Testing a module against an assignment that describes classes: mis (GameT) and a07 (Game).

The module's own code runs in its own thread. When a call does not come back in time, that is a finding, and the rest is
not waited for.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.assignments import A07, Assignment
from slidedrop.editions.checking.cases import any_board, starts
from slidedrop.editions.checking.findings import Fault, Finding, Ledger
from slidedrop.editions.checking.replay import examine
from slidedrop.editions.checking.running.crash import crash
from slidedrop.editions.checking.trials import A07Trial, MisTrial, Script, Watch
from slidedrop.players.external import module_of_file

ENDINGS: Final = (".js", ".mjs", ".cjs")
_HOST: Final = Path(__file__).with_name("ask_game.mjs")
_EXPORTS: Final = re.compile(r"^\s*(?:export|import)\b", re.MULTILINE)


class JavaScriptError(Exception):
    """What a call threw in node."""


class JavaScriptModule:
    """A file with a Game class, loaded in a node of its own."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise NotationError(f"there is no file '{path}'")
        pipe = subprocess.PIPE
        try:
            self._node = subprocess.Popen(  # noqa: S603 - running the given file is the point
                ["node", *_flags(path), str(_HOST), str(path)],  # noqa: S607 - whichever node there is
                stdin=pipe, stdout=pipe, stderr=pipe, text=True,
            )  # fmt: skip
        except OSError as error:
            raise NotationError("there is no node here, which a JavaScript class needs; install Node.js") from error
        try:
            ready = self.ask({}).get("ready")
        except BaseException:
            self.close()
            raise
        if not ready:
            self.close()
            raise JavaScriptError(f"'{path}' does not export a class called Game")

    def Game(self, size: int) -> "JavaScriptGame":
        """Make a game there."""
        return JavaScriptGame(self, size)

    def ask(self, call: dict[str, Any]) -> dict[str, Any]:
        """Hand a call over and return what came of it; with nothing to hand over, what it says first."""
        if self._node.stdin is None or self._node.stdout is None or self._node.stderr is None:  # pragma: no cover
            raise TypeError
        try:
            if call:
                self._node.stdin.write(json.dumps(call) + "\n")
                self._node.stdin.flush()
            line = self._node.stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise JavaScriptError(crash(self._node.stderr.read(), self._node.wait()) or "node ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise JavaScriptError(answer["error"])
        return answer

    def close(self) -> None:
        """End node."""
        self._node.kill()
        self._node.wait()
        for stream in (self._node.stdin, self._node.stdout, self._node.stderr):
            if stream is not None:
                stream.close()


class JavaScriptGame:
    """The game there, with the assignment's routines; listeners here hear what listeners there heard."""

    def __init__(self, module: JavaScriptModule, size: int) -> None:
        self._module = module
        self._listeners: list[Callable[[Any, Any], object]] = []
        self._call("new", size)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def routine(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the routine takes and gives
            if name.startswith("on"):
                self._listeners.append(arguments[0])
                return self._call(name)
            return self._call(name, *arguments)

        routine.__name__ = name
        return routine

    def _call(self, name: str, *arguments: object) -> object:
        answer = self._module.ask({"call": name, "args": list(arguments)})
        for number, given, current in answer["events"]:
            self._listeners[number](given, current)
        return answer["result"]


def _flags(path: Path) -> list[str]:
    """Let node take a file with exports for a module where nothing beside it says so."""
    exports = _EXPORTS.search(path.read_text(encoding="utf-8", errors="replace"))
    said = any((folder / "package.json").is_file() for folder in path.resolve().parents)
    return ["--experimental-default-type=module"] if path.suffix == ".js" and exports and not said else []


class ModuleExam:
    """One module and one assignment."""

    def __init__(self, assignment: Assignment, ledger: Ledger, seconds: float = 5.0) -> None:
        self._assignment, self._ledger, self._seconds = assignment, ledger, seconds
        self._trial = A07Trial if assignment.name == A07.name else MisTrial
        self._watch = Watch()
        self._node: JavaScriptModule | None = None

    def take(self, target: str, games: int, seed: int, tell: Callable[[int, int], object]) -> None:
        """Import the module and try it on many boards."""
        thread = Thread(target=self._trials, args=(target, games, seed, tell), daemon=True)
        with redirect_stdout(StringIO()):
            thread.start()
            while thread.is_alive():
                thread.join(0.02)
                calling = self._watch.calling
                if calling and time.monotonic() - calling[1] > self._seconds:
                    self._fails(Fault.HANGS, calling[0], self._seconds)
                    break
        if self._node is not None:
            self._node.close()

    def _fails(self, fault: Fault, *values: object) -> None:
        rule = self._assignment.api["runs"]
        self._ledger.broken.setdefault(rule.requirement, Finding(rule, fault, values))

    def _trials(self, target: str, games: int, seed: int, tell: Callable[[int, int], object]) -> None:
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        boards = starts(random)
        with _own_imports():
            self._watch.calling = (f"import {target}", time.monotonic())
            try:
                module = self._imported(target)
            except BaseException as error:  # noqa: BLE001 - whatever a module raises when it is imported
                self._fails(Fault.RAISED, f"import {target}", type(error).__name__, error)
                return
            finally:
                self._watch.calling = None

            def begin() -> A07Trial | MisTrial:
                return self._trial(self._assignment, module, self._watch)

            for number in range(games):
                tell(number + 1, games)
                odd = number % 2 and self._trial is A07Trial
                start = any_board(random.randint(2, 6), random) if odd else next(boards)
                script = Script(begin, f"game {number + 1}", self._trial.script(start, random), target)
                for finding in examine(script, self._ledger):
                    self._ledger.doubt(finding)

    def _imported(self, target: str) -> ModuleType | JavaScriptModule:
        if not target.endswith(ENDINGS):
            return _imported(target)
        if self._trial is not A07Trial:
            raise NotationError("only a07 describes a JavaScript class")
        self._node = JavaScriptModule(Path(target))
        return self._node


@contextmanager
def _own_imports() -> Iterator[None]:
    """Forget afterwards what was imported, so that the next student's modules of the same names are read again."""
    modules, path = set(sys.modules), list(sys.path)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if not name.startswith("slidedrop"):
                del sys.modules[name]


def _imported(target: str) -> ModuleType:
    """Import a module by its name, or a file by its path."""
    path = Path(target)
    sys.path.insert(0, str(path.resolve().parent if path.suffix == ".py" else Path.cwd()))
    return module_of_file(path, path.stem) if path.suffix == ".py" else import_module(target)
