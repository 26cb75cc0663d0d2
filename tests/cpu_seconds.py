"""Record the CPU seconds of every test.

    SLIDEDROP_TEST_CPU=file python -m pytest ...       writes a line for each test
    python -m tests.cpu_seconds file                   prints the sum of each folder and the most expensive tests

The seconds of a test are those of the test process and of everything that it started, such as browsers, servers and
databases. Unlike wall time they are comparable on a busy machine. A shared fixture counts for the first test that
needs it.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

VARIABLE: Final = "SLIDEDROP_TEST_CPU"
_MARK: Final = "SLIDEDROP_TEST_RUN"
"""An environment variable of all processes that a test process starts; it identifies even detached databases."""
_TICK: Final = os.sysconf("SC_CLK_TCK")


def seconds_of(process: Path) -> float:
    """Return the CPU seconds of one process and of the children that it has waited for."""
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICK


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of everything that it has started."""
    total = sum(os.times()[:4])
    mark = f"{_MARK}={os.getpid()}\0".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.name != str(os.getpid()) and mark in (process / "environ").read_bytes():
                total += seconds_of(process)
        except OSError:
            continue  # it has ended, or belongs to another user
    return total


class CpuSeconds:
    """A pytest plugin that writes a line for each test."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = 0.0
        os.environ[_MARK] = str(os.getpid())

    def _write(self, name: str) -> None:
        now = cpu_seconds()
        with self._path.open("a") as file:
            file.write(f"{max(0.0, now - self._before):.2f}\t{name}\n")
        self._before = now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure one test with its fixtures."""
        if not self._before:
            self._write("start/import and collection")
        result = yield
        self._write(item.nodeid.removeprefix("tests/"))
        return result

    def pytest_sessionfinish(self) -> None:
        """Measure the end of the session."""
        self._write("start/end of the session")


def report(lines: list[str], most: int = 40) -> str:
    """Return the seconds of each folder and the most expensive tests."""
    tests = [(float(seconds), name) for seconds, _, name in (line.partition("\t") for line in lines)]
    folders: Counter[str] = Counter()
    for seconds, name in tests:
        folders[name.partition("::")[0].partition("/")[0]] += seconds  # type: ignore[assignment]  # a Counter of floats
    rows = [f"{seconds:8.1f}  {folder}" for folder, seconds in folders.most_common()]
    slowest = [f"{seconds:8.1f}  {name}" for seconds, name in sorted(tests, reverse=True)[:most]]
    return "\n".join([f"{sum(folders.values()):8.1f}  all", *rows, "", *slowest])


if __name__ == "__main__":
    print(report(Path(sys.argv[1]).read_text().splitlines(), int(sys.argv[2]) if len(sys.argv) > 2 else 40))  # noqa: T201 - a command-line tool
