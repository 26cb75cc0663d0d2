"""Reversi as a game of slidedrop: its notation, drawing and definition."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.core.position_game import PositionGame, Turn
from slidedrop.core.spec import GameSpec, Provider, RuleOption
from slidedrop_reversi.position import PASS, Move, Position, Rules

COLOURS: Final = ("black", "white")
_SIGNS: Final = {None: ".", 0: "X", 1: "O"}
_LETTERS: Final = "abcdefghijklmnop"


class Notation:
    """Cells are written as in chess, columns by letters: d3."""

    def rules_from_options(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules for --size."""
        return self.read_rules([str(options.get("size") or 8)])

    def write_rules(self, rules: Rules) -> str:
        """Return the size."""
        return f"{rules.size}x{rules.size}"

    def read_rules(self, words: Sequence[str]) -> Rules:
        """Return the rules of a size, such as 8 or 8x8."""
        size = (words or ["8"])[0].partition("x")[0]
        if not size.isdecimal() or len(size) > 2:
            raise NotationError(f"'{size:.20}' is not a size of a Reversi board; write a number such as 8")
        return Rules(int(size))

    def write_position(self, position: Position) -> str:
        """Return the rows from the top, and the player to move."""
        rows = ("".join(_SIGNS[piece] for piece in row) for row in BOARD.pieces(position))
        return f"{'/'.join(rows)} {_SIGNS[position.turn]}"

    def read_position(self, words: Sequence[str], rules: Rules) -> Position:
        """Return the position of the rows."""
        if len(words) != 2 or words[1] not in {"X", "O"}:
            raise NotationError("a position is its rows with '/' between them, then X or O to move")
        rows = words[0].split("/")
        black, white = (
            frozenset((row, column) for row, text in enumerate(rows) for column, sign in enumerate(text) if sign == own)
            for own in "XO"
        )
        return Position(rules, (black, white), int(words[1] == "O"))

    def write_move(self, move: Move) -> str:
        """Return a cell as d3."""
        return PASS if move == PASS else f"{_LETTERS[move[1]]}{move[0] + 1}"

    def read_move(self, text: str, rules: Rules) -> Move:
        """Return the cell that a person typed."""
        typed = text.strip().lower()
        if typed == PASS:
            return PASS
        letter, number = typed[:1], typed[1:]
        if letter not in _LETTERS[: rules.size] or not letter or not number.isdecimal() or len(number) > 2:
            raise NotationError(f"'{text:.20}' is not a move; write a cell such as d3, or pass")
        return int(number) - 1, _LETTERS.index(letter)

    def write_line(self, moves: Sequence[Move], rules: Rules) -> str:  # noqa: ARG002 - every board alike
        """Return all moves with commas between them."""
        return ",".join(map(self.write_move, moves))

    def draw(self, position: Position) -> str:
        """Return the board with its letters and numbers."""
        pieces = enumerate(BOARD.pieces(position), 1)
        rows = [f"{number:>2} {' '.join(_SIGNS[piece] for piece in row)}" for number, row in pieces]
        return "\n".join([f"   {' '.join(_LETTERS[: position.rules.size])}", *rows])


class Board:
    """The discs and moves of a board."""

    def moves(self, rules: Rules, /) -> Sequence[Move]:
        """Return every cell in reading order, then the pass."""
        cells = range(rules.size)
        return [*product(cells, cells), PASS]

    def pieces(self, position: Position, /) -> Sequence[Sequence[int | None]]:
        """Return the owner of each cell's disc."""
        black, white = position.discs
        cells = range(position.rules.size)
        return [[0 if (row, at) in black else 1 if (row, at) in white else None for at in cells] for row in cells]


NOTATION: Final = Notation()
BOARD: Final = Board()


class Game(PositionGame[Position, Move, Rules, Turn[Position, Move]]):
    """One game of Reversi."""

    kind = "reversi"
    rules_type, notation, colours = Rules, NOTATION, COLOURS

    @classmethod
    def first(cls, rules: Rules) -> Position:
        """Return the four discs of the start."""
        return Position.first(rules)


def evaluate(position: Position, player: int) -> float:
    """Return a weighted sum of corners, mobility and discs for the player."""
    last = position.rules.size - 1
    corners = [sum(cell in own for cell in product((0, last), repeat=2)) for own in position.discs]
    discs = [len(own) for own in position.discs]
    sign = 1 if position.turn == player else -1
    mobility = sign * len(position.legal_moves())
    return 25.0 * (corners[player] - corners[1 - player]) + mobility + 0.1 * (discs[player] - discs[1 - player])


SPEC: Final[GameSpec[Position, Move, Rules]] = GameSpec(
    name="reversi",
    title="Reversi",
    description="Enclose the opponent's discs and turn them over.",
    seats=2,
    colours=COLOURS,
    game=Provider("slidedrop_reversi.spec:Game"),
    notation=Provider("slidedrop_reversi.spec:NOTATION"),
    evaluate=Provider("slidedrop_reversi.spec:evaluate"),
    board=Provider("slidedrop_reversi.spec:BOARD"),
    rule_options=(RuleOption("size", "The size of the board, such as 8."),),
    offered=("search:3", "greedy", "random"),
    usual_opponent="search:2",
    strongest="search",
)
