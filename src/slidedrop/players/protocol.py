"""The line protocol between slidedrop and a player in another process: one line each way, in the verbs of engines.

    we say                                  the player says
    game connect4 7x6                       ready
    position ......./.../...OX.. X          (nothing)
    go movetime 1000                        info ...          as often as it likes
                                            bestmove 4
    stop                                    bestmove 4        at once, where it was still thinking
    quit

Rows are written from the top. In Connect-4 a row is `.`, `X` (red, who begins) and `O`, and the side to move stands
behind the board; in 2048 a row is tiles between commas, 0 for empty. Moves are what a person types: `4`, `2.3` in free
placement, `left`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from slidedrop.connect4 import notation
from slidedrop.connect4.position import Position as Drops
from slidedrop.connect4.rules import Rules as DropRules
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.notation import read_position, write_position
from slidedrop.twenty48.position import Position as Slides
from slidedrop.twenty48.rules import Rules as SlideRules

COMMAND: Final = "-- "
"""What stands before a program where a player is named."""
SHAPES: Final = "XO"
AnyPosition = Drops | Slides
AnyRules = DropRules | SlideRules


def game_line(position: AnyPosition) -> str:
    """Return the line that says which game is played."""
    rules = position.rules
    if isinstance(rules, SlideRules):
        return f"game 2048 {rules.size}x{rules.size} base {rules.base}"
    more = (f" connect {rules.connect}" if rules.connect != 4 else "") + ("" if rules.gravity else " free")
    return f"game connect4 {rules.size}{more}"


def position_line(position: AnyPosition) -> str:
    """Return the line that sets up a position."""
    if isinstance(position, Slides):
        return f"position {write_position(position.board)}"
    rows = ("".join("." if disc is None else SHAPES[disc] for disc in row) for row in position.to_rows())
    return f"position {'/'.join(rows)} {SHAPES[position.turn]}"


def move_text(move: Any) -> str:  # noqa: ANN401 - a move of either game
    """Return a move as the protocol writes it."""
    return str(move.value) if isinstance(move, Direction) else notation.write_move(move)


def read_move(text: str, position: AnyPosition) -> Any:  # noqa: ANN401 - a move of either game
    """Return the move that a player wrote, or say why it is none."""
    if isinstance(position, Slides):
        return Direction.from_text(text)
    return notation.read_move(text, position.rules)


def read_game_line(words: Sequence[str]) -> AnyRules:
    """Return the rules that the words after `game` ask for."""
    kind, size, *more = [*words, "", ""][: max(2, len(words))]
    options = {name: int(value) for name, value in pairwise(more) if name.isalpha() and value.isdecimal()}
    columns, _, rows = size.partition("x")
    if kind == "2048" and columns == rows and columns.isdecimal():
        return SlideRules(size=int(columns), base=options.get("base", 2))
    if kind == "connect4" and columns.isdecimal() and rows.isdecimal():
        return DropRules(int(columns), int(rows), gravity="free" not in more, connect=options.get("connect", 4))
    raise NotationError(f"'game {' '.join(words):.60}' cannot be read; write game connect4 7x6 or game 2048 4x4")


def read_position_line(words: Sequence[str], rules: AnyRules) -> AnyPosition:
    """Return the position that the words after `position` set up."""
    if not words:
        raise NotationError("'position' needs a board, rows from the top with '/' between them")
    if isinstance(rules, SlideRules):
        return Slides(read_position(words[0], base=rules.base), rules)
    position = Drops.from_drawing(words[0].replace("/", "\n"), rules, shapes=SHAPES)
    return position if words[1:] in ([], [SHAPES[position.turn]]) else position.passed()


class PlayerFault(SlidedropError):
    """A player that gave no legal move."""


def checked_move(name: str, move: Any, position: Any) -> Any:  # noqa: ANN401 - a move and a position of either game
    """Return a legal move, which may be given as text, or raise PlayerFault."""
    try:
        move = read_move(move, position) if isinstance(move, str) else move
    except NotationError as error:
        raise PlayerFault(f"{name} answered {move!r:.40}: {error}") from error
    legal = position.legal_moves()
    if move not in legal or isinstance(move, bool):
        message = f"{name} answered {move!r:.40}, which is not legal; legal are {', '.join(map(move_text, legal))}"
        raise PlayerFault(message)
    return legal[legal.index(move)]
