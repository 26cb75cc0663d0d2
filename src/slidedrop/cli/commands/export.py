"""`slidedrop export`: a game as a picture (SVG) or as a film (GIF)."""

from io import BytesIO
from pathlib import Path
from typing import Any, Final

import click

from slidedrop.cli.options.game import found_game
from slidedrop.cli.options.numbers import Seconds
from slidedrop.cli.pictures import picture_of, svg, write_gif
from slidedrop.core.errors import RecordError
from slidedrop.core.game import Game
from slidedrop.durable import try_writing, write_whole
from slidedrop.records.replay import begin

_MOST_FRAMES: Final = 500


@click.command("export")
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seconds", type=Seconds(), default=0.4, show_default=True, help="How long a GIF shows each move.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def command(game: str, file: Path, seconds: float, *, force: bool) -> None:
    """Draw GAME: FILE.svg is the board as it stands, FILE.gif the whole game.

    GAME is a kept game (its number or name), an exported file, a share code or link, or moves of Connect-4. A GIF needs
    the extra 'export'; of a game of more than 500 moves it leaves some out.
    """
    if file.suffix.lower() not in {".svg", ".gif"}:
        raise click.UsageError(f"'{file}' is neither an .svg nor a .gif; name the file by one of these")
    if file.exists() and not force:
        raise RecordError(f"'{file}' exists already; add --force to replace it, or choose another name")
    try_writing(file)
    what, played = found_game(game)
    write_whole(file, _drawn(played, f"{what}: {played.summary().standing}", file.suffix.lower(), seconds))
    click.echo(f"Written to '{file}'.")


def _drawn(game: Game, title: str, suffix: str, seconds: float) -> bytes:
    boards = _boards(game)
    base = getattr(getattr(game, "rules", None), "base", 2)
    if suffix == ".svg":
        return svg(picture_of(boards[-1], base), title).encode()
    step = -(-len(boards) // _MOST_FRAMES)
    content = BytesIO()
    write_gif(content, (picture_of(board, base) for board in [*boards[:-1:step], boards[-1]]), seconds)
    return content.getvalue()


def _boards(game: Any) -> list[Any]:  # noqa: ANN401 - of either game
    """Return the board at the start and after every move."""
    if game.kind == "connect4":
        return [begin(game.header()).position, *(turn.position for turn in game.turns)]
    return [begin(game.header()).position.board, *(turn.state.board for turn in game.turns)]
