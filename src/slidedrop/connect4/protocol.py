"""Connect-4 in the line protocol and on the command line: `connect4 7x6`, `......./...OX.. X`, `4`."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from slidedrop.connect4 import notation
from slidedrop.connect4.layout import Move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.capabilities import BoardView
from slidedrop.core.spec import Notation


class Connect4Notation:
    """How rules, boards and moves are written."""

    def rules_from_options(self, options: Mapping[str, Any]) -> Rules:
        return notation.rules_of_size(options.get("size") or "7x6", gravity=not options.get("free"))

    def write_position(self, position: Position) -> str:
        return position.to_text().removeprefix(f"{notation.write_rules(position.rules)} ")

    def read_position(self, words: Sequence[str], rules: Rules) -> Position:
        return Position.from_text(" ".join((notation.write_rules(rules), *words)))

    write_rules = staticmethod(notation.write_rules)
    read_rules = staticmethod(notation.read_rules)
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
