"""A test that does not stop at its time limit ends its process, is named, and the other tests are run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

CONFTEST: Final = """
from tests import hanging

hanging.EXTRA = 1

def pytest_configure(config):
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(hanging.EndHanging())
"""
TESTS: Final = """
import time
import pytest

@pytest.fixture
def stuck():
    yield
    while True:
        time.sleep(1)

@pytest.mark.timeout(1)
def test_stuck(stuck):
    time.sleep(60)

@pytest.mark.parametrize("number", range(4))
def test_others(number):
    pass
"""


@pytest.mark.timeout(120)
def test_a_test_whose_teardown_never_ends_does_not_stop_the_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_toy.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {Path(__file__).parents[1]}\ntimeout = 60\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100)
    assert run.returncode == 1
    assert "crashed while running 'test_toy.py::test_stuck'" in run.stdout
    assert "4 passed" in run.stdout
