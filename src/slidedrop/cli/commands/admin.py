"""`slidedrop admin`: manage a server's database, also while it runs.

A server notices a change within two seconds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from slidedrop.cli.errors import Verbs
from slidedrop.core.errors import MissingExtra, NotationError, RecordError
from slidedrop.core.game import counted
from slidedrop.places import data_folder

if TYPE_CHECKING:
    from slidedrop.web.store.sql import Connection


@click.group("admin", cls=Verbs)
@click.option("--database", metavar="FILE|URL", help="Database of the server: a file, or postgresql://...")
@click.pass_context
def command(ctx: click.Context, database: str | None) -> None:
    """Manage the rooms, games and blocked addresses of a server, also while it runs.

    $ slidedrop admin rooms
    $ slidedrop admin clean-room 2026-11-18 --name 'A rude name'
    $ slidedrop admin block 203.0.113.7
    """
    ctx.obj = database or str(data_folder() / "web.sqlite3")


@contextmanager
def _changing(database: str) -> Iterator[Connection]:
    """Open the database for one transaction."""
    try:
        from slidedrop.web.store.at import admin_connection
        from slidedrop.web.store.sql import transaction
    except ImportError as error:
        raise MissingExtra("this command", "web") from error
    with admin_connection(database) as connection, transaction(connection):
        yield connection


@command.command("rooms")
@click.pass_obj
def rooms(database: str) -> None:
    """List the rooms: code, kind, people, games, end and title."""
    from slidedrop.web.rooms.rooms import Room

    with _changing(database) as sql:
        found = sql.execute("SELECT code, content, expires FROM rooms ORDER BY code").fetchall()
    for code, content, expires in found:
        try:
            room = Room.from_text(content)
            until = datetime.fromtimestamp(expires, UTC).date().isoformat()
        except (RecordError, ValueError, OverflowError, OSError) as error:
            click.echo(f"{code:10}  {error}")
            continue
        people = f"{counted(len(room.players), 'player')}, {counted(len(room.games), 'game')}"
        click.echo(f"{code:10}  {room.kind:11}  {people}, until {until}  {room.title}".rstrip())
    click.echo(f"{counted(len(found), 'room')}.")


@command.command("close-room")
@click.argument("code")
@click.pass_obj
def close_room(database: str, code: str) -> None:
    """Close a room: its names and standings are deleted."""
    from slidedrop.web.rooms import storage

    with _changing(database) as sql:
        if not storage.close_room(sql, code.upper()):
            raise _no_room(code)
    click.echo(f"Closed room {code.upper()}.")


@command.command("clean-room")
@click.argument("code")
@click.option("--name", "names", multiple=True, help="Remove only this player; repeat it for each.")
@click.pass_obj
def clean_room(database: str, code: str, names: tuple[str, ...]) -> None:
    """Remove all players of a room, or some by name, with their games; they cannot rejoin."""
    from slidedrop.web.names import same_name
    from slidedrop.web.rooms import storage
    from slidedrop.web.rooms.rooms import Room, removed

    gone: list[int] = []

    def clean(room: Room) -> Room:
        wanted = [one for one in room.players if not names or any(same_name(one.name, name) for name in names)]
        gone.extend(player.number for player in wanted)
        return removed(room, gone)

    with _changing(database) as sql:
        if storage.change_room(sql, code.upper(), clean) is None:
            raise _no_room(code)
        if names and not gone:
            raise RecordError(f"no player of room {code.upper()} has that name; nothing was changed")
    click.echo(f"Removed {counted(len(gone), 'player')} from room {code.upper()}.")


@command.command("remove-game")
@click.argument("game")
@click.pass_obj
def remove_game(database: str, game: str) -> None:
    """Delete a game with its links, for everyone."""
    from slidedrop.web.store.sql import delete_game
    from slidedrop.web.store.store import Gone

    try:
        with _changing(database) as sql:
            delete_game(sql, game)
    except Gone:
        raise RecordError(f"there is no game '{game}' in this database") from None
    click.echo(f"Deleted game {game}.")


@command.command("block")
@click.argument("address")
@click.pass_obj
def block(database: str, address: str) -> None:
    """Refuse every request from an address or a network; IPv6 addresses are blocked by /64."""
    network = _network(address)
    with _changing(database) as sql:
        sql.execute("INSERT INTO blocked (address) VALUES (?) ON CONFLICT DO NOTHING", (network,))
    click.echo(f"Blocked {network}.")


@command.command("unblock")
@click.argument("address")
@click.pass_obj
def unblock(database: str, address: str) -> None:
    """Unblock an address or a network."""
    network = _network(address)
    with _changing(database) as sql:
        if not sql.execute("DELETE FROM blocked WHERE address = ?", (network,)).rowcount:
            raise RecordError(f"{network} is not blocked; 'slidedrop admin blocked' lists what is")
    click.echo(f"Unblocked {network}.")


@command.command("blocked")
@click.pass_obj
def blocked(database: str) -> None:
    """List the blocked addresses and networks."""
    with _changing(database) as sql:
        found = [str(row[0]) for row in sql.execute("SELECT address FROM blocked ORDER BY address").fetchall()]
    for address in found:
        click.echo(address)
    click.echo(f"{len(found)} blocked.")


@command.command("trust-clock")
@click.pass_obj
def trust_clock(database: str) -> None:
    """Accept the clock after a long pause, so that old games are deleted again."""
    from slidedrop.web.store.sql import check_clock

    with _changing(database) as sql:
        check_clock(sql, trust=True)
        now = datetime.fromtimestamp(sql.clock.now(), UTC)
    click.echo(f"The clock is trusted: it is {now:%Y-%m-%d %H:%M} UTC.")


def _network(text: str) -> str:
    try:
        # an IPv4 client may appear as ::ffff:192.0.2.7, and counts as 192.0.2.7
        network: Any = ipaddress.ip_network(text.lower().removeprefix("::ffff:"), strict=False)
    except ValueError:
        raise NotationError(f"'{text}' is not an address; write one such as 203.0.113.7 or 203.0.113.0/24") from None
    if network.version == 6 and network.prefixlen > 64:  # the limits count IPv6 in the same way
        network = network.supernet(new_prefix=64)
    return str(network)


def _no_room(code: str) -> RecordError:
    return RecordError(f"there is no room '{code}'; 'slidedrop admin rooms' lists them")
