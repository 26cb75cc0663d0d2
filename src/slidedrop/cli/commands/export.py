"""`slidedrop export`: a game as a picture (SVG), drawn by ourselves, or as a film (GIF) by Pillow (extra "export")."""

from collections.abc import Iterable, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.options.game import found_game
from slidedrop.cli.options.numbers import Seconds
from slidedrop.connect4.position import Position
from slidedrop.core.errors import MissingExtra
from slidedrop.durable import write_whole
from slidedrop.records.replay import begin
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.display import tile_colours

_MOST_FRAMES: Final = 500
CELL: Final = 72
_GAP: Final = 8
_DISCS: Final = {None: "#f4f1ea", 0: "#c62828", 1: "#1e4fb4"}
_LAST_SECONDS: Final = 2.0


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
    check_output(file, force=force)
    what, played = found_game(game)
    write_whole(file, _drawn(played, f"{what}: {played.summary().standing}", file.suffix.lower(), seconds))
    click.echo(f"Written to '{file}'.")


def _drawn(game: Any, title: str, suffix: str, seconds: float) -> bytes:  # noqa: ANN401 - of either kind
    """Draw the board as it stands, or those at the start and after every move."""
    start: Any = begin(game.header()).position
    if game.kind == "2048":
        boards = [start.board, *(turn.state.board for turn in game.turns)]
    else:
        boards = [start, *(turn.position for turn in game.turns)]
    base = getattr(game.rules, "base", 2)
    if suffix == ".svg":
        return svg(picture_of(boards[-1], base), title).encode()
    step = -(-len(boards) // _MOST_FRAMES)
    content = BytesIO()
    write_gif(content, (picture_of(board, base) for board in [*boards[:-1:step], boards[-1]]), seconds)
    return content.getvalue()


class Shape(NamedTuple):
    """A tile or a disc in its cell: its corner, its colours, and what is written on it."""

    x: int
    y: int
    fill: str
    ink: str = ""
    text: str = ""
    ring: bool = False


class Picture(NamedTuple):
    """All shapes on a ground."""

    width: int
    height: int
    ground: str
    round: bool
    """Whether the shapes are discs."""
    shapes: list[Shape]


def picture_of(board: Board | Position, base: int = 2) -> Picture:
    """Return the shapes of a board of either game."""
    discs = isinstance(board, Position)
    rows: Sequence[Sequence[Any]] = board.to_rows() if isinstance(board, Position) else board.rows
    marked = board.winning_cells | {board.last_cell} if isinstance(board, Position) else set()
    shapes = []
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            x, y = (_GAP + place * (CELL + _GAP) for place in (column, row))
            if discs:
                letter = "" if value is None else "XO"[value]
                shapes.append(Shape(x, y, _DISCS[value], "#ffffff", letter, (row, column) in marked))
            else:
                ink, fill = tile_colours(value, base)
                shapes.append(Shape(x, y, fill, ink, str(value)) if value else Shape(x, y, "#a59b8c"))
    sides = [_GAP + count * (CELL + _GAP) for count in (len(rows[0]), len(rows))]
    return Picture(sides[0], sides[1], "#565f6b" if discs else "#8d8376", discs, shapes)


def svg(picture: Picture, title: str) -> str:
    """Return a picture as SVG, with its title for those who cannot see it."""
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    shapes = "\n".join(_svg(shape, disc=picture.round) for shape in picture.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="{_GAP}" fill="{picture.ground}"/>\n{shapes}\n</svg>\n'
    )


def _svg(shape: Shape, *, disc: bool) -> str:
    half, ring = CELL // 2, ' stroke="#ffd54f" stroke-width="5"' if shape.ring else ""
    at = f'cx="{shape.x + half}" cy="{shape.y + half}" r="{half - 3}"' if disc else ""
    drawn = f'<circle {at} fill="{shape.fill}"{ring}/>'
    if not disc:
        drawn = f'<rect x="{shape.x}" y="{shape.y}" width="{CELL}" height="{CELL}" rx="6" fill="{shape.fill}"/>'
    if not shape.text:
        return drawn
    return (
        f'{drawn}<text x="{shape.x + half}" y="{shape.y + half}" fill="{shape.ink}" font-family="sans-serif" '
        f'font-weight="bold" font-size="{_letters(shape)}" text-anchor="middle" dominant-baseline="central">'
        f"{shape.text}</text>"
    )


def _letters(shape: Shape) -> int:
    """Return the size of the letters, so that a number fits its tile."""
    return min(CELL // 2, int(1.5 * CELL / max(1, len(shape.text))))


def write_gif(file: BytesIO, pictures: Iterable[Picture], seconds: float) -> None:
    """Write pictures one after the other, each for this long and the last one longer."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise MissingExtra("a GIF", "export") from error
    frames = []
    for picture in pictures:
        image = Image.new("RGB", (picture.width, picture.height), picture.ground)
        draw = ImageDraw.Draw(image)
        for shape in picture.shapes:
            edge, ring = (4, "#ffd54f") if shape.ring else (0, None)
            box = (shape.x, shape.y, shape.x + CELL, shape.y + CELL)
            (draw.ellipse if picture.round else draw.rectangle)(box, fill=shape.fill, outline=ring, width=edge)
            middle = (shape.x + CELL // 2, shape.y + CELL // 2)
            draw.text(
                middle, shape.text, fill=shape.ink or None, anchor="mm", font=ImageFont.load_default(_letters(shape))
            )
        frames.append(image.quantize(32))
    times = [int(1000 * seconds)] * (len(frames) - 1) + [int(1000 * (seconds + _LAST_SECONDS))]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
