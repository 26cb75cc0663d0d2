"""What is handed in: where the game draws, and where it reads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from slidedrop.editions.adt.pieces import LocationType


class DisplayType:
    """A sheet of squares drawn on a stream of text; what is drawn appears when it is refreshed."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._sheet: dict[tuple[int, int], str] = {}

    def draw(self, text: str, location: LocationType) -> None:
        """Draw a character at a logical location."""
        self._sheet[location.getRow().value, location.getColumn().value] = text

    def refresh(self, dimension: int) -> None:
        """Show the sheet with its rows and columns numbered from 1."""
        numbers = range(1, dimension + 1)
        self.write("   " + "".join(f"{column:>3}" for column in numbers) + "\n")
        for row in numbers:
            cells = "".join(f"{self._sheet.get((row, column), '.'):>3}" for column in numbers)
            self.write(f"{row:>3}{cells}\n")

    def write(self, text: str) -> None:
        """Show a message."""
        self._stream.write(text)
        self._stream.flush()


class InputType:
    """Lines from a person."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stdin if stream is None else stream

    def readLine(self) -> str:
        """Return the next line without its end, or raise EOFError when there is none."""
        try:
            line = self.stream.readline()
        except UnicodeDecodeError:
            return "?"  # bytes that are no text answer nothing
        if not line:
            raise EOFError
        return line.strip()
