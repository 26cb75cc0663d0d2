"""What a player of one's own answers, held to the rules."""

from typing import Any

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.players.protocol import move_text, read_move


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
