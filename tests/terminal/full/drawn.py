"""Draws text screens as SVG: backgrounds and half blocks as rectangles, words as text; several screens as an animation.

Each frame of an animation draws only the cells that changed. The animation repeats.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.strip import Strip

WIDE, TALL = 9, 18
_EIGHTHS = "▏▎▍▌▋▊▉█"


class Cell(NamedTuple):
    """A letter with its colours."""

    letter: str
    ink: str
    ground: str
    bold: bool = False


Screen = list[list[Cell]]


def screen_of(strips: Sequence[Strip], ink: str, ground: str) -> Screen:
    """Return a program's screen as cells; `ink` and `ground` are the default colours."""
    rows: Screen = []
    for strip in strips:
        row: list[Cell] = []
        for text, style, _ in strip:
            inks = [ink, ground]
            if style is not None:
                inks = [style.color.triplet.hex if style.color and style.color.triplet else ink, ground]
                inks[1] = style.bgcolor.triplet.hex if style.bgcolor and style.bgcolor.triplet else ground
                inks = inks[::-1] if style.reverse else inks
            row += [Cell(letter, inks[0], inks[1], bool(style and style.bold)) for letter in text]
        rows.append(row)
    return rows


def svg(frames: Sequence[Screen], seconds: float = 0.0) -> str:
    """Return the SVG of one screen, or an animation of screens of the same size with the same duration."""
    columns, rows = len(frames[0][0]), len(frames[0])
    ground = frames[0][0][0].ground
    nothing = [[Cell(" ", "", ground)] * columns for _ in range(rows)]
    drawn = [_changes(before, after) for before, after in zip([nothing, *frames], frames, strict=False)]
    if len(drawn) > 1:
        drawn = [_shown_from(part, number, len(drawn), seconds) for number, part in enumerate(drawn) if part]
    width, height = columns * WIDE, rows * TALL
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        "<style>text{font:15px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
        ".b{font-weight:bold}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _shown_from(part: str, number: int, count: int, seconds: float) -> str:
    times = f'dur="{count * seconds:g}s" repeatCount="indefinite" calcMode="discrete"'
    if number == 0:
        return f"<g>{part}</g>"
    values = f'keyTimes="0;{number / count:.4f}" values="hidden;visible"'
    return f'<g visibility="hidden"><animate attributeName="visibility" {times} {values}/>{part}</g>'


def _changes(before: Screen, after: Screen) -> str:
    boxes: dict[str, list[str]] = {}
    words: list[str] = []
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        _row(y, [None if cell == was else cell for was, cell in zip(old, new, strict=True)], boxes, words)
    return "".join([*(f'<path fill="{colour}" d="{"".join(places)}"/>' for colour, places in boxes.items()), *words])


def _row(y: int, cells: list[Cell | None], boxes: dict[str, list[str]], words: list[str]) -> None:
    x = 0
    while x < len(cells):
        cell, end = cells[x], x + 1
        alike = cell is not None and cell.letter in "▀▄█"
        while end < len(cells) and _goes_on(cell, cells[end], same=alike):
            end += 1
        if cell is not None:
            _run(x, y, end - x, cell, "".join(one.letter for one in cells[x:end] if one), boxes, words)
        x = end


def _goes_on(cell: Cell | None, other: Cell | None, *, same: bool) -> bool:
    if cell is None or other is None or same or other.letter in "▀▄█":
        return cell == other
    return cell[1:] == other[1:] or (other.letter == " " and cell.ground == other.ground)


def _run(x: int, y: int, count: int, cell: Cell, text: str, boxes: dict[str, list[str]], words: list[str]) -> None:
    left, top, wide = x * WIDE, y * TALL, count * WIDE
    boxes.setdefault(cell.ground, []).append(f"M{left} {top}h{wide}v{TALL}h-{wide}z")
    if cell.letter in "▀▄█":
        high, down = (TALL, 0) if cell.letter == "█" else (TALL // 2, TALL // 2 * (cell.letter == "▄"))
        boxes[cell.ground].pop()
        rest = f"M{left} {top + (0 if down else high)}h{wide}v{TALL - high}h-{wide}z"
        boxes[cell.ground].append(rest) if high < TALL else None
        boxes.setdefault(cell.ink, []).append(f"M{left} {top + down}h{wide}v{high}h-{wide}z")
        return
    for place, letter in enumerate(text):
        if letter in _EIGHTHS:
            part = (_EIGHTHS.index(letter) + 1) * WIDE / 8
            words.append(f'<path fill="{cell.ink}" d="M{left + place * WIDE} {top}h{part:g}v{TALL}h-{part:g}z"/>')
    said = "".join(" " if letter in _EIGHTHS else letter for letter in text)
    if said.strip():
        skip = len(said) - len(said.lstrip())
        said, bold = said.strip(), ' class="b"' if cell.bold else ""
        words.append(
            f'<text x="{left + skip * WIDE}" y="{top + 14}" fill="{cell.ink}"{bold} '
            f'textLength="{len(said) * WIDE}" lengthAdjust="spacingAndGlyphs">{escape(said)}</text>'
        )
