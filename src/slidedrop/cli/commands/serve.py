"""`slidedrop serve`: both games in the browser."""

from __future__ import annotations

import logging
import socket
import sys
from typing import TYPE_CHECKING, Final

import click

from slidedrop.cli.options.numbers import WholeNumber
from slidedrop.core.errors import MissingExtra, NotationError
from slidedrop.places import data_folder
from slidedrop.players.own import is_own, named_player

if TYPE_CHECKING:
    from slidedrop.web.server import Server

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where --lan asks for it


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen at.")
@click.option("--port", type=WholeNumber(0, 65535), default=8048, show_default=True, help="0 takes any free one.")
@click.option("--lan", is_flag=True, help="Let other devices in this network play; shows a QR code.")
@click.option("--database", metavar="FILE|URL", help="What keeps the games: a file, or postgresql://...")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="An address under which a proxy offers it.")
@click.option(
    "--player", "players", multiple=True, metavar="PLAYER", help="Offer a player of your own; repeat it for each."
)
@click.option("--verbose", is_flag=True, help="Log every request, without its secrets.")
def command(
    host: str,
    port: int,
    *,
    lan: bool,
    database: str | None,
    origins: tuple[str, ...],
    players: tuple[str, ...],
    verbose: bool,
) -> None:
    """Offer both games to browsers, from this computer alone unless told otherwise.

    Games are kept in the data folder; Ctrl+C ends the server and loses nothing.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("slidedrop.web").setLevel(logging.INFO if verbose else logging.WARNING)
    bound = EVERYWHERE if lan else host
    serve(bound, port, database or str(data_folder() / "web.sqlite3"), origins, _own(players))


def _own(players: tuple[str, ...]) -> dict[str, str]:
    """Return what requests call the players of one's own: own:1, own:2; each is tried here, before anybody plays."""
    for player in players:
        if not is_own(player):
            raise NotationError(f"'{player}' is offered anyway; --player names a class or a program of your own")
        named_player(player, "connect4")
    return {f"own:{number}": player for number, player in enumerate(players, 1)}


def serve(
    host: str, port: int, database: str, origins: tuple[str, ...], own_players: dict[str, str] | None = None
) -> None:
    """Listen, say where, and serve until a signal."""
    try:
        from slidedrop.web.garbage_collection import collect_rarely
        from slidedrop.web.server import listening
    except ImportError as error:
        raise MissingExtra("the server", "web") from error
    with listening(host, port) as listener:
        server = _server(database, origins, own_players or {})
        collect_rarely()
        _announce(host, listener.getsockname()[1])
        server.run([listener])


def _server(database: str, origins: tuple[str, ...], own_players: dict[str, str]) -> Server:
    from slidedrop.web.app import Settings, build
    from slidedrop.web.http.allowed_hosts import AllowedHosts
    from slidedrop.web.server import Server
    from slidedrop.web.store.at import store_at

    hosts = AllowedHosts(tuple(origin.rstrip("/") for origin in origins))
    return Server(build(store_at(database), Settings(hosts=hosts, own_players=own_players)))


def _announce(host: str, port: int) -> None:
    """Say where to play."""
    if host == EVERYWHERE:
        address = _address_in_network()
        click.echo(f"On this computer:  http://127.0.0.1:{port}/")
        click.echo(f"In this network:   http://{address}:{port}/")
        import segno  # a QR code to point a phone at

        segno.make(f"http://{address}:{port}/", error="m").terminal(out=sys.stdout, compact=True, border=2)
    else:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"slidedrop is at http://{shown}:{port}/")
    click.echo("Ctrl+C ends it; every game is kept.")
    sys.stdout.flush()


def _address_in_network() -> str:
    """Return the address by which others in the network reach this computer; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
