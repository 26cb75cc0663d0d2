"""Check a whole database, also while servers run: its files, then every game by replaying it, and every room."""

import json
from collections.abc import Callable, Iterator

from slidedrop.core.command import Command
from slidedrop.core.errors import SlidedropError
from slidedrop.records.replay import begin, do_all
from slidedrop.web.rooms.rooms import Room
from slidedrop.web.store.at import admin_connection
from slidedrop.web.store.sql import Connection

_BROKEN = (SlidedropError, ValueError, TypeError, LookupError, AttributeError)
"""The errors of a damaged record."""


def verify(database: str, progress: Callable[[int, int], object]) -> list[str]:
    """Return a sentence for every error; `progress` is called with the games done and the total."""
    with admin_connection(database) as connection:
        return [*connection.problems(), *_games(connection, progress), *_rooms(connection)]


def _games(connection: Connection, progress: Callable[[int, int], object]) -> Iterator[str]:
    games = [row[0] for row in connection.execute("SELECT id FROM games ORDER BY id").fetchall()]
    for number, game in enumerate(games, 1):
        problem = _problem(connection, game)
        if problem:
            yield f"game {game}: {problem}"
        progress(number, len(games))


def _problem(connection: Connection, game: str) -> str:
    select = "SELECT header, ply FROM games WHERE id = ?"
    while (found := connection.execute(select, (game,)).fetchone()) is not None:
        every = "SELECT ply, command FROM commands WHERE game = ? ORDER BY ply"
        rows = connection.execute(every, (game,)).fetchall()
        if found == connection.execute(select, (game,)).fetchone():  # otherwise it was played meanwhile
            break
    else:
        return ""  # deleted meanwhile
    header, plies = found
    if [row[0] for row in rows] != list(range(plies)):
        return f"it should have {plies} commands and has {len(rows)}, or their numbers are wrong"
    try:
        replayed = begin(json.loads(header))
        do_all(replayed, [Command.from_json(json.loads(row[1])) for row in rows])
    except _BROKEN as error:
        return str(error) or type(error).__name__
    return ""


def _rooms(connection: Connection) -> Iterator[str]:
    for code, content in connection.execute("SELECT code, content FROM rooms").fetchall():
        try:
            Room.from_text(content)
        except _BROKEN as error:
            yield f"room {code}: {error}"
