"""A 2048 game at one moment, as a value and as plain JSON.

    {"board": [0, 0, 2, 4, ...], "score": 80, "won": false, "over": false}

The board is flat and read like a page, as the web assignment (document 002) writes it.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from slidedrop.core.arguments import wanted
from slidedrop.core.errors import NotationError
from slidedrop.twenty48.board import LARGEST_TILE, Board


class State(NamedTuple):
    """Board, score, and whether the game has been won and is over."""

    board: Board
    score: int = 0
    won: bool = False
    over: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return a fresh dictionary; changing it changes nothing here."""
        return {"board": list(self.board.tiles), "score": self.score, "won": self.won, "over": self.over}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the state that a dictionary holds; score, won and over may be missing."""
        values = wanted(values, Mapping, "a state as a dictionary")
        board, score = values.get("board"), values.get("score", 0)
        won, over = values.get("won", False), values.get("over", False)
        if not isinstance(board, list | tuple):
            raise NotationError(f"a state has a list of tiles called 'board', not {board!r:.60}")
        if type(score) is not int or not 0 <= score <= LARGEST_TILE:
            raise NotationError(f"a state's 'score' is a whole number from 0, not {score!r:.60}")
        if type(won) is not bool or type(over) is not bool:
            raise NotationError(f"a state's 'won' and 'over' are true or false, not {won!r:.60} and {over!r:.60}")
        return cls(Board.from_tiles(board), score, won, over)

    def to_json(self) -> str:
        """Return the state as JSON text."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the state that JSON text holds, or say where it breaks."""
        try:
            values = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise NotationError(f"a state is JSON like {{'board': [...], 'score': 0}}: {error}") from error
        if not isinstance(values, dict):
            raise NotationError(f"a state is a JSON object with 'board' and 'score', not {type(values).__name__}")
        return cls.from_dict(values)

    def _repr_html_(self) -> str:
        from slidedrop.twenty48.display import html

        return html(self.board, caption=f"Score {self.score}")
