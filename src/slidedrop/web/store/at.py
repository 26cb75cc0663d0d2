"""The database of the games: an SQLite file, or a PostgreSQL that several servers share."""

import re
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

from slidedrop.core.errors import MissingExtra, NotationError
from slidedrop.web.store.sql import Connection, Store


def is_postgres(database: str) -> bool:
    """Tell whether a database is a PostgreSQL address; other addresses are refused."""
    scheme = re.match(r"(\w+)://", database)
    if scheme and scheme[1] not in {"postgres", "postgresql"}:
        raise NotationError(f"'{database}' is not a database; give a file or postgresql://...")
    return scheme is not None


def store_at(database: str) -> Store:
    """Open a store, or raise an error with the reason."""
    if not is_postgres(database):
        from slidedrop.web.store.sqlite import SqliteStore

        return SqliteStore(Path(database))
    store: Store = _postgres().PostgresStore(database)
    return store


def admin_connection(database: str, *, create: bool = False) -> AbstractContextManager[Connection]:
    """Open a database for a tool while servers may run; without `create` it must exist."""
    if not is_postgres(database):
        from slidedrop.web.store import sqlite

        return sqlite.admin_connection(Path(database), create=create)
    session: AbstractContextManager[Connection] = _postgres().admin_connection(database, create=create)
    return session


def _postgres() -> ModuleType:
    try:
        from slidedrop.web.store import postgres
    except ImportError as error:
        raise MissingExtra("PostgreSQL", "postgres") from error
    return postgres
