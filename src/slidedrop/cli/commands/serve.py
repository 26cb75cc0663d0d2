"""`slidedrop serve`: both games in the browser."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from slidedrop.cli.options import FILE, whole_number
from slidedrop.core.errors import MissingExtra, NotationError, RecordError
from slidedrop.core.game import counted
from slidedrop.games import game_names
from slidedrop.places import data_folder
from slidedrop.players.external import is_own, named_player

if TYPE_CHECKING:
    from slidedrop.web.app import Settings

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where --lan asks for it


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option(
    "--port", type=whole_number(0, 65535), default=8048, show_default=True, help="Port; 0 chooses a free one."
)
@click.option("--lan", is_flag=True, help="Let other devices in this network play; shows a QR code.")
@click.option("--database", metavar="FILE|URL", help="Where games are saved: a file, or postgresql://...")
@click.option(
    "--origin", "origins", multiple=True, metavar="URL", help="Public URL, if a proxy forwards to this server."
)
@click.option(
    "--trusted-proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust client addresses from this proxy."
)
@click.option(
    "--share", type=whole_number(1, 1000), default=1, metavar="N", help="Number of servers that share the database."
)
@click.option("--keep-days", type=whole_number(1, 36500), metavar="N", help="Delete games not played for N days.")
@click.option(
    "--player", "players", multiple=True, metavar="PLAYER", help="Offer your own player; repeat the option for each."
)
@click.option("--check", is_flag=True, help="Check these options and exit.")
@click.option("--verify", is_flag=True, help="Check the database, replay every game, and exit; works during play.")
@click.option("--backup", "written", type=FILE, help="Write all games and rooms to a file and exit; works during play.")
@click.option("--restore", "read", type=FILE, help="Add the missing games and rooms of a backup and exit.")
@click.option("--verbose", is_flag=True, help="Log every request, without its secrets.")
@click.option("--log-json", is_flag=True, help="Log one JSON object per line.")
def command(
    host: str,
    port: int,
    *,
    lan: bool,
    database: str | None,
    check: bool,
    verify: bool,
    written: Path | None,
    read: Path | None,
    **options: Any,  # noqa: ANN401 - what `_settings` takes
) -> None:
    """Serve both games to browsers on this computer; --lan opens them to your network.

    Games are saved in the data folder; Ctrl+C ends the server and loses nothing.

    $ slidedrop serve
    $ slidedrop serve --lan
    $ slidedrop serve --player bot.py:Bot
    """
    try:
        import slidedrop.web.app
        import slidedrop.web.server  # noqa: F401 - that both can be imported
    except ImportError as error:
        raise MissingExtra("the server", "web") from error
    from slidedrop.web.http.logs import log_to_stderr

    log_to_stderr(verbose=options.pop("verbose"), as_json=options.pop("log_json"))
    database = database or str(data_folder() / "web.sqlite3")
    if written or read or verify:
        _copy(database, written, read)
        if verify:
            verify_database(database)
        return
    serve = check_server if check else run_server
    serve(EVERYWHERE if lan else host, port, database, _settings(**options))


def _copy(database: str, written: Path | None, read: Path | None) -> None:
    """Write a backup, restore one, or both in this order."""
    from slidedrop.web.store.backup import backup, restore

    if written:
        games, rooms = backup(database, written)
        click.echo(f"'{written}' has {counted(games, 'game')} and {counted(rooms, 'room')}.")
    if read:
        new, known = restore(database, read)
        click.echo(f"Restored {counted(new.games, 'game')} and {counted(new.rooms, 'room')} from '{read}'.")
        click.echo(f"Already there and unchanged: {counted(known.games, 'game')} and {counted(known.rooms, 'room')}.")


def verify_database(database: str) -> None:
    """Check a whole database and report every error."""
    from slidedrop.web.verify import verify

    def show(done: int, games: int) -> None:
        if done == games or done % 1000 == 0:
            click.echo(f"Replayed {done} of {games} games.", err=True)

    problems = verify(database, show)
    for problem in problems:
        click.echo(problem)
    if problems:
        raise RecordError(f"the database has {len(problems)} problems; restore a backup into a new one")
    click.echo("The database is whole, and every game replays.")


def _settings(
    origins: tuple[str, ...], proxies: tuple[str, ...], share: int, keep_days: int | None, players: tuple[str, ...]
) -> Settings:
    from slidedrop.web.app import Settings
    from slidedrop.web.http.allowed_hosts import AllowedHosts
    from slidedrop.web.http.proxies import Proxies
    from slidedrop.web.http.rate_limits import Limits

    return Settings(
        hosts=AllowedHosts(tuple(origin.rstrip("/").lower() for origin in origins)),
        proxies=Proxies(proxies),
        limits=Limits().share(share),
        engine_processes=max(1, (os.cpu_count() or 2) // 2 // share),
        own_players=_own(players),
        keep_days=keep_days,
    )


def _own(players: tuple[str, ...]) -> dict[str, str]:
    """Return the server's own players by their names in requests (own:1, own:2), after trying each."""
    for player in players:
        if not is_own(player):
            raise NotationError(f"'{player}' is offered anyway; --player names a class or a program of your own")
        named_player(player, game_names()[0])  # a class or a program can play any game
    return {f"own:{number}": player for number, player in enumerate(players, 1)}


def run_server(host: str, port: int, database: str, settings: Settings) -> None:
    """Listen, print the address, and serve until a signal."""
    from slidedrop.web.app import build
    from slidedrop.web.garbage_collection import collect_rarely
    from slidedrop.web.server import Server, open_listener
    from slidedrop.web.store.at import store_at

    with open_listener(host, port) as listener:
        server = Server(build(store_at(database), settings))
        collect_rarely()
        _announce(host, listener.getsockname()[1])
        server.run([listener])


def check_server(host: str, port: int, database: str, settings: Settings) -> None:
    """Check everything that a start needs and report it; errors are those of a start."""
    import asyncio

    from slidedrop.web.app import build
    from slidedrop.web.server import open_listener
    from slidedrop.web.store.at import is_postgres, store_at

    async def check() -> int:
        store = store_at(database)
        try:
            build(store, settings)
            await store.ping()
            return await store.count()
        finally:
            await store.close()

    with open_listener(host, port):
        games = counted(asyncio.run(check()), "game")
    what = "PostgreSQL" if is_postgres(database) else f"'{database}'"
    click.echo(f"{host} port {port} is free; {what} can be written and has {games}: a server could start.")


def _announce(host: str, port: int) -> None:
    if host == EVERYWHERE:
        address = _address_in_network()
        click.echo(f"On this computer:  http://127.0.0.1:{port}/")
        click.echo(f"In this network:   http://{address}:{port}/")
        import segno  # a QR code for a phone

        segno.make(f"http://{address}:{port}/", error="m").terminal(out=sys.stdout, compact=True, border=2)
    else:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"slidedrop is at http://{shown}:{port}/")
    click.echo("Ctrl+C ends it; every game is saved.")
    sys.stdout.flush()


def _address_in_network() -> str:
    """Return this computer's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
