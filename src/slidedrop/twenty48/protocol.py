"""2048 in the line protocol and on the command line: `2048 4x4 base 2`, `0,0,2,4/...`, `left`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from slidedrop.core.arguments import is_number
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.core.spec import Notation
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.notation import read_position
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import LARGEST_SIZE, Rules

_SIDE: Final = re.compile(r"([0-9]{1,3})(?:x\1)?")
_BASE: Final = "base"


class Twenty48Notation:
    """How rules, boards and directions are written."""

    def rules_from_options(self, options: Mapping[str, Any]) -> Rules:
        return Rules.preset(options.get("rules") or "classic", _side(options.get("size") or "4"))

    def write_rules(self, rules: Rules) -> str:
        return f"{rules.size}x{rules.size} {_BASE} {rules.base}"

    def read_rules(self, words: Sequence[str]) -> Rules:
        size, *more = words or [""]
        base = more[1] if more[:1] == [_BASE] and len(more) > 1 and is_number(more[1]) else "2"
        return Rules(size=_side(size), base=int(base))

    def write_position(self, position: Position) -> str:
        return position.board.to_text()

    def read_position(self, words: Sequence[str], rules: Rules) -> Position:
        if not words:
            raise NotationError("'position' needs a board, rows from the top with '/' between them")
        return Position(read_position(words[0], base=rules.base), rules)

    def write_move(self, move: Direction) -> str:
        return str(move.value)

    def read_move(self, text: str, rules: Rules) -> Direction:  # noqa: ARG002 - every board has the same four
        return Direction.from_text(text)

    def write_line(self, moves: Sequence[Direction], rules: Rules) -> str:  # noqa: ARG002 - every board alike
        return "".join(move.key for move in moves)

    def draw(self, position: Position) -> str:
        return str(position.board)


def _side(size: str) -> int:
    match = _SIDE.fullmatch(size.strip().lower())
    if match is None or not 2 <= int(match[1]) <= LARGEST_SIZE:
        message = f"{size[:40]!a} is not a size of a 2048 board; write a number from 2 to {LARGEST_SIZE}, such as 5"
        raise RulesError(message)
    return int(match[1])


NOTATION: Final[Notation[Position, Direction, Rules]] = Twenty48Notation()
