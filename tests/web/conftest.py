"""Fixtures of a server that all tests of a file share, and of its clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.running import LiveServer, Person


@pytest.fixture(scope="module")
def keeper() -> str:
    """The kind of database; the conftest.py of a folder whose tests run on both overrides this fixture."""
    return "sqlite"


@pytest.fixture
def database(keeper: str, tmp_path: Path) -> str:
    """The path or address of an empty database."""
    from tests.web.postgres import new_database

    return new_database(keeper, tmp_path)


@pytest.fixture(scope="module")
def server(keeper: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server on loopback with its own database."""
    from tests.web.postgres import new_database
    from tests.web.running import LiveServer

    with LiveServer(new_database(keeper, tmp_path_factory.mktemp("web"))) as live:
        yield live


@pytest.fixture
def ann(server: LiveServer) -> Iterator[Person]:
    """The first client, with its own cookies."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person


@pytest.fixture
def ben(server: LiveServer) -> Iterator[Person]:
    """The second client, with its own cookies."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person


@pytest.fixture
def stranger(server: LiveServer) -> Iterator[Person]:
    """A client without any secret."""
    from tests.web.running import Person

    with Person(server.url) as person:
        yield person
