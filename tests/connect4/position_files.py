"""Files of 7x6 positions: each line has the columns played, from 1, and the score for the side to move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from slidedrop.connect4 import Position
from slidedrop.connect4.engine.perfect import discs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LINE = re.compile(r"([1-7]+) (-?\d+)")


def read_sets(folder: Path, most: int | None = None) -> Iterator[tuple[str, list[tuple[int, int]], list[int]]]:
    """Yield each file's name, its first positions as discs of both sides, and their scores; skip other files."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        matches = [_LINE.fullmatch(line.strip()) for line in path.read_text(errors="replace").splitlines()[:most]]
        if matches and all(matches):
            lines = [match.groups() for match in matches if match]
            yield (
                path.name,
                [discs(Position.from_moves(moves)) for moves, _ in lines],
                [int(score) for _, score in lines],
            )
