"""Holding a Python module against a document that describes classes: 000 (GameT) and 002 (Game).

The module's own code runs in a thread of its own. When a call does not come back in time, that is a finding, and the
rest is not waited for.
"""

import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.cases import any_board, starts
from slidedrop.editions.checking.documents import A07, Document
from slidedrop.editions.checking.findings import Ledger
from slidedrop.editions.checking.javascript import ENDINGS, JavaScriptModule
from slidedrop.editions.checking.trials import A07Trial, MisTrial, Stop
from slidedrop.players.own import module_of_file
from slidedrop.twenty48 import Board


class ModuleExam:
    """One module before one document."""

    def __init__(self, document: Document, ledger: Ledger, seconds: float = 5.0) -> None:
        self._trial = A07Trial(document, ledger) if document.name == A07.name else MisTrial(document, ledger)
        self._seconds = seconds
        self._node: JavaScriptModule | None = None

    def take(self, target: str, games: int, seed: int, tell: Callable[[int, int], object]) -> None:
        """Import the module and try it on many boards."""
        thread = Thread(target=self._trials, args=(target, games, seed, tell), daemon=True)
        with redirect_stdout(StringIO()):
            thread.start()
            self._watch(thread)
        if self._node is not None:
            self._node.close()

    def _watch(self, thread: Thread) -> None:
        while thread.is_alive():
            thread.join(0.02)
            calling = self._trial.calling
            if calling and time.monotonic() - calling[1] > self._seconds:
                self._trial.runs(f"{calling[0]} did not come back within {self._seconds:g} seconds")
                return

    def _trials(self, target: str, games: int, seed: int, tell: Callable[[int, int], object]) -> None:
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        trial, boards = self._trial, starts(random)
        try:
            module = trial.call(f"import {target}", self._imported, target)
        except Stop:
            return
        for number in range(games):
            tell(number + 1, games)
            trial.where = f"game {number + 1}"
            odd = number % 2 and isinstance(trial, A07Trial)
            self._one(module, random, any_board(random.randint(2, 6), random) if odd else next(boards))

    def _imported(self, target: str) -> ModuleType | JavaScriptModule:
        if not target.endswith(ENDINGS):
            return _imported(target)
        if not isinstance(self._trial, A07Trial):
            raise NotationError("a JavaScript class is asked for by a07 only")
        self._node = JavaScriptModule(Path(target))
        return self._node

    def _one(self, module: Any, random: Random, start: Board) -> None:  # noqa: ANN401 - of either language
        try:
            self._trial.take(module, start, random)
            self._trial.runs()
        except Stop:
            return
        except Exception as error:  # noqa: BLE001 - a class or a routine that is missing, or is none
            self._trial.runs(f"{type(error).__name__}: {error}")


def _imported(target: str) -> ModuleType:
    """Import a module by its name, or a file by its path."""
    path = Path(target)
    sys.path.insert(0, str(path.resolve().parent if path.suffix == ".py" else Path.cwd()))
    return module_of_file(path, path.stem) if path.suffix == ".py" else import_module(target)
