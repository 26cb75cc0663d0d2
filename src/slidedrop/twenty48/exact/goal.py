"""What a solved board is played for: the greatest expected score, or the greatest chance of a tile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.twenty48.rules import Rules

_TILE: Final = re.compile(r"tile:([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Goal:
    """`score`, or `tile:512`: a chance between 0 and 1."""

    tile: int = 0
    """The tile to reach; 0 where points count."""

    @classmethod
    def read(cls, text: str) -> Goal:
        """Return the goal that a text names."""
        match = _TILE.fullmatch(text)
        if text != "score" and match is None:
            raise NotationError(f"'{text:.40}' is not a goal; write score, or a tile such as tile:512")
        return cls(int(match[1]) if match else 0)

    def check(self, rules: Rules) -> None:
        """Refuse a tile that these rules cannot make."""
        if self.tile and not rules.is_tile(self.tile):
            raise NotationError(f"{self.tile} is not a tile here; tiles are {rules.base} x 1, 2, 4, 8, ...")

    def __str__(self) -> str:
        return f"tile:{self.tile}" if self.tile else "score"


SCORE: Final = Goal()
