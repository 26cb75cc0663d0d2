"""A hint: the move to make, and why."""

from pathlib import Path

from slidedrop.core.arguments import require_type
from slidedrop.core.capabilities import Basis, Hint
from slidedrop.core.game import Game
from slidedrop.core.game_base import GameBase
from slidedrop.games import spec_of

__all__ = ["Basis", "Hint", "hint_for"]


def hint_for(game: Game, *, weights: Path | None = None) -> Hint | None:
    """Return a hint for the player to move, or None if there is no move.

    `weights` is a file of your own network, for games whose engine is one.
    """
    require_type(game, GameBase, "a game")
    weights = None if weights is None else require_type(weights, Path, "the path of a network")
    if game.outcome is not None or not game.position.legal_moves():
        return None
    spec = spec_of(game)
    return spec.load(spec.hints, "hints")(game, weights)
