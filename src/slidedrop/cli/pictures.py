"""A board as a picture: shapes on a ground, written as SVG by ourselves or as an animated GIF by Pillow."""

from collections.abc import Iterable, Sequence
from html import escape
from io import BytesIO
from typing import Final, NamedTuple

from slidedrop.core.errors import MissingExtra

CELL: Final = 72
_GAP: Final = 8
_LAST_SECONDS: Final = 2.0


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


class Look(NamedTuple):
    """How one cell looks: its colours, and what is written on it."""

    fill: str
    ink: str = ""
    text: str = ""
    ring: bool = False


def board_picture(rows: Sequence[Sequence[Look]], ground: str, *, discs: bool) -> Picture:
    """Return the picture of a board, row by row from the top."""
    shapes = [
        Shape(_GAP + column * (CELL + _GAP), _GAP + row * (CELL + _GAP), *look)
        for row, looks in enumerate(rows)
        for column, look in enumerate(looks)
    ]
    width, height = (_GAP + count * (CELL + _GAP) for count in (len(rows[0]), len(rows)))
    return Picture(width, height, ground, discs, shapes)


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
