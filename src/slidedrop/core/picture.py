"""A board as a picture: cells on a background, written as SVG."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

CELL: Final = 72
_GAP: Final = 8
_STEP: Final = CELL + _GAP
HALF: Final = CELL // 2
RING: Final = "#ffd54f"


class Look(NamedTuple):
    """How one cell looks: its colours and its text."""

    fill: str
    ink: str = ""
    text: str = ""
    ring: bool = False

    @property
    def letters(self) -> int:
        """The font size, so that a number fits its tile."""
        return min(HALF, int(1.5 * CELL / max(1, len(self.text))))


class Picture(NamedTuple):
    """A board, row by row from the top."""

    rows: Sequence[Sequence[Look]]
    ground: str
    discs: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return _GAP + len(self.rows[0]) * _STEP, _GAP + len(self.rows) * _STEP

    def cells(self) -> Iterator[tuple[int, int, Look]]:
        """Yield each cell with its corner."""
        for row, looks in enumerate(self.rows):
            for column, look in enumerate(looks):
                yield _GAP + column * _STEP, _GAP + row * _STEP, look


def svg(picture: Picture, title: str) -> str:
    """Return a picture as SVG, with its title for screen readers."""
    width, height = picture.size
    cells = "\n".join(_svg(x, y, look, disc=picture.discs) for x, y, look in picture.cells())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="{_GAP}" fill="{picture.ground}"/>\n{cells}\n</svg>\n'
    )


def _svg(x: int, y: int, look: Look, *, disc: bool) -> str:
    ring = f' stroke="{RING}" stroke-width="5"' if look.ring else ""
    drawn = f'<circle cx="{x + HALF}" cy="{y + HALF}" r="{HALF - 3}" fill="{look.fill}"{ring}/>'
    if not disc:
        drawn = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="6" fill="{look.fill}"/>'
    if not look.text:
        return drawn
    return (
        f'{drawn}<text x="{x + HALF}" y="{y + HALF}" fill="{look.ink}" font-family="sans-serif" '
        f'font-weight="bold" font-size="{look.letters}" text-anchor="middle" dominant-baseline="central">'
        f"{look.text}</text>"
    )
