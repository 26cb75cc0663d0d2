"""Testing a module against an assignment that describes classes: mis (GameT) and a07 (Game).

The module runs in this process: module_process.py starts one for it.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Self

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.assignments import A07, MIS
from slidedrop.editions.checking.cases import any_board, enlarged
from slidedrop.editions.checking.exam import Exam, Scenario, Step
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.running.crash import crash
from slidedrop.editions.checking.trials import A07Trial, MisTrial, Stop, Trial
from slidedrop.players.external import module_of_file
from slidedrop.twenty48 import Board, Direction

_TRIALS: Final[dict[str, type[A07Trial | MisTrial]]] = {A07.name: A07Trial, MIS.name: MisTrial}
ENDINGS: Final = (".js", ".mjs", ".cjs")
_HOST: Final = Path(__file__).with_name("ask_game.mjs")
_CLASS: Final = "const Game = found.Game ?? found.default?.Game ?? found.default"
_EXPORTS: Final = re.compile(r"^\s*(?:export|import)\b", re.MULTILINE)


class JavaScriptError(Exception):
    """An exception thrown in node."""


class JavaScriptModule:
    """A file with a Game class, loaded in its own node process, and the one game played there."""

    _listeners: list[Callable[[Any, Any], object]]

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

    def Game(self, size: int) -> Self:
        """Make a new game there; its methods are called by name."""
        self._listeners = []
        self._call("new", size)
        return self

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def routine(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the routine takes and gives
            if not name.startswith("on"):
                return self._call(name, *arguments)
            self._listeners.append(arguments[0])  # called for each event of the game in node
            return self._call(name)

        return routine

    def _call(self, name: str, *arguments: object) -> object:
        answer = self.ask({"call": name, "args": list(arguments)})
        for number, given, current in answer["events"]:
            self._listeners[number](given, current)
        return answer["result"]

    def ask(self, call: dict[str, Any]) -> dict[str, Any]:
        """Send a call and return its result; without a call, return the first message."""
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
        with self._node:  # which closes its streams and waits for it
            self._node.kill()


def _flags(path: Path) -> list[str]:
    """Let node load a file with exports as a module unless a package.json decides it."""
    exports = _EXPORTS.search(path.read_text(encoding="utf-8", errors="replace"))
    said = any((folder / "package.json").is_file() for folder in path.resolve().parents)
    return ["--experimental-default-type=module"] if path.suffix == ".js" and exports and not said else []


class ModuleExam(Exam):
    """A module and an assignment that describes classes."""

    module: ModuleType | JavaScriptModule | None = None
    watch: Callable[[str], object] = staticmethod(lambda _: None)
    """Called with the name of each call of the module before the call."""

    def take(self, games: int, seed: int, tell: Callable[[], object] = lambda: None) -> Ledger:
        """Import the module and try it on many boards."""
        target = self.subject.module
        trial = Trial(self.assignment, None, self.watch)
        try:
            self.module = trial.call(f"import {target}", self._imported, target)
            super().take(games, seed, tell)
        except Stop:
            self.ledger.broken.update(trial.account.findings)
        finally:
            if isinstance(self.module, JavaScriptModule):
                self.module.close()
        return self.ledger

    def scenario(self, number: int) -> Scenario:
        a07 = self.assignment.name == A07.name
        start = any_board(self.random.randint(2, 6), self.random) if a07 and number % 2 else next(self.boards)
        return Scenario(f"game {number + 1}", _TRIALS[self.assignment.name].steps(start, self.random))

    def run(self, scenario: Scenario) -> Account:
        return _TRIALS[self.assignment.name](self.assignment, self.module, self.watch).take(scenario)

    def repeats(self, scenario: Scenario, finding: Finding) -> Iterator[Scenario]:
        """Yield the board before the move and the move alone, then all steps up to it."""
        for board in (finding.before, finding.found):
            if isinstance(board, Board) and any(board.tiles):
                new, move = Step("new", value=board.size), Step("move", value=finding.move or Direction.LEFT)
                boards = (enlarged(board), enlarged(board), board) if finding.fault is Fault.SLIDE else (board,)
                yield from (replace(scenario, steps=(new, Step("load", each), move)) for each in boards)
        yield scenario.upto(finding.key)
        yield scenario

    def paste(self, scenario: Scenario, finding: Finding) -> tuple[str, ...]:
        """Return a script for the shell that imports the classes and makes the same calls."""
        steps, path = scenario.upto(finding.key).steps, Path(self.subject.module)
        script = path.suffix in ENDINGS
        code = _TRIALS[self.assignment.name].written(steps, script=script)
        if script:
            command = ["node", *_flags(self._folder / path), "--input-type=module"]
            code = (f'import * as found from "{"" if path.is_absolute() else "./"}{path}"', _CLASS, *code)
        else:
            named = path.suffix == ".py"
            command = ["env", f"PYTHONPATH={path.parent if named else '.'}", "python3"]
            plain = f"from {path.stem if named else path} import *"
            by_file = f"from runpy import run_path; globals().update(run_path({str(path)!r}))"
            code = (by_file if named and not path.stem.isidentifier() else plain, *code)
        return (f"{shlex.join(command)} <<'END'", *code, "END")

    @property
    def _folder(self) -> Path:
        return self.way.folder or Path()

    def _imported(self, target: str) -> ModuleType | JavaScriptModule:
        path = self._folder / target
        if path.suffix in ENDINGS:
            if self.assignment.name != A07.name:
                raise NotationError("only a07 describes a JavaScript class")
            return JavaScriptModule(path)
        named = path.suffix == ".py"
        sys.path.insert(0, str(path.resolve().parent if named else self._folder.resolve()))
        return module_of_file(path, path.stem) if named else import_module(target)
