"""A server for all tests of a file, each with games of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.running import LiveServer, Person


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server on loopback with a database of its own."""
    from tests.web.running import LiveServer

    with LiveServer(tmp_path_factory.mktemp("web") / "games.sqlite3") as live:
        yield live


@pytest.fixture
def ann(server: LiveServer) -> Iterator[Person]:
    """Somebody with a browser."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person


@pytest.fixture
def ben(server: LiveServer) -> Iterator[Person]:
    """Somebody else with another browser."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person


@pytest.fixture
def stranger(server: LiveServer) -> Iterator[Person]:
    """Somebody with no secret at all."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person
