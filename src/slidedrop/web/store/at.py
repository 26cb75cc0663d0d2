"""Which database keeps the games: a file of SQLite, or a PostgreSQL that several servers share."""

import re
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

from slidedrop.core.errors import MissingExtra
from slidedrop.web.store.sql import Connection, Store


def is_postgres(database: str) -> bool:
    """Tell whether a database is named by an address of PostgreSQL."""
    return re.match("postgres(ql)?://", database) is not None


def store_at(database: str) -> Store:
    """Open a store, or say why that is not possible."""
    if not is_postgres(database):
        from slidedrop.web.store.sqlite import SqliteStore

        return SqliteStore(Path(database))
    store: Store = _postgres().PostgresStore(database)
    return store


def admin_connection(database: str) -> AbstractContextManager[Connection]:
    """Open a database for a tool, its tables up to date, or say why not; servers may be running."""
    if not is_postgres(database):
        from slidedrop.web.store import sqlite

        return sqlite.admin_connection(Path(database))
    session: AbstractContextManager[Connection] = _postgres().admin_connection(database)
    return session


def _postgres() -> ModuleType:
    try:
        from slidedrop.web.store import postgres
    except ImportError as error:
        raise MissingExtra("PostgreSQL", "postgres") from error
    return postgres
