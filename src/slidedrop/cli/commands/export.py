"""`slidedrop export`: a game as a picture (SVG), or as an animated GIF (extra "export")."""

from io import BytesIO
from pathlib import Path
from typing import Final

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.game_commands import commands_of
from slidedrop.cli.named_game import found_game, moves_option
from slidedrop.cli.options import seconds
from slidedrop.cli.pictures import write_gif
from slidedrop.cli.saved_games import game_argument
from slidedrop.core.picture import svg
from slidedrop.core.spec import AnyGame
from slidedrop.durable import write_whole
from slidedrop.games import spec_of

_MOST_FRAMES: Final = 500


@click.command("export")
@game_argument
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@moves_option
@click.option("--seconds", type=seconds, default=0.4, show_default=True, help="Seconds per move in a GIF.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def command(game: str, file: Path, seconds: float, *, force: bool, moves: bool) -> None:
    """Draw GAME: FILE.svg is the current board, FILE.gif the whole game.

    GAME is a saved game (its number or name), an exported file, a share code or link, or moves of Connect-4. A GIF
    needs the extra 'export', and skips some moves of a game longer than 500 moves.

    $ slidedrop export 3 sunday.svg
    $ slidedrop export 3 sunday.gif --seconds 0.2
    $ slidedrop export 4433221 won.svg
    """
    if file.suffix.lower() not in {".svg", ".gif"}:
        raise click.UsageError(f"'{file}' must end in .svg or .gif")
    check_output(file, force=force)
    what, played = found_game(game, moves=moves)
    write_whole(file, _drawn(played, f"{what}: {played.summary().standing}", file.suffix.lower(), seconds))
    click.echo(f"Written to '{file}'.")


def _drawn(game: AnyGame, title: str, suffix: str, seconds: float) -> bytes:
    """Draw the current board, or the boards at the start and after every move."""
    spec = spec_of(game)
    picture = spec.load(commands_of(spec).picture, "pictures")
    if suffix == ".svg":
        return svg(picture(game.position), title).encode()
    again = type(game).from_dict(game.to_dict())
    positions = [again.position]
    while again.undo():
        positions.insert(0, again.position)
    step = -(-len(positions) // _MOST_FRAMES)
    content = BytesIO()
    write_gif(content, map(picture, [*positions[:-1:step], positions[-1]]), seconds)
    return content.getvalue()
