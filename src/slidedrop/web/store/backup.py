"""Backup of all games and rooms to one file, and restore to either kind of database, while servers run.

    {"slidedrop backup": 2}
    {"game": {"id": ..., "header": ...}, "commands": [[0, ...], ...], "secrets": [...]}     one line per game
    {"room": {"code": ..., "content": ...}}                                                 one line per room
    {"games": 812, "rooms": 3, "sha256": ...}                                               of all bytes before it

A backup is consistent, and is checked completely before anything is restored. Restoring adds what is missing and
changes nothing else, so it can be repeated, also during play; it also moves a site to PostgreSQL.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import RecordError
from slidedrop.durable import reason, replacing
from slidedrop.web.store.at import admin_connection, is_postgres
from slidedrop.web.store.sql import Connection, transaction

_COLUMNS: Final = {
    "games": [
        "id",
        "header",
        "owner",
        "invited",
        "offer",
        "rematch",
        "key",
        "fingerprint",
        "version",
        "ply",
        "changed",
    ],
    "commands": ["ply", "command", "role", "request"],
    "secrets": ["digest", "role", "claimed", "made"],
    "rooms": ["code", "content", "expires", "version"],
}
_PARTS: Final = {"game": ("commands", "secrets"), "room": ()}
"""The kinds of lines, and the tables of their rows."""
_FIRST: Final = b'{"slidedrop backup": 2}\n'
_SNAPSHOT: Final = {False: "BEGIN", True: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
_LONGEST: Final = 64 << 20
"""The most bytes of a line; the longest game of a server needs a tenth of that."""


class Count(NamedTuple):
    """The numbers of games and rooms."""

    games: int
    rooms: int


def backup(database: str, path: Path) -> Count:
    """Write every game and room to a file that only its owner can read, in one step."""
    try:
        _check_target(database, path)
        with admin_connection(database) as connection, replacing(path, mode=0o600) as file:
            if problems := connection.problems():
                raise RecordError(f"the database is damaged, so no backup is written: {problems[0]}")
            connection.execute(_SNAPSHOT[is_postgres(database)])
            digest, kinds = hashlib.sha256(_FIRST), Counter[str]()
            file.write(_FIRST)
            for kind, line in _written(connection):
                kinds[kind] += 1
                digest.update(line)
                file.write(line)
            count = Count(kinds["game"], kinds["room"])
            if not any(count) and path.exists():
                raise RecordError(f"the database is empty, so the backup '{path}' stays as it is; choose another file")
            file.write(_last(count, digest.hexdigest()))
            connection.execute("COMMIT")
    except OSError as error:
        raise RecordError(f"cannot write '{path}': {reason(error)}") from error
    return count


def restore(database: str, path: Path) -> tuple[Count, Count]:
    """Add what the database lacks; return how much was added, and how much was there already."""
    count = _checked(path)
    with admin_connection(database, create=True) as connection:
        try:
            new = [_restored(connection, line) for line in _lines(path)]
        except (OverflowError, ValueError) as error:  # a number or text that no database accepts
            raise _no_backup(path, str(error)) from error
    added = Count(new.count("game"), new.count("room"))
    return added, Count(count.games - added.games, count.rooms - added.rooms)


def _check_target(database: str, path: Path) -> None:
    """Refuse to overwrite anything but a backup, such as a database with a similar name."""
    if path.resolve() in [Path(f"{database}{end}").resolve() for end in ("", "-wal", "-shm", "-journal", ".lock")]:
        raise RecordError(f"'{path}' belongs to the database; choose another file")
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(_FIRST)) not in (_FIRST, b""):
                raise RecordError(f"'{path}' exists and is not a backup; choose another file")


def _written(connection: Connection) -> Iterator[tuple[str, bytes]]:
    for kind, parts in _PARTS.items():
        table = f"{kind}s"
        key = _COLUMNS[table][0]
        for (name,) in connection.execute(f"SELECT {key} FROM {table} ORDER BY 1").fetchall():  # noqa: S608 - our names
            (own,) = _rows(connection, table, key, name)
            line: dict[str, Any] = {kind: dict(zip(_COLUMNS[table], own, strict=True))}
            line |= {part: [list(row) for row in _rows(connection, part, kind, name)] for part in parts}
            yield kind, json.dumps(line).encode() + b"\n"


def _rows(connection: Connection, table: str, key: str, value: str) -> list[tuple[Any, ...]]:
    select = f"SELECT {', '.join(_COLUMNS[table])} FROM {table} WHERE {key} = ? ORDER BY 1"  # noqa: S608 - names of our own
    return list(connection.execute(select, (value,)).fetchall())


def _last(count: Count, digest: str) -> bytes:
    return json.dumps({**count._asdict(), "sha256": digest}).encode() + b"\n"


def _restored(connection: Connection, line: dict[str, Any]) -> str:
    """Add a game or room unless it exists; return which of them was added."""
    kind = next(iter(line))
    own = list(line[kind].values())
    with transaction(connection):
        is_new = _insert(connection, f"{kind}s", _COLUMNS[f"{kind}s"], [own]) == 1
        for part in _PARTS[kind] if is_new else ():
            _insert(connection, part, [kind, *_COLUMNS[part]], [[own[0], *row] for row in line[part]])
    return kind if is_new else ""


def _insert(connection: Connection, table: str, names: list[str], rows: list[list[Any]]) -> int:
    marks = ", ".join("?" for _ in names)
    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 - names of our own
    return sum(connection.execute(insert, row).rowcount for row in rows)


def _checked(path: Path) -> Count:
    """Read a backup completely, and refuse a damaged one."""
    if path.exists() and not path.is_file():
        raise RecordError(f"'{path}' cannot be read as a backup: it is read twice, so save it to a file first")
    digest, kinds, last = hashlib.sha256(), Counter[str](), b""
    for number, line in enumerate(_raw_lines(path)):
        if number == 0 and line != _FIRST:
            raise _no_backup(path, "it begins otherwise")
        if number > 1:
            kinds[_kind(path, last)] += 1
        digest.update(last)
        last = line
    count = Count(kinds["game"], kinds["room"])
    if last != _last(count, digest.hexdigest()):
        raise _no_backup(path, "its checksum differs, or its end is missing")
    return count


def _kind(path: Path, line: bytes) -> str:
    """Return the kind of a line, "game" or "room", after checking all its parts."""
    try:
        content = json.loads(line)
        kind = next(iter(content))
        tables = {f"{kind}s": [list(content[kind].values())], **{part: content[part] for part in _PARTS[kind]}}
        is_right = list(content) == [kind, *_PARTS[kind]] and list(content[kind]) == _COLUMNS[f"{kind}s"]
        is_right = is_right and all(
            len(row) == len(_COLUMNS[table]) and all(value is None or type(value) in (str, int) for value in row)
            for table, rows in tables.items()
            for row in rows
        )
    except (ValueError, TypeError, LookupError, AttributeError, StopIteration, RecursionError):
        is_right = False
    if not is_right:
        raise _no_backup(path, "a line of it holds neither a game nor a room")
    return str(kind)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in _raw_lines(path):
        content = json.loads(line)
        if next(iter(content)) in _PARTS:
            yield content


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while line := file.readline(_LONGEST):
                yield line
    except OSError as error:
        raise RecordError(f"'{path}' cannot be read as a backup: {reason(error)}") from error


def _no_backup(path: Path, why: str) -> RecordError:
    return RecordError(f"'{path}' is not a complete backup: {why}; nothing was restored")
