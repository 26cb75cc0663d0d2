"""A minimal terminal emulator that turns a program's output into the letters on the screen.

It supports only the sequences that slidedrop writes: letters and their styles, cursor positions (CSI row;column H,
CSI columns C) and clearing.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"\x1b\[([0-9;?<>=]*)([ -/]*)([@-~])|\x1b[\]P_^][^\x1b\x07]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b.|(.)", re.DOTALL
)
_BEGUN = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*|[\]P_^][^\x1b\x07]*|[()])?$")


class Glass:
    """The letters of a window with the given rows and columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.resize(rows, columns)
        self._begun = ""

    def resize(self, rows: int, columns: int) -> None:
        """Clear the screen and set its size; a program that is told of the new size redraws everything."""
        self._size, self._at = (rows, columns), (0, 0)
        self._look: dict[str, str] = {}
        self.looks: dict[tuple[int, int], tuple[str, dict[str, str]]] = {}
        """The letter at each row and column, with its foreground, background and other attributes."""
        self._rows = [[" "] * columns for _ in range(rows)]

    def write(self, text: str) -> None:
        """Process a program's output; an incomplete sequence waits for its end."""
        text = self._begun + text
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        for piece in _PIECE.finditer(text[: len(text) - len(self._begun)]):
            if piece[4] is not None:
                self._letter(piece[4])
            elif piece[3] == "H":
                row, column = ([*map(int, filter(None, piece[1].split(";"))), 1, 1])[:2]
                self._at = (row - 1, column - 1)
            elif piece[3] == "C":
                self._at = (self._at[0], self._at[1] + int(piece[1]))
            elif piece[3] == "m":
                self._take_look(piece[1])
            elif piece[3] == "J" or (piece[1] == "?1049"):
                self.resize(*self._size)

    def _take_look(self, numbers: str) -> None:
        """Change the style of the following letters: a colour of five numbers, of one, or another attribute."""
        left = numbers.split(";")
        while left:
            many = 5 if left[0] in {"38", "48"} else 1
            first, *rest = left[:many]
            del left[:many]
            what = {"3": "ink", "9": "ink", "4": "ground", "1": "ground"}[first[0]] if len(first) > 1 else first
            if first in {"", "0"}:
                self._look = {}
            elif first in {"39", "49"}:
                self._look = {name: value for name, value in self._look.items() if name != what}
            else:
                self._look = {**self._look, what: ";".join([first, *rest])}

    def _letter(self, letter: str) -> None:
        row, column = self._at
        if letter == "\n":
            self._at = (row + 1, column)
        elif letter == "\r":
            self._at = (row, 0)
        elif letter >= " ":
            if row < self._size[0] and column < self._size[1]:
                self._rows[row][column] = letter
                self.looks[self._at] = (letter, self._look)
            self._at = (row, column + 1)

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self._rows)
