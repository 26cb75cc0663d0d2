"""Write only the changed cells to the terminal; Textual writes whole lines of a widget.

    Textual    ESC[9;1H ESC[48;2;25;23;22m      ESC[0m ESC[48;2;58;52;49m   ESC[0m     from the widget's left edge
    written    ESC[9;7H ESC[48;2;58;52;49m   ESC[0m                                    only what is new

Text with anything else in it (another mode, a letter two columns wide) is written unchanged, and the content of the
screen counts as unknown from then on.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.driver import Driver

_PIECE: Final = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|([^\x00-\x1f\x7f]+)|(\n)|.", re.DOTALL)
_COLOUR: Final = re.compile(r"(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+)|9\d|10\d|\d+)(?=;|$)")
_PASSED_ON: Final = re.compile(r"\x1b\[\?2026[hl]")
"""Start and end of a synchronised update, which changes no cells."""


class Look(NamedTuple):
    """A letter's style as terminal codes; empty for the default."""

    how: str = ""
    """Bold, reversed and so on."""
    ink: str = ""
    ground: str = ""


Place = tuple[int, int]
Cell = tuple[str, Look]


class Cells:
    """The cells that a terminal shows."""

    def __init__(self) -> None:
        self._shown: dict[Place, Cell] = {}

    def forget(self) -> None:
        """Treat all cells as unknown, after a resize or another drawing."""
        self._shown.clear()

    def changes(self, text: str) -> str:
        """Return the text that brings the terminal to the state after this text."""
        if _PASSED_ON.fullmatch(text):
            return text
        found = _parsed(text)
        if found is None:
            self.forget()
            return text
        cells, cursor = found
        new = {place: cell for place, cell in cells.items() if self._shown.get(place) != cell}
        self._shown |= new
        return f"{_written(sorted(new.items()))}{_moved(cursor)}" if new else ""


def _parsed(text: str) -> tuple[dict[Place, Cell], Place] | None:
    """Return the cells that a text writes and its final cursor; None if it does anything else."""
    cells: dict[Place, Cell] = {}
    look, row, column = Look(), 0, 0
    for piece in _PIECE.finditer(text):
        down, across, numbers, letters, line = piece.groups()
        if down is not None:
            row, column = int(down), int(across)
        elif letters is not None and row and (letters.isascii() or cell_len(letters) == len(letters)):
            for letter in letters:
                cells[row, column] = (letter, look if letter != " " or look.how else look._replace(ink=""))
                column += 1
        elif numbers is not None and (look == Look() or numbers in {"", "0"}):
            look = _look(numbers)
        elif line is not None:
            row = 0  # a position follows
        else:
            return None
    return (cells, (row, column)) if row and look == Look() else None


@lru_cache(maxsize=4096)
def _look(numbers: str) -> Look:
    how, ink, ground = [], "", ""
    for one in _COLOUR.findall(numbers):
        first = int(one.split(";")[0])
        if 30 <= first < 40 or 90 <= first < 100:
            ink = one
        elif 40 <= first < 50 or first >= 100:
            ground = one
        elif first:
            how.append(one)
    return Look(";".join(how), ink, ground)


def _written(cells: Iterable[tuple[Place, Cell]]) -> str:
    """Return the text that writes cells, with codes only where the style changes."""
    parts: list[str] = []
    at, now = (0, 0), Look()
    for (row, column), (letter, look) in cells:
        if at[0] != row:
            parts.append(_moved((row, column)))
        elif at[1] != column:
            parts.append(f"\x1b[{column - at[1]}C")
        if letter == " " and not look.how and not now.how:
            look = look._replace(ink=now.ink)  # noqa: PLW2901 - a space has no ink
        if look != now:
            parts.append(f"\x1b[{_between(now, look)}m")
        parts.append(letter)
        at, now = (row, column + 1), look
    return "".join([*parts, "\x1b[0m"])


@lru_cache(maxsize=4096)
def _between(now: Look, look: Look) -> str:
    if now.how != look.how or not (look.ink or look.ground):
        return ";".join(["0", *filter(None, look)])
    ink = [look.ink or "39"] if look.ink != now.ink else []
    return ";".join([*ink, *([look.ground or "49"] if look.ground != now.ground else [])])


def _moved(place: Place) -> str:
    return "\x1b[{};{}H".format(*place)


def writing_less(driver: type[Driver], cells: Cells) -> type[Driver]:
    """Return a Textual driver that writes only changed cells."""

    class Writing(driver):  # type: ignore[misc, valid-type] # which driver it is depends on the system
        def write(self, data: str) -> None:
            super().write(cells.changes(data))

    return Writing
