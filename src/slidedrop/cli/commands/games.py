"""`slidedrop games`: list and manage saved games."""

from pathlib import Path

import click

from slidedrop.cli.commands.stats import NOT_COUNTED
from slidedrop.cli.errors import Verbs, check_output
from slidedrop.cli.options import whole_number
from slidedrop.cli.saved_games import complete_game, game_argument, numbers_meant, open_library, without_a_move
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError
from slidedrop.core.game import counted
from slidedrop.durable import write_whole
from slidedrop.records.files import read_bytes
from slidedrop.records.replay import begin, replay
from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.plain.console import Console


@click.group("games", cls=Verbs, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, show, copy, rename, export, import and remove saved games.

    A game is named by its number or by the name that you gave it.

    $ slidedrop games
    $ slidedrop games show 3
    $ slidedrop games copy 3 --at 57
    $ slidedrop games rename 3 'Sunday game'
    $ slidedrop games export 3 sunday.game
    $ slidedrop games import sunday.game
    $ slidedrop games remove 3 5-7
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_games)


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Include games without a move.")
def list_games(*, everything: bool = False) -> None:
    """List the saved games, oldest first."""
    games = open_library().games()
    if not games:
        click.echo("No games yet; start one with 'slidedrop 2048'.")
    hidden = set() if everything else {saved.number for saved in without_a_move(games)}
    for saved in games:
        if saved.number not in hidden:
            click.echo(_line(saved))
    if hidden:
        click.echo(f"{counted(len(hidden), 'game')} without a move not listed; add --all, or 'games remove --empty'.")


def _line(saved: SavedGame) -> str:
    if saved.summary is None:
        return f"{saved.number:>4}  cannot be read: {saved.trouble}"
    summary = saved.summary
    state = "finished" if summary.finished else "open"
    name = f"  {saved.name}" if saved.name else ""
    damaged = "  (damaged after this)" if saved.damaged else ""
    came = "" if saved.not_counted is None else f"  ({NOT_COUNTED[saved.not_counted]})"
    return (
        f"{saved.number:>4}  {saved.began:16}  {summary.game:8}  {summary.rules:12}  {state:8}  "
        f"{summary.standing}, {counted(summary.moves, 'move')}{name}{came}{damaged}"
    )


@command.command()
@game_argument
def show(game: str) -> None:
    """Show a saved game and its board."""
    library = open_library()
    number = library.find(game)
    record = library.record(number)
    played = replay(record, f"game {number}")
    summary = played.summary()
    click.echo(f"Game {number}{f' ({record.name})' if record.name else ''}: {summary.game}, {summary.rules}")
    seed = record.header.get("seed")
    facts = [f"began {record.began}"] if record.began else []
    facts += [f"seed {seed}"] if seed is not None else []
    counts = {"move": summary.moves, "take-back": summary.take_backs, "hint": summary.hints}
    click.echo(", ".join([*facts, *(counted(number, what) for what, number in counts.items())]))
    click.echo(str(played))


@command.command()
@game_argument
@click.option("--at", type=whole_number(0, 10**9), required=True, help="Number of the last move to copy.")
def copy(game: str, at: int) -> None:
    """Copy a game up to a move, to try another continuation."""
    library = open_library()
    number = library.find(game)
    record = library.record(number)
    played = replay(record, f"game {number}")
    line = played.line()
    if at > len(line):
        raise NotationError(f"game {number} has {counted(len(line), 'move')}, so there is no position after move {at}")
    again = begin(record.header)
    turns = getattr(played, "turns", []) if any(command.tiles for command in record.commands) else []
    for place, move in enumerate(line[:at]):
        tiles = tuple((*spawn.cell, spawn.value) for spawn in turns[place].spawns) if turns else ()
        again.do(Command("move", move, tiles))
    opened = library.put(again, record.players, origin="copy")
    opened.journal.close()
    way = f"slidedrop {again.kind} --resume {opened.number}"
    click.echo(f"Game {opened.number} is game {number} after move {at}. Continue with: {way}")


@command.command()
@game_argument
@click.argument("name")
def rename(game: str, name: str) -> None:
    """Name a game."""
    library = open_library()
    number = library.find(game)
    library.rename(number, name)
    click.echo(f"Game {number} is now called '{name}'.")


@command.command()
@click.argument("games", nargs=-1, metavar="GAME...", shell_complete=complete_game)
@click.option("--empty", is_flag=True, help="Remove all games without a move.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(games: tuple[str, ...], *, empty: bool, yes: bool) -> None:
    """Delete games for good, after asking: numbers, names, or ranges such as 3-7."""
    library = open_library()
    numbers = numbers_meant(library, games)
    numbers += [
        saved.number for saved in without_a_move(library.games() if empty else []) if saved.number not in numbers
    ]
    if not numbers and not empty:
        raise click.UsageError("say which games to remove, such as 3 5-7, or --empty for those without a move")
    if not numbers:
        click.echo("There is no game without a move.")
        return
    *many, last = map(str, numbers)
    what = f"games {', '.join(many)} and {last}" if many else f"game {last}"
    if yes or Console(lines=True).confirm(f"Delete {what} for good?", default=False):
        for number in numbers:
            library.remove(number)
        click.echo(f"{what.capitalize()} {'are' if many else 'is'} deleted.")
    else:
        click.echo(f"{what.capitalize()} {'are' if many else 'is'} still there.")


@command.command()
@game_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(game: str, file: Path | None, *, force: bool) -> None:
    """Write a game as text, to FILE or to the screen."""
    library = open_library()
    content = library.export(library.find(game))
    if file is None:
        click.echo(content.decode(), nl=False)
        return
    check_output(file, force=force)
    write_whole(file, content)
    click.echo(f"Written to '{file}'.")


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_game(file: Path) -> None:
    """Add an exported game to the saved games after replaying it."""
    opened = open_library().import_game(read_bytes(file, "record", 1 << 26), f"'{file}'")
    opened.journal.close()
    summary = opened.game.summary()
    click.echo(f"Imported as game {opened.number}: {summary.game}, {summary.standing}.")
