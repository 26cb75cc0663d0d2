"""Fixtures that let soak tests resume: a test that passed on the same sources is not run again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).parents[2]


def passed_path() -> Path:
    """Return the path of the list of passed tests for these sources."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return ROOT / ".soak" / digest.hexdigest()[:16]


_PASSED: Final = passed_path()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove the tests that have passed from the run."""
    done = set(_PASSED.read_text().splitlines()) if _PASSED.exists() else set()
    again = [item for item in items if item.nodeid in done]
    config.hook.pytest_deselected(items=again)
    items[:] = [item for item in items if item.nodeid not in done]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down the tests that pass."""
    if report.when == "call" and report.passed and "soak" in report.nodeid:
        _PASSED.parent.mkdir(exist_ok=True)
        with _PASSED.open("a") as file:
            file.write(f"{report.nodeid}\n")
