"""Tests of the kernel cache: slidedrop uses its own folder and leaves the user's numba cache alone."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import os, numba
from slidedrop.engine import kernel
import mine
mine.ours(1); mine.theirs(1)
print(os.environ["NUMBA_CACHE_DIR"])
print(kernel.kernel_folder())
"""
MINE = """
import numba
from slidedrop.engine.kernel import lean

@lean
def ours(x): return x + 1

@numba.njit(cache=True)
def theirs(x): return x + 2
"""


def test_the_users_numba_cache_folder_is_left_unchanged(tmp_path: Path, home: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "theirs"), "PYTHONPATH": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert said == [str(tmp_path / "theirs"), str(next((home / "cache" / "kernels").iterdir()))]
    assert [path.name.partition(".")[2].partition("-")[0] for path in (tmp_path / "theirs").rglob("*.nbi")] == [
        "theirs"
    ]
    assert [path.name.partition(".")[2].partition("-")[0] for path in (home / "cache").rglob("*.nbi")] == ["ours"]
