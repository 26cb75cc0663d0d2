"""Which database keeps the games: a file of SQLite, or a PostgreSQL that several servers share."""

import re
from pathlib import Path

from slidedrop.core.errors import MissingExtra
from slidedrop.web.store.store import Store


def is_postgres(database: str) -> bool:
    """Tell whether a database is named by an address of PostgreSQL."""
    return re.match("postgres(ql)?://", database) is not None


def store_at(database: str) -> Store:
    """Open a store, or say why that is not possible."""
    if not is_postgres(database):
        from slidedrop.web.store.sqlite import SqliteStore

        return SqliteStore(Path(database))
    try:
        from slidedrop.web.store.postgres import PostgresStore
    except ImportError as error:
        raise MissingExtra("PostgreSQL", "postgres") from error
    return PostgresStore(database)
