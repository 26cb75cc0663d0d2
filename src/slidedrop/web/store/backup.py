"""All games in one file, and back into a database of either kind, while servers run.

    {"game": {"id": ..., "header": ...}, "commands": [[0, ...], ...], "secrets": [...]}     one line a game
    {"games": 812}                                                                          the last line

A backup shows one moment. Bringing it back adds the games that are not there and touches no other, so it can be done
twice, and under play; it is also the way from SQLite to PostgreSQL.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import RecordError
from slidedrop.durable import reason, replacing
from slidedrop.web.store.at import admin_connection, is_postgres
from slidedrop.web.store.sql import Connection, transaction

_PARTS: Final = {
    "commands": ("ply", "command", "role", "request"),
    "secrets": ("digest", "role", "claimed"),
}
_SNAPSHOT: Final = {False: "BEGIN", True: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


def backup(database: str, path: Path) -> int:
    """Write every game to a file, whole or not at all, and return how many there are."""
    try:
        with admin_connection(database) as connection, replacing(path) as file:
            connection.execute(_SNAPSHOT[is_postgres(database)])
            games = [row[0] for row in connection.execute("SELECT id FROM games ORDER BY id").fetchall()]
            for game in games:
                file.write(json.dumps(_written(connection, game)).encode() + b"\n")
            file.write(json.dumps({"games": len(games)}).encode() + b"\n")
            connection.execute("COMMIT")
    except OSError as error:
        raise RecordError(f"cannot write '{path}': {reason(error)}") from error
    return len(games)


def restore(database: str, path: Path) -> tuple[int, int]:
    """Bring back the games of a file that are not there, and return how many those are, and how many were there."""
    count = _count(path)
    with admin_connection(database) as connection:
        new = sum(_brought_back(connection, line) for line in _lines(path))
    return new, count - new


def _written(connection: Connection, game: str) -> dict[str, Any]:
    rows: Any = connection.execute("SELECT * FROM games WHERE id = ?", (game,))
    written: dict[str, Any] = {
        "game": dict(zip([column[0] for column in rows.description], rows.fetchone(), strict=True))
    }
    for table, names in _PARTS.items():
        select = f"SELECT {', '.join(names)} FROM {table} WHERE game = ? ORDER BY 1"  # noqa: S608 - names of our own
        written[table] = [list(row) for row in connection.execute(select, (game,)).fetchall()]
    return written


def _brought_back(connection: Connection, line: dict[str, Any]) -> bool:
    """Add a game whole, unless it is there."""
    with transaction(connection):
        game = line["game"]
        is_new = _insert(connection, "games", tuple(game), [tuple(game.values())]) == 1
        for table, names in _PARTS.items() if is_new else ():
            _insert(connection, table, ("game", *names), [(game["id"], *row) for row in line[table]])
    return is_new


def _insert(connection: Connection, table: str, names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> int:
    marks = ", ".join("?" for _ in names)
    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 - names are checked
    return sum(connection.execute(insert, row).rowcount for row in rows)


def _count(path: Path) -> int:
    """Read a backup through once, and refuse one that is not whole."""
    count, last = -1, {}
    for last in _lines(path, whole=True):
        count += 1
        if not last.keys() <= {"game", "games", *_PARTS} or not all(map(str.isidentifier, last.get("game", {}))):
            break
    if last != {"games": count}:
        raise RecordError(f"'{path}' is no whole backup: its last line does not say how many games it has")
    return count


def _lines(path: Path, *, whole: bool = False) -> Iterator[dict[str, Any]]:
    try:
        with path.open("rb") as file:
            for text in file:
                line = dict(json.loads(text))
                if whole or "game" in line:
                    yield line
    except (OSError, ValueError, TypeError) as error:
        raise RecordError(f"'{path}' cannot be read as a backup: {error}") from error
