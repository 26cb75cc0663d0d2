"""The line protocol between slidedrop and a player in another process: one line each way, in the verbs of engines.

    slidedrop writes                        the player answers
    game connect4 7x6                       ready
    position ......./.../...OX.. X          (nothing)
    go movetime 1000                        info ...          as often as it likes
                                            bestmove 4
    stop                                    bestmove 4        at once, if it was still searching
    quit

Rows are written from the top. In Connect-4 a row consists of `.`, `X` (red, who starts) and `O`, and the side to move
follows the board; in 2048 a row is tiles separated by commas, 0 for empty. Moves are written as a person types them:
`4`, `2.3` in free placement, `left`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.position import Position
from slidedrop.core.spec import AnySpec
from slidedrop.games import game_names, game_spec, spec_of

COMMAND: Final = "-- "
"""The prefix of a program in the name of a player."""


class AnyPosition(Position[Any], Protocol):
    """A position of any game."""

    kind: ClassVar[str]

    @property
    def rules(self) -> object:
        """The rules that it is played by."""


def game_line(position: AnyPosition) -> str:
    """Return the line that names the game and its rules."""
    spec = spec_of(position)
    return f"game {spec.name} {spec.notation.load().write_rules(position.rules)}"


def position_line(position: AnyPosition) -> str:
    """Return the line that sets up a position."""
    return f"position {spec_of(position).notation.load().write_position(position)}"


def read_game_line(words: Sequence[str]) -> tuple[AnySpec, object]:
    """Return the game and the rules from the words after `game`."""
    if not words or words[0] not in game_names():
        line = ascii(f"game {' '.join(words):.60}")
        raise NotationError(f"{line} cannot be read; write game connect4 7x6 or game 2048 4x4")
    spec = game_spec(words[0])
    return spec, spec.notation.load().read_rules(words[1:])


class PlayerFault(SlidedropError):
    """A player that gave no legal move."""


def checked_move(name: str, move: object, position: AnyPosition) -> object:
    """Return a legal move, perhaps given as text, or raise PlayerFault."""
    notation = spec_of(position).notation.load()
    try:
        move = notation.read_move(move, position.rules) if isinstance(move, str) else move
    except NotationError as error:
        raise PlayerFault(f"{name} answered {move!r:.40}: {error}") from error
    legal = position.legal_moves()
    if isinstance(move, bool | float) or move not in legal:
        listed = ", ".join(map(notation.write_move, legal))
        raise PlayerFault(f"{name} answered {move!r:.40}, which is not legal; legal are {listed}")
    return legal[legal.index(move)]
