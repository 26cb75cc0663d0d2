"""Compiling is announced when it happens, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from slidedrop.kernel import COMPILING

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM: Final = """
from slidedrop.cli.compiling import say_compiling
say_compiling(), say_compiling()
import numpy as np
from slidedrop.twenty48.bits import _nth_by_dropping, nth
for number in range(2):
    nth(np.uint64(5), np.uint64(number)), _nth_by_dropping(np.uint64(5), np.uint64(number))
"""
_BARE: Final = (
    "import sys; sys.modules['numba'] = None\nfrom slidedrop.cli.compiling import say_compiling; say_compiling()"
)


def told(program: str, home: Path) -> str:
    environment = {**os.environ, "SLIDEDROP_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    ).stderr


def test_only_the_first_use_says_that_it_compiles(tmp_path: Path) -> None:
    assert told(_PROGRAM, tmp_path).strip() == COMPILING
    assert told(_PROGRAM, tmp_path) == ""


def test_without_the_extra_there_is_nothing_to_compile(tmp_path: Path) -> None:
    assert told(_BARE, tmp_path) == ""
