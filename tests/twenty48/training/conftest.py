"""Fixtures of the training tests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Two threads."""
    with ThreadPoolExecutor(2) as threads:
        yield threads
