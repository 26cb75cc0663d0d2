"""A move typed key by key: complete as soon as no other legal move starts with the same text.

legal moves d3 c4 f5 e6        d  ->  "d"        d 3  ->  the move d3
legal moves 1 2 ... 12         1  ->  "1"        1 enter  ->  the move 1
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

Move = TypeVar("Move")


class MoveTyping(Generic[Move]):
    """The text typed so far; `moves` maps texts to legal moves."""

    def __init__(self) -> None:
        self.text = ""

    def takes(self, key: str, moves: Mapping[str, Move]) -> bool:
        return bool(key) and any(name.startswith((self.text + key, key)) for name in moves)

    def press(self, key: str, moves: Mapping[str, Move]) -> Move | None:
        """Add a valid key; return the move once it is complete."""
        text = self.text + key
        self.text = text if any(name.startswith(text) for name in moves) else key
        found = [name for name in moves if name.startswith(self.text)]
        return self.finish(moves) if found == [self.text] else None

    def finish(self, moves: Mapping[str, Move]) -> Move | None:
        """Return the move of the text, or None; the next key starts another."""
        text, self.text = self.text, ""
        return moves.get(text)
