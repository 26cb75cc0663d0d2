"""Fixtures for the tests of `check`: the checked programs run without coverage."""

from __future__ import annotations

import pytest

from tests.editions.checking.in_process import without_processes


@pytest.fixture(autouse=True)
def untraced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start programs without coverage, which would add a tenth of a second to each of hundreds of starts."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    without_processes(monkeypatch)
