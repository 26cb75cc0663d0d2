"""Soak test: building a book survives kill -9 at any moment."""

from __future__ import annotations

import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4.engine.book.build import BuildLog, build, checked
from slidedrop.connect4.engine.book.stored import StoredBook

if TYPE_CHECKING:
    from pathlib import Path

SIZE, PLY, KILLS = (6, 5), 8, 12
BUILD = """
import sys, pathlib
from slidedrop.connect4.engine.book.build import BuildLog, build
build(BuildLog(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:5])), megabytes=4)
"""


def start(path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", BUILD, str(path), *map(str, (*SIZE, PLY))])


def wait_for_growth(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the book has another block, or the build is over."""
    size = path.stat().st_size if path.exists() else 0
    while process.poll() is None and (not path.exists() or path.stat().st_size <= size):
        time.sleep(0.01)


@pytest.mark.soak
def test_a_repeatedly_killed_build_produces_the_same_book(tmp_path: Path) -> None:
    rng, path, known = Random(1), tmp_path / "killed.journal", 0
    for _ in range(KILLS):
        process = start(path)
        wait_for_growth(path, process)
        time.sleep(rng.random())
        process.kill()
        process.wait()
        journal = BuildLog(path, *SIZE, PLY)
        assert journal.known >= known
        known = journal.known
    assert build(journal, megabytes=4)
    whole = BuildLog(tmp_path / "whole.journal", *SIZE, PLY)
    assert build(whole, megabytes=4)
    assert (journal.scores == whole.scores).all()
    assert checked(StoredBook(*SIZE, {PLY: journal.scores.tobytes()}), 500, rng) == []
