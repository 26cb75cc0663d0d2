"""Connect-4 as people write it; here, and only here, rows and columns count from 1.

    moves       "4453"          one digit a move, while there are fewer than ten columns
                "10,4,12"       numbers between commas, on any board
                "2.3,1.1"       row.column, in free placement

    drawing     . . . .         one character a cell; spaces, digits, bars and the marks of the
                . O . .         last disc ( ) and of a win [ ] < > are ignored, so that what
                X X O .         display.py draws can be read again

Nothing here knows what is legal: a number that is not on the board is read, and the position refuses it.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from slidedrop.connect4.layout import Move
from slidedrop.connect4.rules import Rules
from slidedrop.core.arguments import is_number, require_int
from slidedrop.core.errors import IllegalMove, NotationError, RulesError

COLOURS: Final = ("red", "blue")
"""The names of the two players; red moves first."""
SHAPES: Final = "XO"
"""The default discs of the first and the second player."""
EMPTY: Final = "._-"
"""The character of an empty cell in a drawing."""
PASSED_OVER: Final = " \t|()[]<>0123456789"
"""The characters that a drawing may have besides its cells."""

_SIZE: Final = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_CONNECT, _FREE = "connect", "free"
_MOST_LISTED: Final = 20
_LONGEST_SHOWN: Final = 40


def rules_of_size(size: str, *, gravity: bool = True, connect: int = 4) -> Rules:
    """Return the rules for a board of this size, or raise an error that explains how to write sizes."""
    match = _SIZE.fullmatch(size.strip().lower())
    if match is None:
        raise RulesError(f"{size[:40]!a} is not a size; write columns x rows, such as 7x6")
    return Rules(int(match[1]), int(match[2]), gravity=gravity, connect=connect)


def write_rules(rules: Rules) -> str:
    """Return the size and any unusual rules."""
    more = (f" {_CONNECT} {rules.connect}" if rules.connect != 4 else "") + ("" if rules.gravity else f" {_FREE}")
    return f"{rules.size}{more}"


def read_rules(words: Sequence[str]) -> Rules:
    """Return the rules for a size and the words after it."""
    size, *more = words or [""]
    numbers = {name: int(value) for name, value in pairwise(more) if is_number(value)}
    return rules_of_size(size, gravity=_FREE not in more, connect=numbers.get(_CONNECT, 4))


def read_moves(text: str, rules: Rules) -> list[Move]:
    """Return the moves in a text, or raise an error that names the one that cannot be read."""
    words = _words(text.strip(), rules)
    moves = []
    for number, word in enumerate(words, start=1):
        try:
            moves.append(read_move(word, rules))
        except NotationError as error:
            raise NotationError(f"move {number} of {shortened(text)} cannot be read: {error}") from None
    return moves


def read_move(text: str, rules: Rules) -> Move:
    """Return the move in a text: "4", in free placement "2.3"."""
    if rules.gravity:
        return _from_one(text, f"a move is a column from 1 to {rules.columns}")
    expected = f"a move is row.column, such as {rules.rows}.1"
    row, dot, column = text.partition(".")
    if not dot:
        raise NotationError(f"{shortened(text)} holds no dot; {expected}")
    return _from_one(row, expected), _from_one(column, expected)


def write_moves(moves: Iterable[Move], rules: Rules) -> str:
    """Return moves in the shortest form that `read_moves` reads."""
    separator = "" if rules.gravity and rules.columns < 10 else ","
    return separator.join(write_move(move) for move in moves)


def write_move(move: Move, first: int = 1) -> str:
    """Return one move as people write it."""
    return f"{move[0] + first}.{move[1] + first}" if isinstance(move, tuple) else str(move + first)


def plain_move(move: object, rules: Rules) -> Move:
    """Return a move with its integers, such as NumPy's, as Python's."""
    if rules.gravity:
        return require_int(move, "a column", IllegalMove)
    if not isinstance(move, tuple) or len(move) != 2:
        raise IllegalMove(f"a move is a row and a column, both from 0, not {move!r:.60}")
    return require_int(move[0], "a row", IllegalMove), require_int(move[1], "a column", IllegalMove)


def read_drawing(drawing: str, shapes: str = "XO") -> list[list[int | None]]:
    """Return the rows of a drawn board; the first shape is player 0, letters in either case."""
    check_shapes(shapes)
    lines = enumerate(drawing.splitlines(), start=1)
    rows = ([_read_cell(cell, number, shapes) for cell in line if cell not in PASSED_OVER] for number, line in lines)
    return [row for row in rows if row]


def check_shapes(shapes: str) -> None:
    """Raise an error if two characters cannot show the two players' discs."""
    distinct = isinstance(shapes, str) and len(shapes) == 2 and shapes[0].casefold() != shapes[1].casefold()
    if not distinct or any(shape in EMPTY + PASSED_OVER or not shape.isprintable() for shape in shapes):
        message = f"the shapes are two different characters such as XO, no digits, dots or brackets, not {shapes!r}"
        raise NotationError(message)


def complaint(move: Move, rules: Rules, first: int) -> str:
    """Return why a move is refused in a game that is not over; rows and columns count from `first`."""
    if isinstance(move, tuple):
        place = f"row {move[0] + first}, column {move[1] + first}"
        return f"{place} is taken" if rules.on_board(move) else f"{place} is not on {rules.size}"
    fits = 0 <= move < rules.columns
    return f"column {move + first} is full" if fits else f"there is no column {move + first} on {rules.size}"


def listed(moves: Sequence[Move], rules: Rules, first: int = 1) -> str:
    """Return moves in words, at most the first twenty."""
    words = [write_move(move, first) for move in moves[:_MOST_LISTED]]
    more = len(moves) - len(words)
    return ", ".join(words) + (f" and {more} more on {rules.size}" if more else "")


def shortened(text: str) -> str:
    """Return a text in quotes, cut if it is long."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "...")


def _words(text: str, rules: Rules) -> Sequence[str]:
    if rules.gravity and rules.columns < 10 and "," not in text:
        return text
    return [word.strip() for word in text.split(",")] if text else []


def _from_one(text: str, expected: str) -> int:
    # three digits are more than any board needs; Python refuses numbers of thousands of digits
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text) - 1
    raise NotationError(f"{shortened(text)} is not a number; {expected}")


def _read_cell(cell: str, number: int, shapes: str) -> int | None:
    if cell in EMPTY:
        return None
    for player, shape in enumerate(shapes):
        if cell.casefold() == shape.casefold():
            return player
    message = f"line {number} of the drawing holds {cell!r}; a cell is {shapes[0]}, {shapes[1]} or {EMPTY[0]}"
    raise NotationError(message)
