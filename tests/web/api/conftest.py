"""The tests of this folder run on both databases."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest) -> str:
    """Each in turn."""
    return str(request.param)
