"""The programs that are checked here are started hundreds of times; coverage does not follow them."""

from __future__ import annotations

import pytest

from tests.editions.checking.in_process import without_processes


@pytest.fixture(autouse=True)
def untraced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start programs without coverage: a tenth of a second each."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    without_processes(monkeypatch)
