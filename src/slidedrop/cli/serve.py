"""`slidedrop serve`: both games in the browser."""

from __future__ import annotations

import logging
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from slidedrop.cli.examples import examples
from slidedrop.cli.numbers import WholeNumber
from slidedrop.core.errors import MissingExtra
from slidedrop.places import data_folder

if TYPE_CHECKING:
    from slidedrop.web.serving import Server

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where --lan asks for it


@click.command(
    "serve",
    epilog=examples("slidedrop serve", "slidedrop serve --lan", "slidedrop serve --port 9000 --database games.sqlite3"),
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen at.")
@click.option("--port", type=WholeNumber(0, 65535), default=8048, show_default=True, help="0 takes any free one.")
@click.option("--lan", is_flag=True, help="Let other devices in this network play; shows a QR code.")
@click.option("--database", type=click.Path(path_type=Path), help="The file that keeps the games.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="An address under which a proxy offers it.")
@click.option("--verbose", is_flag=True, help="Log every request, without its secrets.")
def command(host: str, port: int, *, lan: bool, database: Path | None, origins: tuple[str, ...], verbose: bool) -> None:
    """Offer both games to browsers, from this computer alone unless told otherwise.

    Games are kept in the data folder; Ctrl+C ends the server and loses nothing.
    """
    _log(verbose=verbose)
    bound = EVERYWHERE if lan else host
    serve(bound, port, database or data_folder() / "web.sqlite3", origins)


def serve(host: str, port: int, database: Path, origins: tuple[str, ...]) -> None:
    """Listen, say where, and serve until a signal."""
    try:
        from slidedrop.web.serving import listening
        from slidedrop.web.tidying import tidy_rarely
    except ImportError as error:
        what = "the server"
        raise MissingExtra(what, "web") from error
    with listening(host, port) as listener:
        server = _server(database, origins)
        tidy_rarely()
        _announce(host, listener.getsockname()[1])
        server.run([listener])


def _server(database: Path, origins: tuple[str, ...]) -> Server:
    from slidedrop.web.app import Settings, build
    from slidedrop.web.house import House
    from slidedrop.web.serving import Server
    from slidedrop.web.sqlite_store import SqliteStore

    house = House(tuple(origin.rstrip("/") for origin in origins))
    return Server(build(SqliteStore(database), Settings(house=house)))


def _announce(host: str, port: int) -> None:
    """Say where to play."""
    if host == EVERYWHERE:
        address = _address_in_network()
        click.echo(f"On this computer:  http://127.0.0.1:{port}/")
        click.echo(f"In this network:   http://{address}:{port}/")
        _show_code(f"http://{address}:{port}/")
    else:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"slidedrop is at http://{shown}:{port}/")
    click.echo("Ctrl+C ends it; every game is kept.")
    sys.stdout.flush()


def _show_code(address: str) -> None:
    """Show an address as a QR code to point a phone at."""
    import segno

    segno.make(address, error="m").terminal(out=sys.stdout, compact=True, border=2)


def _address_in_network() -> str:
    """Return the address by which others in the network reach this computer; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _log(*, verbose: bool) -> None:
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("slidedrop.web").setLevel(level)
