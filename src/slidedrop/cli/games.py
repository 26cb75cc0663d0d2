"""`slidedrop games`: what is on the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from slidedrop.cli.counting import counted
from slidedrop.cli.examples import examples
from slidedrop.cli.trouble import unknown
from slidedrop.records.files import read_bytes, write_whole
from slidedrop.records.replay import replay
from slidedrop.records.shelf import KeptGame, Shelf
from slidedrop.terminal.plain.console import Console

if TYPE_CHECKING:
    from slidedrop.core.game import Summary
    from slidedrop.records.replay import Record


class Verbs(click.Group):
    """The group that suggests the verb that was meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or suggest one."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(unknown("command", args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


@click.group(
    "games",
    cls=Verbs,
    invoke_without_command=True,
    epilog=examples(
        "slidedrop games",
        "slidedrop games show 3",
        "slidedrop games rename 3 'Sunday game'",
        "slidedrop games export 3 sunday.game",
        "slidedrop games import sunday.game",
    ),
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, show, rename, export, import and remove kept games.

    A game is named by its number or by the name that you gave it.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_games)


@command.command("list")
def list_games() -> None:
    """List the kept games, oldest first."""
    games = Shelf().games()
    if not games:
        click.echo("No games yet; start one with 'slidedrop 2048'.")
    for kept in games:
        click.echo(_line(kept))


def _line(kept: KeptGame) -> str:
    if kept.summary is None:
        return f"{kept.number:>4}  cannot be read: {kept.trouble}"
    summary = kept.summary
    state = "finished" if summary.finished else "open"
    name = f"  {kept.name}" if kept.name else ""
    return (
        f"{kept.number:>4}  {kept.began:16}  {summary.game:8}  {summary.rules:12}  {state:8}  "
        f"{summary.standing}, {counted(summary.moves, 'move')}{name}"
    )


@command.command()
@click.argument("game")
def show(game: str) -> None:
    """Show a kept game as it stands."""
    shelf = Shelf()
    number = shelf.find(game)
    record = shelf.record(number)
    played = replay(record, f"game {number}")
    summary = played.summary()
    click.echo(f"Game {number}{f' ({record.name})' if record.name else ''}: {summary.game}, {summary.rules}")
    click.echo(", ".join(_facts(record, summary)))
    click.echo(str(played))


def _facts(record: Record, summary: Summary) -> list[str]:
    seed = record.header.get("seed")
    return [
        *([f"began {record.began}"] if record.began else []),
        *([f"seed {seed}"] if seed is not None else []),
        counted(summary.moves, "move"),
        counted(summary.take_backs, "take-back"),
        counted(summary.hints, "hint"),
    ]


@command.command()
@click.argument("game")
@click.argument("name")
def rename(game: str, name: str) -> None:
    """Give a game a name."""
    shelf = Shelf()
    number = shelf.find(game)
    shelf.rename(number, name)
    click.echo(f"Game {number} is now called '{name}'.")


@command.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(game: str, *, yes: bool) -> None:
    """Delete a game for good, after asking."""
    shelf = Shelf()
    number = shelf.find(game)
    if yes or Console(lines=True).confirm(f"Delete game {number} for good?", default=False):
        shelf.remove(number)
        click.echo(f"Game {number} is deleted.")
    else:
        click.echo(f"Game {number} is still there.")


@command.command()
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(game: str, file: Path | None, *, force: bool) -> None:
    """Write a game as text, to FILE or to the screen."""
    shelf = Shelf()
    content = shelf.export(shelf.find(game))
    if file is None:
        click.echo(content.decode(), nl=False)
        return
    if file.exists() and not force:
        message = f"'{file}' exists already; add --force to replace it, or choose another name"
        raise click.ClickException(message)
    write_whole(file, content)
    click.echo(f"Written to '{file}'.")


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_game(file: Path) -> None:
    """Put an exported game on the shelf after playing it through."""
    opened = Shelf().bring(read_bytes(file, "record", 1 << 26), f"'{file}'")
    opened.journal.close()
    summary = opened.game.summary()
    click.echo(f"Imported as game {opened.number}: {summary.game}, {summary.standing}.")
