"""Connect-4 in the line protocol and on the command line: `connect4 7x6`, `......./...OX.. X`, `4`."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any, Final

from slidedrop.connect4 import notation
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import SHAPES
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.arguments import is_number
from slidedrop.core.capabilities import BoardView
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.core.spec import Notation

_SIZE: Final = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_CONNECT, _FREE = "connect", "free"


def rules_of_size(size: str, *, gravity: bool = True, connect: int = 4) -> Rules:
    """Return the rules of a board of this size, or say how sizes are written."""
    match = _SIZE.fullmatch(size.strip().lower())
    if match is None:
        raise RulesError(f"{size[:40]!a} is not a size; write columns x rows, such as 7x6")
    return Rules(int(match[1]), int(match[2]), gravity=gravity, connect=connect)


class Connect4Notation:
    """How rules, boards and moves are written."""

    def rules_from_options(self, options: Mapping[str, Any]) -> Rules:
        return rules_of_size(options.get("size") or "7x6", gravity=not options.get("free"))

    def write_rules(self, rules: Rules) -> str:
        more = (f" {_CONNECT} {rules.connect}" if rules.connect != 4 else "") + ("" if rules.gravity else f" {_FREE}")
        return f"{rules.size}{more}"

    def read_rules(self, words: Sequence[str]) -> Rules:
        size, *more = words or [""]
        numbers = {name: int(value) for name, value in pairwise(more) if is_number(value)}
        return rules_of_size(size, gravity=_FREE not in more, connect=numbers.get(_CONNECT, 4))

    def write_position(self, position: Position) -> str:
        rows = ("".join("." if disc is None else SHAPES[disc] for disc in row) for row in position.to_rows())
        return f"{'/'.join(rows)} {SHAPES[position.turn]}"

    def read_position(self, words: Sequence[str], rules: Rules) -> Position:
        if not words:
            raise NotationError("'position' needs a board, rows from the top with '/' between them")
        position = Position.from_drawing(words[0].replace("/", "\n"), rules, shapes=SHAPES)
        return position if list(words[1:]) in ([], [SHAPES[position.turn]]) else position.passed()

    write_move = staticmethod(notation.write_move)
    read_move = staticmethod(notation.read_move)
    write_line = staticmethod(notation.write_moves)

    def draw(self, position: Position) -> str:
        return str(position)


class Connect4Board:
    """The discs and moves of a board."""

    def moves(self, rules: Rules, /) -> Sequence[Move]:
        return list(range(rules.columns)) if rules.gravity else list(product(range(rules.rows), range(rules.columns)))

    def pieces(self, position: Position, /) -> Sequence[Sequence[int | None]]:
        return position.to_rows()


BOARD: Final[BoardView[Position, Move, Rules]] = Connect4Board()
NOTATION: Final[Notation[Position, Move, Rules]] = Connect4Notation()
