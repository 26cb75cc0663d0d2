"""What a person sees in a terminal: the letters on the glass after all that was written to it.

Only what Textual writes is understood: letters, places (CSI row;column H) and clearing; all else is passed over.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"\x1b\[([0-9;?<>=]*)([ -/]*)([@-~])|\x1b[\]P_^][^\x1b\x07]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b.|(.)", re.DOTALL
)
_BEGUN = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*|[\]P_^][^\x1b\x07]*|[()])?$")


class Glass:
    """The letters of a window of so many rows and columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.resize(rows, columns)
        self._begun = ""

    def resize(self, rows: int, columns: int) -> None:
        """Be empty and as large as that; a program that is told of it draws everything again."""
        self._size, self._at = (rows, columns), (0, 0)
        self._rows = [[" "] * columns for _ in range(rows)]

    def write(self, text: str) -> None:
        """Take what a program writes; a sequence that is cut waits for its end."""
        text = self._begun + text
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        for piece in _PIECE.finditer(text[: len(text) - len(self._begun)]):
            if piece[4] is not None:
                self._letter(piece[4])
            elif piece[3] == "H":
                row, column = ([*map(int, filter(None, piece[1].split(";"))), 1, 1])[:2]
                self._at = (row - 1, column - 1)
            elif piece[3] == "J" or (piece[1] == "?1049"):
                self.resize(*self._size)

    def _letter(self, letter: str) -> None:
        row, column = self._at
        if letter == "\n":
            self._at = (row + 1, column)
        elif letter == "\r":
            self._at = (row, 0)
        elif letter >= " ":
            if row < self._size[0] and column < self._size[1]:
                self._rows[row][column] = letter
            self._at = (row, column + 1)

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self._rows)
