"""The versions of the database schema, one step each, applied once and in order."""

from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.web.store.sql import Connection, transaction

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY,
            header TEXT NOT NULL,
            owner INTEGER,
            invited INTEGER,
            offer TEXT,
            rematch TEXT,
            key TEXT UNIQUE,
            fingerprint TEXT NOT NULL
        ) {clustered}
        """,
        """
        CREATE TABLE commands (
            game TEXT NOT NULL REFERENCES games (id),
            ply INTEGER NOT NULL,
            command TEXT NOT NULL,
            role TEXT NOT NULL,
            request TEXT,
            PRIMARY KEY (game, ply)
        ) {clustered}
        """,
        """
        CREATE TABLE secrets (
            digest TEXT PRIMARY KEY,
            game TEXT NOT NULL REFERENCES games (id),
            role TEXT NOT NULL,
            claimed INTEGER NOT NULL
        ) {clustered}
        """,
        "CREATE INDEX secrets_of_game ON secrets (game)",
    ),
    (
        "ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN ply INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN changed BIGINT NOT NULL DEFAULT 0",
        "UPDATE games SET ply = (SELECT count(*) FROM commands WHERE game = id)",
    ),
    (
        """
        CREATE TABLE rooms (
            code TEXT PRIMARY KEY,
            content TEXT NOT NULL,
            expires BIGINT NOT NULL,
            version BIGINT NOT NULL
        )
        """,
    ),
    (
        "ALTER TABLE secrets ADD COLUMN made BIGINT NOT NULL DEFAULT 0",
        "CREATE TABLE blocked (address TEXT PRIMARY KEY)",
        "CREATE TABLE trusted_clock (seconds BIGINT NOT NULL)",
    ),
)
"""Only add steps at the end: existing databases have run the earlier ones."""


def migrate(connection: Connection, steps: tuple[tuple[str, ...], ...] = STEPS) -> int:
    """Upgrade the database to the newest version and return the number of steps; a newer database is refused."""
    connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    version = row[0] or 0
    if version > len(steps):
        message = f"the database has version {version}; this slidedrop knows versions up to {len(steps)}, so update it"
        raise RecordError(message)
    for number, step in enumerate(steps[version:], version + 1):
        _take(connection, number, step)
    return len(steps) - version


def _take(connection: Connection, number: int, step: tuple[str, ...]) -> None:
    """Apply one step in a transaction."""
    with transaction(connection):
        for statement in step:
            connection.execute(statement.format(clustered=connection.clustered))
        connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
