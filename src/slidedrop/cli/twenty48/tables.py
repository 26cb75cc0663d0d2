"""`slidedrop tables`: build the late-game tables of 2048, show and remove them."""

from __future__ import annotations

import sys
from functools import partial
from typing import Final

import click

from slidedrop.cli.errors import Verbs
from slidedrop.cli.progress import Bar, say_compiling
from slidedrop.core.errors import MissingExtra
from slidedrop.core.game import counted
from slidedrop.twenty48.tables.files import built_set, files_of_tables, path_of, tables_folder
from slidedrop.twenty48.tables.layout import SETS

_MILLION: Final = 1_000_000
_game = click.argument("game", type=click.Choice(["2048"]), default="2048")


@click.group("tables", cls=Verbs)
def command() -> None:
    """Build, show and remove the late-game tables of 2048: exact play once the large tiles are in place.

    $ slidedrop tables build 2048
    $ slidedrop tables build 2048 --size full
    $ slidedrop tables info --check
    $ slidedrop tables remove
    """


@command.command()
@_game
@click.option(
    "--size",
    type=click.Choice(list(SETS)),
    default="small",
    show_default=True,
    help="small: up to 1 GB and 5 minutes. full: up to 5 GB and 20 minutes.",
)
def build(game: str, size: str) -> None:  # noqa: ARG001 - 2048 is the only game with tables
    """Build the tables in the cache folder.

    If it is stopped, run the same command to resume. Tables that are already built are not built again.
    """
    say_compiling()
    try:
        from slidedrop.twenty48.tables.build import build as build_table
    except ImportError as error:
        raise MissingExtra("building tables", "ai") from error
    for layout in SETS[size]:
        boards = layout.sizes[0] * layout.sizes[1] // _MILLION
        bar = Bar(boards, f"million boards of {layout.name}")
        try:
            path = build_table(layout, tell=partial(_reach, bar))
        except (KeyboardInterrupt, SystemExit):
            bar.clear()
            click.echo("Stopped. Run the same command to resume.", err=True)
            sys.exit(130)
        bar.clear()
        click.echo(f"{layout.name}: {_megabytes(path.stat().st_size)} in '{path}'")


@command.command()
@_game
@click.option("--check", is_flag=True, help="Read all of every table and compare its checksums.")
def info(game: str, *, check: bool) -> None:  # noqa: ARG001 - as above
    """Show which tables are built, and which set is used in play."""
    used = built_set()
    click.echo(f"Folder: {tables_folder()}")
    click.echo(f"In use: {used or 'none'}")
    for name, layouts in SETS.items():
        for layout in layouts:
            path = path_of(layout)
            state = _megabytes(path.stat().st_size) if path.exists() else "not built"
            if path.with_suffix(".part").exists():
                state = f"unfinished; resume with: slidedrop tables build 2048 --size {name}"
            elif path.exists() and check:
                from slidedrop.twenty48.tables.play import LateGame

                LateGame((layout,)).check_all()
                state += ", checked"
            click.echo(f"{name:<6} {layout.name:<14} {layout.text}  {state}")


@command.command()
@_game
@click.option("--size", type=click.Choice(list(SETS)), help="Remove the tables of this set only.")
def remove(game: str, size: str | None) -> None:  # noqa: ARG001 - as above
    """Remove the tables, also unfinished ones."""
    names = None if size is None else {layout.name for layout in SETS[size]}
    found = [path for path in files_of_tables() if names is None or path.stem in names]
    freed = sum(path.stat().st_size for path in found)
    for path in found:
        path.unlink()
    click.echo(f"Removed {counted(len(found), 'file')}, {_megabytes(freed)}.")


def _reach(bar: Bar, done: int, _of: int) -> None:
    bar.reach(done // _MILLION)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
