"""A Game class in JavaScript, asked in node as if it were one in Python: a call is a line of JSON there and back."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.running.crash import crash

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

    def Game(self, size: int) -> JavaScriptGame:
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
    """The game there, with the document's routines; listeners here hear what listeners there heard."""

    def __init__(self, module: JavaScriptModule, size: int) -> None:
        self._module = module
        self._listeners: list[Callable[[Any], object]] = []
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
        for number, state in answer["events"]:
            self._listeners[number](state)
        return answer["result"]


def _flags(path: Path) -> list[str]:
    """Let node take a file with exports for a module where nothing beside it says so."""
    exports = _EXPORTS.search(path.read_text(encoding="utf-8", errors="replace"))
    said = any((folder / "package.json").is_file() for folder in path.resolve().parents)
    return ["--experimental-default-type=module"] if path.suffix == ".js" and exports and not said else []
