"""A server for all tests of a file, each with games of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.running import LiveServer, Person


@pytest.fixture(scope="module")
def keeper() -> str:
    """The kind of database; folders whose tests run on both say so in a conftest.py of their own."""
    return "sqlite"


@pytest.fixture
def database(keeper: str, tmp_path: Path) -> str:
    """The place of an empty database."""
    from tests.web.postgres import new_database

    return new_database(keeper, tmp_path)


@pytest.fixture(scope="module")
def server(keeper: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server on loopback with a database of its own."""
    from tests.web.postgres import new_database
    from tests.web.running import LiveServer

    with LiveServer(new_database(keeper, tmp_path_factory.mktemp("web"))) as live:
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
