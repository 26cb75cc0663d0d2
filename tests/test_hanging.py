"""Tests that a test that does not stop at its time limit is named and that the other tests still run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

CONFTEST: Final = """
from tests import hanging
from tests.traced import Traced

hanging.EXTRA = 1

def pytest_configure(config):
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(hanging.EndHanging())
        config.pluginmanager.register(Traced())
"""
COVERED: Final = """
import toy

def test_covered():
    toy.run()
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

tried = []

@pytest.mark.flaky(reruns=1)
@pytest.mark.timeout(20)
def test_slow_when_tried_again():
    tried.append(1)
    assert len(tried) == 2
    time.sleep(2)

@pytest.mark.parametrize("number", range(4))
def test_others(number):
    pass
"""


@pytest.mark.timeout(300)
def test_a_test_with_an_endless_teardown_does_not_stop_the_run(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "toy.py").write_text("def run():\n    return 1\n")
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST)
    (tmp_path / "tests" / "test_covered.py").write_text(COVERED)
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = . {Path(__file__).parents[1]}\ntimeout = 60\n")
    coverage = ["--cov=toy", "--cov-append", "--cov-config=/dev/null", "--cov-report=json"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", *coverage]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=270)
    assert run.returncode == 1
    assert "crashed while running 'tests/test_toy.py::test_stuck'" in run.stdout
    assert "6 passed" in run.stdout
    traced = json.loads((tmp_path / "coverage.json").read_text())["files"]["toy.py"]
    assert traced["executed_lines"] == [1, 2]  # also what the process that was ended had run before
