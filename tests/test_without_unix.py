"""Tests that records and the plain terminal work without the Unix features that Windows lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.compile_kernels import without_coverage

PROJECT: Final = Path(__file__).parents[1]
FILES: Final = (
    "tests/test_durable.py",
    "tests/records/test_journal.py",
    "tests/records/test_library.py",
    "tests/lab/arena/test_scoresheet.py",
    "tests/terminal/plain/test_dialogue.py",
    "tests/terminal/plain/test_keys.py",
    "tests/terminal/plain/test_twenty48_face.py",
)
OTHERS: Final = ("-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "quick")
LOCKING: Final = """
import os, sys, tempfile
import tests.without_unix
from slidedrop import durable
assert durable.fcntl is None
path = os.path.join(tempfile.mkdtemp(), "a")
one, other = (os.open(path, os.O_RDWR | os.O_CREAT) for _ in range(2))
print(durable._try_lock(one), durable._try_lock(other))
os.close(one)
print(durable._try_lock(other))
"""


def test_a_file_is_locked_with_msvcrt_if_there_is_no_fcntl() -> None:
    done = subprocess.run([sys.executable, "-c", LOCKING], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "True"]


def test_record_and_plain_text_tests_pass_without_termios_fcntl_and_timers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.without_unix", "--timeout-method=thread", "-q", *FILES, *OTHERS],
        cwd=PROJECT,
        env=without_coverage(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
