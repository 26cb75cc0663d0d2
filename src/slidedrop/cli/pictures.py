"""A board as a picture: cells on a ground, written as SVG by ourselves or as an animated GIF by Pillow."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from typing import Final, NamedTuple

from slidedrop.core.errors import MissingExtra

CELL: Final = 72
_GAP: Final = 8
_STEP: Final = CELL + _GAP
_HALF: Final = CELL // 2
_RING: Final = "#ffd54f"
_LAST_SECONDS: Final = 2.0


class Look(NamedTuple):
    """How one cell looks: its colours, and what is written on it."""

    fill: str
    ink: str = ""
    text: str = ""
    ring: bool = False

    @property
    def letters(self) -> int:
        return min(_HALF, int(1.5 * CELL / max(1, len(self.text))))


class Picture(NamedTuple):
    """A board, row by row from the top."""

    rows: Sequence[Sequence[Look]]
    ground: str
    discs: bool

    @property
    def size(self) -> tuple[int, int]:
        return _GAP + len(self.rows[0]) * _STEP, _GAP + len(self.rows) * _STEP

    def cells(self) -> Iterator[tuple[int, int, Look]]:
        for row, looks in enumerate(self.rows):
            for column, look in enumerate(looks):
                yield _GAP + column * _STEP, _GAP + row * _STEP, look


def svg(picture: Picture, title: str) -> str:
    """Return a picture as SVG, with its title for those who cannot see it."""
    width, height = picture.size
    cells = "\n".join(_svg(x, y, look, disc=picture.discs) for x, y, look in picture.cells())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="{_GAP}" fill="{picture.ground}"/>\n{cells}\n</svg>\n'
    )


def _svg(x: int, y: int, look: Look, *, disc: bool) -> str:
    ring = f' stroke="{_RING}" stroke-width="5"' if look.ring else ""
    drawn = f'<circle cx="{x + _HALF}" cy="{y + _HALF}" r="{_HALF - 3}" fill="{look.fill}"{ring}/>'
    if not disc:
        drawn = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="6" fill="{look.fill}"/>'
    if not look.text:
        return drawn
    return (
        f'{drawn}<text x="{x + _HALF}" y="{y + _HALF}" fill="{look.ink}" font-family="sans-serif" '
        f'font-weight="bold" font-size="{look.letters}" text-anchor="middle" dominant-baseline="central">'
        f"{look.text}</text>"
    )


def write_gif(file: BytesIO, pictures: Iterable[Picture], seconds: float) -> None:
    """Write pictures one after the other, each for this long and the last one longer."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise MissingExtra("a GIF", "export") from error
    frames = []
    for picture in pictures:
        image = Image.new("RGB", picture.size, picture.ground)
        draw = ImageDraw.Draw(image)
        for x, y, look in picture.cells():
            shape = draw.ellipse if picture.discs else draw.rectangle
            edge = {"outline": _RING, "width": 4} if look.ring else {"width": 0}
            shape((x, y, x + CELL, y + CELL), fill=look.fill, **edge)
            font = ImageFont.load_default(look.letters)
            draw.text((x + _HALF, y + _HALF), look.text, fill=look.ink or None, anchor="mm", font=font)
        frames.append(image.quantize(32))
    times = [int(1000 * seconds)] * (len(frames) - 1) + [int(1000 * (seconds + _LAST_SECONDS))]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
