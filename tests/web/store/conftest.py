"""The fixture that runs the tests of this folder on both databases."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest) -> str:
    """The kind of database: SQLite, then PostgreSQL."""
    return str(request.param)
