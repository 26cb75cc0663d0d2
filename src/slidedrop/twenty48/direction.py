"""The four directions, and how they are typed.

         UP (0, -1)
LEFT (-1, 0)    RIGHT (1, 0)        as (x, y), y growing downwards
        DOWN (0, 1)
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from slidedrop.core.errors import NotationError


class Direction(StrEnum):
    """The direction of a move; the value is the word to type.

    >>> Direction("left")
    <Direction.LEFT: 'left'>
    """

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"

    @property
    def x(self) -> int:
        """The step across: -1 to the left, 1 to the right."""
        return _STEPS[self][0]

    @property
    def y(self) -> int:
        """The step down: -1 upwards, 1 downwards."""
        return _STEPS[self][1]

    @property
    def key(self) -> str:
        """The letter of this direction in logs and at the prompt: w, s, a or d."""
        return _SPELLINGS[self][1]

    @classmethod
    def of(cls, way: Way) -> Direction:
        """Return the direction itself, or that of its word; an enum alone cannot refuse an array."""
        return cls(way) if isinstance(way, str) else cls._missing_(way)

    @classmethod
    def _missing_(cls, value: object) -> Direction:
        raise NotationError(f"a direction is up, down, left or right, not {value!r:.40}")

    @classmethod
    def from_text(cls, text: str) -> Direction:
        """Return the direction of a key, a word or an arrow, or raise an error that lists them."""
        direction = _NAMES.get(str(text).strip().lower())
        if direction is None:
            message = f"{str(text).strip()!r:.40} is not a direction; type up, down, left or right (or w, s, a, d)"
            raise NotationError(message)
        return direction


Way = Direction | Literal["up", "down", "left", "right"]
"""A direction, or its word."""


_STEPS: Final = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0)}
_SPELLINGS: Final = {
    Direction.UP: ("up", "w", "k", "\x1b[a", "\x1boa", "↑", "arrowup"),
    Direction.DOWN: ("down", "s", "j", "\x1b[b", "\x1bob", "↓", "arrowdown"),
    Direction.LEFT: ("left", "a", "h", "\x1b[d", "\x1bod", "←", "arrowleft"),
    Direction.RIGHT: ("right", "d", "l", "\x1b[c", "\x1boc", "→", "arrowright"),
}
_NAMES: Final = {name: direction for direction, names in _SPELLINGS.items() for name in names}
