"""Tests that the program announces compiling, and only when it compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.engine.kernel import COMPILING

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM: Final = """
from slidedrop.cli.progress import say_compiling
say_compiling(), say_compiling()
import numpy as np
from slidedrop.twenty48.engine.bits import _nth_by_dropping, nth
for number in range(2):
    nth(np.uint64(5), np.uint64(number)), _nth_by_dropping(np.uint64(5), np.uint64(number))
"""
_BARE: Final = (
    "import sys; sys.modules['numba'] = None\nfrom slidedrop.cli.progress import say_compiling; say_compiling()"
)


def told(program: str, home: Path) -> str:
    environment = {**os.environ, "SLIDEDROP_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    ).stderr


def test_only_the_first_use_prints_the_compiling_notice(tmp_path: Path) -> None:
    assert told(_PROGRAM, tmp_path).strip() == COMPILING
    assert told(_PROGRAM, tmp_path) == ""


def test_without_the_extra_there_is_nothing_to_compile(tmp_path: Path) -> None:
    assert told(_BARE, tmp_path) == ""


_WITHOUT_ENGINES: Final = """
import sys
for name in ("numba", "numpy", "wasmtime"):
    sys.modules[name] = None
from slidedrop.cli.main import main
main()
"""
_GET: Final = "pip install wasmtime"


def without_engines(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _WITHOUT_ENGINES, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, input="q\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "moves:4445", "--seconds", "0.1"),
        ("solve", "connect4", "444", "--seconds", "0.1"),
        ("hint", "connect4", "444"),
        ("hint", "2048", "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,4"),
    ],
)
def test_without_an_engine_the_command_prints_how_to_install_one(arguments: tuple[str, ...]) -> None:
    done = without_engines(*arguments)
    assert done.returncode == 0
    assert _GET in done.stderr
    assert "more seconds" not in done.stdout


def test_a_player_that_is_not_installed_is_refused_with_the_install_command() -> None:
    done = without_engines("connect4", "--blue", "perfect")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: ")
    assert _GET in done.stderr
